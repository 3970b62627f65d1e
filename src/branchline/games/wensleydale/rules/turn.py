"""The ten phases of a turn in their order, and the short phases 1 and 4, in which nobody decides."""

from __future__ import annotations

from branchline.games.wensleydale.rules.auction import begin_auction
from branchline.games.wensleydale.rules.building import begin_building
from branchline.games.wensleydale.rules.influence import begin_influence
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BUILDING,
    CUBES_A_TURN,
    GOVERNMENT,
    INFLUENCE,
    INVESTMENT,
    INVESTMENT_CUBES,
    NOBODY,
    ORDER,
    ORDERS,
    PROFIT_AND_LOSS,
    TAKEOVERS,
    TRAIN,
    TRAINS,
    TURN_END,
    Fields,
)
from branchline.games.wensleydale.rules.scoring import end_turn, reorder_players, settle_accounts
from branchline.games.wensleydale.rules.takeovers import begin_takeovers
from branchline.games.wensleydale.rules.trains import begin_trains
from branchline.kernel import rule


@rule
def play_on(state: Fields) -> None:
    """LW 2–9: go on through the ten phases until a player or chance has to decide."""
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
    """LW 2.1: every player takes up to twelve investment cubes and never has more than fifteen."""
    for seat in range(state.players):
        state.cubes[seat] += min(CUBES_A_TURN, INVESTMENT_CUBES - state.cubes[seat])


@rule
def fix_orders(state: Fields) -> None:
    """LW 4.1: Government influence fixes the build order and Train influence the train order of the turn."""
    for place in range(state.players):
        state.build_order[place] = state.stacks[GOVERNMENT, place]
        state.train_order[place] = state.stacks[TRAIN, place]
