"""What seats know (CP 1.6): the actions they see, the tiles hidden from them, and the numbers for learning.

`observations.py` keeps what seats learn during the game.
"""

from __future__ import annotations

import numpy as np

from branchline.games.central_pacific.rules.board import DISCARD_IDS, GRANT_IDS, TAKE_IDS
from branchline.games.central_pacific.rules.fitting import number_at
from branchline.games.central_pacific.rules.layout import BEGIN, FOREST, KINDS, LEVELS, SEATS, SQUARES, TUNNEL, Fields
from branchline.games.central_pacific.rules.observations import count_in, has_city
from branchline.games.central_pacific.rules.placement import can_lay
from branchline.games.central_pacific.rules.sides import side_count, side_of
from branchline.games.central_pacific.rules.tokens import may_grant
from branchline.kernel import Board, Rng, rule
from branchline.kernel.contract import Floats, Numbers
from branchline.kernel.rng import below

TRIES = 2000
"""Samples after which `resample` gives up looking for one within the limits of `put_back`."""
NEEDED_BITS, NEEDED_MOST = 4, 15
"""Room for the tiles of a hand in `is_within_limits`."""
SCALARS = 16
"""Single numbers at the start of what `encode` writes."""
ENCODED_BOARD = SCALARS + 2 * KINDS + 7 * SEATS
"""Where `encode` starts to write what is on the squares."""


@rule
def sees(state: Fields, action: int, seat: int) -> int:
    """CP 1.6: the seat that draws or puts back sees the tile; taker and victim see the tile of a Land Grant."""
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
        return can_lay(state, state.turn) != (state.over > 0)  # CP 6.1 (b): the game ends exactly if the mover cannot lay
    return True


@rule
def is_within_limits(state: Fields, observer: int, holder: int, unseen: Numbers) -> bool:
    """Whether a hand has, for every r, at most r of the tiles put back within the holder's last r draws."""
    needed = 0  # a few bits for every r
    for kind in range(KINDS):
        known = 1 if state.known[observer, holder] == kind + 1 else 0
        held, put_back = state.hand[holder, kind] - known, 0
        if held <= 0:
            continue
        for level in range(LEVELS):
            put_back += count_in(state.put_back[observer, holder, level], kind)
            elsewhere = max(0, unseen[kind] - known - put_back)
            needed += max(0, held - elsewhere) << (NEEDED_BITS * level)
    for level in range(LEVELS):
        if (needed >> (NEEDED_BITS * level)) & NEEDED_MOST > level:
            return False
    return True


def encoding(board: Board) -> dict[str, tuple[int, int]]:
    """The parts of what `encode` writes; those by seat or side start with the seat that looks."""
    sizes = {
        "scalars": SCALARS,
        "own_hand": KINDS,
        "out_of_game": KINDS,
        "hand_sizes": SEATS,
        "to_move": SEATS,
        "trains": SEATS,
        "stock_market": SEATS,
        "land_grant": SEATS,
        "spike": SEATS,
        "limited": SEATS,
        "exits": 4 * SQUARES,
        "city_number": SQUARES,
        "terrain": SQUARES,
        "tunnel": SQUARES,
        "markers": SQUARES,
        "homes": SQUARES,
    }
    found, start = {}, 0
    for name, size in sizes.items():
        found[name] = (start, start + size)
        start += size
    return found


@rule
def encode(state: Fields, seat: int, out: Floats) -> None:
    """Write the position seen from `seat`: seats and sides are counted from it."""
    for index in range(len(out)):
        out[index] = 0.0
    out[0] = state.players
    out[1] = state.teams
    out[2] = state.loose
    out[3] = state.closed
    out[4] = state.anywhere
    out[5] = state.city_exits
    out[6] = state.home_number
    out[7] = state.phase
    out[8] = state.pool_size
    out[9] = state.barred
    out[10] = state.token_used
    out[11] = state.sacrificing
    out[12] = state.laid
    out[13] = state.discarded
    out[14] = state.stall
    out[15] = state.to_draw
    for kind in range(KINDS):
        out[SCALARS + kind] = state.hand[seat, kind]
        out[SCALARS + KINDS + kind] = state.out[kind]
    encode_seats(state, seat, out)
    encode_board(state, seat, out)


@rule
def encode_seats(state: Fields, seat: int, out: Floats) -> None:
    """Hand sizes, whose turn it is and who is limited by seat; trains, tokens and the spike by side, own first."""
    start = SCALARS + 2 * KINDS
    for other in range(state.players):
        relative = (other - seat) % state.players
        side = side_of(state, other)
        out[start + relative] = state.hand_size[other]
        out[start + SEATS + relative] = 1.0 if state.turn == other else 0.0
        out[start + 2 * SEATS + relative] = state.trains[side]
        out[start + 3 * SEATS + relative] = state.stock[side]
        out[start + 4 * SEATS + relative] = state.grant[side]
        out[start + 5 * SEATS + relative] = 1.0 if state.spike == side + 1 else 0.0
        out[start + 6 * SEATS + relative] = state.limited[other]


@rule
def encode_board(state: Fields, seat: int, out: Floats) -> None:
    """For each square its four exits, city number, terrain, tunnel, marker and home."""
    own, count = side_of(state, seat), side_count(state)
    for square in range(SQUARES):
        for arm in range(4):
            out[ENCODED_BOARD + arm * SQUARES + square] = (state.exits[square] >> arm) & 1
        kind = state.tiles[square] - 1
        block = ENCODED_BOARD + 4 * SQUARES + square
        out[block] = number_at(state, square)
        if kind >= FOREST and state.exits[square] == 0:
            out[block + SQUARES] = 1.0 + kind - FOREST
        out[block + 2 * SQUARES] = 1.0 if kind == TUNNEL else 0.0
        if state.marks[square]:
            out[block + 3 * SQUARES] = 1.0 + (state.marks[square] - 1 - own) % count
    for side in range(count):
        out[ENCODED_BOARD + 8 * SQUARES + state.homes[side]] = 1.0 + (side - own) % count
