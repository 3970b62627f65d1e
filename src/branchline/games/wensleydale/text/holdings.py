"""What every seat has, and how the scores came about."""

from __future__ import annotations

from functools import cache
from typing import Any

from branchline.games.position import Position
from branchline.games.spec import Holding, SheetRow
from branchline.games.wensleydale.drawing.symbols import alone, influence, piece_alone
from branchline.games.wensleydale.rules.action_space import PAYMENT_NAMES, PIECE_NAMES, offset
from branchline.games.wensleydale.rules.layout import CUBE, LINKS, LOADS, PROFIT, SET_BONUS
from branchline.games.wensleydale.rules.map_data import KINDS
from branchline.games.wensleydale.rules.scoring import sets
from branchline.games.wensleydale.text.names import kind_name, piece_name, signed
from branchline.games.wensleydale.text.scene import purse
from branchline.texts import say


def holdings(position: Position) -> list[list[Holding]]:
    """Cubes, influence, profit, links and pieces of every seat; payments that the actor can make now can be picked."""
    fields = position.fields
    payable = {offset(position.board, action, "PAY") for action in position.legal} if fields.owed else set()
    return [_held(fields, seat, payable if seat == fields.to_act else set()) for seat in range(position.players)]


def _held(fields: Any, seat: int, payable: set[int]) -> list[Holding]:
    has = purse(fields, seat)
    picks = {kind: f"kind:{PAYMENT_NAMES[kind]}" for kind in payable}
    found = [Holding(say("cubes"), has[CUBE], picks.get(CUBE))]
    for kind, name in enumerate(KINDS):
        found.append(Holding(kind_name(kind), has[kind], picks.get(kind), _token(name)))
    found.append(Holding(say("profit"), signed(int(fields.marks[PROFIT][seat]))))
    found.append(Holding(say("own links"), f"{fields.links[seat]}/{LINKS}"))
    for piece in range(LOADS):
        delivered, loaded = int(fields.piles[seat][piece]), int(fields.loaded[seat][piece])
        value = f"{delivered} + {loaded}" if loaded else delivered
        found.append(Holding(piece_name(piece), value, None, _piece(PIECE_NAMES[piece])))
    return found


@cache
def _token(kind: str) -> str:
    return alone(influence(kind, (0, 0), 10), "lw")


@cache
def _piece(name: str) -> str:
    return alone(piece_alone(name))


def score_sheet(position: Position) -> list[SheetRow]:
    """LW 10.1: delivered pieces, sets, profit and loss, and own links; the rows add up to the scores."""
    fields, seats = position.fields, range(position.players)
    rows = [SheetRow(piece_name(piece), [int(fields.piles[seat][piece]) for seat in seats]) for piece in range(LOADS)]
    return [
        *rows,
        SheetRow(
            say("sets of all four, {points} each", points=SET_BONUS), [SET_BONUS * int(sets(fields, seat)) for seat in seats]
        ),
        SheetRow(say("profit and loss"), [int(fields.marks[PROFIT][seat]) for seat in seats]),
        SheetRow(say("own links on the board"), [-int(fields.links[seat]) for seat in seats]),
    ]
