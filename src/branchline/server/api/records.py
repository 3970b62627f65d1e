"""What stays of a game: record, history, pictures; and what begins from it: forks, rematches, imports."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from branchline.server.api.common import AtTable, Changing, TheAsker, TheHouse, give
from branchline.server.api.models import ForkRequest, HistoryAnswer, ImportRequest, TableAnswer
from branchline.server.api.tables import new_table
from branchline.server.problems import responses
from branchline.server.services import records as services

router = APIRouter(tags=["records"])
REFUSALS = responses(401, 404, 409, 503)
PlyPath = Annotated[int, Path(ge=0, le=1_000_000)]


@router.get(
    "/api/tables/{table}/record",
    summary="The record",
    response_class=Response,  # a class with a type of its own would describe refusals as plain text, too
    responses={**REFUSALS, 200: {"content": {"text/plain": {}, "application/json": {}}, "description": "The record."}},
)
async def record(at: AtTable, json: bool = False) -> Response:
    """The whole game with nothing hidden, once it is over; as text, or as its JSON twin with `json`.

    Before the end there is a record only for somebody who plays alone against bots, and only where nothing is hidden.
    """
    match = at.live.match
    found = match.record(at.standing.seats)
    if json:
        return JSONResponse(found.to_json())
    name = f"{match.game.name}-{at.id}.txt"
    return PlainTextResponse(found.dumps(), headers={"Content-Disposition": f'attachment; filename="{name}"'})


@router.get(
    "/api/tables/{table}/at/{ply}", summary="The board at an earlier ply", response_model=HistoryAnswer, responses=REFUSALS
)
async def history(
    request: Request, at: AtTable, ply: PlyPath, seat: Annotated[int | None, Query(ge=0, le=19)] = None
) -> JSONResponse:
    """The board after so many plies, as your seat may see it; when the game is over, with nothing hidden."""
    looking = at.standing.looking(at.live, seat)
    return give(request, {"id": at.id, "view": at.live.match.view_at(ply, looking)})


@router.get(
    "/api/tables/{table}/picture",
    summary="The board as a picture",
    responses={**REFUSALS, 200: {"content": {"image/svg+xml": {}}, "description": "SVG."}},
    response_class=Response,
)
async def picture(
    at: AtTable,
    ply: Annotated[int | None, Query(ge=0, le=1_000_000)] = None,
    seat: Annotated[int | None, Query(ge=0, le=19)] = None,
) -> Response:
    """The board as SVG, as your seat may see it, now or at an earlier ply."""
    return Response(at.live.match.svg(at.standing.looking(at.live, seat), ply), media_type="image/svg+xml")


@router.post(
    "/api/tables/{table}/fork",
    summary="Play on from here",
    status_code=201,
    response_model=TableAnswer,
    responses=REFUSALS,
)
async def fork(request: Request, body: ForkRequest, at: Changing) -> JSONResponse:
    """A new private table that goes on from a ply: of any finished game you can see, or of your own against bots.

    Without `seats` you keep your seat (a spectator gets the one to decide next), and bots of `level` play the others.
    """
    return await new_table(request, await services.fork(at, body))


@router.post(
    "/api/tables/{table}/rematch",
    summary="Once more",
    status_code=201,
    response_model=TableAnswer,
    responses=REFUSALS,
)
async def rematch(request: Request, at: Changing) -> JSONResponse:
    """The same game with the same people, each one seat further.  They sit there at once; a seat whose person left is open.

    Whoever asks first opens the table; everybody else gets the same one.
    """
    return await new_table(request, await services.rematch(at))


@router.post(
    "/api/import",
    summary="Put a record on a table",
    status_code=201,
    response_model=TableAnswer,
    responses=responses(503),
)
async def import_record(request: Request, body: ImportRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """A record as a table of its own: to look at and to fork from if it is finished; else people sit down and play on."""
    return await new_table(request, await services.import_record(house, asker, body))
