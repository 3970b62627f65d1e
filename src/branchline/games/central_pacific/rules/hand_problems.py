"""What is impossible in hands: the part of `problems.py` about their sizes and about blank tiles."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules.layout import (
    BEGIN,
    CLAIM,
    DISCARD,
    DRAW,
    HAND,
    LAY,
    REFILL,
    RETURN,
    SEATS,
    STOCK_DRAWS,
    TAKE,
    THEN_BEGIN,
)

GRANTED = 1
"""CP 5.3: tiles that a Land Grant brings."""


def bad_hand(state: Any, count: int) -> str:
    """CP 5.0–5.4: a turn begins with five tiles at most, a token brings one or two, everything else takes away."""
    most = _most_held(state)
    if state.held > most:
        return f"The mover holds {state.held} tiles, and can hold {most} now."
    begun = state.phase == BEGIN and state.token_used
    drawing = state.phase == DRAW and not state.over and state.afterwards == THEN_BEGIN
    if (begun and not state.held) or (drawing and state.to_draw < STOCK_DRAWS and state.pool_size > 1 and not state.held):
        return "A token was used and brought no tile."
    if state.phase == DISCARD and state.pool_size < state.discarded:
        return "The pool has fewer tiles than were discarded in this turn."
    if state.barred and state.token_used and state.grant[state.side]:
        return "Only a Land Grant brings tiles before an empty pool."
    return ""


def most_at_start(state: Any, seat: int) -> int:
    """CP 5.3, 5.4: the most tiles with which a seat can begin its turn: a victim of a Land Grant has lost one."""
    return HAND - GRANTED * int(state.limited[seat])


def _most_held(state: Any) -> int:
    """The largest hand the mover can have now."""
    gained, first = 0, most_at_start(state, state.turn)
    if state.token_used and state.phase != TAKE:
        gained = GRANTED if state.stock[state.side] or state.barred else STOCK_DRAWS
    if state.phase in (BEGIN, TAKE):
        return first + gained
    if state.phase == DISCARD:
        return first + gained - int(state.discarded)
    if state.phase in (LAY, CLAIM, REFILL, RETURN):
        put_back = first + gained - int(state.discarded)
        drawn = max(HAND, put_back) if state.sacrificing else put_back
        return drawn - int(state.laid)
    if state.phase == DRAW and state.afterwards == THEN_BEGIN and not state.over:
        return first + STOCK_DRAWS - int(state.to_draw)
    return HAND


def bad_blanks(state: Any) -> str:
    """CP 1.6: tiles are blank as in a view: the pool, and the hands and knowledge of all seats but the viewer."""
    held = [sum(hand) for hand in state.hand]
    pool = sum(state.pool)
    if not any(size and not tiles for size, tiles in zip((*state.hand_size, state.pool_size), (*held, pool), strict=True)):
        return ""
    if pool:
        return "A hand is hidden, but the pool is not."
    shown = [seat for seat in range(SEATS) if held[seat]]
    if len(shown) > 1:
        return "Tiles are hidden, but more than one hand is shown."
    books = [seat for seat in range(SEATS) if any(map(any, state.put_back[seat])) or any(state.known[seat])]
    if len(books) > 1 or (books and shown and books != shown):
        return "Tiles are hidden, but what another seat knows of them is not."
    return ""
