"""Phases 7, 8 and 10 (profit and loss, player order, end of turn), victory points and ranks."""

from __future__ import annotations

from branchline.games.wensleydale.rules.layout import LOADS, PAYS, PROFIT, PROFIT_MAX, PROFIT_MIN, SET_BONUS, TRAINS_MAX, Fields
from branchline.games.wensleydale.rules.markers import move_marker
from branchline.kernel import OVER, rule
from branchline.kernel.contract import Numbers


@rule
def settle_accounts(state: Fields) -> None:
    """LW 7.1: in player order one net move on the profit and loss track; loads go to the piles and trains return."""
    for place in range(state.players):
        seat = state.order[place]
        net = earnings(state, seat) - state.links[seat]
        for piece in range(LOADS):
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
def earnings(state: Fields, seat: int) -> int:
    """LW 7.1: what the loads on the trains of a seat earn."""
    earned = 0
    for piece in range(LOADS):
        earned += PAYS[piece] * state.loaded[seat, piece]
    return earned


@rule
def reorder_players(state: Fields) -> None:
    """LW 8.1: the profit and loss track gives the new player order."""
    for place in range(state.players):
        state.order[place] = state.stacks[PROFIT, place]


@rule
def end_turn(state: Fields) -> None:
    """LW 1.6, 10.0: the game ends after the takeovers of the last turn."""
    if state.turn == state.turns:
        state.to_act = OVER
    else:
        state.turn += 1


@rule
def sets(state: Fields, seat: int) -> int:
    """LW 10.1: complete sets of stone, cheese, red and green in a pile."""
    fewest = int(state.piles[seat, 0])
    for piece in range(1, LOADS):
        fewest = min(fewest, int(state.piles[seat, piece]))
    return fewest


@rule
def victory_points(state: Fields, seat: int) -> int:
    """LW 10.1: delivered pieces, sets, profit and loss, and own links on the board."""
    points = state.marks[PROFIT, seat] - state.links[seat] + SET_BONUS * sets(state, seat)
    for piece in range(LOADS):
        points += state.piles[seat, piece]
    return points


@rule
def score(state: Fields, out: Numbers) -> None:
    """LW 10.1: the points of every seat now, without the loads on trains."""
    for seat in range(state.players):
        out[seat] = victory_points(state, seat)


@rule
def rank(state: Fields, out: Numbers) -> None:
    """LW 10.2: most points win, then the higher profit marker, then the higher place in its stack."""
    for place in range(state.players):
        seat = state.stacks[PROFIT, place]
        out[seat] = 1
        for other_place in range(state.players):
            other = state.stacks[PROFIT, other_place]
            ahead = victory_points(state, other) - victory_points(state, seat)
            if ahead > 0 or (ahead == 0 and other_place < place):
                out[seat] += 1
