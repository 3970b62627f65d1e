"""What services share: somebody at a table, and the person behind a request."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.access import Standing, check_still_holding, note_first_use, standing
from branchline.server.house import House
from branchline.server.identity import Asker, Person
from branchline.server.memory import Live
from branchline.server.problems import Problem
from branchline.server.store import people
from branchline.server.tables import Decide, Outcome
from branchline.texts import say

NAMELESS = "Guest"


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

    async def change(self, decide: Decide) -> Outcome:
        """Change the table in the name of the asker's seats; 403 if one of them is no longer theirs by then."""

        return await self.house.tables.change(self.id, decide, check=self.check)

    async def check(self, db: AsyncConnection) -> None:
        """Within a transaction: 403 if a seat of the asker is no longer theirs."""
        await check_still_holding(self.house, db, self.live, self.asker, self.standing.seats)

    async def again(self) -> Seated:
        """The same after something has changed."""
        return await seated(self.house, await self.house.tables.live(self.id), self.asker)

    def answer(self, seat: int | None = None, **more: Any) -> dict[str, Any]:
        """The table as the asker may see it, from the seat named or the one that fits best."""
        looking = self.standing.looking(self.live, seat)
        return {**table_answer(self.live, self.standing, looking), **more}


@dataclass(frozen=True)
class Opened:
    """A table just opened, as its owner sees it."""

    at: Seated
    newcomer: Person | None
    """The owner if they were not known before: their browser is to get a cookie."""


def table_answer(live: Live, standing: Standing, seat: int | None) -> dict[str, Any]:
    """A table for somebody who looks from a seat (None: a spectator)."""
    match, view = live.match, live.view(seat)
    return {
        "id": live.id,
        "game": match.game.name,
        "title": match.game.spec.card.title,
        "version": view["version"],
        "ply": view["ply"],
        "phase": view["phase"],
        "public": live.public,
        "parent": live.parent,
        "path": f"/t/{live.id}",
        "open": live.free if match.phase == "waiting" else [],
        "you": {
            **standing.to_dict(),
            "seat": seat,
            "hints": may_ask(live, standing),
        },
        "view": view,
    }


def may_ask(live: Live, standing: Standing) -> bool:
    """Hints are for games against bots only, and for anybody once a game is over."""
    match = live.match
    return match.phase == "over" or (match.phase == "playing" and match.is_alone(standing.seats))


async def seated(house: House, live: Live, asker: Asker) -> Seated:
    """Somebody at a table."""
    async with house.store.glance() as db:
        found = await standing(house, db, live, asker)
    await note_first_use(house, live, found)
    return Seated(house, live, asker, found)


async def opened(house: House, live: Live, asker: Asker, owner: Person) -> Opened:
    """A table just opened, as its owner sees it."""
    at = await seated(house, live, replace(asker, person=owner, seat_secret=None))
    return Opened(at, owner if asker.person is None else None)


async def somebody(house: House, asker: Asker, name: str | None) -> Person:
    """The person who asks, with the name given; a newcomer becomes one."""
    person = asker.person
    if person is None:
        return await house.identity.newcomer(name or NAMELESS)
    if name is not None and name != person.name:
        return await house.identity.rename(person, name)
    return person


def named(asker: Asker, name: str | None) -> Person:
    """As `somebody`, with nothing written yet: `keep_person` does that, in the transaction of what the person does."""
    if asker.person is None:
        return Person(people.new_person(), name or NAMELESS)
    return asker.person if name is None else replace(asker.person, name=name)


async def keep_person(db: AsyncConnection, asker: Asker, person: Person) -> None:
    """Write what is new of the person who asks."""
    if asker.person is None:
        await people.add_person(db, person.name, person.id)
    elif person.name != asker.person.name:
        await people.rename_person(db, person.id, person.name)


def known(asker: Asker) -> Person:
    """The person who asks, or 401."""
    if asker.person is None:
        message = say("You are not known here yet. hint: give a name (`POST /api/me`), or use a token.")
        raise Problem(401, "nobody", message, {"WWW-Authenticate": "Bearer"})
    return asker.person


def take_costly(house: House, asker: Asker) -> None:
    """Go on only within the limit of what costs much or may be guessed."""
    house.costly.take(asker.address)
