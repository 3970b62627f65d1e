"""What is impossible in a position.  Compiled rules trust every number, so a damaged position must not reach them."""

from typing import Any

import numpy as np

from branchline.kernel import Board
from pick_up_goods.rules.layout import HAND, NOTHING, PILE, SEATS, SIDING, TRAIN

FIXED_FIELDS = ("players", "hand_size")
"""The fields that the options decide.  They are compared before `problems` is asked."""


def problems(state: Any, board: Board) -> list[str]:
    """Sentences on what cannot be.  A position as one seat sees it is possible too: other hands are in the pile then."""
    if not (0 <= state.turn < state.players and state.drawing in (0, 1) and state.dealt in (0, 1)):
        return ["Turn, drawing or dealt is out of range."]
    if ((state.place < 0) | (state.place >= TRAIN + SEATS)).any():
        return ["A wagon is at a place that does not exist."]
    found = []
    sided = np.flatnonzero(state.place == SIDING).tolist()
    if sided != ([] if state.siding == NOTHING else [int(state.siding)]):
        found.append("The siding does not hold the wagon that it should (PG 2.4).")
    left = int((state.place == PILE).sum())
    for seat in range(SEATS):
        hand, train = (np.flatnonzero(state.place == first + seat).tolist() for first in (HAND, TRAIN))
        most = int(state.hand_size) if seat < state.players else 0
        if not 0 <= state.held[seat] <= most or len(hand) not in (0, state.held[seat]):
            found.append(f"Seat {seat} holds {state.held[seat]} wagons and has {len(hand)} of {most} in hand (PG 1.2).")
        if not hand:
            left -= int(state.held[seat])
        last = train[-1] if train else NOTHING if seat < state.players else 0
        if (state.length[seat], state.last[seat]) != (len(train), last) or (train and seat >= state.players):
            found.append(f"The train of seat {seat} is counted wrongly (PG 2.3).")
    if left < int(state.drawing) or (state.drawing and state.held[state.turn] >= state.hand_size):
        found.append("More wagons are in hands than there are, or there is nothing to draw (PG 2.5).")
    return found
