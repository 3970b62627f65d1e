"""Scores and ranks, and the numbers a learner sees (CP 6.2–6.6)."""

from __future__ import annotations

import numpy as np

from branchline.games.central_pacific.rules.claiming import copy_board, follow, joined, remove_new
from branchline.games.central_pacific.rules.fitting import number_at
from branchline.games.central_pacific.rules.layout import FOREST, KINDS, SEATS, SPIKE_SCORE, SQUARES, TUNNEL, Fields
from branchline.games.central_pacific.rules.placement import side_of, sides
from branchline.games.central_pacific.rules.steiner import shortest_tree
from branchline.kernel import rule
from branchline.kernel.contract import Floats, Numbers, Table

NOBODY, SEVERAL = 0, -1
PARTS = 3
LINES, CITIES, SPIKE = range(PARTS)
"""What a score is made of (CP 6.2, 6.3, 6.4)."""


@rule
def score(state: Fields, out: Numbers) -> None:
    """CP 6.2–6.6: lines, cities and the spike, of the board at the start of the turn until the game is over."""
    parts = np.zeros((PARTS, SEATS), np.int64)
    score_parts(state, parts, True)
    for seat in range(state.players):
        side = side_of(state, seat)
        out[seat] = parts[LINES, side] + parts[CITIES, side] + parts[SPIKE, side]


@rule
def score_parts(state: Fields, parts: Table, with_lines: bool) -> None:
    """CP 6.2–6.6: what each side has for its lines, its cities and the spike.

    The lines are most of the work: uncompiled, leave them out and take them from the score.
    """
    # Rows: exits, cities, line, seen, markers, who controls each city.
    memory = np.zeros((6, SQUARES), np.int64)
    copy_board(state, memory[0], memory[1])
    if not state.over:
        remove_new(state, memory[0], memory[1])
    for square in range(SQUARES):
        earlier = state.settled and not state.over
        memory[4, square] = state.marks_before[square] if earlier else state.marks[square]
    score_lines(memory, parts[LINES], with_lines)
    for square in range(SQUARES):
        if memory[5, square] > NOBODY:
            parts[CITIES, memory[5, square] - 1] += memory[1, square]
    if state.spike and (state.over or not state.spike_new):
        parts[SPIKE, state.spike - 1] = SPIKE_SCORE


@rule
def score_lines(memory: Table, points: Numbers, with_lines: bool) -> None:
    """CP 6.2, 6.3: a point for each necessary tile of a claimed line; note who controls the cities it touches."""
    ways, cities, line, seen, marks, control = memory[0], memory[1], memory[2], memory[3], memory[4], memory[5]
    for square in range(SQUARES):
        if marks[square] == 0:
            continue
        found = follow(ways, cities, square, seen, line)
        if with_lines:
            points[marks[square] - 1] += shortest_tree(ways, cities, line, found & 255)
        for place in range(found & 255):
            for arm in range(4):
                city = joined(ways, line[place], arm)
                if city >= 0 and cities[city]:
                    alone = control[city] == NOBODY or control[city] == marks[square]
                    control[city] = marks[square] if alone else SEVERAL


@rule
def rank(state: Fields, out: Numbers) -> None:
    """CP 6.4: one more than the number of sides that did better, by score, then by holding the spike."""
    score(state, out)
    points = np.zeros(SEATS, np.int64)
    held = state.spike - 1 if state.over or not state.spike_new else -1
    for seat in range(state.players):
        side = side_of(state, seat)
        points[side] = 2 * out[seat] + (1 if side == held else 0)
    for seat in range(state.players):
        out[seat] = 1
        for other in range(sides(state)):
            if points[other] > points[side_of(state, seat)]:
                out[seat] += 1


SCALARS = 16
ENCODED_BOARD = SCALARS + 2 * KINDS + 6 * SEATS
PLANES = 9
"""Numbers for each square; see `slices` in title.py."""


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
    """Hand sizes and whose turn it is by seat; trains, tokens and the spike by side, own first."""
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


@rule
def encode_board(state: Fields, seat: int, out: Floats) -> None:
    """For each square its four exits, city number, terrain, tunnel, marker and home."""
    own, count = side_of(state, seat), sides(state)
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
