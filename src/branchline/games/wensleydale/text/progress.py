"""The course of a game: turn and phase, moves that count, and the accounts of a turn."""

from __future__ import annotations

from branchline.games.position import Position
from branchline.games.spec import Progress, SheetRow
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BUILDING,
    INFLUENCE,
    LOADS,
    PROFIT,
    PROFIT_AND_LOSS,
    SET_BONUS,
    SET_UP,
    TAKEOVERS,
    TRAINS,
)
from branchline.games.wensleydale.rules.scoring import sets
from branchline.games.wensleydale.text.consequences import phases_ended, tell_winners, winners_of
from branchline.games.wensleydale.text.names import kind_name, phase_name, piece_name, signed
from branchline.kernel import OVER
from branchline.texts import count, say, seat

PHASES = (INFLUENCE, AUCTION, BUILDING, TRAINS, PROFIT_AND_LOSS, TAKEOVERS)
"""The phases that players follow; the others only set things up for these."""


def progress(position: Position) -> Progress:
    """LW 1.6: the turn, and its phase."""
    fields = position.fields
    names = tuple(phase_name(phase) for phase in PHASES)
    if fields.phase == SET_UP:
        return Progress(phase_name(SET_UP), names)
    turn = say("Turn {turn} of {turns}", turn=int(fields.turn), turns=int(fields.turns))
    if fields.to_act == OVER or fields.phase not in PHASES:
        return Progress(turn, names)
    return Progress(turn, names, PHASES.index(int(fields.phase)))


def milestone(before: Position, text: str, after: Position) -> str:
    """LW 3.4, 7.1, 9.3, 10.0: the winners of an auction, a takeover, profit and loss, the end of a turn or of the game."""
    told = []
    if text == "done" and before.fields.phase == TAKEOVERS:
        told.append(_takeover(before))
    ended = phases_ended(before, after)
    if AUCTION in ended:
        won = sorted(winners_of(before, text.split()).items())
        boxes = ", ".join(say("{player} box {box}", player=seat(winner), box=box + 1) for box, winner in won)
        told.append(say("The auction is over: {boxes}", boxes=boxes) if won else say("The auction is over without a bid"))
    if PROFIT_AND_LOSS in ended:
        changes = (after.fields.marks[PROFIT] - before.fields.marks[PROFIT]).tolist()
        listed = ", ".join(f"{seat(number)} {signed(changes[number])}" for number in range(after.players))
        told.append(say("Profit and loss: {changes}", changes=listed))
    if after.fields.to_act == OVER:
        told.append(tell_winners(after))
    elif TAKEOVERS in ended:
        told.append(say("Turn {turn} of {turns} ends", turn=int(before.fields.turn), turns=int(before.fields.turns)))
    return " · ".join(told)


def _takeover(before: Position) -> str:
    company, links = kind_name(int(before.fields.sale) - 1), int(before.fields.path_links)
    return count(
        "{company} takes over {n} link of {player}",
        "{company} takes over {n} links of {player}",
        links,
        company=company,
        player=seat(int(before.fields.to_act)),
    )


def round_tally(before: Position, text: str, after: Position) -> list[SheetRow]:
    """LW 7.1: the accounts of a turn, when its trains have come home: pieces, sets, profit and loss, and the score now."""
    if PROFIT_AND_LOSS not in phases_ended(before, after):
        return []
    old, new, seats = before.fields, after.fields, range(after.players)
    rows = [
        SheetRow(piece_name(piece), [int(new.piles[seat][piece]) - int(old.piles[seat][piece]) for seat in seats])
        for piece in range(LOADS)
    ]
    bonus = [SET_BONUS * (int(sets(new, seat)) - int(sets(old, seat))) for seat in seats]
    return [
        *rows,
        SheetRow(say("sets of all four, {points} each", points=SET_BONUS), bonus),
        SheetRow(say("profit and loss"), [int(new.marks[PROFIT][seat]) - int(old.marks[PROFIT][seat]) for seat in seats]),
        SheetRow(say("score now"), list(after.scores), counts=False),
    ]
