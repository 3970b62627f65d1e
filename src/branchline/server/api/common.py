"""What routes share: who asks, the table asked for, and how an answer is given."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Request
from fastapi.responses import JSONResponse

from branchline.server.access import note_first_use, standing
from branchline.server.house import House
from branchline.server.identity import Asker, Person
from branchline.server.services import common
from branchline.server.services.common import Seated


async def get_house(request: Request) -> House:  # async: a plain function would be called in a thread
    """The running house."""
    return house_of(request)


def house_of(request: Request) -> House:
    """The running house."""
    found: House = request.app.state.house
    return found


async def get_asker(request: Request) -> Asker:
    """Who asks."""
    house = house_of(request)
    async with house.store.glance() as db:
        return await house.identity.asker(db, request)


TheHouse = Annotated[House, Depends(get_house)]
TheAsker = Annotated[Asker, Depends(get_asker)]
TableId = Annotated[str, Path(min_length=4, max_length=32, pattern="^[a-z0-9]+$", description="The table's name in its link.")]


async def get_seated(request: Request, table: TableId) -> Seated:
    """The table asked for."""
    house = house_of(request)
    live = await house.tables.live(table)
    async with house.store.glance() as db:
        asker = await house.identity.asker(db, request)
        found = await standing(house, db, live, asker)
    await note_first_use(house, live, found)
    return Seated(house, live, asker, found)


async def get_changing(request: Request, table: TableId) -> Seated:
    """The table to be changed: so often and no oftener."""
    house_of(request).table_posts.take(table)
    return await get_seated(request, table)


AtTable = Annotated[Seated, Depends(get_seated)]
Changing = Annotated[Seated, Depends(get_changing)]


async def somebody(request: Request, house: House, asker: Asker, name: str | None) -> Person:
    """The person who asks; a newcomer becomes one, and gets a cookie with the answer."""
    person = await common.somebody(house, asker, name)
    if asker.person is None:
        remember(request, person)
    return person


def remember(request: Request, person: Person | None) -> None:
    """Send the cookie of a person with the answer."""
    request.state.remember = person


def give(request: Request, data: Any, status: int = 200) -> JSONResponse:
    """An answer, with the cookie for a newcomer."""
    response = JSONResponse(data, status)
    person = getattr(request.state, "remember", None)
    if person is not None:
        house_of(request).identity.remember(response, person, is_secure(request))
    return response


def is_secure(request: Request) -> bool:
    """Whether the browser speaks https with us, perhaps through a proxy."""
    return request.url.scheme == "https" or house_of(request).settings.address.startswith("https:")
