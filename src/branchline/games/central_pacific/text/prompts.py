"""What has to be done now, in a sentence."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules.board import SACRIFICE, STOCK
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
from branchline.games.central_pacific.rules.tokens import may_grant
from branchline.games.central_pacific.text.names import ending, trains
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
        return say("Drawing who plays first.")
    return _prompt_of_seat(position)


def _prompt_of_seat(position: Position) -> str:
    fields = position.fields
    held = int(fields.hand_size[fields.turn])
    if fields.phase == ASK:
        return say("There is no city in your hand: draw a new hand, or keep this one.")
    if fields.phase == CLAIM:
        supply, lines = trains(int(fields.trains[side_of(fields, fields.turn)])), int(fields.claim_count)
        return say("Choose a line for your train: {lines} are new, and you have {trains}.", lines=lines, trains=supply)
    if fields.phase == RETURN:
        return say("You hold {held} tiles: put {back} back.", held=held, back=held - HAND)
    if fields.phase == DISCARD:
        return _prompt_of_discards(fields, held)
    if fields.phase == LAY:
        return _prompt_of_lays(fields, held)
    return _prompt_of_beginning(position, held)


def _prompt_of_beginning(position: Position, held: int) -> str:
    fields = position.fields
    grant = may_grant(fields, fields.turn)
    token = grant or position.why_not(STOCK) == 0
    if held == 0:
        return say("Your hand is empty: use a token, or end your turn.") if token else say("Your hand is empty: end your turn.")
    most = min(int(most_lays(fields, fields.turn)), held)
    if fields.barred:
        if grant:
            return say("The pool is empty: lay up to {most} tiles if you can, or use your Land Grant first.", most=most)
        return say("The pool is empty: lay at least 1 tile, at most {most}.", most=most)
    return _lay_or_discard(fields, most, token, sacrifice=position.why_not(SACRIFICE) == 0)


def _lay_or_discard(fields: Any, most: int, token: bool, sacrifice: bool) -> str:
    if fields.limited[fields.turn]:
        todo = say("Lay or discard at most {most} tiles (Land Grant)", most=most)
    else:
        todo = say("Lay up to {most} tiles, or discard some", most=most)
    if token and sacrifice:
        return say("{todo}; first you may use a token or sacrifice a train.", todo=todo)
    if token:
        return say("{todo}; first you may use a token.", todo=todo)
    return say("{todo}; first you may sacrifice a train.", todo=todo) if sacrifice else f"{todo}."


def _prompt_of_discards(fields: Any, held: int) -> str:
    left = min(int(most_discards(fields, fields.turn)) - int(fields.discarded), held)
    if not fields.discarded:
        return say("Discard 1 to {most} tiles; then you draw new ones and may lay.", most=left)
    if fields.sacrificing:
        return (
            count("Discard {n} more tile, or draw new ones.", "Discard up to {n} more tiles, or draw new ones.", left)
            if left
            else say("Now draw new tiles.")
        )
    return (
        count("Discard {n} more tile, or end your turn.", "Discard up to {n} more tiles, or end your turn.", left)
        if left
        else _end()
    )


def _prompt_of_lays(fields: Any, held: int) -> str:
    left = min(int(most_lays(fields, fields.turn)) - int(fields.laid), held)
    return (
        count("Lay {n} more tile, or end your turn.", "Lay up to {n} more tiles, or end your turn.", left) if left else _end()
    )


def _end() -> str:
    return say("Nothing is left to do: end your turn.")
