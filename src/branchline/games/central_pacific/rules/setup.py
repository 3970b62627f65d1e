"""The set-up: board, hands, redraws (CP 1.1–1.4)."""

from __future__ import annotations

from branchline.games.central_pacific.rules.board import HOMES
from branchline.games.central_pacific.rules.layout import (
    ASK,
    DRAW,
    FIRST,
    HAND,
    KINDS,
    START_CITY,
    THEN_ASK,
    THEN_DEAL,
    TRAINS,
    Fields,
)
from branchline.games.central_pacific.rules.observations import asked_to_redraw, has_city, shown_put_back
from branchline.games.central_pacific.rules.placement import set_board
from branchline.games.central_pacific.rules.sides import side_count
from branchline.kernel import rule
from branchline.kernel.contract import Numbers

MIX_AT = 7
"""Where the counts of tiles start in the options of `new`."""


@rule
def new(state: Fields, options: Numbers) -> None:
    """CP 1.1–1.3: board, homes, trains and tokens; then seat 0 draws (`options` as `parameters` in options.py gives them)."""
    state.players = options[0]
    state.teams = options[1]
    state.loose = options[2]
    state.closed = options[3]
    state.anywhere = options[4]
    state.city_exits = options[5]
    state.home_number = options[6]
    count = side_count(state)
    for side in range(count):
        state.homes[side] = HOMES[count, side]
        state.trains[side] = TRAINS
        state.stock[side] = 1
        state.grant[side] = 1
    for kind in range(KINDS):
        tiles = options[MIX_AT + kind] - (count if kind == START_CITY else 0)
        state.mix[kind] = tiles
        state.pool[kind] = tiles
        state.pool_size += tiles
    set_board(state)
    state.afterwards = THEN_DEAL
    deal(state)


@rule
def deal(state: Fields) -> None:
    """CP 1.4: a seat draws five tiles; before the first turn the pool always has them."""
    state.to_draw = HAND
    state.phase = DRAW


@rule
def deal_next(state: Fields) -> None:
    """CP 1.4: the next seat draws five; after the last seat, those without a city are asked."""
    if state.turn + 1 < state.players:
        state.turn += 1
        state.afterwards = THEN_DEAL
        deal(state)
    else:
        state.turn = 0
        ask(state)


@rule
def ask(state: Fields) -> None:
    """CP 1.4: ask the next seat without a city; if there is none, chance names the first player."""
    while state.turn < state.players:
        if not has_city(state, state.turn):
            asked_to_redraw(state, state.turn)
            state.phase = ASK
            return
        state.city_held[state.turn] = 1
        state.turn += 1
    state.turn = 0
    state.phase = FIRST


@rule
def keep(state: Fields) -> None:
    """CP 1.4: the seat plays with its hand."""
    state.turn += 1
    ask(state)


@rule
def redraw(state: Fields) -> None:
    """CP 1.4: the hand is shown and put back, five new tiles are drawn."""
    seat = state.turn
    shown_put_back(state, seat)
    for kind in range(KINDS):
        state.pool[kind] += state.hand[seat, kind]
        state.pool_size += state.hand[seat, kind]
        state.hand[seat, kind] = 0
    state.hand_size[seat] = 0
    state.afterwards = THEN_ASK
    deal(state)
