"""Live updates as server-sent events.

Every event of a table has an id `version-chat`: how far its log and its chat had come.  A browser that lost the
connection sends it back as `Last-Event-ID` and gets what it missed.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Coroutine
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse

from branchline.match import Entry, Match
from branchline.server.access import Standing
from branchline.server.api.common import AtTable, TheAsker, TheHouse
from branchline.server.house import House
from branchline.server.identity import Asker
from branchline.server.live import Watcher
from branchline.server.memory import Live
from branchline.server.problems import Problem, responses
from branchline.server.safety import address_of
from branchline.server.services.common import Seated, table_answer
from branchline.server.store import rows
from branchline.texts import say

router = APIRouter(tags=["live"])
Result = TypeVar("Result")
MOST_MISSED = 500
"""Who has missed more entries gets the table anew instead."""
PRESENCE_EVERY = 10.0
RETRY_MILLISECONDS = 2000
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "A stream of events.",
        "content": {
            "text/event-stream": {
                "schema": {"type": "string"},
                "example": 'id: 7-0\nevent: entry\ndata: {"kind": "action"}\n\n',
            }
        },
    }
}


def event(kind: str, data: Any, number: str | None = None) -> str:
    """One event as the wire has it."""
    head = f"id: {number}\n" if number is not None else ""
    return f"{head}event: {kind}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


async def whole(work: Coroutine[Any, Any, Result]) -> Result:
    """Do something to its end even if the reader goes away meanwhile: a connection to the database would be lost with it."""
    return await asyncio.shield(asyncio.ensure_future(work))


def read_id(text: str | None) -> tuple[int, int] | None:
    """What a reader has seen: version and number of the last line of chat."""
    first, dash, second = (text or "").partition("-")
    if dash and first.isascii() and first.isdigit() and second.isascii() and second.isdigit() and len(first + second) < 30:
        return int(first), int(second)
    return None


def stream(request: Request, house: House, events: AsyncIterator[str]) -> StreamingResponse:
    """The answer that stays open; so many for each address."""
    open_streams: Counter[str] = request.app.state.open_streams
    address = address_of(request.scope)
    if open_streams[address] >= house.settings.watchers_per_address:
        raise Problem(429, "too-many", say("Too many open streams from this address."), {"Retry-After": "30"})

    async def counted() -> AsyncIterator[str]:
        open_streams[address] += 1
        try:
            yield f"retry: {RETRY_MILLISECONDS}\n\n"
            async for one in events:
                yield one
        finally:
            open_streams[address] -= 1
            if not open_streams[address]:
                del open_streams[address]

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(counted(), media_type="text/event-stream", headers=headers)


@router.get(
    "/api/tables/{table}/events",
    summary="Watch a table",
    response_class=StreamingResponse,
    responses={**responses(401, 404, 409, 503), **STREAM},
)
async def watch_table(
    request: Request,
    at: AtTable,
    seat: Annotated[int | None, Query(ge=0, le=19)] = None,
    after: Annotated[
        str | None, Query(max_length=40, description="As `Last-Event-ID`, for clients that cannot send it.")
    ] = None,
    last_event_id: Annotated[str | None, Header(max_length=40)] = None,
    brief: Annotated[
        bool, Query(description="Send only version, ply and your seats with `table`, for those who fetch the table anyway.")
    ] = False,
) -> StreamingResponse:
    """The table as it goes on, as your seat may see it.

    `table`: the whole table as `GET /api/tables/{table}` gives it, at the beginning and after every change.  If brief, also
    whenever the stream begins again, as your seats may have changed meanwhile.
    `entry`: one new entry of the log (`version`, `kind`, `seat`, `at`, `data`), before the `table` it leads to.
    `chat`: a new line.  `end`: ask again; perhaps your seat has changed.
    """
    looking = at.standing.looking(at.live, seat)
    return stream(request, at.house, _table_events(request, at, looking, read_id(last_event_id or after), brief))


async def _table_events(
    request: Request, at: Seated, seat: int | None, seen: tuple[int, int] | None, brief: bool
) -> AsyncIterator[str]:
    house, person = at.house, at.asker.person
    with house.hub.watch(at.id, person.id if person else None) as watcher:
        house.thinking.resume(at.live)
        await _ask_again(house, request, at.asker, watcher)
        version, said = seen if seen is not None else (-1, 0)
        marked = 0.0
        told_rights = not brief
        lost = await whole(_has_changed(at))  # perhaps after the request was let in, and before we watched
        while not lost:
            live = house.tables.present(at.id)
            if live is None:
                live = await whole(house.tables.live(at.id))
            if live.chat is None:
                await whole(house.tables.chat(live))
            if watcher.ended:  # nothing waits between this and what is told, so a lost seat is told nothing more
                break
            match = live.match  # the table goes on while we send: what is told together is of this one moment
            lines, missed = live.lines_after(said), live.since(version)
            table = _table(live, at.standing, seat, brief) if match.version != version or not told_rights else ""
            if missed is None:
                missed = await whole(_read(house, at.id, version, match.version))
            told = []
            for version, entry in missed:
                told.append(f"id: {version}-{said}\n{_entry(live, match, version, entry, seat)}")
            for line in lines:
                said = line["id"]
                told.append(event("chat", line, f"{max(version, 0)}-{said}"))
            if table:
                version, told_rights = match.version, True
                told.append(f"id: {version}-{said}\n{table}")
            if told:
                yield "".join(told)
            if seat is not None and time.time() - marked > PRESENCE_EVERY:
                marked = time.time()
                await whole(_be_present(house, live, seat, marked))
            if not await watcher.wait(house.settings.heartbeat):
                yield ": still here\n\n"
            if watcher.ended:
                break
        yield event("end", {"why": "ask again"})


async def _has_changed(at: Seated) -> bool:
    """Whether the asker's rights at the table are others than when the request was let in."""
    try:
        return (await at.again()).standing != at.standing
    except Problem:
        return True


async def _ask_again(house: House, request: Request, asker: Asker, watcher: Watcher) -> None:
    """End a stream that has just been registered if its asker is no longer the one who was let in."""
    if not await whole(house.identity.still(request, asker)):
        watcher.end()


def _entry(live: Live, match: Match, version: int, entry: Entry, seat: int | None) -> str:
    """The event of an entry, written once for all who look from the same seat."""
    return live.text(("entry", version, seat), match, lambda: event("entry", {"version": version, **match.told(entry, seat)}))


def _table(live: Live, standing: Standing, seat: int | None, brief: bool) -> str:
    """The event of the whole table, written once for all who are the same there."""
    match = live.match
    if brief:
        brief_table = {"version": match.version, "ply": match.ply, "you": standing.to_dict()}
        return live.text(("brief", standing), match, lambda: event("table", brief_table))
    return live.text(("table", standing, seat), live.view(seat), lambda: event("table", table_answer(live, standing, seat)))


async def _read(house: House, table: str, version: int, current: int) -> list[tuple[int, Entry]]:
    """The entries between a version and now from the database, each with the version it led to."""
    if version < 0 or current - version > MOST_MISSED:
        return []
    async with house.store.read() as db:
        bodies = (await rows.entries_from(db, table, version))[: current - version]
    return list(enumerate(map(Entry.from_dict, bodies), version + 1))


async def _be_present(house: House, live: Live, seat: int, now: float) -> None:
    """Note that somebody watches from this seat, where the table cares about absence."""
    if live.match.setup.absence.kind != "never" and live.match.phase == "playing":
        async with house.store.write() as db:
            await rows.mark_seen(db, live.id, seat, now)


@router.get(
    "/api/me/events", summary="Be told of your turns", response_class=StreamingResponse, responses={**responses(401), **STREAM}
)
async def watch_me(request: Request, house: TheHouse, asker: TheAsker) -> StreamingResponse:
    """`waiting`: the tables that wait for you, at the beginning and whenever that changes."""
    if asker.person is None:
        raise Problem(
            401,
            "nobody",
            say("You are not known here yet. hint: sit down at a table, or use a token."),
            {"WWW-Authenticate": "Bearer"},
        )
    return stream(request, house, _my_events(request, house, asker, asker.person.id))


async def _my_events(request: Request, house: House, asker: Asker, person: str) -> AsyncIterator[str]:
    with house.hub.watch(person, person) as watcher:
        await _ask_again(house, request, asker, watcher)
        told: Any = None
        while True:
            if watcher.ended:
                yield event("end", {"why": "ask again"})
                return
            waiting = await whole(_waiting(house, person))
            if waiting != told:
                told = waiting
                yield event("waiting", {"tables": waiting})
            await _pause(house, watcher)
            yield ": still here\n\n"


async def _waiting(house: House, person: str) -> list[dict[str, Any]]:
    async with house.store.read() as db:
        found = await rows.tables_of(db, person, 100, waiting=True)
    names = ("id", "game", "ply", "version", "actor")
    return [{**{name: row[name] for name in names}, "path": f"/t/{row['id']}"} for row in found]


async def _pause(house: House, watcher: Watcher) -> None:
    await watcher.wait(house.settings.heartbeat)
