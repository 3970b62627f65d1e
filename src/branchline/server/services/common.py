"""What service functions share: a table with the requester's rights, and the person who sent a request."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.accounts.requester import Person, Requester
from branchline.server.base.problems import Problem
from branchline.server.services.container import Services
from branchline.server.services.seat_rights import SeatRights, check_still_holding, note_first_use, rights_of
from branchline.server.store import people
from branchline.server.tables.changes import Change, Decide, Outcome
from branchline.server.tables.live_table import LiveTable
from branchline.texts import say

NAMELESS = "Guest"
DEPARTED = "Former player"
"""The name that the games of a deleted account keep."""


@dataclass(frozen=True)
class TableContext:
    """A table, the requester, and the requester's rights there."""

    services: Services
    live: LiveTable
    requester: Requester
    rights: SeatRights

    @property
    def id(self) -> str:
        """The table's id."""
        return self.live.id

    async def change(self, decide: Decide) -> Outcome:
        """Change the table on behalf of the requester's seats; 403 if they no longer hold one of these seats."""

        return await self.services.tables.change(self.id, Change(decide, check=self.check))

    async def check(self, db: AsyncConnection) -> None:
        """Raise 403 if the requester no longer holds one of their seats.  Call this within the transaction of the change."""
        await check_still_holding(self.services, db, self.live, self.requester, self.rights.seats)

    async def again(self) -> TableContext:
        """The same table and requester, read again after a change."""
        return await table_context(self.services, await self.services.tables.get(self.id), self.requester)

    def answer(self, seat: int | None = None, **more: Any) -> str:
        """The table as JSON, as the requester may see it, from `seat` or else from the seat that fits best.

        `more` is added at the end.  The rest is written once for all requesters with the same rights and the same seat.
        """
        live, seen_from = self.live, self.rights.view_seat(self.live, seat)
        text = live.text(
            ("answer", self.rights, seen_from),
            live.view(seen_from),
            lambda: as_json(table_answer(live, self.rights, seen_from)),
        )
        return f"{text[:-1]},{as_json(more)[1:]}" if more else text


@dataclass(frozen=True)
class Opened:
    """A table just opened, as its owner sees it."""

    at: TableContext
    newcomer: Person | None
    """The owner if they are a newcomer: their browser must get a cookie."""


def as_json(data: Any) -> str:
    """JSON as answers have it."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def table_answer(live: LiveTable, rights: SeatRights, seat: int | None) -> dict[str, Any]:
    """The table as a seat sees it, or a spectator (None)."""
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
            **rights.to_dict(),
            "seat": seat,
            "hints": may_ask(live, rights),
        },
        "view": view,
    }


def may_ask(live: LiveTable, rights: SeatRights) -> bool:
    """Whether the requester may have hints: in a game against bots only that is no daily deal, or when the game is over."""
    match = live.match
    alone = match.phase == "playing" and match.is_alone(rights.seats) and not match.is_contest
    return match.phase == "over" or alone


async def table_context(services: Services, live: LiveTable, requester: Requester) -> TableContext:
    """A table with the requester's rights there."""
    async with services.store.read_autocommit() as db:
        found = await rights_of(services, db, live, requester)
    await note_first_use(services, live, found)
    return TableContext(services, live, requester, found)


async def opened(services: Services, live: LiveTable, requester: Requester, owner: Person) -> Opened:
    """A table just opened, as its owner sees it."""
    at = await table_context(services, live, replace(requester, person=owner, seat_secret=None))
    return Opened(at, owner if requester.person is None else None)


async def get_or_create_person(services: Services, requester: Requester, name: str | None) -> Person:
    """The person who sent the request, under the given name.  A newcomer becomes a person.

    An account keeps its name: another one that is given is for this table only.
    """
    person = requester.person
    if person is None:
        return await services.identity.newcomer(name or NAMELESS)
    if name is not None and name != person.name and not person.has_account:
        return await services.identity.rename(person, name)
    return person


def person_to_be(requester: Requester, name: str | None) -> Person:
    """Like `get_or_create_person`, but writes nothing: `keep_person` writes, in the transaction of the change."""
    if requester.person is None:
        return Person(people.new_person(), name or NAMELESS)
    return requester.person if name is None else replace(requester.person, name=name)


async def keep_person(db: AsyncConnection, requester: Requester, person: Person) -> None:
    """Write the person who sent the request to the database, if they are new or have a new name."""
    if requester.person is None:
        await people.add_person(db, person.name, person.id)
    elif person.name != requester.person.name and not person.has_account:
        await people.rename_person(db, person.id, person.name)


def require_person(requester: Requester) -> Person:
    """The person who sent the request; 401 if the requester is not known."""
    if requester.person is None:
        message = say("You are not known here yet. hint: give a name (`POST /api/me`), or use a token.")
        raise Problem(401, "nobody", message, {"WWW-Authenticate": "Bearer"})
    return requester.person


def take_costly(services: Services, requester: Requester) -> None:
    """Count a request against the limit for costly work and for secrets that could be guessed; 429 above the limit."""
    services.costly.take(requester.address)
