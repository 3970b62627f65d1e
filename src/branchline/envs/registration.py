"""Tells Gymnasium of our environments.  Gymnasium calls `register` itself, by the entry point of the package."""

from __future__ import annotations

from branchline.envs.extras import needed

IDS = {
    "NorthernPacific-v0": "northern-pacific",
    "CentralPacific-v0": "central-pacific",
    "Wensleydale-v0": "last-train-to-wensleydale",
}
"""The ids in the namespace `branchline`.  A change of the rules or of the observation makes a new version."""


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
