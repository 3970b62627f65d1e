"""The options of a game, and the numbers that `new` gets from them."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.games.spec import Option, Value
from branchline.kernel import Board
from branchline.texts import noted

OPTIONS = (
    Option(
        "stacking",
        ("top", "bottom"),
        "top",
        noted("A marker that arrives on an occupied space goes on top, or underneath."),
        label=noted("Stacks of markers"),
        labels=(noted("on top"), noted("underneath")),
    ),
    Option("map", (), "dales", noted("The map: its name, or the path of a JSON file."), label=noted("Map")),
)


def parameters(players: int, options: Mapping[str, Value], board: Board) -> list[int]:
    """The numbers for `new`, in the order in which it reads them."""
    return [players, int(options["stacking"] == "bottom")]
