"""What a turn can begin with: the two tokens and the sacrifice (CP 5.2, 5.3)."""

from __future__ import annotations

from branchline.games.central_pacific.rules.layout import (
    BEGIN,
    DISCARD,
    SACRIFICE_NEEDS,
    STOCK_DRAWS,
    STUCK,
    TAKE,
    THEN_BEGIN,
    Fields,
)
from branchline.games.central_pacific.rules.observations import taken
from branchline.games.central_pacific.rules.paragraphs import SACRIFICE_RULE, TOKEN_RULE, WRONG_TIME
from branchline.games.central_pacific.rules.placement import can_lay
from branchline.games.central_pacific.rules.pool import draw_tiles
from branchline.games.central_pacific.rules.sides import side_of
from branchline.kernel import rule


@rule
def may_grant(state: Fields, seat: int) -> bool:
    """CP 5.3: whether a seat can use its Land Grant at the start of its turn."""
    if state.token_used or not state.grant[side_of(state, seat)]:
        return False
    for victim in range(state.players):
        if side_of(state, victim) != side_of(state, seat) and state.hand_size[victim] > 0:
            return True
    return False


@rule
def why_not_grant(state: Fields, victim: int) -> int:
    """CP 5.0, 5.3: once, at the start of a turn, from an opponent who has a tile."""
    if state.phase != BEGIN:
        return WRONG_TIME
    if state.token_used or not state.grant[side_of(state, state.turn)] or victim >= state.players:
        return TOKEN_RULE
    opponent = side_of(state, victim) != side_of(state, state.turn)
    return 0 if opponent and state.hand_size[victim] > 0 else TOKEN_RULE


@rule
def use_grant(state: Fields, victim: int) -> None:
    """CP 5.3: a random tile of an opponent is taken next."""
    state.grant[side_of(state, state.turn)] = 0
    state.token_used = 1
    state.victim = victim
    state.phase = TAKE


@rule
def take(state: Fields, kind: int) -> None:
    """CP 5.3, 6.1 (b): the tile changes hands and limits the victim; the game ends if the taker still cannot lay and draw."""
    taker, victim = state.turn, state.victim
    state.hand[victim, kind] -= 1
    state.hand_size[victim] -= 1
    state.hand[taker, kind] += 1
    state.hand_size[taker] += 1
    state.limited[victim] = 1
    taken(state, taker, victim, kind)
    state.victim = 0
    state.phase = BEGIN
    if state.barred and not can_lay(state, taker):
        state.over = STUCK


@rule
def why_not_stock(state: Fields) -> int:
    """CP 5.0, 5.3: once, at the start of a turn, not from an empty pool."""
    if state.phase != BEGIN:
        return WRONG_TIME
    unused = state.stock[side_of(state, state.turn)] and not state.token_used
    return 0 if unused and state.pool_size > 0 else TOKEN_RULE


@rule
def use_stock(state: Fields) -> None:
    """CP 5.3: two tiles from the pool, or as many as there are."""
    state.stock[side_of(state, state.turn)] = 0
    state.token_used = 1
    state.afterwards = THEN_BEGIN
    draw_tiles(state, int(STOCK_DRAWS))


@rule
def why_not_sacrifice(state: Fields) -> int:
    """CP 5.2: once, before any discard or lay, with two trains, a tile in hand and a pool that was not empty."""
    if state.phase != BEGIN:
        return WRONG_TIME
    side = side_of(state, state.turn)
    if state.lost[side] or state.trains[side] < SACRIFICE_NEEDS or state.barred or state.hand_size[state.turn] == 0:
        return SACRIFICE_RULE
    return 0


@rule
def sacrifice(state: Fields) -> None:
    """CP 5.2: a train leaves the game at once, then tiles are discarded."""
    side = side_of(state, state.turn)
    state.trains[side] -= 1
    state.lost[side] = 1
    state.sacrificing = 1
    state.phase = DISCARD
