"""What is impossible in a position.  Compiled rules trust every number, so a damaged position must not reach them."""

from typing import Any

import numpy as np

from branchline.kernel import Board
from pick_up_goods.rules.layout import HAND, NOTHING, SEATS, SIDING, TRAIN, WAGONS

FIXED_FIELDS = ("players", "hand_size")


def problems(state: Any, board: Board) -> list[str]:
    """Sentences on what cannot be.  Every number that follows from the places is counted again."""
    if not (0 <= state.turn < state.players and state.drawing in (0, 1) and state.dealt in (0, 1)):
        return ["Turn, drawing or dealt is out of range."]
    if ((state.place < 0) | (state.place >= TRAIN + SEATS)).any():
        return ["A wagon is at a place that does not exist."]
    found = []
    sided = np.flatnonzero(state.place == SIDING).tolist()
    if sided != ([] if state.siding == NOTHING else [int(state.siding)]):
        found.append("The siding does not hold the wagon that it should (PG 2.4).")
    for seat in range(SEATS):
        hand, train = (np.flatnonzero(state.place == first + seat) for first in (HAND, TRAIN))
        last = int(train[-1]) if len(train) else NOTHING if seat < state.players else 0
        if seat >= state.players and len(hand) + len(train):
            found.append(f"Seat {seat} has wagons, but nobody sits there.")
        if (len(hand), len(train), last) != (state.held[seat], state.length[seat], state.last[seat]):
            found.append(f"The wagons of seat {seat} are counted wrongly.")
        if len(hand) > state.hand_size:
            found.append(f"Seat {seat} has {len(hand)} wagons in hand (PG 1.2).")
    if state.drawing and (state.held[state.turn] == state.hand_size or not (state.place == 0).any()):
        found.append("There is nothing to draw (PG 2.5).")
    return found
