"""Routes for tables: opening one, reading it, taking a seat and leaving it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse

from branchline.server.api.answers import LinkAnswer, LobbyAnswer, TableAnswer, TablesAnswer
from branchline.server.base.problems import Problem, forbidden
from branchline.server.services import lists, seating
from branchline.server.services import tables as table_service
from branchline.server.services.common import Opened, TableContext
from branchline.server.services.requests import FillRequest, JoinRequest, NameRequest, SeatOnly, TableRequest
from branchline.server.web.dependencies import ChangingTableDep, RequesterDep, ServicesDep, TableDep, remember, respond
from branchline.server.web.problems import responses
from branchline.texts import say

router = APIRouter(tags=["tables"])


@router.post(
    "/api/tables",
    summary="Open a table",
    status_code=201,
    response_model=TableAnswer,
    responses=responses(503),
)
async def open_table(request: Request, body: TableRequest, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """A new table.  The game begins when every seat is taken; with you and bots only, at once."""
    return await new_table(request, await table_service.open_table(services, requester, body))


async def new_table(request: Request, opened: Opened) -> JSONResponse:
    """The answer with a new table."""
    remember(request, opened.newcomer)
    return respond(request, opened.at.answer(links=await all_links(opened.at)), 201)


@router.get(
    "/api/tables/{table}", summary="Look at a table", response_model=TableAnswer, responses=responses(401, 404, 409, 503)
)
async def look(request: Request, at: TableDep, seat: Annotated[int | None, Query(ge=0, le=19)] = None) -> JSONResponse:
    """The table as your seat may see it; without a seat, as a spectator.  `seat` chooses among several of yours."""
    at.services.looked_at(at.live)
    return respond(request, at.answer(seat))


@router.post(
    "/api/tables/{table}/join", summary="Sit down", response_model=TableAnswer, responses=responses(401, 404, 409, 503)
)
async def join(request: Request, body: JoinRequest, at: ChangingTableDep) -> JSONResponse:
    """Take a seat that is open, or one that you are invited to; or open your own seat on another device by its seat link.

    An invitation can be used once.  The answer has the new link of your seat, which nobody else is shown.
    """
    joined = await seating.join(at, body)
    remember(request, joined.newcomer)
    return respond(request, joined.at.answer(joined.seat, links=await all_links(joined.at)))


@router.post("/api/tables/{table}/leave", summary="Get up", response_model=TableAnswer, responses=responses(401, 404, 409, 503))
async def leave(request: Request, body: SeatOnly, at: ChangingTableDep) -> JSONResponse:
    """Leave your seat for good: before the start it is open again, afterwards a bot plays it."""
    return respond(request, (await seating.leave(at, body.seat)).answer())


@router.post(
    "/api/tables/{table}/rename",
    summary="Take another name",
    response_model=TableAnswer,
    responses=responses(401, 404, 409, 503),
)
async def rename(request: Request, body: NameRequest, at: ChangingTableDep) -> JSONResponse:
    """Another name for your seats at this table."""
    return respond(request, (await seating.rename(at, body.name)).answer())


@router.post(
    "/api/tables/{table}/fill",
    summary="Put a bot on an open seat",
    response_model=TableAnswer,
    responses=responses(401, 404, 409, 503),
)
async def fill(request: Request, body: FillRequest, at: ChangingTableDep) -> JSONResponse:
    """Put a bot on an open seat.  Only the person who opened the table may do this."""
    return respond(request, (await table_service.fill(at, body.seat, body.level)).answer())


@router.post(
    "/api/tables/{table}/close",
    summary="Close a waiting table",
    response_model=TableAnswer,
    responses=responses(401, 404, 409, 503),
)
async def close(request: Request, at: ChangingTableDep) -> JSONResponse:
    """Close a table that you opened, if the game has not begun or only bots play besides you."""
    return respond(request, (await table_service.close(at)).answer())


# -- links ------------------------------------------------------------------------------------------------


async def all_links(at: TableContext) -> list[dict[str, Any]]:
    """The links that the requester may see, in the form of the API."""
    return [link.to_dict() for link in await seating.links_of(at)]


@router.get(
    "/api/tables/{table}/links",
    summary="The links of seats",
    response_model=list[LinkAnswer],
    responses=responses(401, 404, 409, 503),
)
async def links(request: Request, at: TableDep) -> JSONResponse:
    """Links to your own seats (for another device or a program), and invitations to open seats if you opened the table."""
    if not at.rights.seats and not at.rights.is_owner:
        raise forbidden(say("You have no seat at this table."))
    return respond(request, await all_links(at))


@router.post(
    "/api/tables/{table}/links",
    summary="Renew a seat's link",
    response_model=LinkAnswer,
    responses=responses(401, 404, 409, 503),
)
async def renew(request: Request, body: SeatOnly, at: ChangingTableDep) -> JSONResponse:
    """Make the link of a seat void and get a new one.

    For your own seat: other browsers and programs that play it have to come by the new link.  For an open seat of a table that
    you opened: an invitation that nobody has used is void.
    """
    if body.seat is None:
        raise Problem(422, "malformed", say("Name the seat."), field="seat")
    return respond(request, (await seating.renew(at, body.seat)).to_dict())


# -- lists ------------------------------------------------------------------------------------------------


@router.get("/api/lobby", summary="Public tables", response_model=LobbyAnswer, responses=responses())
async def lobby(
    request: Request, services: ServicesDep, game: Annotated[str | None, Query(max_length=40)] = None
) -> JSONResponse:
    """Tables that wait for people, tables to watch, and those just finished; of one game if named."""
    return respond(request, await lists.lobby(services, game))


@router.get("/api/me/tables", summary="Your tables", response_model=TablesAnswer, responses=responses(401))
async def my_tables(request: Request, services: ServicesDep, requester: RequesterDep, waiting: bool = False) -> JSONResponse:
    """Tables where you sit or that you opened, the last changed first; with `waiting`, only those that wait for you."""
    return respond(request, {"tables": await lists.own_tables(services, requester, waiting=waiting)})
