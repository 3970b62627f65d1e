"""The course of a game: how near its end is, the steps of a turn, and moves that count."""

from __future__ import annotations

from branchline.games.central_pacific.rules.layout import (
    ASK,
    BEGIN,
    CLAIM,
    DISCARD,
    DRAW,
    FIRST,
    LAY,
    REFILL,
    RETURN,
    TAKE,
    THEN_ASK,
    THEN_DEAL,
    THEN_END,
)
from branchline.games.central_pacific.rules.sides import side_count
from branchline.games.central_pacific.text.consequences import tell_consequences
from branchline.games.central_pacific.text.telling import tell_winners
from branchline.games.position import Position
from branchline.games.spec import Progress
from branchline.texts import count, say, seat, sentence

LAYING, CLAIMING, DRAWING = range(3)
"""The steps of a turn."""
STEP = {BEGIN: LAYING, LAY: LAYING, DISCARD: LAYING, TAKE: LAYING, CLAIM: CLAIMING, RETURN: DRAWING, REFILL: DRAWING}
COUNTED = ("CP 4.1", "CP 4.5")
"""The paragraphs of the Golden Spike and of stolen lines."""


def progress(position: Position) -> Progress:
    """CP 4.1, 6.1: whether the Golden Spike is taken, the trains until the end, and the step of the turn."""
    fields = position.fields
    steps = say("Lay or discard"), say("Claim lines"), say("Draw tiles")
    if _in_set_up(position):
        return Progress(say("Set-up"), steps)
    stage = say("After the Golden Spike") if fields.spike else say("Before the Golden Spike")
    if fields.over:
        return Progress(stage, steps)
    left = int(min(fields.trains[: side_count(fields)]))
    near = count("{stage}, {n} train from the end", "{stage}, {n} trains from the end", left, stage=stage)
    return Progress(near, steps, _step(position))


def _in_set_up(position: Position) -> bool:
    fields = position.fields
    return fields.phase in (FIRST, ASK) or (fields.phase == DRAW and fields.afterwards in (THEN_DEAL, THEN_ASK))


def _step(position: Position) -> int:
    fields = position.fields
    if fields.phase == DRAW:
        return DRAWING if fields.afterwards == THEN_END else LAYING
    return STEP[int(fields.phase)]


def milestone(before: Position, text: str, after: Position) -> str:
    """CP 4.1, 4.5, 5.3, 6.1: the Golden Spike, stolen lines, a tile taken, the end of the game."""
    told = [sentence(what) for what, paragraph in tell_consequences(before, after) if paragraph in COUNTED]
    if before.fields.phase == TAKE:
        thief, victim = seat(int(before.fields.turn)), seat(int(before.fields.victim))
        told.append(sentence(say("{player} takes a tile from {victim}", player=thief, victim=victim)))
    if after.fields.over and not before.fields.over:
        told.append(sentence(tell_winners(after)))
    return " · ".join(told)
