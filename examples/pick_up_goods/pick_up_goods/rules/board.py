"""The board: the texts of all actions.  There is no map."""

from collections.abc import Mapping

from branchline.games.spec import Value
from branchline.kernel import Board
from pick_up_goods.rules.layout import WAGONS

DRAW, COUPLE, SHUNT = 0, WAGONS, 2 * WAGONS
"""The first action of each kind; an action is its kind plus the wagon."""

BOARD = Board(
    name="standard",
    digest="1",
    constants={},
    texts=tuple(f"{verb} {wagon + 1}" for verb in ("draw", "couple", "shunt") for wagon in range(WAGONS)),
    data=None,
    max_legal=2 * WAGONS,
)


def load_board(options: Mapping[str, Value]) -> Board:
    """There is one board only."""
    return BOARD
