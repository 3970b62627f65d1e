"""What routes share: who asks, the table asked for, and how an answer is given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from fastapi.responses import JSONResponse

from branchline.server.access import Standing, standing
from branchline.server.house import House
from branchline.server.identity import Asker, Person
from branchline.server.memory import Live
from branchline.server.safety import address_of

NAMELESS = "Guest"


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


async def limit_costly(request: Request) -> None:
    """For what costs much or may be guessed: a stricter limit by address."""
    house_of(request).costly.take(address_of(request.scope))


TheHouse = Annotated[House, Depends(get_house)]
TheAsker = Annotated[Asker, Depends(get_asker)]
Costly = Depends(limit_costly)
TableId = Annotated[str, Path(min_length=4, max_length=32, pattern="^[a-z0-9]+$", description="The table's name in its link.")]


@dataclass(frozen=True)
class Seated:
    """A table, and what the asker is there."""

    house: House
    live: Live
    asker: Asker
    standing: Standing

    @property
    def id(self) -> str:
        """The table's id."""
        return self.live.id

    async def again(self) -> Seated:
        """The same after something has changed."""
        return await seated(self.house, await self.house.tables.live(self.id), self.asker)

    def answer(self, seat: int | None = None, **more: Any) -> dict[str, Any]:
        """The table as the asker may see it, from the seat named or the one that fits best."""
        looking = self.standing.looking(self.live, seat)
        return {**table_answer(self.live, self.standing, looking), **more}


def table_answer(live: Live, standing: Standing, seat: int | None) -> dict[str, Any]:
    """A table for somebody who looks from a seat (None: a spectator)."""
    match, view = live.match, live.view(seat)
    return {
        "id": live.id,
        "game": match.game.name,
        "title": match.game.title.title,
        "version": view["version"],
        "ply": view["ply"],
        "phase": view["phase"],
        "public": live.public,
        "parent": live.parent,
        "path": f"/t/{live.id}",
        "open": live.free if match.phase == "waiting" else [],
        "you": {"seats": list(standing.seats), "seat": seat, "owner": standing.is_owner, "hints": may_ask(live, standing)},
        "view": view,
    }


def may_ask(live: Live, standing: Standing) -> bool:
    """Hints are for games against bots only, and for anybody once a game is over."""
    match = live.match
    alone = bool(standing.seats) and set(match.persons) <= set(standing.seats)
    return match.phase == "over" or (match.phase == "playing" and alone)


async def seated(house: House, live: Live, asker: Asker) -> Seated:
    """Somebody at a table."""
    async with house.store.glance() as db:
        return Seated(house, live, asker, await standing(house.store, db, live, asker))


async def get_seated(request: Request, table: TableId) -> Seated:
    """The table asked for."""
    house = house_of(request)
    live = await house.tables.live(table)
    async with house.store.glance() as db:
        asker = await house.identity.asker(db, request)
        return Seated(house, live, asker, await standing(house.store, db, live, asker))


async def get_changing(request: Request, table: TableId) -> Seated:
    """The table to be changed: so often and no oftener."""
    house_of(request).table_posts.take(table)
    return await get_seated(request, table)


AtTable = Annotated[Seated, Depends(get_seated)]
Changing = Annotated[Seated, Depends(get_changing)]


async def somebody(request: Request, house: House, asker: Asker, name: str | None) -> Person:
    """The person who asks; a newcomer becomes one, and gets a cookie with the answer."""
    person = asker.person
    if person is None:
        person = await house.identity.newcomer(name or NAMELESS)
        request.state.remember = person
    elif name is not None and name != person.name:
        person = await house.identity.rename(person, name)
    return person


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
