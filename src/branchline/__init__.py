"""Railway board games on one engine: compiled rules, records, pictures.

>>> import branchline as bl
>>> state = bl.game("northern-pacific", players=4).start()
>>> state.play("extend Fargo").actor
1

Names are loaded when first used, so that `branchline --help` need not wait for NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from branchline.bots.batched import Searched, greedy, search
    from branchline.bots.catalogue import bot
    from branchline.core.game import Game, game
    from branchline.core.move import Move
    from branchline.core.record import Record
    from branchline.core.simulate import Simulation, simulate
    from branchline.core.state import State
    from branchline.core.trace import trace
    from branchline.core.vector import Vector, vector
    from branchline.errors import BadOption, BadPosition, BadRecord, BranchlineError, IllegalMove, UnknownMove
    from branchline.games.catalogue import specs
    from branchline.kernel.contract import CHANCE, OVER
    from branchline.kernel.rng import seeded
    from branchline.review.review import Review, review

__all__ = [
    "CHANCE",
    "OVER",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BranchlineError",
    "Game",
    "IllegalMove",
    "Move",
    "Record",
    "Review",
    "Searched",
    "Simulation",
    "State",
    "UnknownMove",
    "Vector",
    "bot",
    "game",
    "greedy",
    "review",
    "search",
    "seeded",
    "simulate",
    "specs",
    "trace",
    "vector",
]

_HOMES = {
    "bots.batched": ("Searched", "greedy", "search"),
    "bots.catalogue": ("bot",),
    "errors": ("BadOption", "BadPosition", "BadRecord", "BranchlineError", "IllegalMove", "UnknownMove"),
    "core.game": ("Game", "game"),
    "games.catalogue": ("specs",),
    "kernel.contract": ("CHANCE", "OVER"),
    "kernel.rng": ("seeded",),
    "core.move": ("Move",),
    "core.record": ("Record",),
    "core.simulate": ("Simulation", "simulate"),
    "core.state": ("State",),
    "core.trace": ("trace",),
    "core.vector": ("Vector", "vector"),
    "review": ("Review", "review"),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"branchline.{home}"), name)
    raise AttributeError(f"module 'branchline' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
