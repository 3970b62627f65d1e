"""What has to be done now, in a sentence."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules.layout import (
    ASK,
    CLAIM,
    DISCARD,
    DRAW,
    FIRST,
    HAND,
    LAY,
    RETURN,
    TAKE,
)
from branchline.games.central_pacific.rules.limits import most_discards, most_lays
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
    return _prompt_of_beginning(fields)


def _prompt_of_beginning(fields: Any) -> str:
    if fields.limited[fields.turn]:
        most = int(most_lays(fields, fields.turn))
        if fields.token_used:
            return say("Lay or discard tiles, at most {most} after a Land Grant; a sacrifice may come first.", most=most)
        return say("Lay or discard tiles, at most {most} after a Land Grant; a token or a sacrifice may come first.", most=most)
    if fields.token_used:
        return say("Lay or discard tiles; a sacrifice may come first.")
    return say("Lay or discard tiles; a token or a sacrifice may come first.")


def _prompt_of_discards(fields: Any, held: int) -> str:
    most = int(most_discards(fields, fields.turn))
    if not fields.discarded:
        return say("Discard 1 to {most} tiles, then you draw and may lay.", most=most)
    if fields.discarded == most or held == 0:
        return say("Discarded {tiles}: say done.", tiles=tiles(int(fields.discarded)))
    return say("Discard tiles ({discarded} of {most} so far), then say done.", discarded=int(fields.discarded), most=most)


def _prompt_of_lays(fields: Any, held: int) -> str:
    most = int(most_lays(fields, fields.turn))
    if fields.laid == most or held == 0:
        return say("Laid {tiles}: say done.", tiles=tiles(int(fields.laid)))
    return say("Lay tiles ({laid} of {most} so far), then say done.", laid=int(fields.laid), most=most)
