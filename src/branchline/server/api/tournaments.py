"""Routes for small tournaments."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from branchline.server.api.answers import Answer
from branchline.server.services import tournaments
from branchline.server.services.requests import RequestModel
from branchline.server.services.tournaments import EnterRequest, TournamentRequest
from branchline.server.web.dependencies import RequesterDep, ServicesDep, TournamentId, remember, respond
from branchline.server.web.problems import responses

router = APIRouter(tags=["tournaments"])
REFUSALS = responses(401, 404, 409)


class Nothing(RequestModel):
    """An empty object."""


class TournamentAnswer(Answer):
    """A tournament: its people with points, the best first, and its tables."""

    id: str
    path: str
    status: Literal["open", "playing", "over", "closed"]
    round: int
    rounds: int
    people: list[dict[str, Any]]
    tables: list[dict[str, Any]]


@router.post(
    "/api/tournaments", summary="Open a tournament", status_code=201, response_model=TournamentAnswer, responses=responses(401)
)
async def create(request: Request, body: TournamentRequest, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """People join by its link.  When you begin it, its tables are opened round by round."""
    found, owner = await tournaments.create(services, requester, body)
    remember(request, owner if requester.person is None else None)
    return respond(request, found.to_dict(owner), 201)


@router.get(
    "/api/tournaments/{tournament}", summary="Look at a tournament", response_model=TournamentAnswer, responses=REFUSALS
)
async def read(request: Request, tournament: TournamentId, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """The standings follow from the finished games; they change as soon as a game ends."""
    return respond(request, (await tournaments.read(services, tournament)).to_dict(requester.person))


@router.post("/api/tournaments/{tournament}/join", summary="Take part", response_model=TournamentAnswer, responses=REFUSALS)
async def enter(
    request: Request, tournament: TournamentId, body: EnterRequest, services: ServicesDep, requester: RequesterDep
) -> JSONResponse:
    """Join before the first round.  A person who was removed because a bot played for them can come back this way."""
    found, person = await tournaments.enter(services, requester, tournament, body.name)
    remember(request, person if requester.person is None else None)
    return respond(request, found.to_dict(person))


@router.post(
    "/api/tournaments/{tournament}/leave", summary="Take no part any more", response_model=TournamentAnswer, responses=REFUSALS
)
async def leave(
    request: Request, tournament: TournamentId, body: Nothing, services: ServicesDep, requester: RequesterDep
) -> JSONResponse:
    """You get no further tables.  Games that are on go on."""
    return respond(request, (await tournaments.leave(services, requester, tournament)).to_dict(requester.person))


@router.post(
    "/api/tournaments/{tournament}/begin", summary="Begin a tournament", response_model=TournamentAnswer, responses=REFUSALS
)
async def begin(
    request: Request, tournament: TournamentId, body: Nothing, services: ServicesDep, requester: RequesterDep
) -> JSONResponse:
    """Open the tables of the first round, if the tournament is yours.  Later rounds begin by themselves."""
    return respond(request, (await tournaments.begin(services, requester, tournament)).to_dict(requester.person))


@router.post(
    "/api/tournaments/{tournament}/close", summary="End a tournament", response_model=TournamentAnswer, responses=REFUSALS
)
async def close(
    request: Request, tournament: TournamentId, body: Nothing, services: ServicesDep, requester: RequesterDep
) -> JSONResponse:
    """End it early, if it is yours.  Games that are on go on, and the standings stay."""
    return respond(request, (await tournaments.close(services, requester, tournament)).to_dict(requester.person))
