"""Extending a line by one track, and the payout of the city it reaches (NP 2.1, 2.4, 3.1)."""

from __future__ import annotations

import numpy as np

from branchline.games.northern_pacific.rules.board import EXIT_COUNT, EXITS, GOAL
from branchline.games.northern_pacific.rules.layout import IN_HAND, LARGE_PAYS, SMALL_PAYS, Fields
from branchline.games.northern_pacific.rules.paragraphs import NOT_AN_EXIT
from branchline.kernel import rule
from branchline.kernel.contract import Ids


@rule
def extensions(state: Fields, line: int, out: Ids) -> int:
    """NP 2.1, 2.4: the exits of the line's end to cities it has not reached; the map guarantees one."""
    head = state.heads[line]
    reached = state.reached[line]
    count = 0
    for exit in range(EXIT_COUNT[head]):
        out[np.uint64(count)] = EXITS[head, exit]
        count += 1 - ((reached >> EXITS[head, exit]) & 1)
    return count


@rule
def extend(state: Fields, line: int, city: int) -> bool:
    """NP 2.1, 4.1: move a line's end to a city; true if that ends the round."""
    state.came_from[line, city] = state.heads[line]
    state.heads[line] = city
    state.reached[line] |= 1 << city
    if not (state.closed >> city) & 1:
        state.closed |= 1 << city
        pay_out(state, city)
    return city == GOAL


@rule
def pay_out(state: Fields, city: int) -> None:
    """NP 3.1: the cubes return, with the new small cubes that they bring."""
    if state.cubes[city] == 0:
        return
    keep = ~(1 << city)
    for colour in range(state.colours):
        back = state.small_at[city, colour]
        state.small[colour] += back + payout(state, city, colour)
        state.small_at[city, colour] = 0
        if state.large_at[colour] == city:
            state.large_at[colour] = IN_HAND
            back += 1
        state.standing[colour] -= back
        state.invested[colour] &= keep
    state.cubes[city] = 0
    state.full &= keep


@rule
def payout(state: Fields, city: int, colour: int) -> int:
    """NP 3.1: the new small cubes that a city pays a colour: one for each small cube and two for the large one."""
    large = LARGE_PAYS if state.large_at[colour] == city else 0
    return int(state.small_at[city, colour] * SMALL_PAYS + large)


@rule
def why_not_extend(state: Fields, line: int, city: int) -> int:
    """NP 2.1: a track must lead there along its arrow, to a city this line has not reached."""
    if (state.reached[line] >> city) & 1:
        return NOT_AN_EXIT
    head = state.heads[line]
    for exit in range(EXIT_COUNT[head]):
        if EXITS[head, exit] == city:
            return 0
    return NOT_AN_EXIT
