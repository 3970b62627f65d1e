"""What has to be done now, in a sentence."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules.layout import (
    ASK,
    CLAIM,
    DISCARD,
    DISCARDS,
    DRAW,
    FIRST,
    HAND,
    LAY,
    LAYS,
    RETURN,
    TAKE,
)
from branchline.games.central_pacific.rules.sides import side_of
from branchline.games.central_pacific.text.names import ending, tiles, trains
from branchline.games.position import Position
from branchline.texts import count, say, seat, sentence


def prompt(position: Position) -> str:
    """What the actor has to do now."""
    fields = position.fields
    player = seat(int(fields.turn))
    if fields.over:
        return say("The game is over: {ending}.", ending=ending(fields))
    if fields.phase == DRAW:
        return sentence(
            count("{player} draws one more tile.", "{player} draws {n} more tiles.", int(fields.to_draw), player=player)
        )
    if fields.phase == TAKE:
        return sentence(say("{player} takes a tile from {victim}.", player=player, victim=seat(int(fields.victim))))
    if fields.phase == FIRST:
        return say("Draw who is first.")
    return _prompt_of_seat(fields)


def _prompt_of_seat(fields: Any) -> str:
    held = int(fields.hand_size[fields.turn])
    if fields.phase == ASK:
        return say("There is no city in the hand: redraw or keep it.")
    if fields.phase == CLAIM:
        supply, lines = trains(int(fields.trains[side_of(fields, fields.turn)])), int(fields.claim_count)
        return say("Choose a line to claim: {lines} lines, {trains}.", lines=lines, trains=supply)
    if fields.phase == RETURN:
        return say("Return {back} of {held} tiles.", back=held - HAND, held=held)
    if fields.phase == DISCARD:
        return _prompt_of_discards(fields, held)
    if fields.phase == LAY:
        return _prompt_of_lays(fields, held)
    if held == 0:
        return say("The hand is empty: use a token or say done.")
    if fields.barred:
        return say("The pool is empty: lay tiles, if you can.")
    if fields.token_used:
        return say("Lay or discard tiles; a sacrifice may come first.")
    return say("Lay or discard tiles; a token or a sacrifice may come first.")


def _prompt_of_discards(fields: Any, held: int) -> str:
    if not fields.discarded:
        return say("Discard one to five tiles, then you draw and may lay.")
    if fields.discarded == DISCARDS or held == 0:
        return say("Discarded {tiles}: say done.", tiles=tiles(int(fields.discarded)))
    return say("Discard tiles ({discarded} so far), then say done.", discarded=int(fields.discarded))


def _prompt_of_lays(fields: Any, held: int) -> str:
    if fields.laid == LAYS or held == 0:
        return say("Laid {tiles}: say done.", tiles=tiles(int(fields.laid)))
    return say("Lay tiles ({laid} of {most} so far), then say done.", laid=int(fields.laid), most=LAYS)
