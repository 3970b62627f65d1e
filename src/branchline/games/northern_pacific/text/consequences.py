"""What follows from a move by itself: the payout of a city."""

from __future__ import annotations

from typing import Any, NamedTuple

from branchline.games.northern_pacific.rules.layout import IN_HAND
from branchline.games.position import Position


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
