"""Live updates of tables as server-sent events.

Every event of a table has an id `version-chat`: the version of the table and the number of the last line of chat.  A browser
that lost the connection sends this id back as `Last-Event-ID` and gets what it missed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse

from branchline.server.accounts.requester import Requester
from branchline.server.base.problems import Problem
from branchline.server.services.container import Services
from branchline.server.store import rows
from branchline.server.store.signals import Watcher
from branchline.server.web.dependencies import RequesterDep, ServicesDep, TableDep
from branchline.server.web.event_stream import check_requester, event, read_id, shielded, stream, table_events
from branchline.server.web.problems import responses
from branchline.texts import say

router = APIRouter(tags=["live"])
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


@router.get(
    "/api/tables/{table}/events",
    summary="Watch a table",
    response_class=StreamingResponse,
    responses={**responses(401, 404, 409, 503), **STREAM},
)
async def watch_table(
    request: Request,
    at: TableDep,
    seat: Annotated[int | None, Query(ge=0, le=19)] = None,
    after: Annotated[
        str | None, Query(max_length=40, description="As `Last-Event-ID`, for clients that cannot send it.")
    ] = None,
    last_event_id: Annotated[str | None, Header(max_length=40)] = None,
    brief: Annotated[
        bool, Query(description="Send only version, ply and your seats with `table`, for those who fetch the table anyway.")
    ] = False,
    looking: Annotated[
        bool,
        Query(
            description="Whether the table is in sight. While it is in sight, the person gets no push message or mail about"
            " this table."
        ),
    ] = True,
) -> StreamingResponse:
    """The table as it goes on, as your seat may see it.

    `table`: the whole table as `GET /api/tables/{table}` gives it, at the beginning and after every change.  If brief, also
    whenever the stream begins again, as your seats may have changed meanwhile.
    `entry`: one new entry of the log (`version`, `kind`, `seat`, `at`, `data`), before the `table` it leads to.
    `chat`: a new line.  `people`, only if brief: the seats with an open page (`here`).  `rematch`, only if
    brief: somebody offers another game.
    `end`: ask again; perhaps your seat has changed.
    """
    seen_from = at.rights.view_seat(at.live, seat)
    seen = read_id(last_event_id or after)
    return stream(request, at.services, table_events(request, at, seen_from, seen, brief, looking))


@router.get(
    "/api/me/events", summary="Be told of your turns", response_class=StreamingResponse, responses={**responses(401), **STREAM}
)
async def watch_me(request: Request, services: ServicesDep, requester: RequesterDep) -> StreamingResponse:
    """`waiting`: the tables that wait for you, at the beginning and whenever that changes."""
    if requester.person is None:
        raise Problem(
            401,
            "nobody",
            say("You are not known here yet. hint: sit down at a table, or use a token."),
            {"WWW-Authenticate": "Bearer"},
        )
    return stream(request, services, _my_events(request, services, requester, requester.person.id))


async def _my_events(request: Request, services: Services, requester: Requester, person: str) -> AsyncIterator[str]:
    with services.hub.watch(person, person) as watcher:
        await check_requester(services, request, requester, watcher)
        told: Any = None
        while True:
            if watcher.ended:
                yield event("end", {"why": "ask again"})
                return
            waiting = await shielded(_waiting(services, person))
            if waiting != told:
                told = waiting
                yield event("waiting", {"tables": waiting})
            await _pause(services, watcher)
            yield ": still here\n\n"


async def _waiting(services: Services, person: str) -> list[dict[str, Any]]:
    async with services.store.read() as db:
        found = await rows.tables_of(db, person, 100, waiting=True)
    names = ("id", "game", "ply", "version", "actor")
    return [{**{name: row[name] for name in names}, "path": f"/t/{row['id']}"} for row in found]


async def _pause(services: Services, watcher: Watcher) -> None:
    await watcher.wait(services.settings.heartbeat)
