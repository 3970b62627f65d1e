"""The options, and the numbers that `new` receives."""

from collections.abc import Mapping

from branchline.games.spec import Option, Value
from branchline.kernel import Board

OPTIONS = (Option("hand", (3, 4), 3, "How many wagons a hand has.", label="Wagons in a hand"),)


def parameters(players: int, options: Mapping[str, Value], board: Board) -> list[int]:
    """The numbers in the order in which `new` reads them."""
    return [players, int(options["hand"])]
