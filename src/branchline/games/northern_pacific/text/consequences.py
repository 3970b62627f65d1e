"""What follows from a move by itself: the payout of a city, the end of a round and of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from branchline.games.northern_pacific.rules.layout import IN_HAND
from branchline.games.northern_pacific.text.names import owner_name
from branchline.games.position import Position
from branchline.games.spec import Told
from branchline.texts import count, say
from branchline.texts import seat as seat_name

Sentence = tuple[str, str]
"""A sentence and the paragraph behind it."""


class Payout(NamedTuple):
    """What a colour gets when a line reaches a city (NP 3.1)."""

    colour: int
    cubes: int
    """The cubes that return to the hand."""
    gain: int
    """The new small cubes."""


def payouts(before: Position, after: Position) -> list[Payout]:
    """What a move paid, read off the positions before and after it.

    A move that ends the round pays nothing: it reaches the goal, where no cubes are.
    """
    old, new = before.fields, after.fields
    if new.rounds_done != old.rounds_done:
        return []
    cubes, gains = old.standing - new.standing, _owned(new) - _owned(old)
    return [Payout(colour, int(cubes[colour]), int(gains[colour])) for colour in range(old.colours) if cubes[colour] > 0]


def _owned(fields: Any) -> Any:
    """All cubes of each colour, in hand and on the board."""
    return fields.small + fields.standing + (fields.large_at == IN_HAND)


def tell_consequences(before: Position, after: Position) -> Told:
    """The payout of the city that a line has reached, and the end of the round if it was the goal."""
    return [*_payouts(before, after), *_ends(before, after)]


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
        yield tell_winners(after), "NP 4.3" if after.fields.by_wins else "NP 4.2"
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


def tell_winners(after: Position) -> str:
    """NP 4.2, 4.3: who has won the game."""
    best = [seat_name(seat) for seat, rank in enumerate(after.ranks) if rank == 1]
    if len(best) == 1:
        return say("{who} wins the game", who=best[0])
    return say("{who} share the win", who=", ".join(best))
