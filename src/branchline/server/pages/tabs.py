"""One stream of live updates for all tabs of a browser.  Over HTTP/1.1 a browser opens six connections to a site, and no more.

Every tab has a name, and the id of every event begins with the name of its tab.  Otherwise a tab is told what a stream of its
own would tell it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import StreamingResponse

from branchline.errors import BranchlineError
from branchline.server.base.problems import Problem
from branchline.server.pages.responses import reader_of
from branchline.server.web.dependencies import RequesterDep, ServicesDep, get_table
from branchline.server.web.event_stream import event, read_id, stream, table_events

router = APIRouter(include_in_schema=False)
MAX_TABS = 30
RETRY_SECONDS = 10.0
"""A stream with a table that cannot be watched ends after so long.  The browser opens it again."""
Tab = Annotated[str, Query(pattern=r"^[a-z0-9]{1,16}\.[a-z0-9]{4,32}\.(\d{1,12}-\d{1,12})?\.[01]$")]
"""The name of a tab, its table, the id of the last event that the tab has seen, and whether the tab is in sight."""


@router.get("/events")
async def watch_tables(
    request: Request,
    services: ServicesDep,
    requester: RequesterDep,
    tab: Annotated[list[Tab], Query(min_length=1, max_length=MAX_TABS)],
    reader: Annotated[str, Query(max_length=64)] = "",
) -> StreamingResponse:
    """The brief streams of several tables in one, until one of them ends.

    `lost`: the table of this tab cannot be watched now.  `reader`: the browser has another reader than the page was made for.
    """
    if reader != reader_of(requester.person):
        return stream(request, services, _another_reader(tab))
    return stream(request, services, _events_of(request, tab), len(tab))


async def _another_reader(tabs: list[str]) -> AsyncIterator[str]:
    for tab in tabs:
        yield _named(event("reader", {}), tab.partition(".")[0])


async def _events_of(request: Request, tabs: list[str]) -> AsyncIterator[str]:
    """The events of all tabs as they come."""
    told: asyncio.Queue[str | Exception | None] = asyncio.Queue(1)
    tasks = [asyncio.create_task(_tell(request, tab, told)) for tab in tabs]
    try:
        while (text := await told.get()) is not None:
            if isinstance(text, Exception):
                raise text
            yield text
    finally:
        for task in tasks:
            task.cancel()


async def _tell(request: Request, tab: str, told: asyncio.Queue[str | Exception | None]) -> None:
    """Add the events of one tab, and None if they end."""
    name, table, seen, in_sight = tab.split(".")
    try:
        at = await get_table(request, table)
        events = table_events(request, at, at.rights.view_seat(at.live), read_id(seen), True, in_sight == "1")
        async with aclosing(events):
            async for text in events:
                await told.put(_named(text, name))
        await told.put(None)
    except (Problem, BranchlineError):
        await told.put(_named(event("lost", {}), name))
        await asyncio.sleep(RETRY_SECONDS)
        await told.put(None)
    except Exception as fault:
        await told.put(fault)


def _named(text: str, tab: str) -> str:
    """Events with the name of their tab in their ids."""
    return "".join(f"{_with_name(block, tab)}\n\n" for block in text.split("\n\n") if block)


def _with_name(block: str, tab: str) -> str:
    if block.startswith(":"):  # a comment
        return block
    return f"id: {tab}:{block.removeprefix('id: ')}" if block.startswith("id: ") else f"id: {tab}:\n{block}"
