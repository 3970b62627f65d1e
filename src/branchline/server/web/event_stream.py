"""Streams of server-sent events, and the events of a table as they come.

Every event of a table has an id `version-chat`: the version of the table and the number of the last line of chat.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine
from typing import Any, TypeVar

from fastapi import Request
from fastapi.responses import StreamingResponse

from branchline.match import Entry, Match
from branchline.server.accounts.requester import Requester
from branchline.server.base.addresses import address_of
from branchline.server.base.problems import Problem
from branchline.server.notifications.presence import GUESTS, SEATS
from branchline.server.services.common import NAMELESS, TableContext, table_answer
from branchline.server.services.container import Services
from branchline.server.services.seat_rights import SeatRights
from branchline.server.store import rows, seat_rows
from branchline.server.store.signals import Watcher
from branchline.server.tables.live_table import LiveTable
from branchline.texts import say

Result = TypeVar("Result")
MAX_MISSED = 500
"""A client that has missed more entries than this gets the whole table instead."""
PRESENCE_EVERY = 10.0
RETRY_MILLISECONDS = 2000


def event(kind: str, data: Any, number: str | None = None) -> str:
    """One event in the text format of server-sent events."""
    head = f"id: {number}\n" if number is not None else ""
    return f"{head}event: {kind}\ndata: {json.dumps(data, separators=(',', ':'))}\n\n"


async def shielded(work: Coroutine[Any, Any, Result]) -> Result:
    """Finish some work even if the client disconnects meanwhile.  Cancelled work would lose its database connection."""
    return await asyncio.shield(asyncio.ensure_future(work))


def read_id(text: str | None) -> tuple[int, int] | None:
    """The version and the number of the last line of chat that a client has seen, from an event's id; None if it is no id."""
    first, dash, second = (text or "").partition("-")
    if dash and first.isascii() and first.isdigit() and second.isascii() and second.isdigit() and len(first + second) < 30:
        return int(first), int(second)
    return None


def stream(request: Request, services: Services, events: AsyncIterator[str], watched: int = 1) -> StreamingResponse:
    """The answer that stays open.  The number of open streams from one address is limited; one may watch for several."""
    open_streams: Counter[str] = request.app.state.open_streams
    address = address_of(request.scope)
    if open_streams[address] + watched > services.settings.watchers_per_address:
        raise Problem(429, "too-many", say("Too many open streams from this address."), {"Retry-After": "30"})

    async def counted() -> AsyncIterator[str]:
        open_streams[address] += watched
        try:
            yield f"retry: {RETRY_MILLISECONDS}\n\n"
            async for one in events:
                yield one
        finally:
            open_streams[address] -= watched
            if not open_streams[address]:
                del open_streams[address]

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(counted(), media_type="text/event-stream", headers=headers)


async def table_events(
    request: Request, at: TableContext, seat: int | None, seen: tuple[int, int] | None, brief: bool, looking: bool
) -> AsyncGenerator[str, None]:
    """The events of a table, as `watch_table` tells them."""
    services, person = at.services, at.requester.person
    name = person.name if person and person.name != NAMELESS and not at.rights.is_owner else ""
    entered = services.presence.enter(at.id, seat, person.id if person else None, name, looking)
    also = [(at.id, SEATS), *([(at.id, GUESTS)] if _is_host(at) else [])] if brief else []
    with services.hub.watch(at.id, person.id if person else None, also) as watcher, entered:
        services.bots.resume(at.live)
        await check_requester(services, request, at.requester, watcher)
        if person is not None and looking and not watcher.ended:
            await shielded(services.outbox.seen(at.id, [person.id]))
        version, said = seen if seen is not None else (-1, 0)
        marked = 0.0
        told_rights = not brief
        told_people: Any = None
        told_again: str | None = None
        lost = await shielded(_has_changed(at))  # between the check of the request and the start of the watching
        while not lost:
            live = services.tables.cache.present(at.id)
            if live is None:
                live = await shielded(services.tables.get(at.id))
            if live.chat is None:
                await shielded(services.tables.chat.lines(live))
            again = await shielded(_rematch(services, live)) if brief and seat is not None else None
            if watcher.ended:  # there is no `await` between this check and the events, so a lost seat gets no more of them
                break
            match = live.match  # the table may change while we send, so all events of one round come from this match
            lines, missed = live.lines_after(said), live.since(version)
            table = _table(live, at.rights, seat, brief) if match.version != version or not told_rights else ""
            if missed is None:
                missed = await shielded(_read(services, at.id, version, match.version))
            told = []
            for version, entry in missed:
                told.append(f"id: {version}-{said}\n{_entry(live, match, version, entry, seat)}")
            for line in lines:
                said = line["id"]
                told.append(event("chat", line, f"{max(version, 0)}-{said}"))
            if table:
                version, told_rights = match.version, True
                told.append(f"id: {version}-{said}\n{table}")
            if again is not None and again != told_again:
                told_again = again
                told.append(event("rematch", {"table": again}))
            if brief and (people := _people(services, at)) != told_people:
                told_people = people
                told.append(event("people", people))
            if told:
                yield "".join(told)
            if seat is not None and time.time() - marked > PRESENCE_EVERY:
                marked = time.time()
                await shielded(_be_present(services, live, seat, marked))
            if not await watcher.wait(services.settings.heartbeat):
                yield ": still here\n\n"
            if watcher.ended:
                break
        yield event("end", {"why": "ask again"})


async def _rematch(services: Services, live: LiveTable) -> str | None:
    """The rematch of a finished game, if somebody has offered one."""
    if not live.match.is_finished:
        return None
    async with services.store.read() as db:
        return await rows.rematch_of(db, live.id)


def _people(services: Services, at: TableContext) -> dict[str, Any]:
    """The seats with an open page; for people of the table also how many have looked at it without sitting down."""
    found = services.presence.at(at.id)
    return {"here": found.here, "looked": found.looked if _is_host(at) else []}


def _is_host(at: TableContext) -> bool:
    """Whether the requester is one of the table's people, who are told of guests."""
    return at.rights.is_owner or bool(at.rights.seats)


async def _has_changed(at: TableContext) -> bool:
    """Whether the requester's rights at the table have changed since the request was accepted."""
    try:
        return (await at.again()).rights != at.rights
    except Problem:
        return True


async def check_requester(services: Services, request: Request, requester: Requester, watcher: Watcher) -> None:
    """End a new stream if the requester's session or token has ended since the request was accepted."""
    if not await shielded(services.identity.is_still_valid(request, requester)):
        watcher.end()


def _entry(live: LiveTable, match: Match, version: int, entry: Entry, seat: int | None) -> str:
    """The event of an entry.  It is written once for all clients that look from the same seat."""
    return live.text(("entry", version, seat), match, lambda: event("entry", {"version": version, **match.told(entry, seat)}))


def _table(live: LiveTable, rights: SeatRights, seat: int | None, brief: bool) -> str:
    """The event of the whole table.  It is written once for all clients with the same rights and the same seat."""
    match = live.match
    if brief:
        brief_table = {"version": match.version, "ply": match.ply, "you": rights.to_dict()}
        return live.text(("brief", rights), match, lambda: event("table", brief_table))
    return live.text(("table", rights, seat), live.view(seat), lambda: event("table", table_answer(live, rights, seat)))


async def _read(services: Services, table: str, version: int, current: int) -> list[tuple[int, Entry]]:
    """The entries after a version, from the database, each with the version it led to."""
    if version < 0 or current - version > MAX_MISSED:
        return []
    async with services.store.read() as db:
        bodies = (await rows.entries_from(db, table, version))[: current - version]
    return list(enumerate(map(Entry.from_dict, bodies), version + 1))


async def _be_present(services: Services, live: LiveTable, seat: int, now: float) -> None:
    """Note that somebody watches from this seat, if the table has a rule about absence."""
    if live.match.setup.absence.kind != "never" and live.match.phase == "playing":
        async with services.store.write() as db:
            await seat_rows.mark_seen(db, live.id, seat, now)
