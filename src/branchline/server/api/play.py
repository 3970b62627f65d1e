"""Playing: moves, taking back, absence and votes, chat, hints."""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from branchline.match import Match
from branchline.server.api.dependencies import ChangingTableDep, TableDep, respond
from branchline.server.api.models import (
    AnswerRequest,
    ChatAnswer,
    ChatRequest,
    HintAnswer,
    MoveAnswer,
    MoveRequest,
    SeatOnly,
    TableAnswer,
    UndoRequest,
    VoteRequest,
)
from branchline.server.services import hints as hint_service
from branchline.server.services.common import TableContext
from branchline.server.store import rows
from branchline.server.tables.changes import Decide
from branchline.server.web.problems import Problem, forbidden, responses
from branchline.texts import say

router = APIRouter(tags=["play"])
REFUSALS = responses(401, 404, 409, 503)


async def done(request: Request, at: TableContext, seat: int | None, decide: Decide) -> JSONResponse:
    """Change the table and answer how it is now."""
    outcome = await at.change(decide)
    after = TableContext(at.services, outcome.live, at.requester, at.rights)
    return respond(request, after.answer(seat, changed=bool(outcome.entries)))


@router.post("/api/tables/{table}/moves", summary="Make a move", response_model=MoveAnswer, responses=REFUSALS)
async def move(request: Request, body: MoveRequest, at: ChangingTableDep) -> JSONResponse:
    """Make a move at the ply you saw.

    200 with the table after it; sending the same move again is harmless (`repeated`).  409 with the present ply if
    somebody was faster or it is not your turn, 422 with the rule's sentence and paragraph if the move is not legal,
    403 if the seat is not yours.
    """
    after, repeated = await moved(body, at)
    return respond(request, after.answer(body.seat, repeated=repeated))


async def moved(body: MoveRequest, at: TableContext) -> tuple[TableContext, bool]:
    """The table after a move, and whether it had been made before."""
    seat = at.rights.holding(at.live, body.seat)

    def play(match: Match, now: float) -> Any:
        mover = seat if body.seat is not None else _mover(match, body.ply, at.rights.seats, seat)
        return match.play(mover, body.move, body.ply, now, version=body.version)

    outcome = await at.change(play)
    return TableContext(at.services, outcome.live, at.requester, at.rights), not outcome.entries


def _mover(match: Match, ply: int, mine: Collection[int], otherwise: int) -> int:
    """Which of several seats a post is meant for: who decides at its ply, or did so if the same post came before."""
    decider = match.deeds[ply].seat if ply < match.ply else match.decider
    return decider if decider is not None and decider in mine else otherwise


@router.post("/api/tables/{table}/undo", summary="Take back", response_model=TableAnswer, responses=REFUSALS)
async def undo(request: Request, body: UndoRequest, at: ChangingTableDep) -> JSONResponse:
    """Take moves back: your last decision (`what` is `step`), your turn (`turn`), or everything to the ply `to`.

    Going `to` a ply over draws, reveals or others' decisions asks the other persons first; against bots only it is done.
    """
    seat = at.rights.holding(at.live, body.seat)

    def back(match: Match, now: float) -> Any:
        if body.to is not None:
            return match.ask_undo(seat, body.to, body.ply, now, version=body.version)
        if body.what == "turn":
            return match.restart_turn(seat, body.ply, now, version=body.version)
        return match.undo_step(seat, body.ply, now, version=body.version)

    return await done(request, at, body.seat, back)


@router.post(
    "/api/tables/{table}/undo/answer", summary="Agree to an undo or refuse", response_model=TableAnswer, responses=REFUSALS
)
async def answer(request: Request, body: AnswerRequest, at: ChangingTableDep) -> JSONResponse:
    """Answer the wish in `view.undo.ask`; when all persons have agreed it is done.  Who asked refuses to withdraw."""
    seat = at.rights.holding(at.live, body.seat)
    return await done(request, at, body.seat, lambda match, now: match.answer_undo(seat, body.ask, body.yes, now))


@router.post("/api/tables/{table}/away", summary="Let a bot play for you", response_model=TableAnswer, responses=REFUSALS)
async def away(request: Request, body: SeatOnly, at: ChangingTableDep) -> JSONResponse:
    """A bot plays your seat until you are back."""
    seat = at.rights.holding(at.live, body.seat)
    return await done(request, at, body.seat, lambda match, now: match.take_over(seat, now))


@router.post("/api/tables/{table}/back", summary="Play yourself again", response_model=TableAnswer, responses=REFUSALS)
async def back(request: Request, body: SeatOnly, at: ChangingTableDep) -> JSONResponse:
    """Take your seat back from the bot that played for you."""
    seat = at.rights.holding(at.live, body.seat)
    return await done(request, at, body.seat, lambda match, now: match.hand_back(seat, now))


@router.post("/api/tables/{table}/votes", summary="Vote", response_model=TableAnswer, responses=REFUSALS)
async def vote(request: Request, body: VoteRequest, at: ChangingTableDep) -> JSONResponse:
    """Vote that a bot takes over an absent seat, or that the table is closed; it happens when all persons present agree."""
    seat = at.rights.holding(at.live, body.seat)
    if (body.topic == "take-over") != (body.about is not None):
        sentence = say("A vote on a take-over is about a seat, a vote to close is not.")
        raise Problem(422, "malformed", sentence, field="about")
    topic = body.topic if body.about is None else f"{body.topic} {body.about}"
    async with at.services.store.read() as db:
        seen = await rows.seen_at(db, at.id)
    return await done(request, at, body.seat, lambda match, now: match.vote(seat, topic, now, yes=body.yes, seen=seen))


# -- chat -------------------------------------------------------------------------------------------------


@router.get(
    "/api/tables/{table}/chat",
    summary="Read the chat",
    response_model=list[ChatAnswer],
    responses=responses(401, 404, 409, 503),
)
async def read_chat(request: Request, at: TableDep, after: Annotated[int, Query(ge=0, le=2**53)] = 0) -> JSONResponse:
    """The last lines of the table's chat, oldest first; only those with a number above `after`."""
    return respond(request, await at.services.tables.chat.lines(at.live, after))


@router.post(
    "/api/tables/{table}/chat",
    summary="Say something",
    status_code=201,
    response_model=ChatAnswer,
    responses=responses(401, 404, 409, 503),
)
async def write_chat(request: Request, body: ChatRequest, at: ChangingTableDep) -> JSONResponse:
    """A line of chat, from a seat at the table or from whoever opened it.  Spectators read."""
    if not at.rights.seats and not at.rights.is_owner:
        raise forbidden(say("Only who sits at the table may speak here."))
    seat = at.rights.seats[0] if at.rights.seats else None
    name = at.live.match.seats[seat].label if seat is not None else at.requester.person.name if at.requester.person else ""
    person = at.requester.person.id if at.requester.person else None
    return respond(request, await at.services.tables.chat.add(at.live, person, seat, name, body.text, at.check), 201)


# -- hints ------------------------------------------------------------------------------------------------


@router.post(
    "/api/tables/{table}/hint",
    summary="Ask for advice",
    response_model=HintAnswer,
    responses=responses(401, 404, 409, 503),
)
async def hint(request: Request, at: TableDep, ply: Annotated[int | None, Query(ge=0, le=1_000_000)] = None) -> JSONResponse:
    """What a strong bot would do: on your turn against bots only, and at any ply of a finished game."""
    advice = await hint_service.hint(at, ply)
    thought = advice.thought
    return respond(
        request,
        {
            "ply": advice.ply,
            "seat": advice.seat,
            "move": thought.choice,
            "chances": [round(chance, 4) for chance in thought.chances],
            "visits": dict(list(thought.visits.items())[:8]),
            "line": thought.line,
        },
    )
