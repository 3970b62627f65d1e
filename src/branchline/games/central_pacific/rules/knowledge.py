"""Who knows what: hidden tiles, what seats learn about each other's hands, and drawing them anew (CP 1.6).

Beyond his own hand an observer knows three things about the tiles another seat can hold:

- Tiles he saw going into the pool (his own discards and returns, hands shown to redraw) can only be in
  that hand if the seat has drawn since: of the tiles put back within its last r draws it holds r at most.
  A seat that is asked whether to redraw has no city, which is the same kind of limit on all cities.
- The tile he lost to that seat by a Land Grant is there until it is laid or a hidden tile leaves the hand.
- A seat that was not asked to redraw held a city, until it lays one or a hidden tile leaves the hand.
"""

from __future__ import annotations

import numpy as np

from branchline.games.central_pacific.rules.board import CITY_NUMBER, DISCARD_IDS, GRANT_IDS, TAKE_IDS
from branchline.games.central_pacific.rules.layout import BEGIN, KINDS, LEVELS, SEATS, SQUARES, START_CITY, Fields
from branchline.games.central_pacific.rules.placement import can_lay, side_of
from branchline.kernel import Rng, rule
from branchline.kernel.contract import Numbers
from branchline.kernel.rng import below

KIND_BITS, KIND_MOST = 5, 31
TRIES = 2000
"""Samples after which `resample` gives up looking for one within the limits of `put_back`."""


@rule
def is_city(kind: int) -> bool:
    """CP 1.2: numbered cities and start cities."""
    return CITY_NUMBER[kind] > 0 or kind == START_CITY


@rule
def has_city(state: Fields, seat: int) -> bool:
    """CP 1.4: whether a seat holds a city."""
    for kind in range(KINDS):
        if is_city(kind) and state.hand[seat, kind] > 0:
            return True
    return False


@rule
def count_in(packed: int, kind: int) -> int:
    """Tiles of a kind in a packed multiset."""
    return (packed >> (KIND_BITS * kind)) & KIND_MOST


@rule
def note_put_back(state: Fields, observer: int, holder: int, kind: int, copies: int) -> None:
    """CP 1.6: the observer knows of tiles that are in the pool and not in the holder's hand."""
    packed = state.put_back[observer, holder, 0]
    copies = min(copies, KIND_MOST - count_in(packed, kind))
    state.put_back[observer, holder, 0] = packed + (copies << (KIND_BITS * kind))


@rule
def hidden_put_back(state: Fields, seat: int, kind: int) -> None:
    """CP 1.6: a seat puts a tile back that only it has seen."""
    for other in range(state.players):
        if other != seat:
            note_put_back(state, seat, other, kind, 1)
            forget(state, other, seat)
    state.city_held[seat] = 0


@rule
def shown_put_back(state: Fields, seat: int) -> None:
    """CP 1.4, 1.6: everybody sees the hand that a seat puts back to redraw."""
    for observer in range(state.players):
        for level in range(LEVELS):
            state.put_back[observer, seat, level] = 0
    for kind in range(KINDS):
        copies = int(state.hand[seat, kind])
        state.shown[seat, kind] = copies
        for observer in range(state.players):
            for holder in range(state.players):
                if copies and holder != observer:
                    note_put_back(state, observer, holder, kind, copies)


@rule
def asked_to_redraw(state: Fields, seat: int) -> None:
    """CP 1.4: everybody learns that a seat has no city."""
    for observer in range(state.players):
        if observer != seat:
            for kind in range(KINDS):
                if is_city(kind):
                    note_put_back(state, observer, seat, kind, int(KIND_MOST))


@rule
def hidden_gain(state: Fields, observer: int, holder: int) -> None:
    """CP 1.6: a hand gained a tile that the observer has not seen: every limit on it grows by one."""
    for level in range(LEVELS - 1, 0, -1):
        state.put_back[observer, holder, level] = state.put_back[observer, holder, level - 1]
    state.put_back[observer, holder, 0] = 0


@rule
def forget(state: Fields, observer: int, holder: int) -> None:
    """CP 1.6: the tile lost by a Land Grant may have left the hand, or may be there as one tile not drawn."""
    if state.known[observer, holder]:
        state.known[observer, holder] = 0
        hidden_gain(state, observer, holder)


@rule
def surfaced(state: Fields, observer: int, holder: int, kind: int, skip: int) -> None:
    """A tile of a kind came to light elsewhere: it may be one that was put back, the latest `skip` of them excepted."""
    for level in range(LEVELS):
        packed = state.put_back[observer, holder, level]
        copies = count_in(packed, kind)
        if copies > skip:
            if copies < KIND_MOST:
                state.put_back[observer, holder, level] = packed - (1 << (KIND_BITS * kind))
            return
        skip -= copies


@rule
def drawn(state: Fields, seat: int, kind: int) -> None:
    """CP 1.6: the drawer sees the tile, the others see that he drew."""
    for other in range(state.players):
        if other != seat:
            surfaced(state, seat, other, kind, 0)
            hidden_gain(state, other, seat)


@rule
def revealed(state: Fields, seat: int, kind: int) -> None:
    """CP 1.6: everybody sees a tile that leaves a seat's hand for the board or the game."""
    for observer in range(state.players):
        if observer != seat:
            out_of_reach = count_in(state.put_back[observer, seat, 0], kind)
            for holder in range(state.players):
                if holder != observer and holder != seat:
                    surfaced(state, observer, holder, kind, out_of_reach)
            if state.known[observer, seat] == kind + 1:
                forget(state, observer, seat)
    if is_city(kind):
        state.city_held[seat] = 0


@rule
def taken(state: Fields, taker: int, victim: int, kind: int) -> None:
    """CP 1.6, 5.3: taker and victim know the tile of a Land Grant, the others only where it went."""
    for other in range(state.players):
        if other == taker:
            if state.known[taker, victim] == kind + 1:
                forget(state, taker, victim)
        elif other == victim:
            state.known[victim, taker] = kind + 1
        else:
            surfaced(state, taker, other, kind, count_in(state.put_back[taker, victim, 0], kind))
            hidden_gain(state, other, taker)
            forget(state, other, victim)
    state.city_held[victim] = 0


@rule
def sees(state: Fields, action: int, seat: int) -> int:
    """CP 1.6: draws are seen by the drawer, a taken tile by taker and victim, put-backs by who makes them."""
    if TAKE_IDS <= action < GRANT_IDS:
        return 1 if seat == state.turn or seat == state.victim else 0
    if DISCARD_IDS <= action < TAKE_IDS:
        return 1 if seat == state.turn else 0
    return 1


@rule
def hide(state: Fields, seat: int) -> None:
    """CP 1.6: blank the other hands, the pool, and what the others know."""
    for kind in range(KINDS):
        state.pool[kind] = 0
        for other in range(SEATS):
            if other != seat:
                state.hand[other, kind] = 0
    for other in range(SEATS):
        if other != seat:
            for holder in range(SEATS):
                state.known[other, holder] = 0
                for level in range(LEVELS):
                    state.put_back[other, holder, level] = 0


@rule
def resample(state: Fields, seat: int, rng: Rng) -> None:
    """CP 1.6: deal the other hands and the pool anew, uniformly among those consistent with what a seat knows."""
    unseen = np.zeros(KINDS, np.int64)
    count_unseen(state, seat, unseen)
    for _ in range(TRIES):
        deal_unseen(state, seat, unseen, rng)
        if is_consistent(state, seat, unseen):
            return


@rule
def count_unseen(state: Fields, seat: int, unseen: Numbers) -> None:
    """CP 1.6: the tiles a seat sees neither in its hand nor on the board nor out of the game."""
    for kind in range(KINDS):
        unseen[kind] = state.mix[kind] - state.out[kind] - state.hand[seat, kind]
    for square in range(SQUARES):
        if state.tiles[square] > 0:
            unseen[state.tiles[square] - 1] -= 1
    for side in range(2 if state.teams else state.players):
        unseen[state.tiles[state.homes[side]] - 1] += 1


@rule
def deal_unseen(state: Fields, seat: int, unseen: Numbers, rng: Rng) -> None:
    """Deal the unseen tiles to the other hands, tiles known to be in a hand first; the rest is the pool."""
    total = 0
    for kind in range(KINDS):
        state.pool[kind] = unseen[kind]
        total += unseen[kind]
    for other in range(state.players):
        if other == seat:
            continue
        for kind in range(KINDS):
            state.hand[other, kind] = 0
        kind = state.known[seat, other] - 1
        if kind >= 0 and state.hand_size[other] > 0 and state.pool[kind] > 0:
            state.hand[other, kind] = 1
            state.pool[kind] -= 1
            total -= 1
    for other in range(state.players):
        if other == seat:
            continue
        fixed = 0
        for kind in range(KINDS):
            fixed += state.hand[other, kind]
        for _ in range(state.hand_size[other] - fixed):
            kind = pick_tile(state, below(rng, total))
            state.hand[other, kind] += 1
            state.pool[kind] -= 1
            total -= 1


@rule
def pick_tile(state: Fields, place: int) -> int:
    """The kind of the tile at a place of the pool."""
    for kind in range(KINDS):
        place -= state.pool[kind]
        if place < 0:
            return kind
    return KINDS - 1


@rule
def is_consistent(state: Fields, seat: int, unseen: Numbers) -> bool:
    """CP 1.6: whether the other hands are possible, as far as a seat knows."""
    for other in range(state.players):
        if other == seat:
            continue
        if state.city_held[other] and not has_city(state, other):
            return False
        if not is_within_limits(state, seat, other, unseen):
            return False
    if state.phase == BEGIN and state.turn != seat and state.barred and (state.over or not may_grant(state, state.turn)):
        return can_lay(state, state.turn) != (state.over > 0)  # CP 6.1 (b): the game ends if he cannot, and only then
    return True


@rule
def is_within_limits(state: Fields, observer: int, holder: int, unseen: Numbers) -> bool:
    """Whether a hand has, for every r, at most r of the tiles put back within the holder's last r draws."""
    for level in range(LEVELS):
        needed = 0
        for kind in range(KINDS):
            put_back = 0
            for recent in range(level + 1):
                put_back += count_in(state.put_back[observer, holder, recent], kind)
            known = 1 if state.known[observer, holder] == kind + 1 else 0
            elsewhere = max(0, unseen[kind] - known - put_back)
            needed += max(0, state.hand[holder, kind] - known - elsewhere)
        if needed > level:
            return False
    return True


@rule
def may_grant(state: Fields, seat: int) -> bool:
    """CP 5.3: whether a seat can use its Land Grant at the start of its turn."""
    if state.token_used or not state.grant[side_of(state, seat)]:
        return False
    for victim in range(state.players):
        if side_of(state, victim) != side_of(state, seat) and state.hand_size[victim] > 0:
            return True
    return False
