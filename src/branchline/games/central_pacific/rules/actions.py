"""The actor, the legal actions, what an action does and why one is refused: dispatch by phase (section 5)."""

from __future__ import annotations

from branchline.games.central_pacific.rules.board import (
    CLAIM_IDS,
    DISCARD_IDS,
    DONE,
    DRAW_IDS,
    FIRST_IDS,
    GRANT_IDS,
    KEEP,
    REDRAW,
    RETURN_IDS,
    SACRIFICE,
    STOCK,
    TAKE_IDS,
)
from branchline.games.central_pacific.rules.claiming import claim, is_claimable
from branchline.games.central_pacific.rules.forms import FORM_KIND, FORMS
from branchline.games.central_pacific.rules.layout import (
    ASK,
    BEGIN,
    CLAIM,
    DISCARD,
    DRAW,
    FIRST,
    KINDS,
    LAY,
    RETURN,
    SQUARES,
    TAKE,
    Fields,
)
from branchline.games.central_pacific.rules.limits import most_discards
from branchline.games.central_pacific.rules.observations import revealed
from branchline.games.central_pacific.rules.paragraphs import CHANCE_ONLY, CHOOSE_CLAIM, GAME_OVER, RETURN_RULE, SET_UP
from branchline.games.central_pacific.rules.placement import lay, tiles_used, why_not_lay, write_lays
from branchline.games.central_pacific.rules.pool import draw
from branchline.games.central_pacific.rules.setup import keep, redraw
from branchline.games.central_pacific.rules.tokens import (
    sacrifice,
    take,
    use_grant,
    use_stock,
    why_not_grant,
    why_not_sacrifice,
    why_not_stock,
)
from branchline.games.central_pacific.rules.turn import (
    discard,
    done,
    go_on,
    return_tile,
    start_turn,
    why_not_discard,
    why_not_done,
)
from branchline.kernel import CHANCE, OVER, rule
from branchline.kernel.contract import Ids, Weights


@rule
def actor(state: Fields) -> int:
    """CP 1.4, 1.5: chance while it draws, takes a tile or names the first player; otherwise the seat whose turn it is."""
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
    """CP 1.5: write each kind in the pool, to be drawn."""
    count = 0
    for kind in range(KINDS):
        if state.pool[kind] > 0:
            out[count] = DRAW_IDS + kind
            count += 1
    return count


@rule
def write_hand(state: Fields, out: Ids, count: int) -> int:
    """CP 5.1, 5.3, 5.4: write each kind in a hand, to be taken, returned or discarded."""
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
    """CP 5.0, 5.5: write lays, discards, tokens, the sacrifice and `done`, as far as they are allowed."""
    phase, count = state.phase, 0
    if phase in (BEGIN, LAY):
        count = write_lays(state, state.turn, out)
    more = phase == DISCARD and state.discarded < most_discards(state, state.turn)
    may_discard = more or (phase == BEGIN and not state.barred)
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
    """CP 4.7: write the lines left to claim, by their first squares."""
    count = 0
    for square in range(SQUARES):
        if is_claimable(state, square):
            out[count] = CLAIM_IDS + square
            count += 1
    return count


@rule
def write_beginning(state: Fields, out: Ids, count: int) -> int:
    """CP 5.0, 5.5: write what else a turn can begin with; `done` only if nothing can be laid or discarded."""
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
    """CP 1.4, 1.5: the weight of a kind is its number of tiles; every seat is equally likely to be first."""
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
    """CP 2.1, 3.3: lay a tile; everybody sees all tiles that it takes."""
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
    """CP 1.4, 1.5: only chance draws, takes a tile and names the first player, and only what is possible."""
    if state.phase == DRAW and DRAW_IDS <= action < TAKE_IDS:
        return 0 if state.pool[action - DRAW_IDS] > 0 else CHANCE_ONLY
    if state.phase == TAKE and TAKE_IDS <= action < GRANT_IDS:
        return 0 if state.hand[state.victim, action - TAKE_IDS] > 0 else CHANCE_ONLY
    if state.phase == FIRST and FIRST_IDS <= action < CLAIM_IDS:
        return 0 if action - FIRST_IDS < state.players else SET_UP
    return SET_UP if state.phase == FIRST or FIRST_IDS <= action < CLAIM_IDS else CHANCE_ONLY
