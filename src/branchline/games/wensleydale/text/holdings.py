"""What everybody has, and how the scores came about: for the players' list and the result."""

from __future__ import annotations

from functools import cache
from typing import Any

from branchline.games.drawing import tag
from branchline.games.spec import Holding, SheetRow
from branchline.games.wensleydale.drawing.symbols import influence, piece_alone
from branchline.games.wensleydale.rules.board import PAYMENT_NAMES, PIECE_NAMES
from branchline.games.wensleydale.rules.layout import BUILDING, CUBE, LINKS, LOADS, PROFIT, SET_BONUS, TRAIN
from branchline.games.wensleydale.rules.map_data import KINDS
from branchline.games.wensleydale.rules.scoring import sets
from branchline.games.wensleydale.text.names import kind_name, piece_name, signed
from branchline.games.wensleydale.text.prices import purse
from branchline.kernel import Board
from branchline.texts import say


def holdings(state: Any, board: Board) -> list[list[Holding]]:
    """For every seat cubes, influence, profit, track and pieces; what it can pay with now can be picked."""
    return [_held(state, seat) for seat in range(int(state.players))]


def _held(state: Any, seat: int) -> list[Holding]:
    has = purse(state, seat)
    found = [Holding(say("cubes"), has[CUBE], _pick(state, seat, CUBE, has[CUBE]))]
    for kind, name in enumerate(KINDS):
        found.append(Holding(kind_name(kind), has[kind], _pick(state, seat, kind, has[kind]), _token(name)))
    found.append(Holding(say("profit"), signed(int(state.marks[PROFIT][seat]))))
    found.append(Holding(say("own links"), f"{state.links[seat]}/{LINKS}"))
    for piece in range(LOADS):
        delivered, loaded = int(state.piles[seat][piece]), int(state.loaded[seat][piece])
        value = f"{delivered} + {loaded}" if loaded else delivered
        found.append(Holding(piece_name(piece), value, None, _piece(PIECE_NAMES[piece])))
    return found


def _pick(state: Any, seat: int, kind: int, number: int) -> str | None:
    """The name of a payment that the seat may choose now."""
    if state.to_act != seat or not state.owed or not number:
        return None
    return None if kind == (CUBE if state.phase == BUILDING else TRAIN) else f"kind:{PAYMENT_NAMES[kind]}"


@cache
def _token(kind: str) -> str:
    return _small(influence(kind, (0, 0), 10), "lw")


@cache
def _piece(name: str) -> str:
    return _small(piece_alone(name))


def _small(inside: str, look: str | None = None) -> str:
    size = {"viewBox": "-12 -12 24 24", "width": 24, "height": 24, "aria_hidden": "true", "class_": look}
    return tag("svg", inside, xmlns="http://www.w3.org/2000/svg", **size)


def score_sheet(state: Any, board: Board) -> list[SheetRow]:
    """LW 10.1: pieces, sets, profit and loss, own links; the rows add up to the scores."""
    seats = range(int(state.players))
    rows = [SheetRow(piece_name(piece), [int(state.piles[seat][piece]) for seat in seats]) for piece in range(LOADS)]
    return [
        *rows,
        SheetRow(
            say("sets of all four, {points} each", points=SET_BONUS), [SET_BONUS * int(sets(state, seat)) for seat in seats]
        ),
        SheetRow(say("profit and loss"), [int(state.marks[PROFIT][seat]) for seat in seats]),
        SheetRow(say("own links on the board"), [-int(state.links[seat]) for seat in seats]),
    ]
