"""What a reader keeps to themselves at a table: planned moves, and a note at the position that is shown."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import dropwhile

from branchline.match import Match
from branchline.match.plans import Plan
from branchline.server.pages.choices import in_words
from branchline.server.pages.moment import Moment
from branchline.server.pages.rendering import render
from branchline.server.services import notes, plans
from branchline.server.services.common import TableContext
from branchline.server.services.notes import Note
from branchline.server.services.plans import SeatPlans
from branchline.texts import say, seat, sentence


@dataclass(frozen=True)
class Private:
    """The plans and notes of the reader."""

    plans: SeatPlans
    notes: list[Note]

    @classmethod
    async def of(cls, at: TableContext) -> Private:
        """The plans and notes of a requester.  Both are empty without a seat, and plans also if nobody else plays."""
        match = at.live.match
        if not at.rights.seats or match.phase == "waiting":
            return cls(SeatPlans(), [])
        waits = not match.is_alone(at.rights.seats)
        return cls(await plans.read(at) if waits else SeatPlans(), await notes.read(at))


def fragments(at: TableContext, moment: Moment, mine: Private) -> dict[str, str]:
    """What the page shows of it: `kept` below the board, and `private` with the forms."""
    match, reader = moment.match, moment.reader
    if reader is None or match.phase == "waiting":
        return {"kept": "", "private": ""}
    here = next((note.text for note in mine.notes if note.ply == moment.ply and not note.taken_back), "")
    kept = render(
        "table/kept.html",
        note=here,
        told=told(moment, mine) if match.phase != "playing" else "",
        plans=[_plan(match, reader, number, plan) for number, plan in enumerate(mine.plans.plans)],
    )
    stops = moment.stops
    listed = [
        {"text": note.text, "ply": None if note.taken_back else note.ply, "step": bisect_left(stops, note.ply)}
        for note in mine.notes
    ]
    private = render(
        "table/private.html",
        table=at.id,
        may_plan=moment.is_live and _may_plan(match, reader, at),
        number=len(mine.plans.plans),
        ply=moment.ply,
        step=moment.step,
        note=here,
        notes=listed,
        holiday=match.phase == "playing" and match.setup.clock.kind == "days" and bool(at.services.settings.holiday_days),
    )
    return {"kept": kept, "private": private}


def _may_plan(match: Match, reader: int, at: TableContext) -> bool:
    """Whether there is somebody to wait for, so that a plan is of use."""
    waits = match.phase == "playing" and match.decider != reader and match.seats[reader].played_by == "person"
    return waits and not match.is_alone(at.rights.seats)


def _plan(match: Match, reader: int, number: int, plan: Plan) -> dict[str, object]:
    moves = say(", then ").join(in_words(match.game, move) for move in plan.moves)
    expected = plan.after[0] if plan.after else None
    if expected is None:
        text = say("When it is your turn: {moves}.", moves=moves)
    else:
        who = match.played[plan.ply].seat if plan.ply < match.ply else match.decider
        name = sentence(seat(who)) if who is not None and who >= 0 else ""
        first = in_words(match.game, expected)
        text = say("If this comes from {name}: {first}, then on your turn: {moves}.", name=name, first=first, moves=moves)
    return {"text": text, "number": number, "begun": plan.begun}


def told(moment: Moment, mine: Private) -> str:
    """What became of the last plans, until the reader has decided again."""
    match, reader, told = moment.match, moment.reader, mine.plans.told
    if told is None or not moment.is_live:
        return ""
    later = match.played[told["ply"] + (told["why"] in ("made", "stopped")) :]
    if told["why"] == "moved":  # told until the turn after that
        later = list(dropwhile(lambda past: past.seat == reader, dropwhile(lambda past: past.seat != reader, later)))
    if any(past.seat == reader for past in later):
        return ""
    move = in_words(match.game, told["move"])
    reasons = {
        "moved": say("Your plan was dropped, because you have moved yourself: {move}.", move=move),
        "over": say("The game ended before your planned move could be made: {move}.", move=move),
        "made": say("Your planned move was made: {move}.", move=move),
        "stopped": say("The rest of your plan was dropped, because something new was known: {move}.", move=move),
        "drawn": say("The rest of your plan was dropped, because something new was known: {move}.", move=move),
        "undo": say("Your plan was dropped, because moves were taken back: {move}.", move=move),
        "other": say("Your plan was dropped, because something else was played than you expected: {move}.", move=move),
        "illegal": say("Your plan was dropped, because it is not possible any more: {move}.", move=move),
        "bot": say("Your plan was dropped, because a bot plays for you: {move}.", move=move),
    }
    return reasons[told["why"]]
