"""The functions of the contract that depend on the phase: each calls the file of the current phase.

The files are setup, influence, auction, building, trains and takeovers.
"""

from __future__ import annotations

from branchline.games.wensleydale.rules.auction import apply_bid, legal_bids, why_not_bid
from branchline.games.wensleydale.rules.building import apply_building, legal_links, legal_points, why_not_build
from branchline.games.wensleydale.rules.influence import apply_token, legal_tokens, token_weights, why_not_token
from branchline.games.wensleydale.rules.layout import AUCTION, BUILDING, INFLUENCE, SET_UP, TRAINS, Fields
from branchline.games.wensleydale.rules.paragraphs import GAME_OVER
from branchline.games.wensleydale.rules.setup import apply_draw, draw_weights, legal_draws, why_not_draw
from branchline.games.wensleydale.rules.takeovers import apply_takeover, legal_sales, why_not_sale
from branchline.games.wensleydale.rules.trains import apply_trains, legal_exchange, legal_trains, why_not_trains
from branchline.games.wensleydale.rules.turn import play_on
from branchline.kernel import CHANCE, OVER, rule
from branchline.kernel.contract import Ids, Weights


@rule
def actor(state: Fields) -> int:
    """LW 1.0, 2.2: chance draws; otherwise the seat asked by the phase decides."""
    return int(state.to_act)


@rule
def legal(state: Fields, out: Ids) -> int:
    """The legal actions of the current phase, in the order of ids."""
    if state.to_act == OVER:
        return 0
    if state.phase == SET_UP:
        return legal_draws(state, out)
    if state.phase == INFLUENCE:
        return legal_tokens(state, out)
    if state.phase == AUCTION:
        return legal_bids(state, out)
    if state.phase == BUILDING:
        return legal_points(state, out) if state.owed > 0 else legal_links(state, out)
    if state.phase == TRAINS:
        return legal_exchange(state, out) if state.owed > 0 else legal_trains(state, out)
    return legal_sales(state, out)


@rule
def weights(state: Fields, out: Weights) -> int:
    """LW 1.0, 2.2: every outcome of a draw weighs as much as is left of it in the bag."""
    if state.to_act != CHANCE:
        return 0
    return draw_weights(state, out) if state.phase == SET_UP else token_weights(state, out)


@rule
def apply(state: Fields, action: int) -> None:
    """Apply the action in its phase, then go on to the next decision."""
    if state.phase == SET_UP:
        apply_draw(state, action)
    elif state.phase == INFLUENCE:
        apply_token(state, action)
    elif state.phase == AUCTION:
        apply_bid(state, action)
    elif state.phase == BUILDING:
        apply_building(state, action)
    elif state.phase == TRAINS:
        apply_trains(state, action)
    else:
        apply_takeover(state, action)
    play_on(state)


@rule
def why_not(state: Fields, action: int) -> int:
    """The paragraph that forbids an action, or 0."""
    if state.to_act == OVER:
        return GAME_OVER
    if state.phase == SET_UP:
        return why_not_draw(state, action)
    if state.phase == INFLUENCE:
        return why_not_token(state, action)
    if state.phase == AUCTION:
        return why_not_bid(state, action)
    if state.phase == BUILDING:
        return why_not_build(state, action)
    if state.phase == TRAINS:
        return why_not_trains(state, action)
    return why_not_sale(state, action)
