"""Railway board games on one engine: rules at the speed of C, records, pictures.

>>> import branchline as bl
>>> state = bl.game("northern-pacific", players=4).start()
>>> state.play("extend Fargo").actor
1
"""

from branchline.errors import BadOption, BadPosition, BadRecord, BranchlineError, IllegalMove, UnknownMove
from branchline.game import Game, game
from branchline.games import TITLES
from branchline.kernel import CHANCE, OVER, seeded
from branchline.move import Move
from branchline.record import Record
from branchline.simulate import Simulation, simulate
from branchline.state import State
from branchline.trace import trace

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "TITLES",
    "BadOption",
    "BadPosition",
    "BadRecord",
    "BranchlineError",
    "Game",
    "IllegalMove",
    "Move",
    "Record",
    "Simulation",
    "State",
    "UnknownMove",
    "game",
    "seeded",
    "simulate",
    "trace",
]
