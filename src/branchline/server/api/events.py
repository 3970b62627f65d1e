"""Live updates as server-sent events.

Every event of a table has an id `version-chat`: how far its log and its chat had come.  A browser that lost the
connection sends it back as `Last-Event-ID` and gets what it missed.
"""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse

from branchline.match import Entry
from branchline.server.api.common import AtTable, Seated, TheAsker, TheHouse, table_answer
from branchline.server.house import House
from branchline.server.live import Watcher
from branchline.server.problems import Problem, responses
from branchline.server.safety import address_of
from branchline.server.store import rows
from branchline.texts import say

router = APIRouter(tags=["live"])
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
    responses={**responses(401, 404, 503), **STREAM},
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
        bool, Query(description="Send only version and ply with `table`, for who looks at the table anyway.")
    ] = False,
) -> StreamingResponse:
    """The table as it goes on, as your seat may see it.

    `table`: the whole table as `GET /api/tables/{table}` gives it, at the beginning and after every change.
    `entry`: one new entry of the log (`version`, `kind`, `seat`, `at`, `data`), before the `table` it leads to.
    `chat`: a new line.  `end`: ask again; perhaps your seat has changed.
    """
    looking = at.standing.looking(at.live, seat)
    return stream(request, at.house, _table_events(at, looking, read_id(last_event_id or after), brief))


async def _table_events(at: Seated, seat: int | None, seen: tuple[int, int] | None, brief: bool) -> AsyncIterator[str]:
    house = at.house
    with house.hub.watch(at.id) as watcher:
        version, said = seen if seen is not None else (-1, 0)
        marked = 0.0
        while True:
            live = await house.tables.live(at.id)
            match = live.match  # the table goes on while we send: what is told together is of this one moment
            is_new = match.version != version
            answer = await table_answer(house, live, at.standing, seat) if is_new and not brief else None
            async with house.store.read() as db:
                lines = await rows.chat_after(db, at.id, said)
                missed = await _missed(at, db, version, match.version)
            for number, entry in missed:
                version = number
                yield event("entry", {"version": number, **match.told(entry, seat)}, f"{number}-{said}")
            for line in lines:
                said = line["id"]
                yield event("chat", line, f"{max(version, 0)}-{said}")
            if is_new:
                version = match.version
                yield event("table", answer or {"version": version, "ply": match.ply}, f"{version}-{said}")
            if seat is not None and time.time() - marked > PRESENCE_EVERY:
                marked = time.time()
                await _be_present(house, at, seat, marked)
            if not await watcher.wait(house.settings.heartbeat):
                yield ": still here\n\n"
            if watcher.ended:
                yield event("end", {"why": "ask again"})
                return


async def _missed(at: Seated, db: Any, version: int, current: int) -> list[tuple[int, Entry]]:
    """The entries between a version and now, each with the version it led to."""
    if version < 0 or version >= current or current - version > MOST_MISSED:
        return []
    bodies = (await rows.entries_from(db, at.id, version))[: current - version]
    return [(version + index + 1, Entry.from_dict(body)) for index, body in enumerate(bodies)]


async def _be_present(house: House, at: Seated, seat: int, now: float) -> None:
    """Note that somebody watches from this seat, where the table cares about absence."""
    if at.live.match.setup.absence.kind != "never" and at.live.match.phase == "playing":
        async with house.store.write() as db:
            await rows.mark_seen(db, at.id, seat, now)


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
    return stream(request, house, _my_events(house, asker.person.id))


async def _my_events(house: House, person: str) -> AsyncIterator[str]:
    with house.hub.watch(person) as watcher:
        told: Any = None
        while True:
            waiting = await _waiting(house, person)
            if waiting != told:
                told = waiting
                yield event("waiting", {"tables": waiting})
            await _pause(house, watcher)
            if watcher.ended:
                yield event("end", {"why": "ask again"})
                return
            yield ": still here\n\n"


async def _waiting(house: House, person: str) -> list[dict[str, Any]]:
    async with house.store.read() as db:
        found = await rows.tables_of(db, person, 100, waiting=True)
    names = ("id", "game", "ply", "version", "actor")
    return [{**{name: row[name] for name in names}, "path": f"/t/{row['id']}"} for row in found]


async def _pause(house: House, watcher: Watcher) -> None:
    await watcher.wait(house.settings.heartbeat)
