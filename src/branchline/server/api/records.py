"""What stays of a game: record, history, pictures; and what begins from it: forks, rematches, imports."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from branchline.match import Setup
from branchline.match.fork import imported, read_record
from branchline.server.api.common import NAMELESS, AtTable, Changing, Costly, TheAsker, TheHouse, give, somebody
from branchline.server.api.models import ForkRequest, HistoryAnswer, ImportRequest, TableAnswer
from branchline.server.api.tables import all_links, check_level, opened, seats_for
from branchline.server.problems import forbidden, responses
from branchline.texts import say

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

    Before the end there is a record only where nothing is hidden from anybody.
    """
    match = at.live.match
    found = match.record()
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
    dependencies=[Costly],
    responses=REFUSALS,
)
async def fork(request: Request, body: ForkRequest, at: Changing) -> JSONResponse:
    """A new private table that goes on from a ply: of any finished game you can see, or of your own.

    Without `seats` you keep your seat (a spectator gets the one to decide next), and bots of `level` play the others.
    """
    match = at.live.match
    name = body.name or (at.asker.person.name if at.asker.person else NAMELESS)
    seat = at.standing.looking(at.live, None)
    setup = match.fork(body.ply, seat, name, check_level(body.level) if body.level else "", at.id)
    mine = [number for number, given in enumerate(setup.seats) if given.kind == "person"]
    reserved: list[int] = []
    if body.seats:
        given, mine, reserved = seats_for(body.seats, name)
        setup = Setup.from_dict({**setup.to_dict(), "seats": given})
    person = await somebody(request, at.house, at.asker, body.name)
    live = await at.house.tables.open(setup, person.id, mine, reserved, at.id, "fork")
    seated = await opened(at.house, live, person)
    return give(request, await seated.answer(links=await all_links(seated)), 201)


@router.post(
    "/api/tables/{table}/rematch",
    summary="Once more",
    status_code=201,
    response_model=TableAnswer,
    dependencies=[Costly],
    responses=REFUSALS,
)
async def rematch(request: Request, at: Changing) -> JSONResponse:
    """The same game with the same people, each one seat further; they are told and sit down by one click.

    Whoever asks first opens the table; everybody else gets the same one.
    """
    match = at.live.match
    if match.phase not in ("over", "closed"):
        raise forbidden(say("The game is still on."))
    at.standing.holding(at.live)
    person = await somebody(request, at.house, at.asker, None)
    live = await at.house.tables.rematch(at.live, person.id)
    seated = await opened(at.house, live, person)
    return give(request, await seated.answer(links=await all_links(seated)), 201)


@router.post(
    "/api/import",
    summary="Put a record on a table",
    status_code=201,
    response_model=TableAnswer,
    dependencies=[Costly],
    responses=responses(503),
)
async def import_record(request: Request, body: ImportRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """A record as a table of its own: to look at and to fork from if it is finished; else people sit down and play on."""
    house.warmup.require_all()  # a record names its game inside
    record = await asyncio.to_thread(read_record, body.record)
    setup = replace(imported(record), public=body.public)
    person = await somebody(request, house, asker, body.name)
    live = await house.tables.open(setup, person.id, kind="import")
    seated = await opened(house, live, person)
    return give(request, await seated.answer(links=await all_links(seated)), 201)
