"""What a move did: the move itself, payouts, the end of a round and of the game, each with its paragraph."""

from __future__ import annotations

from collections.abc import Iterator

from branchline.games.northern_pacific.rules import actions
from branchline.games.northern_pacific.text.consequences import payouts
from branchline.games.northern_pacific.text.names import colour_name, has_two_colours, owner_name
from branchline.games.northern_pacific.text.notation import EXTEND, INVEST_LARGE, SEAT, read_action
from branchline.games.position import Position
from branchline.games.spec import Told
from branchline.texts import count, say
from branchline.texts import seat as seat_name

Sentence = tuple[str, str]
"""A sentence and the paragraph behind it."""


def tell(before: Position, text: str, after: Position) -> Told:
    """The sentences of a move, in the order of what happens."""
    kind, place = read_action(before.board.ids[text], before.board)
    if kind == SEAT:
        return [_seating(before, place)]
    if kind == EXTEND:
        return [*_extension(before, place), *_payouts(before, after), *_ends(before, after)]
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


def _payouts(before: Position, after: Position) -> Iterator[Sentence]:
    """NP 3.1."""
    for colour, cubes, gain in payouts(before, after):
        back, won = count("{n} cube", "{n} cubes", cubes), count("{n} new small one", "{n} new small ones", gain)
        yield say("{who} takes back {back} and gets {won}", who=owner_name(before.fields, colour), back=back, won=won), "NP 3.1"


def _ends(before: Position, after: Position) -> Iterator[Sentence]:
    """NP 4.1–4.4: the end of the round, if the move ended it, and what comes next."""
    if after.fields.rounds_done == before.fields.rounds_done:
        return
    map_, number = before.board.data, int(after.fields.rounds_done)
    yield say("the line has reached {city}: round {round} ends", city=map_.cities[map_.goal], round=number), "NP 4.1"
    yield from _round_result(before, after)
    if after.fields.over:
        yield winners(after)
    elif after.actor >= 0:
        yield say("{who} begins round {round}", who=seat_name(after.actor), round=number + 1), "NP 4.4"


def _round_result(before: Position, after: Position) -> Iterator[Sentence]:
    """NP 4.1, 4.3."""
    old, new, seats = before.fields, after.fields, range(after.players)
    for seat in seats:
        good, bad = new.good[seat] - old.good[seat], new.bad[seat] - old.bad[seat]
        yield say("{who}: {good} good, {bad} bad", who=seat_name(seat), good=good, bad=bad), "NP 4.1"
    if not new.by_wins:
        return
    number, won = int(new.rounds_done), [seat for seat in seats if new.wins[seat] > old.wins[seat]]
    if won:
        yield say("{who} wins round {round}", who=seat_name(won[0]), round=number), "NP 4.3"
    else:
        yield say("nobody wins round {round}: the best are equal", round=number), "NP 4.3"


def winners(after: Position) -> Sentence:
    """NP 4.2, 4.3: who has won the game."""
    best = [seat_name(seat) for seat, rank in enumerate(after.ranks) if rank == 1]
    paragraph = "NP 4.3" if after.fields.by_wins else "NP 4.2"
    if len(best) == 1:
        return say("{who} wins the game", who=best[0]), paragraph
    return say("{who} share the win", who=", ".join(best)), paragraph
