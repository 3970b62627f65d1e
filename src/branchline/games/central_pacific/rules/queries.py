"""What texts and drawings ask the compiled rules beside the contract."""

from __future__ import annotations

import numpy as np

from branchline.games.central_pacific.rules.board import CLAIM_IDS, DISCARD_IDS, DONE
from branchline.games.central_pacific.rules.claiming import claim, copy_board, follow, settle_lines
from branchline.games.central_pacific.rules.forms import FORMS
from branchline.games.central_pacific.rules.layout import SQUARES
from branchline.games.central_pacific.rules.placement import lay
from branchline.games.central_pacific.rules.scoring import score_parts
from branchline.kernel import rule
from branchline.kernel.calls import STATE
from branchline.kernel.contract import Bytes, Matrix, Numbers
from branchline.kernel.loops import copy_position

TRACK, CITY = 1, 2
"""What `line_at` writes for the squares of a line and for the cities that it touches."""


@rule
def line_at(raw: Bytes, start: int, out: Numbers) -> None:
    """CP 4.2: write `TRACK` for each square of the line through a track square, and `CITY` for the cities it touches."""
    state = raw.view(STATE)[0]
    memory = np.zeros((4, SQUARES), np.int64)
    ways, cities, seen, line = memory[0], memory[1], memory[2], memory[3]
    copy_board(state, ways, cities)
    follow(ways, cities, start, seen, line)
    for square in range(SQUARES):
        if seen[square]:
            out[square] = CITY if cities[square] else TRACK


@rule
def line_owners(raw: Bytes, out: Numbers) -> None:
    """CP 4.2: write 1 + the side that owns the line on each square, and nothing elsewhere."""
    state = raw.view(STATE)[0]
    memory = np.zeros((4, SQUARES), np.int64)
    ways, cities, seen, line = memory[0], memory[1], memory[2], memory[3]
    copy_board(state, ways, cities)
    for square in range(SQUARES):
        if state.marks[square] and out[square] == 0:
            tiles = follow(ways, cities, square, seen, line) & 255
            for place in range(tiles):
                out[line[place]] = state.marks[square]


@rule
def parts_of_scores(raw: Bytes, out: Matrix) -> None:
    """CP 6.2–6.6: write the points of each side for its lines, its cities and the spike, a row each."""
    score_parts(raw.view(STATE)[0], out)


@rule
def turn_ending_with(raw: Bytes, action: int, out: Bytes) -> None:
    """CP 4, 6.6: write the position if the turn ended with a lay, a claim or `done`.

    Nothing is drawn and nobody is next.  The score is that of the board as it is, not as it was at the start of the turn.
    """
    copy_position(raw, out)
    state = out.view(STATE)[0]
    if CLAIM_IDS <= action < DONE:
        claim(state, action - CLAIM_IDS)
    else:
        if action < DISCARD_IDS:
            lay(state, state.turn, action // FORMS, action % FORMS)
        settle_lines(state)
    state.new_count = 0
    state.settled = 0
    state.spike_new = 0


QUERIES = {query.__name__: query for query in (line_at, line_owners, parts_of_scores, turn_ending_with)}
