"""Playing: moves, undo, absence and votes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from branchline.match import Entry, Match
from branchline.server.base.problems import Problem
from branchline.server.services.common import TableContext
from branchline.server.services.requests import AnswerRequest, MoveRequest, SeatOnly, UndoRequest, VoteRequest
from branchline.server.store import seat_rows
from branchline.server.tables.changes import Decide
from branchline.texts import say


@dataclass(frozen=True)
class Changed:
    """A table after a request, and whether the request changed it."""

    at: TableContext
    is_changed: bool


async def move(at: TableContext, wanted: MoveRequest) -> Changed:
    """Make a move.  A move that has been made already changes nothing."""
    seat = at.rights.acting_seat(at.live, wanted.seat)

    def play(match: Match, now: float) -> Sequence[Entry]:
        mover = seat if wanted.seat is not None else _mover(match, wanted.ply, at.rights.seats, seat)
        return match.play(mover, wanted.move, wanted.ply, now, version=wanted.version)

    done = await _change(at, play)
    if done.is_changed:
        at.services.presence.act(at.id, seat)
    return done


def _mover(match: Match, ply: int, mine: Collection[int], otherwise: int) -> int:
    """The one of the requester's seats that a move is for: the seat that decides, or has decided, at the move's ply."""
    decider = match.played[ply].seat if ply < match.ply else match.decider
    return decider if decider is not None and decider in mine else otherwise


async def undo(at: TableContext, wanted: UndoRequest) -> Changed:
    """Take moves back, or ask the others for their consent."""
    seat = at.rights.acting_seat(at.live, wanted.seat)

    def back(match: Match, now: float) -> Sequence[Entry]:
        if wanted.to is not None:
            return match.ask_undo(seat, wanted.to, wanted.ply, now, version=wanted.version)
        if wanted.what == "turn":
            return match.restart_turn(seat, wanted.ply, now, version=wanted.version)
        return match.undo_step(seat, wanted.ply, now, version=wanted.version)

    return await _change(at, back)


async def answer_undo(at: TableContext, wanted: AnswerRequest) -> Changed:
    """Agree to an undo or refuse it."""
    seat = at.rights.acting_seat(at.live, wanted.seat)
    return await _change(at, lambda match, now: match.answer_undo(seat, wanted.ask, wanted.yes, now))


async def take_over(at: TableContext, wanted: SeatOnly) -> Changed:
    """Let a bot play the requester's seat."""
    seat = at.rights.acting_seat(at.live, wanted.seat)
    return await _change(at, lambda match, now: match.take_over(seat, now))


async def hand_back(at: TableContext, wanted: SeatOnly) -> Changed:
    """Take the requester's seat back from a bot."""
    seat = at.rights.acting_seat(at.live, wanted.seat)
    return await _change(at, lambda match, now: match.hand_back(seat, now))


async def vote(at: TableContext, wanted: VoteRequest) -> Changed:
    """Vote on a take-over or on closing the table."""
    seat = at.rights.acting_seat(at.live, wanted.seat)
    if (wanted.topic == "take-over") != (wanted.about is not None):
        sentence = say("A vote on a take-over is about a seat, a vote to close is not.")
        raise Problem(422, "malformed", sentence, field="about")
    topic = wanted.topic if wanted.about is None else f"{wanted.topic} {wanted.about}"
    async with at.services.store.read() as db:
        seen = await seat_rows.seen_at(db, at.id)
    return await _change(at, lambda match, now: match.vote(seat, topic, now, yes=wanted.yes, seen=seen))


async def _change(at: TableContext, decide: Decide) -> Changed:
    outcome = await at.change(decide)
    return Changed(replace(at, live=outcome.live), bool(outcome.entries))
