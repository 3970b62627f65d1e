"""What the routes of API and pages depend on (services, requester, table), and the answers with a cookie."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Request
from fastapi.responses import JSONResponse

from branchline.server.accounts.requester import Person, Requester
from branchline.server.base.inputs import ID
from branchline.server.services import common
from branchline.server.services.common import TableContext
from branchline.server.services.container import Services
from branchline.server.services.seat_rights import check_may_look, note_first_use, rights_of


async def get_services(request: Request) -> Services:  # async: a plain function would be called in a thread
    """The services of the running server."""
    return services_of(request)


def services_of(request: Request) -> Services:
    """The services of the running server."""
    found: Services = request.app.state.services
    return found


async def get_requester(request: Request) -> Requester:
    """The sender of the request."""
    services = services_of(request)
    async with services.store.read_autocommit() as db:
        return await services.identity.requester(db, request)


ServicesDep = Annotated[Services, Depends(get_services)]
RequesterDep = Annotated[Requester, Depends(get_requester)]
TableId = Annotated[str, Path(**ID, description="The table's name in its link.")]
TournamentId = Annotated[str, Path(**ID, description="Its name in its link.")]


async def get_table(request: Request, table: TableId) -> TableContext:
    """The table asked for."""
    services = services_of(request)
    live = await services.tables.get(table)
    async with services.store.read_autocommit() as db:
        requester = await services.identity.requester(db, request)
        found = await rights_of(services, db, live, requester)
        await check_may_look(db, live, requester, found)
    await note_first_use(services, live, found)
    return TableContext(services, live, requester, found)


async def get_table_to_change(request: Request, table: TableId) -> TableContext:
    """The table to be changed; 429 if it is changed too often."""
    services_of(request).table_posts.take(table)
    return await get_table(request, table)


TableDep = Annotated[TableContext, Depends(get_table)]
ChangingTableDep = Annotated[TableContext, Depends(get_table_to_change)]


async def get_or_create_person(request: Request, services: Services, requester: Requester, name: str | None) -> Person:
    """The person who sent the request.  A newcomer becomes a person and gets a cookie with the answer."""
    person = await common.get_or_create_person(services, requester, name)
    if requester.person is None:
        remember(request, person)
    return person


def remember(request: Request, person: Person | None) -> None:
    """Add a person's cookie to the answer."""
    request.state.remember = person


class WrittenJSON(JSONResponse):
    """An answer whose JSON is written already."""

    def render(self, content: str) -> bytes:
        """The text as bytes."""
        return content.encode()


def respond(request: Request, data: Any, status: int = 200) -> JSONResponse:
    """An answer, with the cookie for a newcomer.  `data` is an object, or its JSON as a text."""
    response = (WrittenJSON if isinstance(data, str) else JSONResponse)(data, status)
    person = getattr(request.state, "remember", None)
    if person is not None:
        services_of(request).identity.remember(response, person, is_secure(request))
    return response


def is_secure(request: Request) -> bool:
    """Whether the browser uses https, directly or through a proxy."""
    return request.url.scheme == "https" or services_of(request).settings.address.startswith("https:")
