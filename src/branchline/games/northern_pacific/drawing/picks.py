"""The things a person points at to make a move: a city, then what to do there."""

from __future__ import annotations

from branchline.games.northern_pacific.rules.layout import SEATS
from branchline.games.northern_pacific.rules.paragraphs import FULL, NO_SUCH_CUBE, NOT_AN_EXIT, NOT_OPEN, OWN_CUBE_THERE
from branchline.games.northern_pacific.text.notation import INVEST_LARGE, INVEST_SMALL, SEAT, read_action
from branchline.games.position import Position
from branchline.kernel import Board
from branchline.texts import say, seat

EXTEND, SMALL, LARGE = "button:extend", "cube:small", "cube:large"
NEARER = (NOT_AN_EXIT, NO_SUCH_CUBE, NOT_OPEN, FULL, OWN_CUBE_THERE)
"""What forbids an action, from what is far from legal to what is nearly so."""


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


def act(position: Position, action: int) -> str:
    """A legal action as the text of the button that makes it."""
    kind, place = read_action(action, position.board)
    if kind == SEAT:
        return ""
    city = position.board.data.cities[place]
    if kind == INVEST_SMALL:
        return say("Invest a small cube in {city}", city=city)
    if kind == INVEST_LARGE:
        return say("Invest the large cube in {city}", city=city)
    return say("Extend to {city}", city=city)


def closeness(position: Position, action: int, code: int) -> int:
    """How near a forbidden action is to a legal one."""
    return NEARER.index(code) + 1 if code in NEARER else 0
