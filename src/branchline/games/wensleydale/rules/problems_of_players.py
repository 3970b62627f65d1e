"""What is impossible in tracks, orders, boxes, cubes, trains and payments."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.games.wensleydale.rules.derived_fields import constant, free_slots, trains_of
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BIDS_EACH,
    BOXES,
    BUILDING,
    CUBES_A_TURN,
    EXCHANGE,
    INFLUENCE,
    INFLUENCES,
    INVESTMENT_CUBES,
    NO_AREA,
    ORDERS,
    PROFIT,
    PROFIT_MAX,
    PROFIT_MIN,
    ROWS,
    SET_UP,
    START_MARKS,
    TOKENS_EACH,
    TRACKS,
    TRAIN,
    TRAINS,
    TRAINS_IN_ROW,
)
from branchline.kernel import Board


def check_tracks(state: Any, board: Board) -> list[str]:
    """LW 1.2: every track has one marker of each seat, within its ends, stacked by height."""
    found = []
    for track in range(TRACKS):
        stack = state.stacks[track][: state.players]
        if sorted(stack) != list(range(state.players)):
            return [f"The markers of track {track} are not those of {state.players} seats."]
        marks = [state.marks[track][seat] for seat in stack]
        if marks != sorted(marks, reverse=True):
            found.append(f"The stacks of track {track} do not follow its marks.")
        start = START_MARKS[track]
        if track == PROFIT:
            low, high = (start, start) if state.phase == SET_UP else (PROFIT_MIN, PROFIT_MAX)
        else:
            low, high = 0, start + state.turns * (BOXES + sum(printed[track] for printed in constant(board, "BOX_PRINTED")))
            low, high = (start, start) if state.phase == SET_UP else (low, high)
        if min(marks) < low or max(marks) > high:
            found.append(f"A marker of track {track} is beyond its end.")
    return found


def check_orders(state: Any, board: Board) -> list[str]:
    """LW 4.1, 8.1: each order names every seat once; the build and train orders are empty before the first auction."""
    found = []
    for name in ("order", "build_order", "train_order"):
        early = name != "order" and state.turn == 1 and state.phase < ORDERS
        wanted = [0] * state.players if early else list(range(state.players))
        if sorted(getattr(state, name)[: state.players]) != wanted:
            found.append(f"{name} is no order of {state.players} seats.")
    return found


def check_boxes(state: Any, board: Board) -> list[str]:
    """LW 2.2, 3.1–3.3: tokens and bids lie where they can."""
    found = []
    filled = {SET_UP: 0, INFLUENCE: state.drawn}.get(state.phase, BOXES)
    if not all(
        (1 if box < filled else 0) <= token <= (INFLUENCES if box < filled else 0) for box, token in enumerate(state.box_token)
    ):
        return [f"The first {filled} boxes have no tokens, or further boxes have."]
    for kind in range(INFLUENCES):
        if state.tokens[kind] < 0 or state.tokens[kind] + state.box_token.count(1 + kind) != TOKENS_EACH:
            found.append(f"The tokens of kind {kind} are not {TOKENS_EACH}.")
    least = constant(board, "BOX_MINIMUM")
    for box, (bid, bidder) in enumerate(zip(state.bids, state.bidders, strict=True)):
        standing = state.phase == AUCTION and 1 <= bidder <= state.players and bid >= least[box]
        if (bid or bidder) and not standing:
            found.append(f"Box {box + 1} has a bid that cannot stand there.")
    made = (0, 1) if state.phase == AUCTION and any(state.bids) and state.place else (0,)
    if state.bid_made not in made:
        found.append("A bid is noted in a round that has seen none.")
    if state.phase == AUCTION and state.bidders.count(1 + state.to_act) >= BIDS_EACH:
        found.append(f"Seat {state.to_act} has {BIDS_EACH} bids already.")
    return found


def check_cubes(state: Any, board: Board) -> list[str]:
    """LW 2.1, 3.3: every seat has as many cubes as it can, free and in bids."""
    found = []
    for seat in range(state.players):
        bids = [bid for bid, bidder in zip(state.bids, state.bidders, strict=True) if bidder == 1 + seat]
        low = CUBES_A_TURN if state.phase in (INFLUENCE, AUCTION) else 0
        high = 0 if state.phase == SET_UP else INVESTMENT_CUBES
        if state.cubes[seat] < 0 or not low <= state.cubes[seat] + sum(bids) <= high or len(bids) > BIDS_EACH:
            found.append(f"The investment cubes of seat {seat} do not add up.")
    return found


def check_trains(state: Any, board: Board) -> list[str]:
    """LW 6.1–6.4: trains, loads and passes exist only in phase 6 and fit together."""
    found = []
    if state.phase != TRAINS:
        if any(state.train_owner) or state.passed or np.any(state.loaded):
            found.append("Trains, loads and passes belong to phase 6.")
        return found
    if not 0 <= state.passed < 1 << state.players or state.passed >> state.to_act & 1:
        found.append("A seat that does not exist or that acts has passed.")
    offered = constant(board, "TRAIN_OFFERED")
    for train, owner in enumerate(state.train_owner):
        if not 0 <= owner <= (state.players if offered[train][state.players] else 0):
            return [f"Train {train} is not used, or belongs to a seat that does not exist."]
    for seat in range(state.players):
        rows = [train // TRAINS_IN_ROW for train in trains_of(state, seat)]
        if len(set(rows)) != len(rows):
            found.append(f"Seat {seat} has two trains of a row.")
        if min(free_slots(state, board, seat)) < 0:
            found.append(f"Seat {seat} has loads without slots.")
    return found


def check_payment(state: Any, board: Board) -> list[str]:
    """LW 5.5, 6.3: the payments owed can be made, and what is paid first is already paid."""
    seat, owed = state.to_act, state.owed
    most, purse = 0, 0
    if state.phase == BUILDING and state.path_end != NO_AREA and not state.cubes[seat]:
        most = max(constant(board, "WAY_COST"))
        purse = sum(state.marks[kind][seat] for kind in range(INFLUENCES))
    elif state.phase == TRAINS and not state.marks[TRAIN][seat]:
        most = max((EXCHANGE * (ROWS - train // TRAINS_IN_ROW) for train in trains_of(state, seat)), default=0)
        purse = state.cubes[seat] + sum(state.marks[kind][seat] for kind in range(INFLUENCES) if kind != TRAIN)
    return [] if 0 <= owed <= min(most, purse) else [f"{owed} payments cannot be owed."]
