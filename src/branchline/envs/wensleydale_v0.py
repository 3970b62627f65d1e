"""Last Train to Wensleydale as a PettingZoo environment.

`docs/research.md` names the options.  A change of the rules or of the observation makes a new version of this module.
"""

from branchline.envs.aec import environments

__all__ = ["GAME", "NAME", "env", "parallel_env", "raw_env"]

GAME = "last-train-to-wensleydale"
NAME, env, raw_env, parallel_env = environments(GAME)
