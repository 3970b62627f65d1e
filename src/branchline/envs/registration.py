"""Tells Gymnasium of our environments.  Gymnasium calls `register` itself, by the entry point of the package."""

from __future__ import annotations

from branchline.envs.extras import needed
from branchline.envs.names import short_name
from branchline.games import packages

IDS = {f"{short_name(name).title().replace('_', '')}-v0": name for name in packages()}
"""The ids in the namespace `branchline`, such as `NorthernPacific-v0`.  A change of the rules or of the observation makes a new
version."""


def register() -> None:
    """Register every id.  Nothing of a game is loaded before an environment is made."""
    registration = needed("gymnasium", "gymnasium.envs.registration")
    for name, game in IDS.items():
        registration.register(
            id=name,
            entry_point="branchline.envs.learner:LearnerEnv",
            vector_entry_point="branchline.envs.learner_vector:LearnerVectorEnv",
            kwargs={"game_name": game},
            order_enforce=True,
        )
