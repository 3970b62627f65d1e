"""Investing a cube in a city (NP 1.4, 2.2, 2.3, 2.5)."""

from __future__ import annotations

from branchline.games.northern_pacific.rules.board import INVESTABLE
from branchline.games.northern_pacific.rules.layout import IN_HAND, Fields
from branchline.games.northern_pacific.rules.paragraphs import FULL, NO_SUCH_CUBE, NOT_OPEN, OWN_CUBE_THERE
from branchline.kernel import rule


@rule
def open_cities(state: Fields, colour: int) -> int:
    """NP 1.4, 2.2, 2.3: the cities that take a cube of this colour, as bits."""
    cities = INVESTABLE & ~state.closed & ~state.full
    if state.many:
        return cities
    return cities & ~state.invested[colour]


@rule
def invest_small(state: Fields, colour: int, city: int) -> None:
    """NP 2.2: a small cube goes from the hand to a city."""
    state.small[colour] -= 1
    state.small_at[city, colour] += 1
    occupy(state, colour, city)


@rule
def invest_large(state: Fields, colour: int, city: int) -> None:
    """NP 2.2: the large cube goes from the hand to a city."""
    state.large_at[colour] = city
    occupy(state, colour, city)


@rule
def occupy(state: Fields, colour: int, city: int) -> None:
    """NP 1.4, 2.3: the city has a cube of this colour now, and may be full."""
    state.invested[colour] |= 1 << city
    state.standing[colour] += 1
    state.cubes[city] += 1
    if state.cubes[city] == state.capacity:
        state.full |= 1 << city


@rule
def why_not_invest(state: Fields, colour: int, city: int, large: bool) -> int:
    """NP 2.5: closed city, then no such cube, then full, then a cube of this colour there."""
    if not (INVESTABLE >> city) & 1 or (state.closed >> city) & 1:
        return NOT_OPEN
    if (large and state.large_at[colour] != IN_HAND) or (not large and state.small[colour] == 0):
        return NO_SUCH_CUBE
    if state.cubes[city] >= state.capacity:
        return FULL
    if not state.many and (state.invested[colour] >> city) & 1:
        return OWN_CUBE_THERE
    return 0
