"""What a move did, each sentence with its paragraph.  What follows by itself is in consequences.py."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.games.northern_pacific.rules import actions
from branchline.games.northern_pacific.text.consequences import Sentence, tell_consequences
from branchline.games.northern_pacific.text.names import colour_name, has_two_colours
from branchline.games.northern_pacific.text.notation import EXTEND, INVEST_LARGE, SEAT, read_action
from branchline.games.position import Position
from branchline.games.spec import Told
from branchline.texts import say
from branchline.texts import seat as seat_name


def tell(before: Position, text: str, after: Position) -> Told:
    """The sentences of a move, in the order of what happens."""
    kind, place = read_action(before.board.ids[text], before.board)
    if kind == SEAT:
        return [_seating(before, place)]
    if kind == EXTEND:
        return [*_extension(before, place), *tell_consequences(before, after)]
    return [_investment(before, place, large=kind == INVEST_LARGE)]


def _seating(before: Position, seat: int) -> Sentence:
    """NP 4.4."""
    place, number = int(before.fields.placed) + 1, int(before.fields.rounds_done) + 1
    who = seat_name(seat)
    if place == 1:
        return say("{who} begins round {round}", who=who, round=number), "NP 4.4"
    return say("{who} is number {place} in the order of round {round}", who=who, place=place, round=number), "NP 4.4"


def _investment(before: Position, city: int, large: bool) -> Sentence:
    """NP 2.2."""
    words = {
        "who": seat_name(before.actor),
        "city": before.board.data.cities[city],
        "colour": colour_name(int(actions.colour_to_move(before.fields))),
    }
    if has_two_colours(before.fields):
        if large:
            return say("{who} invests the large {colour} cube in {city}", **words), "NP 2.2"
        return say("{who} invests a small {colour} cube in {city}", **words), "NP 2.2"
    if large:
        return say("{who} invests the large cube in {city}", **words), "NP 2.2"
    return say("{who} invests a small cube in {city}", **words), "NP 2.2"


def _extension(before: Position, city: int) -> Iterator[Sentence]:
    """NP 2.1, 5.3."""
    fields, cities = before.fields, before.board.data.cities
    origin = fields.heads[actions.line_of(fields, actions.colour_to_move(fields))]
    words = {"who": seat_name(before.actor), "origin": cities[origin], "city": cities[city]}
    if not fields.own_lines:
        yield say("{who} extends the railroad from {origin} to {city}", **words), "NP 2.1"
        return
    yield say("{who} extends a line of their own from {origin} to {city}", **words), "NP 5.3"
    if int(fields.closed) >> city & 1:
        yield say("{city} was closed already and pays nothing", **words), "NP 5.3"
