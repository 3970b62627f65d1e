"""Central Pacific as a PettingZoo environment.

`docs/research.md` names the options.  A change of the rules or of the observation makes a new version of this module.
"""

from __future__ import annotations

from typing import Any

from branchline.envs.aec import RAISE, GameEnv, parallel, wrapped

NAME, GAME = "central_pacific_v0", "central-pacific"


def env(*, illegal: str = RAISE, **options: Any) -> Any:
    """The environment with PettingZoo's usual wrappers."""
    return wrapped(raw_env(**options), illegal)


def raw_env(**options: Any) -> GameEnv:
    """The environment without wrappers."""
    return GameEnv(NAME, GAME, **options)


def parallel_env(**options: Any) -> Any:
    """The environment in which all agents answer at every step, and only the answer of the one to decide counts."""
    return parallel(env(**options))
