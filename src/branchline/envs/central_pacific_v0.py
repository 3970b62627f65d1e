"""Central Pacific as a PettingZoo environment.

`docs/research.md` names the options.  A change of the rules or of the observation makes a new version of this module.
"""

from branchline.envs.aec import environments

__all__ = ["GAME", "NAME", "env", "parallel_env", "raw_env"]

NAME, GAME = "central_pacific_v0", "central-pacific"
env, raw_env, parallel_env = environments(NAME, GAME)
