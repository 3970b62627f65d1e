"""What a legal action would cost and bring, tried on a copy of the position: for previews."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.games.central_pacific.rules.board import (
    CLAIM_IDS,
    DISCARD_IDS,
    DONE,
    DRAW_IDS,
    FIRST_IDS,
    FORM_KIND,
    FORMS,
    GRANT_IDS,
    KIND_NAMES,
    RETURN_IDS,
    SACRIFICE,
    STOCK,
)
from branchline.games.central_pacific.rules.claiming import claim, settle_lines
from branchline.games.central_pacific.rules.layout import BEGIN, CLAIM, DISCARD, HAND, LAY, STOCK_DRAWS, Fields
from branchline.games.central_pacific.rules.placement import lay, side_of, sides, tiles_used
from branchline.games.central_pacific.text.names import some_tiles, tiles
from branchline.games.central_pacific.text.standing import scores
from branchline.kernel import Board
from branchline.texts import count, say


def preview(state: Any, board: Board, action: int) -> str:
    """A few words on a legal action; nothing where there is nothing to say."""
    if action < DISCARD_IDS:
        return _preview_lay(state, board, action // FORMS, action % FORMS)
    if action < RETURN_IDS:
        return say("goes back into the pool; you lay nothing in this turn") if state.phase == BEGIN else ""
    if action < DRAW_IDS:
        return ""
    if GRANT_IDS <= action < FIRST_IDS:
        held = tiles(int(state.hand_size[action - GRANT_IDS]))
        return say("a random one of {tiles}; once in a game", tiles=held)
    if CLAIM_IDS <= action < DONE:
        twin = _copy(state)
        claim(twin, action - CLAIM_IDS)
        return _gain(state, twin, board)
    return _preview_other(state, board, action)


def _preview_other(state: Any, board: Board, action: int) -> str:
    if action == DONE and state.phase == LAY:
        twin = _copy(state)
        settle_lines(twin)
        return _settled(state, twin, board)
    if action == DONE and state.phase == DISCARD:
        return say("you draw {tiles}", tiles=tiles(max(0, min(HAND - int(state.hand_size[state.turn]), int(state.pool_size)))))
    if action == SACRIFICE:
        return say("a train leaves the game; discard up to five tiles, draw up to five, then lay; once in a game")
    if action == STOCK:
        return say("draw {tiles} now; once in a game", tiles=tiles(min(STOCK_DRAWS, int(state.pool_size))))
    return ""


def _preview_lay(state: Any, board: Board, square: int, form: int) -> str:
    """What laying costs where it clears terrain, and what the turn brings if it ends with this tile."""
    kind = int(FORM_KIND[form])
    used = int(tiles_used(state, square, kind))
    cost = [say("uses {tiles}", tiles=some_tiles(KIND_NAMES[kind], used))] if used > 1 else []
    twin = _copy(state)
    lay(twin, int(state.turn), square, form)
    settle_lines(twin)
    effect = _settled(state, twin, board)
    return "; ".join([*cost, *([say("if you stop here: {effect}", effect=effect)] if effect else [])])


def _settled(state: Any, twin: Any, board: Board) -> str:
    """Spike, trains and points if the turn ended as in the twin."""
    side = int(side_of(state, state.turn))
    found = [say("drives the Golden Spike")] if twin.spike and not state.spike else []
    if twin.phase == CLAIM:
        found.append(say("more lines than trains: you choose"))
    elif (placed := int(state.trains[side]) - int(twin.trains[side])) > 0:
        found.append(count("places {n} train", "places {n} trains", placed))
    elif placed < 0:
        found.append(count("brings back {n} train", "brings back {n} trains", -placed))
    if twin.over:
        found.append(say("ends the game"))
    return ", ".join([*found, *filter(None, [_gain(state, twin, board)])])


def _gain(state: Any, twin: Any, board: Board) -> str:
    """Points gained and lost, each side by its letter, own first."""
    old = scores(state, board)
    twin.new_count = twin.settled = twin.spike_new = 0  # the score then is that of the board as it is (CP 6.6)
    new = scores(twin, board)
    mover, all_sides = int(side_of(state, state.turn)), int(sides(state))
    found = []
    for side in ((mover + step) % all_sides for step in range(all_sides)):
        gain = new[side] - old[side]
        if gain and side == mover:
            found.append(count("{gain} point", "{gain} points", abs(gain), gain=f"{gain:+d}"))
        elif gain:
            found.append(say("{letter} {gain}", letter="ABCD"[side], gain=f"{gain:+d}"))
    return ", ".join(found)


def _copy(state: Any) -> Any:
    twin = np.zeros(1, Fields.dtype)
    twin[0] = state
    return twin[0]
