"""Routes for reviews of finished games."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from branchline.server.api.answers import ReviewAnswer
from branchline.server.services import reviews
from branchline.server.services.requests import ReviewRequest
from branchline.server.web.dependencies import ChangingTableDep, TableDep, respond
from branchline.server.web.problems import responses

router = APIRouter(tags=["records"])
REFUSALS = responses(401, 404, 409, 503)


@router.get("/api/tables/{table}/review", summary="The review", response_model=ReviewAnswer, responses=REFUSALS)
async def review(
    request: Request, at: TableDep, brief: Annotated[bool, Query(description="Leave the review itself out.")] = False
) -> JSONResponse:
    """What was error, what was luck and who was given what in a finished game, if somebody has asked for the review.

    409 if the game is not over; 403 while others play, because a review would be help from outside.
    """
    names = None if brief else [seat.label for seat in at.live.match.seats]
    return respond(request, (await reviews.find(at)).to_dict(names))


@router.post(
    "/api/tables/{table}/review",
    summary="Ask for a review",
    status_code=202,
    response_model=ReviewAnswer,
    responses={**REFUSALS, 202: {"description": "It is there, or it is being made."}},
)
async def ask(request: Request, body: ReviewRequest, at: ChangingTableDep) -> JSONResponse:
    """Have a finished game reviewed in the background; `GET` tells how far it is.

    All who ask for the same record and depth get the same review.
    """
    return respond(request, (await reviews.ask(at, body.depth)).to_dict(None), 202)
