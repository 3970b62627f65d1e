"""The things a person points at to make a move: a city, then what to do there."""

from __future__ import annotations

from branchline.games.northern_pacific.rules.layout import SEATS
from branchline.kernel import Board
from branchline.texts import say, seat

EXTEND, SMALL, LARGE = "button:extend", "cube:small", "cube:large"


def paths(board: Board) -> tuple[tuple[str, ...], ...]:
    """The path of every action, by id: extensions, small cubes, large cubes, then the seats that chance places."""
    cities = [f"city:{city}" for city in board.data.cities]
    moves = [(city, choice) for choice in (EXTEND, SMALL, LARGE) for city in cities]
    return (*moves, *((f"seat:{number}",) for number in range(SEATS)))


def label(name: str, board: Board) -> str:
    """A picked thing in words."""
    if name == EXTEND:
        return say("extend the line to here")
    if name == SMALL:
        return say("invest a small cube")
    if name == LARGE:
        return say("invest the large cube")
    kind, _, thing = name.partition(":")
    return seat(int(thing)) if kind == "seat" else thing
