"""Routes for playing: moves, undo, absence and votes, chat, hints."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from branchline.server.api.answers import ChatAnswer, HintAnswer, MoveAnswer, TableAnswer
from branchline.server.services import chat, moves
from branchline.server.services import hints as hint_service
from branchline.server.services.moves import Changed
from branchline.server.services.requests import AnswerRequest, ChatRequest, MoveRequest, SeatOnly, UndoRequest, VoteRequest
from branchline.server.web.dependencies import ChangingTableDep, TableDep, respond
from branchline.server.web.problems import responses

router = APIRouter(tags=["play"])
REFUSALS = responses(401, 404, 409, 503)


def changed(request: Request, done: Changed, seat: int | None) -> JSONResponse:
    """The answer with the table after a change."""
    return respond(request, done.at.answer(seat, changed=done.is_changed))


@router.post("/api/tables/{table}/moves", summary="Make a move", response_model=MoveAnswer, responses=REFUSALS)
async def move(request: Request, body: MoveRequest, at: ChangingTableDep) -> JSONResponse:
    """Make a move at the ply you saw.

    200 with the table after it; sending the same move again is harmless (`repeated`).  409 with the present ply if
    somebody was faster or it is not your turn, 422 with the rule's sentence and paragraph if the move is not legal,
    403 if the seat is not yours.
    """
    done = await moves.move(at, body)
    return respond(request, done.at.answer(body.seat, repeated=not done.is_changed))


@router.post("/api/tables/{table}/undo", summary="Take back", response_model=TableAnswer, responses=REFUSALS)
async def undo(request: Request, body: UndoRequest, at: ChangingTableDep) -> JSONResponse:
    """Take moves back: your last decision (`what` is `step`), your turn (`turn`), or everything to the ply `to`.

    Going `to` a ply over draws, reveals or others' decisions asks the other persons first; against bots only it is done.
    """
    return changed(request, await moves.undo(at, body), body.seat)


@router.post(
    "/api/tables/{table}/undo/answer", summary="Agree to an undo or refuse", response_model=TableAnswer, responses=REFUSALS
)
async def answer(request: Request, body: AnswerRequest, at: ChangingTableDep) -> JSONResponse:
    """Agree to an undo or refuse it.  It is done when all persons have agreed.  The person who asked withdraws by refusing."""
    return changed(request, await moves.answer_undo(at, body), body.seat)


@router.post("/api/tables/{table}/away", summary="Let a bot play for you", response_model=TableAnswer, responses=REFUSALS)
async def away(request: Request, body: SeatOnly, at: ChangingTableDep) -> JSONResponse:
    """A bot plays your seat until you are back."""
    return changed(request, await moves.take_over(at, body), body.seat)


@router.post("/api/tables/{table}/back", summary="Play yourself again", response_model=TableAnswer, responses=REFUSALS)
async def back(request: Request, body: SeatOnly, at: ChangingTableDep) -> JSONResponse:
    """Take your seat back from the bot that played for you."""
    return changed(request, await moves.hand_back(at, body), body.seat)


@router.post("/api/tables/{table}/votes", summary="Vote", response_model=TableAnswer, responses=REFUSALS)
async def vote(request: Request, body: VoteRequest, at: ChangingTableDep) -> JSONResponse:
    """Vote that a bot takes over an absent seat, or that the table is closed; it happens when all persons present agree."""
    return changed(request, await moves.vote(at, body), body.seat)


# -- chat -------------------------------------------------------------------------------------------------


@router.get(
    "/api/tables/{table}/chat",
    summary="Read the chat",
    response_model=list[ChatAnswer],
    responses=responses(401, 404, 409, 503),
)
async def read_chat(request: Request, at: TableDep, after: Annotated[int, Query(ge=0, le=2**53)] = 0) -> JSONResponse:
    """The last lines of the table's chat, oldest first; only those with a number above `after`."""
    return respond(request, await chat.read(at, after))


@router.post(
    "/api/tables/{table}/chat",
    summary="Say something",
    status_code=201,
    response_model=ChatAnswer,
    responses=responses(401, 404, 409, 503),
)
async def write_chat(request: Request, body: ChatRequest, at: ChangingTableDep) -> JSONResponse:
    """Write a line of chat.  You need a seat, unless you opened the table.  Spectators can only read."""
    return respond(request, await chat.write(at, body.text), 201)


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
    analysis = advice.analysis
    return respond(
        request,
        {
            "ply": advice.ply,
            "seat": advice.seat,
            "move": analysis.choice,
            "chances": [round(chance, 4) for chance in analysis.chances],
            "visits": dict(list(analysis.visits.items())[:8]),
            "move_chances": {move: round(chance, 4) for move, chance in analysis.move_chances.items()},
            "line": analysis.line,
        },
    )
