"""Routes for records, history and pictures, and for the tables that begin from them: forks, rematches, imports."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from branchline.server.api.answers import HistoryAnswer, TableAnswer
from branchline.server.api.tables import new_table
from branchline.server.services import deals
from branchline.server.services import records as record_service
from branchline.server.services.requests import DealRequest, ForkRequest, ImportRequest
from branchline.server.web.dependencies import ChangingTableDep, RequesterDep, ServicesDep, TableDep, respond
from branchline.server.web.problems import responses

router = APIRouter(tags=["records"])
REFUSALS = responses(401, 404, 409, 503)
PlyPath = Annotated[int, Path(ge=0, le=1_000_000)]


@router.get(
    "/api/tables/{table}/record",
    summary="The record",
    response_class=Response,  # a response class with its own media type would describe refusals as plain text too
    responses={**REFUSALS, 200: {"content": {"text/plain": {}, "application/json": {}}, "description": "The record."}},
)
async def record(at: TableDep, json: bool = False) -> Response:
    """The whole game with nothing hidden, once it is over; as text, or as its JSON twin with `json`.

    Before the end there is a record only for somebody who plays alone against bots, and only where nothing is hidden.
    """
    match = at.live.match
    found = match.record(at.rights.seats)
    if json:
        return JSONResponse(found.to_json())
    name = f"{match.game.name}-{at.id}.txt"
    return PlainTextResponse(found.dumps(), headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get(
    "/api/tables/{table}/at/{ply}", summary="The board at an earlier ply", response_model=HistoryAnswer, responses=REFUSALS
)
async def history(
    request: Request, at: TableDep, ply: PlyPath, seat: Annotated[int | None, Query(ge=0, le=19)] = None
) -> JSONResponse:
    """The board after so many plies, as your seat may see it; when the game is over, with nothing hidden."""
    seen_from = at.rights.view_seat(at.live, seat)
    return respond(request, {"id": at.id, "view": at.live.match.view_at(ply, seen_from)})


@router.get(
    "/api/tables/{table}/picture",
    summary="The board as a picture",
    responses={**REFUSALS, 200: {"content": {"image/svg+xml": {}}, "description": "SVG."}},
    response_class=Response,
)
async def picture(
    at: TableDep,
    ply: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    seat: Annotated[int | None, Query(ge=0, le=19)] = None,
) -> Response:
    """The board as SVG, as your seat may see it, now or at an earlier ply."""
    return Response(at.live.match.svg(at.rights.view_seat(at.live, seat), ply), media_type="image/svg+xml")


@router.post(
    "/api/tables/{table}/fork",
    summary="Play on from here",
    status_code=201,
    response_model=TableAnswer,
    responses=REFUSALS,
)
async def fork(request: Request, body: ForkRequest, at: ChangingTableDep) -> JSONResponse:
    """A new private table that goes on from a ply: of any finished game you can see, or of your own against bots.

    Without `seats` you keep your seat (a spectator gets the one to decide next), and bots of `level` play the others.
    """
    return await new_table(request, await record_service.fork(at, body))


@router.post(
    "/api/tables/{table}/rematch",
    summary="Once more",
    status_code=201,
    response_model=TableAnswer,
    responses=REFUSALS,
)
async def rematch(request: Request, at: ChangingTableDep) -> JSONResponse:
    """The same game with the same people, each one seat further.  They sit there at once; a seat whose person left is open.

    The first person who asks opens the table, and all others get the same one.
    """
    return await new_table(request, await record_service.rematch(at))


@router.post(
    "/api/tables/{table}/deal",
    summary="The same deal once more",
    status_code=201,
    response_model=TableAnswer,
    responses=REFUSALS,
)
async def same_deal(request: Request, body: DealRequest, at: ChangingTableDep) -> JSONResponse:
    """A new private table with the same game, options and draws: of a finished game, or of your own against bots.

    A second table would tell what is drawn at the first one, so your own game is closed if it is still on.  The k-th draw of a
    kind is the same at every table of the deal as long as the bag holds the same.
    """
    return await new_table(request, await deals.same_deal(at, body))


@router.post(
    "/api/import",
    summary="Put a record on a table",
    status_code=201,
    response_model=TableAnswer,
    responses=responses(503),
)
async def import_record(request: Request, body: ImportRequest, services: ServicesDep, requester: RequesterDep) -> JSONResponse:
    """A record as a table of its own: to look at and to fork from if it is finished; else people sit down and play on."""
    return await new_table(request, await record_service.import_record(services, requester, body))
