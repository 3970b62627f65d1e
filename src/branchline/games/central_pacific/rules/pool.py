"""Tiles on their way between the pool and the hands (CP 1.5, 1.6)."""

from __future__ import annotations

from branchline.games.central_pacific.rules.layout import DRAW, Fields
from branchline.games.central_pacific.rules.observations import drawn, hidden_put_back
from branchline.kernel import rule


@rule
def draw_tiles(state: Fields, wanted: int) -> None:
    """CP 1.5: a chance node for each tile that is wanted, as far as the pool has tiles."""
    state.to_draw = min(max(wanted, 0), state.pool_size)
    state.phase = DRAW


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
def put_back(state: Fields, kind: int) -> None:
    """CP 5.1, 5.4: a tile that the mover chooses joins the pool, unseen by the others."""
    state.hand[state.turn, kind] -= 1
    state.hand_size[state.turn] -= 1
    state.pool[kind] += 1
    state.pool_size += 1
    hidden_put_back(state, state.turn, kind)
