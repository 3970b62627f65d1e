"""The shape of the game: dealing, turns, tokens, discards, refills and the end (CP 1.4, sections 5 and 6.1)."""

from __future__ import annotations

from branchline.games.central_pacific.rules.claiming import settle_lines
from branchline.games.central_pacific.rules.knowledge import (
    asked_to_redraw,
    drawn,
    has_city,
    hidden_put_back,
    may_grant,
    shown_put_back,
    taken,
)
from branchline.games.central_pacific.rules.layout import (
    ASK,
    BEGIN,
    DISCARD,
    DRAW,
    FIRST,
    HAND,
    KINDS,
    LAY,
    LAYS,
    REFILL,
    RETURN,
    SQUARES,
    STALL,
    STALL_ROUNDS,
    STOCK_DRAWS,
    STUCK,
    TAKE,
    THEN_ASK,
    THEN_BEGIN,
    THEN_DEAL,
    THEN_END,
    THEN_LAY,
    Fields,
)
from branchline.games.central_pacific.rules.placement import can_lay, side_of
from branchline.kernel import rule


@rule
def deal(state: Fields) -> None:
    """CP 1.4: a seat draws five tiles; the pool always has them before the first turn."""
    state.to_draw = HAND
    state.phase = DRAW


@rule
def draw_tiles(state: Fields, wanted: int) -> None:
    """CP 1.5: as many chance nodes as tiles are wanted and there."""
    state.to_draw = min(max(wanted, 0), state.pool_size)
    state.phase = DRAW


@rule
def go_on(state: Fields) -> None:
    """CP 1.5, 5.4: refill where a turn's moves are over, and no node where nothing can be drawn."""
    if state.over:
        return
    if state.phase == REFILL:
        refill(state)
    if state.phase == DRAW and state.to_draw == 0:
        after_draws(state)


@rule
def draw(state: Fields, kind: int) -> None:
    """CP 1.5, 1.6: a tile goes from the pool to the hand."""
    seat = state.turn
    state.pool[kind] -= 1
    state.pool_size -= 1
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1
    drawn(state, seat, kind)
    state.to_draw -= 1


@rule
def after_draws(state: Fields) -> None:
    """CP 1.4, 5.0, 5.2, 5.4: go on where the draws interrupted."""
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
def deal_next(state: Fields) -> None:
    """CP 1.4: the next seat draws five; after the last the seats without a city are asked."""
    if state.turn + 1 < state.players:
        state.turn += 1
        state.afterwards = THEN_DEAL
        deal(state)
    else:
        state.turn = 0
        ask(state)


@rule
def ask(state: Fields) -> None:
    """CP 1.4: ask the next seat without a city; when there is none chance names who is first."""
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


@rule
def start_turn(state: Fields, seat: int) -> None:
    """CP 5.0, 6.1 (b): a player who can lay nothing before an empty pool, and take nothing, ends the game."""
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
    """CP 6.1 (c): two rounds without a tile laid end the game; else the next seat has its turn."""
    state.stall = 0 if state.laid else state.stall + 1
    if state.stall >= STALL_ROUNDS * state.players:
        state.over = STALL
    else:
        start_turn(state, (state.turn + 1) % state.players)


@rule
def use_stock(state: Fields) -> None:
    """CP 5.3: two tiles from the pool, or as many as there are."""
    state.stock[side_of(state, state.turn)] = 0
    state.token_used = 1
    state.afterwards = THEN_BEGIN
    draw_tiles(state, int(STOCK_DRAWS))


@rule
def use_grant(state: Fields, victim: int) -> None:
    """CP 5.3: a random tile of an opponent is taken next."""
    state.grant[side_of(state, state.turn)] = 0
    state.token_used = 1
    state.victim = victim
    state.phase = TAKE


@rule
def take(state: Fields, kind: int) -> None:
    """CP 5.3, 6.1 (b): the tile changes hands; a player who still can lay nothing before an empty pool ends the game."""
    taker, victim = state.turn, state.victim
    state.hand[victim, kind] -= 1
    state.hand_size[victim] -= 1
    state.hand[taker, kind] += 1
    state.hand_size[taker] += 1
    taken(state, taker, victim, kind)
    state.victim = 0
    state.phase = BEGIN
    if state.barred and not can_lay(state, taker):
        state.over = STUCK


@rule
def sacrifice(state: Fields) -> None:
    """CP 5.2: a train leaves the game at once, then tiles are discarded."""
    side = side_of(state, state.turn)
    state.trains[side] -= 1
    state.lost[side] = 1
    state.sacrificing = 1
    state.phase = DISCARD


@rule
def put_back(state: Fields, kind: int) -> None:
    """CP 5.1, 5.4: a tile of the mover's choice joins the pool, unseen by the others."""
    state.hand[state.turn, kind] -= 1
    state.hand_size[state.turn] -= 1
    state.pool[kind] += 1
    state.pool_size += 1
    hidden_put_back(state, state.turn, kind)


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
        state.over = STUCK  # CP 6.1 (b): he could take a tile but will not
        return
    state.phase = REFILL
    settle_lines(state)
