"""The course of a turn: its start, discards, done, refills, and the end of the game (sections 5 and 6.1)."""

from __future__ import annotations

from branchline.games.central_pacific.rules.claiming import settle_lines
from branchline.games.central_pacific.rules.layout import (
    BEGIN,
    DISCARD,
    DISCARDS,
    DRAW,
    HAND,
    LAY,
    LAYS,
    REFILL,
    RETURN,
    SQUARES,
    STALL,
    STALL_ROUNDS,
    STUCK,
    THEN_ASK,
    THEN_BEGIN,
    THEN_DEAL,
    THEN_END,
    THEN_LAY,
    Fields,
)
from branchline.games.central_pacific.rules.limits import most_discards
from branchline.games.central_pacific.rules.paragraphs import DISCARD_RULE, NO_PASS, VICTIM_RULE, WRONG_TIME
from branchline.games.central_pacific.rules.placement import can_lay
from branchline.games.central_pacific.rules.pool import draw_tiles, put_back
from branchline.games.central_pacific.rules.setup import ask, deal_next
from branchline.games.central_pacific.rules.tokens import may_grant
from branchline.kernel import rule


@rule
def go_on(state: Fields) -> None:
    """CP 1.5, 5.4: refill when the moves of a turn are over; where nothing can be drawn there is no chance node."""
    if state.over:
        return
    if state.phase == REFILL:
        refill(state)
    if state.phase == DRAW and state.to_draw == 0:
        after_draws(state)


@rule
def after_draws(state: Fields) -> None:
    """CP 1.4, 5.0, 5.2, 5.4: go on with what the draws interrupted."""
    afterwards = state.afterwards
    state.afterwards = 0
    if afterwards == THEN_DEAL:
        deal_next(state)
    elif afterwards == THEN_ASK:
        ask(state)
    elif afterwards == THEN_BEGIN:
        state.phase = BEGIN
    elif afterwards == THEN_LAY:
        state.phase = LAY
    else:
        end_turn(state)


@rule
def start_turn(state: Fields, seat: int) -> None:
    """CP 5.0, 6.1 (b): if the pool is empty and the player can neither lay nor take a tile, the game ends."""
    state.turn = seat
    state.phase = BEGIN
    state.barred = int(state.pool_size == 0)
    state.token_used = 0
    state.sacrificing = 0
    state.laid = 0
    state.discarded = 0
    state.spike_new = 0
    if state.settled:
        state.settled = 0
        for square in range(SQUARES):
            state.marks_before[square] = 0
    for place in range(LAYS):
        state.new[place] = 0
    state.new_count = 0
    if state.barred and not may_grant(state, seat) and not can_lay(state, seat):
        state.over = STUCK


@rule
def end_turn(state: Fields) -> None:
    """CP 5.3, 6.1 (c): the mover's limit falls; five rounds without a tile laid end the game, or the next seat has its turn."""
    state.limited[state.turn] = 0
    state.stall = 0 if state.laid else state.stall + 1
    if state.stall >= STALL_ROUNDS * state.players:
        state.over = STALL
    else:
        start_turn(state, (state.turn + 1) % state.players)


@rule
def why_not_discard(state: Fields, kind: int) -> int:
    """CP 5.1, 5.3: before any lay, a tile held, up to the limit, unless the pool was empty at the start of the turn."""
    if state.phase == LAY:
        return WRONG_TIME
    if state.barred or state.discarded >= DISCARDS or state.hand[state.turn, kind] == 0:
        return DISCARD_RULE
    return VICTIM_RULE if state.discarded >= most_discards(state, state.turn) else 0


@rule
def discard(state: Fields, kind: int) -> None:
    """CP 5.1: one of one to five tiles."""
    put_back(state, kind)
    state.discarded += 1
    state.phase = DISCARD


@rule
def return_tile(state: Fields, kind: int) -> None:
    """CP 5.4: tiles above five go back one by one."""
    put_back(state, kind)
    state.phase = REFILL


@rule
def refill(state: Fields) -> None:
    """CP 5.4: return what is above five, then draw up to five."""
    held = state.hand_size[state.turn]
    if held > HAND:
        state.phase = RETURN
    else:
        state.afterwards = THEN_END
        draw_tiles(state, HAND - held)


@rule
def why_not_done(state: Fields) -> int:
    """CP 5.0, 5.5: after a tile was laid or discarded, or to lay nothing after a sacrifice; there is no pass."""
    if state.phase == LAY:
        return 0
    if state.phase == DISCARD:
        return 0 if state.discarded > 0 else WRONG_TIME
    if state.barred:
        return NO_PASS if can_lay(state, state.turn) else 0
    return NO_PASS if state.hand_size[state.turn] > 0 else 0


@rule
def done(state: Fields) -> None:
    """CP 5.0, 5.5: laying, discarding or a turn without tiles ends."""
    if state.phase == DISCARD:
        if state.sacrificing:
            state.afterwards = THEN_LAY
            draw_tiles(state, HAND - state.hand_size[state.turn])
        else:
            state.phase = REFILL
        return
    if state.phase == BEGIN and state.barred:
        state.over = STUCK  # CP 6.1 (b): the mover could take a tile but does not
        return
    state.phase = REFILL
    settle_lines(state)
