"""The rules of Central Pacific: who acts, what is legal, what an action does, why another is refused."""

from __future__ import annotations

from branchline.games.central_pacific.rules.board import (
    CLAIM_IDS,
    DISCARD_IDS,
    DONE,
    DRAW_IDS,
    FIRST_IDS,
    FORM_KIND,
    FORMS,
    GRANT_IDS,
    HOMES,
    KEEP,
    REDRAW,
    RETURN_IDS,
    SACRIFICE,
    STOCK,
    TAKE_IDS,
)
from branchline.games.central_pacific.rules.claiming import claim, is_claimable
from branchline.games.central_pacific.rules.knowledge import hide, resample, revealed, sees
from branchline.games.central_pacific.rules.layout import (
    ASK,
    BEGIN,
    CLAIM,
    DISCARD,
    DISCARDS,
    DRAW,
    FIRST,
    KINDS,
    LAY,
    RETURN,
    SACRIFICE_NEEDS,
    SQUARES,
    START_CITY,
    TAKE,
    THEN_DEAL,
    TRAINS,
    Fields,
)
from branchline.games.central_pacific.rules.placement import (
    can_lay,
    lay,
    set_board,
    side_of,
    sides,
    tiles_used,
    why_not_lay,
    write_lays,
)
from branchline.games.central_pacific.rules.turn import (
    deal,
    discard,
    done,
    draw,
    go_on,
    keep,
    redraw,
    return_tile,
    sacrifice,
    start_turn,
    take,
    use_grant,
    use_stock,
)
from branchline.kernel import CHANCE, OVER, rule
from branchline.kernel.contract import Ids, Numbers, Weights

__all__ = ["actor", "apply", "hide", "legal", "new", "resample", "sees", "weights", "why_not"]

SET_UP, CHANCE_ONLY, CHOOSE_CLAIM, WRONG_TIME, DISCARD_RULE = 104, 105, 407, 500, 501
SACRIFICE_RULE, TOKEN_RULE, RETURN_RULE, NO_PASS, GAME_OVER = 502, 503, 504, 505, 601
MIX_AT = 7
"""Where the counts of tiles start in the options of `new`."""


@rule
def new(state: Fields, options: Numbers) -> None:
    """CP 1.1–1.3: board, homes, trains and tokens; then seat 0 draws (options: see `parameters` in title.py)."""
    state.players = options[0]
    state.teams = options[1]
    state.loose = options[2]
    state.closed = options[3]
    state.anywhere = options[4]
    state.city_exits = options[5]
    state.home_number = options[6]
    count = sides(state)
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
def actor(state: Fields) -> int:
    """CP 1.4, 1.5: chance draws, takes and names the first; else the seat whose turn it is."""
    if state.over:
        return OVER
    return CHANCE if state.phase <= FIRST else state.turn


@rule
def legal(state: Fields, out: Ids) -> int:
    """CP 5.0: every action that is possible now, by phase."""
    if state.over:
        return 0
    phase = state.phase
    if phase == DRAW:
        return write_pool(state, out)
    if phase == FIRST:
        for first in range(state.players):
            out[first] = FIRST_IDS + first
        return state.players
    if phase == ASK:
        out[0] = REDRAW
        out[1] = KEEP
        return 2
    if phase == CLAIM:
        return write_claims(state, out)
    return write_turn(state, out)


@rule
def write_pool(state: Fields, out: Ids) -> int:
    """CP 1.5: one entry for each kind in the pool."""
    count = 0
    for kind in range(KINDS):
        if state.pool[kind] > 0:
            out[count] = DRAW_IDS + kind
            count += 1
    return count


@rule
def write_hand(state: Fields, out: Ids, count: int) -> int:
    """CP 5.1, 5.3, 5.4: each kind in a hand, to be taken, returned or discarded."""
    seat, ids = state.turn, int(DISCARD_IDS)
    if state.phase == TAKE:
        seat, ids = state.victim, int(TAKE_IDS)
    elif state.phase == RETURN:
        ids = int(RETURN_IDS)
    for kind in range(KINDS):
        if state.hand[seat, kind] > 0:
            out[count] = ids + kind
            count += 1
    return count


@rule
def write_turn(state: Fields, out: Ids) -> int:
    """CP 5.0, 5.5: lay, discard, tokens and sacrifice as far as allowed, and `done`."""
    phase, count = state.phase, 0
    if phase in (BEGIN, LAY):
        count = write_lays(state, state.turn, out)
    may_discard = (phase == BEGIN and not state.barred) or (phase == DISCARD and state.discarded < DISCARDS)
    if phase in (TAKE, RETURN) or may_discard:
        count = write_hand(state, out, count)
    if phase == BEGIN:
        return write_beginning(state, out, count)
    if phase == LAY or (phase == DISCARD and state.discarded > 0):
        out[count] = DONE
        count += 1
    return count


@rule
def write_claims(state: Fields, out: Ids) -> int:
    """CP 4.7: the lines left to claim, by their first squares."""
    count = 0
    for square in range(SQUARES):
        if is_claimable(state, square):
            out[count] = CLAIM_IDS + square
            count += 1
    return count


@rule
def write_beginning(state: Fields, out: Ids, count: int) -> int:
    """CP 5.0, 5.5: what else a turn can begin with; `done` only where nothing can be laid or discarded."""
    idle = count == 0
    for victim in range(state.players):
        if why_not_grant(state, victim) == 0:
            out[count] = GRANT_IDS + victim
            count += 1
    if idle:
        out[count] = DONE
        count += 1
    if why_not_sacrifice(state) == 0:
        out[count] = SACRIFICE
        count += 1
    if why_not_stock(state) == 0:
        out[count] = STOCK
        count += 1
    return count


@rule
def weights(state: Fields, out: Weights) -> int:
    """CP 1.4, 1.5: a kind weighs as many tiles as there are of it, every first seat 1."""
    if state.over or state.phase > FIRST:
        return 0
    if state.phase == FIRST:
        for seat in range(state.players):
            out[seat] = 1
        return state.players
    count = 0
    for kind in range(KINDS):
        tiles = state.pool[kind] if state.phase == DRAW else state.hand[state.victim, kind]
        if tiles > 0:
            out[count] = tiles
            count += 1
    return count


@rule
def apply(state: Fields, action: int) -> None:
    """CP 5.0: carry out one action."""
    if action < DISCARD_IDS:
        apply_lay(state, action // FORMS, action % FORMS)
    elif action < RETURN_IDS:
        discard(state, action - DISCARD_IDS)
    elif action < DRAW_IDS:
        return_tile(state, action - RETURN_IDS)
    elif action < TAKE_IDS:
        draw(state, action - DRAW_IDS)
    elif action < GRANT_IDS:
        take(state, action - TAKE_IDS)
    elif action < FIRST_IDS:
        use_grant(state, action - GRANT_IDS)
    elif action < CLAIM_IDS:
        start_turn(state, action - FIRST_IDS)
    elif action < DONE:
        claim(state, action - CLAIM_IDS)
    elif action == DONE:
        done(state)
    elif action == SACRIFICE:
        sacrifice(state)
    elif action == STOCK:
        use_stock(state)
    elif action == REDRAW:
        redraw(state)
    else:
        keep(state)
    go_on(state)


@rule
def apply_lay(state: Fields, square: int, form: int) -> None:
    """CP 2.1, 3.3: the tile is laid and everybody has seen all tiles it took."""
    kind = FORM_KIND[form]
    for _ in range(tiles_used(state, square, kind)):
        revealed(state, state.turn, kind)
    lay(state, state.turn, square, form)
    state.phase = LAY


@rule
def why_not(state: Fields, action: int) -> int:
    """CP 5.0: the paragraph that forbids an action, or 0."""
    if state.over:
        return GAME_OVER
    phase, seat = state.phase, state.turn
    if phase <= FIRST or DRAW_IDS <= action < GRANT_IDS or FIRST_IDS <= action < CLAIM_IDS:
        return why_not_chance(state, action)
    if phase == ASK or action >= REDRAW:
        return 0 if phase == ASK and action >= REDRAW else SET_UP
    if phase == CLAIM or CLAIM_IDS <= action < DONE:
        allowed = phase == CLAIM and CLAIM_IDS <= action < DONE and is_claimable(state, action - CLAIM_IDS)
        return 0 if allowed else CHOOSE_CLAIM
    if phase == RETURN or RETURN_IDS <= action < DRAW_IDS:
        allowed = phase == RETURN and RETURN_IDS <= action < DRAW_IDS and state.hand[seat, action - RETURN_IDS] > 0
        return 0 if allowed else RETURN_RULE
    if action < DISCARD_IDS:
        return why_not_lay(state, seat, action // FORMS, action % FORMS)
    if action < RETURN_IDS:
        return why_not_discard(state, action - DISCARD_IDS)
    if action < FIRST_IDS:
        return why_not_grant(state, action - GRANT_IDS)
    if action == DONE:
        return why_not_done(state)
    return why_not_sacrifice(state) if action == SACRIFICE else why_not_stock(state)


@rule
def why_not_chance(state: Fields, action: int) -> int:
    """CP 1.4, 1.5: only chance draws, takes and names the first seat, and only what is there."""
    if state.phase == DRAW and DRAW_IDS <= action < TAKE_IDS:
        return 0 if state.pool[action - DRAW_IDS] > 0 else CHANCE_ONLY
    if state.phase == TAKE and TAKE_IDS <= action < GRANT_IDS:
        return 0 if state.hand[state.victim, action - TAKE_IDS] > 0 else CHANCE_ONLY
    if state.phase == FIRST and FIRST_IDS <= action < CLAIM_IDS:
        return 0 if action - FIRST_IDS < state.players else SET_UP
    return SET_UP if state.phase == FIRST or FIRST_IDS <= action < CLAIM_IDS else CHANCE_ONLY


@rule
def why_not_discard(state: Fields, kind: int) -> int:
    """CP 5.1: instead of laying, up to five tiles held, not if the pool was empty at the start of the turn."""
    if state.phase == LAY:
        return WRONG_TIME
    if state.barred or state.discarded >= DISCARDS or state.hand[state.turn, kind] == 0:
        return DISCARD_RULE
    return 0


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
def why_not_stock(state: Fields) -> int:
    """CP 5.0, 5.3: once, at the start of a turn, not from an empty pool."""
    if state.phase != BEGIN:
        return WRONG_TIME
    unused = state.stock[side_of(state, state.turn)] and not state.token_used
    return 0 if unused and state.pool_size > 0 else TOKEN_RULE


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
def why_not_done(state: Fields) -> int:
    """CP 5.0, 5.5: from the first tile laid or discarded on, at once after a sacrifice; no pass."""
    if state.phase == LAY:
        return 0
    if state.phase == DISCARD:
        return 0 if state.discarded > 0 else WRONG_TIME
    if state.barred:
        return NO_PASS if can_lay(state, state.turn) else 0
    return NO_PASS if state.hand_size[state.turn] > 0 else 0
