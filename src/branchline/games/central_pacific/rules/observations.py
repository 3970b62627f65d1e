"""What seats learn about each other's hands from each draw, lay, discard and grant (CP 1.6).

Beyond their own hand, observers know three things about the tiles another seat can hold:

- Tiles that the observer saw going into the pool (own discards and returns, hands shown to redraw) can only be in that
  hand if the seat has drawn since.  Of the tiles put back within its last r draws, the seat holds r at most.
  A seat that is asked whether to redraw has no city, which is the same kind of limit on all cities.
- The tile that the observer lost to that seat by a Land Grant is in the hand until it is laid or a hidden tile leaves the hand.
- A seat that was not asked to redraw held a city, until it lays one or a hidden tile leaves the hand.
"""

from __future__ import annotations

from branchline.games.central_pacific.rules.layout import KINDS, LEVELS, START_CITY, Fields
from branchline.games.central_pacific.rules.tile_mix import CITY_NUMBER
from branchline.kernel import rule

KIND_BITS, KIND_MOST = 5, 31
"""Bits of each kind in a packed multiset of tiles, and the most tiles of a kind that fit."""


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
    """CP 1.6: the observer knows that tiles are in the pool and not in the holder's hand."""
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
    """CP 1.6: an unseen tile left the hand.  It may be the one that the observer lost by a Land Grant."""
    if state.known[observer, holder]:
        state.known[observer, holder] = 0
        hidden_gain(state, observer, holder)


@rule
def surfaced(state: Fields, observer: int, holder: int, kind: int, skip: int) -> None:
    """A tile was seen elsewhere: drop one of its kind from those put back, but none of the latest `skip`."""
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
    """CP 1.6: the seat that draws sees the tile; the others only see that it draws."""
    for other in range(state.players):
        if other != seat:
            surfaced(state, seat, other, kind, 0)
            hidden_gain(state, other, seat)


@rule
def revealed(state: Fields, seat: int, kind: int) -> None:
    """CP 1.6: everybody sees a tile that a seat lays, or takes out of the game for a clearing."""
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
