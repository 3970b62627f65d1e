"""Tables: opening, looking, sitting down and getting up."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.bots import BOTS
from branchline.match import BadSetup, Match, NotYourSeat, Setup
from branchline.server.access import standing
from branchline.server.api.common import (
    AtTable,
    Changing,
    Costly,
    Seated,
    TheAsker,
    TheHouse,
    free_seats,
    give,
    somebody,
)
from branchline.server.api.models import (
    FillRequest,
    JoinRequest,
    LinkAnswer,
    LobbyAnswer,
    NameRequest,
    SeatOnly,
    SeatRequest,
    TableAnswer,
    TableRequest,
    TablesAnswer,
)
from branchline.server.house import House
from branchline.server.identity import Asker, Person
from branchline.server.keys import hashed
from branchline.server.problems import Problem, forbidden, responses
from branchline.server.store import rows
from branchline.server.tables import Live
from branchline.texts import noted, say

router = APIRouter(tags=["tables"])
LONGEST_LIST = 50


def check_level(level: str | None) -> str:
    """The name of a bot that exists."""
    if level is None or level not in BOTS:
        raise BadSetup(say("There is no bot {level!r:.40}. hint: bots: {known}.", level=level, known=", ".join(BOTS)))
    return level


def seats_for(seats: list[SeatRequest], name: str) -> tuple[list[dict[str, str]], list[int], list[int]]:
    """The match's seats for those asked for, and which are the asker's, and which are reserved for a link."""
    given: list[dict[str, str]] = []
    for seat in seats:
        if seat.kind == "me":
            given.append({"kind": "person", "name": name})
        elif seat.kind == "bot":
            given.append({"kind": "bot", "level": check_level(seat.level)})
        else:
            given.append({"kind": "open"})
    mine = [number for number, seat in enumerate(seats) if seat.kind == "me"]
    return given, mine, [number for number, seat in enumerate(seats) if seat.kind == "link"]


async def opened(house: House, live: Live, person: Person) -> Seated:
    """A table just opened, as its owner sees it."""
    asker = Asker(person)
    return Seated(house, live, asker, await standing(house, live, asker))


@router.post(
    "/api/tables",
    summary="Open a table",
    status_code=201,
    response_model=TableAnswer,
    dependencies=[Costly],
    responses=responses(503),
)
async def open_table(request: Request, body: TableRequest, house: TheHouse, asker: TheAsker) -> JSONResponse:
    """A new table.  The game begins when every seat is taken; with you and bots only, at once."""
    check_level(body.stand_in)
    name = body.name or (asker.person.name if asker.person else "Guest")
    given, mine, reserved = seats_for(body.seats, name)
    asked: dict[str, Any] = body.model_dump(exclude={"name", "seats"})
    setup = Setup.asked_for({**asked, "seats": given})
    house.warmup.require(setup.game)
    person = await somebody(request, house, asker, body.name)
    live = await house.tables.open(setup, person.id, mine, reserved)
    seated = await opened(house, live, person)
    return give(request, await seated.answer(links=await all_links(seated)), 201)


@router.get("/api/tables/{table}", summary="Look at a table", response_model=TableAnswer, responses=responses(401, 404, 503))
async def look(request: Request, at: AtTable, seat: Annotated[int | None, Query(ge=0, le=19)] = None) -> JSONResponse:
    """The table as your seat may see it; without a seat, as a spectator.  `seat` chooses among several of yours."""
    return give(request, await at.answer(seat))


@router.post(
    "/api/tables/{table}/join", summary="Sit down", response_model=TableAnswer, responses=responses(401, 404, 409, 503)
)
async def join(request: Request, body: JoinRequest, at: Changing) -> JSONResponse:
    """Take a seat: by its link's secret, or an open one.  The link also lets you back in from another device."""
    seat = await _seat_to_take(at, body)
    given = at.live.match.seats[seat]
    if seat in at.standing.seats and given.kind == "person":
        return give(request, await at.answer(seat))
    if body.secret is None and given.kind != "open":
        raise NotYourSeat(say("Seat {seat} is taken.", seat=seat))
    person = await somebody(request, at.house, at.asker, body.name)

    async def hold(db: AsyncConnection) -> None:
        await rows.hold(db, at.id, seat, person.id)

    def sit(match: Match, now: float) -> Any:
        if match.seats[seat].kind == "open":
            return match.join(seat, person.name, now)
        if body.secret is None or match.seats[seat].kind == "bot":
            raise NotYourSeat(say("Seat {seat} is taken.", seat=seat))
        return ()

    await at.house.tables.change(at.id, sit, hold)
    after = await Seated(at.house, at.live, Asker(person), at.standing).again()
    return give(request, await after.answer(seat))


async def _seat_to_take(at: Seated, body: JoinRequest) -> int:
    if body.secret is not None:
        async with at.house.store.read() as db:
            seat = await rows.seat_of_secret(db, at.id, hashed(body.secret))
        if seat is None or body.seat not in (None, seat):
            raise forbidden(say("This link is of no seat at this table; perhaps it was renewed."))
        return seat
    if body.seat is not None and body.seat in at.standing.seats:
        return body.seat
    free = await free_seats(at.house, at.live)
    if body.seat is None and not free:
        raise NotYourSeat(say("No seat of this table is open. hint: the link of a seat lets you sit down."))
    if body.seat is not None and body.seat not in free:
        raise NotYourSeat(say("Seat {seat} is not open. hint: the link of a seat lets you sit down.", seat=body.seat))
    return free[0] if body.seat is None else body.seat


@router.post("/api/tables/{table}/leave", summary="Get up", response_model=TableAnswer, responses=responses(401, 404, 409, 503))
async def leave(request: Request, body: SeatOnly, at: Changing) -> JSONResponse:
    """Leave your seat for good: before the start it is open again, afterwards a bot plays it."""
    seat = at.standing.holding(at.live, body.seat)

    async def release(db: AsyncConnection) -> None:
        await rows.release(db, at.id, seat)

    await at.house.tables.change(at.id, lambda match, now: match.leave(seat, now), release)
    await at.house.tables.access_changed(at.id)
    return give(request, await (await at.again()).answer())


@router.post(
    "/api/tables/{table}/rename",
    summary="Take another name",
    response_model=TableAnswer,
    responses=responses(401, 404, 409, 503),
)
async def rename(request: Request, body: NameRequest, at: Changing) -> JSONResponse:
    """Another name for your seats at this table."""
    at.standing.holding(at.live)

    def take(match: Match, now: float) -> Any:
        return [entry for seat in at.standing.seats for entry in match.rename(seat, body.name, now)]

    await at.house.tables.change(at.id, take)
    return give(request, await (await at.again()).answer())


@router.post(
    "/api/tables/{table}/fill",
    summary="Put a bot on an open seat",
    response_model=TableAnswer,
    responses=responses(401, 404, 409, 503),
)
async def fill(request: Request, body: FillRequest, at: Changing) -> JSONResponse:
    """Who opened the table need not wait for more people."""
    at.standing.speaks_for(at.live)
    level = check_level(body.level)
    await at.house.tables.change(at.id, lambda match, now: match.fill(body.seat, level, now))
    return give(request, await (await at.again()).answer())


@router.post(
    "/api/tables/{table}/close",
    summary="Close a waiting table",
    response_model=TableAnswer,
    responses=responses(401, 404, 409, 503),
)
async def close(request: Request, at: Changing) -> JSONResponse:
    """Who opened a table may close it: before the game begins, or when nobody else sits there but bots."""
    at.standing.speaks_for(at.live)

    def end(match: Match, now: float) -> Any:
        if match.phase == "playing" and not set(match.persons) <= set(at.standing.seats):
            raise forbidden(say("Others are playing here. hint: vote to close the table."))
        return match.close(now, noted("closed by its owner"))

    await at.house.tables.change(at.id, end)
    return give(request, await (await at.again()).answer())


# -- links ------------------------------------------------------------------------------------------------


async def all_links(at: Seated) -> list[dict[str, Any]]:
    """The links of seats the asker may hand out: his own, and those nobody sits on yet if the table is his."""
    wanted = set(at.standing.seats)
    if at.standing.is_owner:
        wanted |= {seat for seat, given in enumerate(at.live.match.seats) if given.kind == "open"}
    async with at.house.store.write() as db:
        secrets = {seat: await at.house.tables.secret(db, at.id, seat) for seat in sorted(wanted)}
    return [link(at.id, seat, secret) for seat, secret in secrets.items()]


def link(table: str, seat: int, secret: str) -> dict[str, Any]:
    """A seat's link.  The secret stands behind `#`: browsers do not send that part, so no log and no referrer has it."""
    return {"seat": seat, "secret": secret, "path": f"/t/{table}#{secret}"}


@router.get(
    "/api/tables/{table}/links",
    summary="The links of seats",
    response_model=list[LinkAnswer],
    responses=responses(401, 404, 503),
)
async def links(request: Request, at: AtTable) -> JSONResponse:
    """Links to your own seats (for another device), and to open ones if you opened the table."""
    if not at.standing.seats and not at.standing.is_owner:
        raise forbidden(say("You have no seat at this table."))
    return give(request, await all_links(at))


@router.post(
    "/api/tables/{table}/links",
    summary="Renew a seat's link",
    response_model=LinkAnswer,
    responses=responses(401, 404, 503),
)
async def renew(request: Request, body: SeatOnly, at: Changing) -> JSONResponse:
    """Make the old link of a seat void; whoever sat there by it, except you, has to come by the new one."""
    if body.seat is None:
        raise Problem(422, "malformed", say("Name the seat."), field="seat")
    if body.seat not in at.standing.seats and not (
        at.standing.is_owner and body.seat < at.live.match.game.players and at.live.match.seats[body.seat].kind == "open"
    ):
        raise forbidden(say("This seat's link is not yours to renew."))
    async with at.house.store.write() as db:
        secret = await at.house.tables.secret(db, at.id, body.seat, renew=True)
        await rows.release(db, at.id, body.seat)
        if at.asker.person is not None and body.seat in at.standing.seats:
            await rows.hold(db, at.id, body.seat, at.asker.person.id)
    await at.house.tables.access_changed(at.id)
    return give(request, link(at.id, body.seat, secret))


# -- lists ------------------------------------------------------------------------------------------------


def listed(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the database as a list shows it."""
    shown = {name: value for name, value in row.items() if name not in ("status", "summary", "deadline")}
    return {**shown, "phase": row["status"], **row["summary"], "path": f"/t/{row['id']}"}


@router.get("/api/lobby", summary="Public tables", response_model=LobbyAnswer, responses=responses())
async def lobby(request: Request, house: TheHouse, game: Annotated[str | None, Query(max_length=40)] = None) -> JSONResponse:
    """Tables that wait for people, tables to watch, and those just finished; of one game if named."""
    async with house.store.read() as db:
        found = {
            phase: [listed(row) for row in await rows.lobby(db, phase, game, LONGEST_LIST)]
            for phase in ("waiting", "playing", "over")
        }
    return give(request, found)


@router.get("/api/me/tables", summary="Your tables", response_model=TablesAnswer, responses=responses(401))
async def my_tables(request: Request, house: TheHouse, asker: TheAsker, waiting: bool = False) -> JSONResponse:
    """Tables where you sit or that you opened, the last changed first; with `waiting`, only those that wait for you."""
    if asker.person is None:
        return give(request, {"tables": []})
    async with house.store.read() as db:
        found = await rows.tables_of(db, asker.person.id, 4 * LONGEST_LIST, waiting)
    return give(request, {"tables": [listed(row) for row in found]})
