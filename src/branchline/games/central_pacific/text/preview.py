"""What a legal action would cost and bring, in a few words."""

from __future__ import annotations

from branchline.games.central_pacific.rules.board import (
    CLAIM_IDS,
    DISCARD_IDS,
    DONE,
    DRAW_IDS,
    FIRST_IDS,
    GRANT_IDS,
    RETURN_IDS,
    SACRIFICE,
    STOCK,
)
from branchline.games.central_pacific.rules.forms import FORM_KIND, FORMS
from branchline.games.central_pacific.rules.layout import BEGIN, CLAIM, DISCARD, LAY, VICTIM_LAYS
from branchline.games.central_pacific.rules.limits import most_discards
from branchline.games.central_pacific.rules.placement import tiles_used
from branchline.games.central_pacific.rules.sides import side_of
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from branchline.games.central_pacific.text.names import some_tiles, tiles
from branchline.games.central_pacific.text.scene import side_scores
from branchline.games.drawing import SEAT_LETTERS
from branchline.games.position import Position
from branchline.texts import count, say


def preview(position: Position, action: int) -> str:
    """A few words on a legal action; nothing where there is nothing to say."""
    fields = position.fields
    if action < DISCARD_IDS:
        return _preview_lay(position, action)
    if action < RETURN_IDS:
        return say("goes back into the pool; you lay nothing in this turn") if fields.phase == BEGIN else ""
    if action < DRAW_IDS:
        return ""
    if GRANT_IDS <= action < FIRST_IDS:
        held = tiles(int(fields.hand_size[action - GRANT_IDS]))
        return say(
            "a random one of {tiles}; the victim then lays and discards at most {most}; once in a game",
            tiles=held,
            most=VICTIM_LAYS,
        )
    if CLAIM_IDS <= action < DONE:
        return _gain(position, position.ask_position("turn_ending_with", action))
    return _preview_other(position, action)


def _preview_other(position: Position, action: int) -> str:
    fields = position.fields
    if action == DONE and fields.phase == LAY:
        return _effect(position, position.ask_position("turn_ending_with", action))
    if action == DONE and fields.phase == DISCARD:
        return say("you draw {tiles}", tiles=_drawn(position, action))
    if action == SACRIFICE:
        return say(
            "a train leaves the game; discard up to {most} tiles, draw up to five, then lay; once in a game",
            most=int(most_discards(fields, fields.turn)),
        )
    if action == STOCK:
        return say("draw {tiles} now; once in a game", tiles=_drawn(position, action))
    return ""


def _drawn(position: Position, action: int) -> str:
    """The number of tiles that are drawn after an action."""
    return tiles(int(position.after(action).fields.to_draw))


def _preview_lay(position: Position, action: int) -> str:
    """What laying costs where it clears terrain, and what the turn brings if it ends with this tile."""
    square, kind = action // FORMS, int(FORM_KIND[action % FORMS])
    used = int(tiles_used(position.fields, square, kind))
    cost = [say("uses {tiles}", tiles=some_tiles(KIND_NAMES[kind], used))] if used > 1 else []
    effect = _effect(position, position.ask_position("turn_ending_with", action))
    return "; ".join([*cost, *([say("if you stop here: {effect}", effect=effect)] if effect else [])])


def _effect(position: Position, after: Position) -> str:
    """The spike, the trains and the points that the end of the turn brings."""
    before, then = position.fields, after.fields
    side = int(side_of(before, before.turn))
    found = [say("drives the Golden Spike")] if then.spike and not before.spike else []
    if then.phase == CLAIM:
        found.append(say("more lines than trains: you choose"))
    elif (placed := int(before.trains[side]) - int(then.trains[side])) > 0:
        found.append(count("places {n} train", "places {n} trains", placed))
    elif placed < 0:
        found.append(count("brings back {n} train", "brings back {n} trains", -placed))
    if then.over:
        found.append(say("ends the game"))
    return ", ".join([*found, *filter(None, [_gain(position, after)])])


def _gain(position: Position, after: Position) -> str:
    """Points gained and lost, own first, then the other sides by their letters."""
    old, new = side_scores(position), side_scores(after)
    mover = int(side_of(position.fields, position.fields.turn))
    found = []
    for side in ((mover + step) % len(old) for step in range(len(old))):
        gain = new[side] - old[side]
        if gain and side == mover:
            found.append(count("{gain} point", "{gain} points", abs(gain), gain=f"{gain:+d}"))
        elif gain:
            found.append(say("{letter} {gain}", letter=SEAT_LETTERS[side], gain=f"{gain:+d}"))
    return ", ".join(found)
