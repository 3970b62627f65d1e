"""Routes for reviews of finished games."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from branchline.server.api.answers import ReviewAnswer
from branchline.server.services import reviews
from branchline.server.services.common import TableContext
from branchline.server.services.requests import ReviewRequest
from branchline.server.services.reviews import ReviewState
from branchline.server.web.dependencies import ChangingTableDep, TableDep, respond
from branchline.server.web.problems import responses

router = APIRouter(tags=["records"])
REFUSALS = responses(401, 404, 409, 503)


def answer_of(at: TableContext, found: ReviewState, brief: bool = False) -> dict[str, Any]:
    """What there is of a review, in the form of the API."""
    job, named = found.job, None if brief else found.named([seat.label for seat in at.live.match.seats])
    published = found.review["depth"] if found.review is not None else ""
    return {
        "state": found.state,
        "done": job.done if job else 0,
        "total": job.total if job else 0,
        "depth": job.key.depth if job else published,
        "depths": list(found.depths),
        "review": None if named is None else named.to_json(),
    }


@router.get("/api/tables/{table}/review", summary="The review", response_model=ReviewAnswer, responses=REFUSALS)
async def review(
    request: Request, at: TableDep, brief: Annotated[bool, Query(description="Leave the review itself out.")] = False
) -> JSONResponse:
    """What was error, what was luck and who was given what in a finished game, if somebody has asked for the review.

    409 if the game is not over; 403 while others play, because a review would be help from outside.
    """
    return respond(request, answer_of(at, await reviews.find(at), brief))


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
    return respond(request, answer_of(at, await reviews.ask(at, body.depth), brief=True), 202)
