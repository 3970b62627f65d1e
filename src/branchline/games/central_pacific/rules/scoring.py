"""Scores and ranks (CP 6.2–6.6)."""

from __future__ import annotations

import numpy as np

from branchline.games.central_pacific.rules.claiming import copy_board, follow, joined, remove_new
from branchline.games.central_pacific.rules.layout import SEATS, SPIKE_SCORE, SQUARES, Fields
from branchline.games.central_pacific.rules.sides import side_count, side_of
from branchline.games.central_pacific.rules.steiner import shortest_tree
from branchline.kernel import rule
from branchline.kernel.contract import Matrix, Numbers

NOBODY, SEVERAL = 0, -1
PARTS = 3
LINES, CITIES, SPIKE = range(PARTS)
"""What a score is made of (CP 6.2, 6.3, 6.4)."""


@rule
def score(state: Fields, out: Numbers) -> None:
    """CP 6.2–6.6: lines, cities and the spike, of the board at the start of the turn until the game is over."""
    parts = np.zeros((PARTS, SEATS), np.int64)
    score_parts(state, parts)
    for seat in range(state.players):
        side = side_of(state, seat)
        out[seat] = parts[LINES, side] + parts[CITIES, side] + parts[SPIKE, side]


@rule
def score_parts(state: Fields, parts: Matrix) -> None:
    """CP 6.2–6.6: what each side has for its lines, its cities and the spike."""
    # Rows: exits, cities, line, seen, markers, the side that controls each city.
    memory = np.zeros((6, SQUARES), np.int64)
    copy_board(state, memory[0], memory[1])
    if not state.over:
        remove_new(state, memory[0], memory[1])
    for square in range(SQUARES):
        earlier = state.settled and not state.over
        memory[4, square] = state.marks_before[square] if earlier else state.marks[square]
    score_lines(memory, parts[LINES])
    for square in range(SQUARES):
        if memory[5, square] > NOBODY:
            parts[CITIES, memory[5, square] - 1] += memory[1, square]
    if state.spike and (state.over or not state.spike_new):
        parts[SPIKE, state.spike - 1] = SPIKE_SCORE


@rule
def score_lines(memory: Matrix, points: Numbers) -> None:
    """CP 6.2, 6.3: a point for each necessary tile of a claimed line; note the side that controls the cities it touches."""
    ways, cities, line, seen, marks, control = memory[0], memory[1], memory[2], memory[3], memory[4], memory[5]
    for square in range(SQUARES):
        if marks[square] == 0:
            continue
        found = follow(ways, cities, square, seen, line)
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
        for other in range(side_count(state)):
            if points[other] > points[side_of(state, seat)]:
                out[seat] += 1
