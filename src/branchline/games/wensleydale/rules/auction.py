"""Phase 3: the auction of influence points."""

from __future__ import annotations

from branchline.games.wensleydale.rules.board import BID, BOX_MINIMUM, BOX_PRINTED, BUILD, PASS
from branchline.games.wensleydale.rules.layout import BIDS_EACH, BOXES, INFLUENCES, INVESTMENT_CUBES, NOBODY, Fields
from branchline.games.wensleydale.rules.markers import gain
from branchline.games.wensleydale.rules.paragraphs import BIDDING, LOCKED, ROUNDS
from branchline.kernel import rule
from branchline.kernel.contract import Ids


@rule
def begin_auction(state: Fields) -> None:
    """LW 3.1: the first round starts with the first player of the player order."""
    state.place = -1
    state.bid_made = 0
    ask_next_bidder(state)


@rule
def ask_next_bidder(state: Fields) -> None:
    """LW 3.1: ask in player order, skipping players with two bids, until nobody bids in a whole round."""
    while True:
        state.place += 1
        if state.place == state.players:
            if not state.bid_made:
                resolve(state)
                return
            state.place = 0
            state.bid_made = 0
        if standing_bids(state, state.order[state.place]) < BIDS_EACH:
            state.to_act = state.order[state.place]
            return


@rule
def standing_bids(state: Fields, seat: int) -> int:
    """LW 3.1: the number of boxes in which a seat has the standing bid."""
    count = 0
    for box in range(BOXES):
        if state.bidders[box] == 1 + seat:
            count += 1
    return count


@rule
def least_bid(state: Fields, box: int) -> int:
    """LW 3.2: a bid reaches the minimum of the box and exceeds the standing bid."""
    return max(BOX_MINIMUM[box], state.bids[box] + 1)


@rule
def legal_bids(state: Fields, out: Ids) -> int:
    """LW 3.1, 3.2: bids on every box without an own bid, up to the free cubes; a pass is always legal."""
    count = 0
    seat = state.to_act
    for box in range(BOXES):
        if state.bidders[box] == 1 + seat:
            continue
        for cubes in range(least_bid(state, box), state.cubes[seat] + 1):
            out[count] = BID + box * INVESTMENT_CUBES + cubes - 1
            count += 1
    out[count] = PASS
    return count + 1


@rule
def apply_bid(state: Fields, action: int) -> None:
    """LW 3.2, 3.3: a bid locks its cubes and frees those of the outbid player; a pass changes nothing."""
    place_bid(state, action)
    ask_next_bidder(state)


@rule
def place_bid(state: Fields, action: int) -> None:
    """LW 3.2, 3.3: a bid takes the box, or nothing happens; nobody is asked yet and no box is settled."""
    if action != PASS:
        seat = state.to_act
        box = (action - BID) // INVESTMENT_CUBES
        if state.bidders[box] > 0:
            state.cubes[state.bidders[box] - 1] += state.bids[box]
        state.bids[box] = (action - BID) % INVESTMENT_CUBES + 1
        state.bidders[box] = 1 + seat
        state.cubes[seat] -= state.bids[box]
        state.bid_made = 1


@rule
def resolve(state: Fields) -> None:
    """LW 3.4: in boxes 1 to 8 the winner's cubes go to the stock, and the winner gains the points of the box."""
    for box in range(BOXES):
        if state.bidders[box] > 0:
            for kind in range(INFLUENCES):
                gain(state, kind, state.bidders[box] - 1, box_points(state, box, kind))
        state.bids[box] = 0
        state.bidders[box] = 0
    state.place = 0
    state.bid_made = 0
    state.to_act = NOBODY


@rule
def box_points(state: Fields, box: int, kind: int) -> int:
    """LW 2.2, 3.4: the points of a kind in a box, printed and by token."""
    token = 1 if state.box_token[box] == 1 + kind else 0
    return BOX_PRINTED[box, kind] + token


@rule
def why_not_bid(state: Fields, action: int) -> int:
    """LW 3.2, 3.3: the box has no own bid, the bid is high enough, and the cubes are free."""
    if action == PASS:
        return 0
    if action < BID or action >= BUILD:
        return ROUNDS
    box = (action - BID) // INVESTMENT_CUBES
    cubes = (action - BID) % INVESTMENT_CUBES + 1
    if state.bidders[box] == 1 + state.to_act or cubes < least_bid(state, box):
        return BIDDING
    return 0 if cubes <= state.cubes[state.to_act] else LOCKED
