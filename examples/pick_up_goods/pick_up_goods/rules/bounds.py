"""How long a game can be."""

from typing import Any

from branchline.kernel import Board
from pick_up_goods.rules.layout import WAGONS


def max_plies(first: Any, board: Board) -> int:
    """PG 2.1: each wagon is drawn once, leaves a hand once, and may leave the siding once."""
    return 3 * WAGONS
