"""The rules of Last Train to Wensleydale: the ten phases of a turn, and who decides what in each.

What a phase asks and does stands in a file of its own: setup (and phase 2), auction, building, trains, takeovers.
"""

from __future__ import annotations

from branchline.games.wensleydale.rules.auction import apply_bid, begin_auction, legal_bids, why_not_bid
from branchline.games.wensleydale.rules.building import (
    apply_building,
    begin_building,
    legal_links,
    legal_points,
    why_not_build,
)
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BUILDING,
    CUBES_A_TURN,
    GOVERNMENT,
    INFLUENCE,
    INVESTMENT,
    INVESTMENT_CUBES,
    LOADS,
    NOBODY,
    ORDER,
    ORDERS,
    PAYS,
    PROFIT,
    PROFIT_AND_LOSS,
    PROFIT_MAX,
    PROFIT_MIN,
    SET_UP,
    TAKEOVERS,
    TRAIN,
    TRAINS,
    TRAINS_MAX,
    TURN_END,
    Fields,
)
from branchline.games.wensleydale.rules.markers import move_marker
from branchline.games.wensleydale.rules.setup import (
    apply_draw,
    apply_token,
    begin_influence,
    draw_weights,
    legal_draws,
    legal_tokens,
    token_weights,
    why_not_draw,
    why_not_token,
)
from branchline.games.wensleydale.rules.takeovers import apply_takeover, begin_takeovers, legal_sales, why_not_sale
from branchline.games.wensleydale.rules.trains import (
    apply_trains,
    begin_trains,
    legal_exchange,
    legal_trains,
    why_not_trains,
)
from branchline.kernel import CHANCE, OVER, Rng, rule
from branchline.kernel.contract import Ids, Weights

GAME_OVER = 1000


@rule
def play_on(state: Fields) -> None:
    """LW 2–9: the ten phases in their order, until somebody or chance has to decide."""
    while state.to_act == NOBODY:
        state.phase = state.phase % TURN_END + 1
        if state.phase == INVESTMENT:
            take_cubes(state)
        elif state.phase == INFLUENCE:
            begin_influence(state)
        elif state.phase == AUCTION:
            begin_auction(state)
        elif state.phase == ORDERS:
            fix_orders(state)
        elif state.phase == BUILDING:
            begin_building(state)
        elif state.phase == TRAINS:
            begin_trains(state)
        elif state.phase == PROFIT_AND_LOSS:
            settle_accounts(state)
        elif state.phase == ORDER:
            reorder_players(state)
        elif state.phase == TAKEOVERS:
            begin_takeovers(state)
        else:
            end_turn(state)


@rule
def take_cubes(state: Fields) -> None:
    """LW 2.1: up to twelve investment cubes, never more than fifteen in hand."""
    for seat in range(state.players):
        state.cubes[seat] += min(CUBES_A_TURN, INVESTMENT_CUBES - state.cubes[seat])


@rule
def fix_orders(state: Fields) -> None:
    """LW 4.1: build order by Government, train order by Train influence, fixed for the turn."""
    for place in range(state.players):
        state.build_order[place] = state.stacks[GOVERNMENT, place]
        state.train_order[place] = state.stacks[TRAIN, place]


@rule
def settle_accounts(state: Fields) -> None:
    """LW 7.1: in player order one net move on the track; loads go to the piles, trains return."""
    for place in range(state.players):
        seat = state.order[place]
        net = -state.links[seat]
        for piece in range(LOADS):
            net += PAYS[piece] * state.loaded[seat, piece]
            state.piles[seat, piece] += state.loaded[seat, piece]
            state.loaded[seat, piece] = 0
        target = min(PROFIT_MAX, max(PROFIT_MIN, state.marks[PROFIT, seat] + net))
        if target != state.marks[PROFIT, seat]:
            move_marker(state, PROFIT, seat, target)
        state.rows_hired[seat] = 0
        for kind in range(2):
            state.slots[seat, kind] = 0
    for train in range(TRAINS_MAX):
        state.train_owner[train] = 0


@rule
def reorder_players(state: Fields) -> None:
    """LW 8.1: the new player order is that of the profit and loss track."""
    for place in range(state.players):
        state.order[place] = state.stacks[PROFIT, place]


@rule
def end_turn(state: Fields) -> None:
    """LW 1.6, 10.0: the last turn ends the game with its takeovers."""
    if state.turn == state.turns:
        state.to_act = OVER
    else:
        state.turn += 1


@rule
def actor(state: Fields) -> int:
    """LW 1.0, 2.2: chance draws; the seat that a phase asks decides."""
    return int(state.to_act)


@rule
def legal(state: Fields, out: Ids) -> int:
    """What the phase asks, in the order of ids."""
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
    """LW 1.0, 2.2: what is left in the bag."""
    if state.to_act != CHANCE:
        return 0
    return draw_weights(state, out) if state.phase == SET_UP else token_weights(state, out)


@rule
def apply(state: Fields, action: int) -> None:
    """Hand the action to its phase, then go on to the next decision."""
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


@rule
def sees(state: Fields, action: int, seat: int) -> int:
    """LW 10.3: everything happens in the open."""
    return 1


@rule
def hide(state: Fields, seat: int) -> None:
    """LW 10.3: only the order of the bags is unknown, and that is chance."""


@rule
def resample(state: Fields, seat: int, rng: Rng) -> None:
    """LW 10.3: nothing is hidden, so there is nothing to fill."""
