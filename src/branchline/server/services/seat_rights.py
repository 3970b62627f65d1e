"""What a requester may do at a table: the seats they hold there."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.accounts.requester import Requester
from branchline.server.accounts.seat_links import SEAT
from branchline.server.base.logs import note
from branchline.server.base.problems import Problem, forbidden
from branchline.server.store import seat_rows
from branchline.server.tables.live_table import LiveTable
from branchline.texts import say

if TYPE_CHECKING:
    from branchline.server.services.container import Services


@dataclass(frozen=True)
class SeatRights:
    """The seats that a requester holds at a table, and whether they own the table."""

    seats: tuple[int, ...] = ()
    is_owner: bool = False
    shared: tuple[int, ...] = ()
    """The seats among them that another browser or a program plays too."""
    first_use: int | None = field(default=None, compare=False)
    """The generation of the requester's seat link, if this is its first use; see `note_first_use`."""

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe data.  A page that shows other rights than these is out of date."""
        return {"seats": list(self.seats), "owner": self.is_owner, "shared": list(self.shared)}

    def view_seat(self, live: LiveTable, wanted: int | None = None) -> int | None:
        """The seat to look from: the wanted one, else the one whose turn it is, else the first; None for a spectator."""
        if wanted is not None:
            return self.acting_seat(live, wanted)
        if not self.seats:
            return None
        decider = live.match.decider
        return decider if decider in self.seats else self.seats[0]

    def acting_seat(self, live: LiveTable, wanted: int | None = None) -> int:
        """The seat to act for, chosen as in `view_seat`; 403 without a seat or for a seat of somebody else."""
        if wanted is not None and wanted not in self.seats:
            raise forbidden(say("This seat is not yours. hint: an invitation lets you sit down there."))
        if not self.seats:
            raise forbidden(say("You have no seat at this table. hint: an invitation lets you sit down."))
        if wanted is not None:
            return wanted
        decider = live.match.decider
        return decider if decider in self.seats else self.seats[0]

    def require_owner(self) -> None:
        """Refuse with 403 unless the requester owns the table."""
        if not self.is_owner:
            raise forbidden(say("Only who opened the table may do this."))


async def rights_of(services: Services, db: AsyncConnection, live: LiveTable, requester: Requester) -> SeatRights:
    """The requester's rights at a table; 401 for a secret that opens no seat here."""
    if requester.seat_secret is not None:
        row = await _seat_of_link(services, db, live, requester.seat_secret)
        return SeatRights((row.seat,), first_use=row.generation if row.used is None else None)
    if requester.person is None:
        return SeatRights()
    person = requester.person.id
    held = await services.store.cached(("seats", live.id, person), db, lambda db: seat_rows.seats_held(db, live.id, person))
    mine = [row for row in held if live.match.seats[row.seat].is_person]  # without seats that a bot plays for good
    shared = tuple(row.seat for row in mine if row.others or row.used is not None)
    return SeatRights(tuple(row.seat for row in mine), live.owner == person, shared)


async def check_may_look(db: AsyncConnection, live: LiveTable, requester: Requester, rights: SeatRights) -> None:
    """403 if the people of a finished game keep it to themselves and the requester did not take part."""
    if not live.private or rights.seats:
        return
    if requester.person is None or not await seat_rows.took_part(db, live.id, requester.person.id):
        raise keeps_to_itself()


def keeps_to_itself() -> Problem:
    """403 for a private game."""
    return forbidden(say("The people of this game keep it to themselves."))


async def _seat_of_link(services: Services, db: AsyncConnection, live: LiveTable, secret: str) -> Any:
    """The row of the seat that a seat link opens, or 401."""
    row = await services.links.find(db, live.id, secret) if secret.startswith(f"{SEAT}_") else None
    if row is None or not live.match.seats[row.seat].is_person:
        unknown = say("This secret opens no seat at this table; perhaps it was renewed.")
        raise Problem(401, "unknown-token", unknown, {"WWW-Authenticate": "Bearer"})
    return row


async def note_first_use(services: Services, live: LiveTable, found: SeatRights) -> None:
    """Note that a program uses a seat link, so that the person on the seat is told.

    Do not call it while you hold a database connection.  Requests that hold one and wait for a second can deadlock.
    """
    if found.first_use is None:
        return
    async with services.store.write() as db:
        if await seat_rows.mark_used(db, live.id, found.seats[0], found.first_use, time.time()):
            note("a program uses a seat link", table=live.id, seat=found.seats[0])


async def check_still_holding(
    services: Services, db: AsyncConnection, live: LiveTable, requester: Requester, seats: Sequence[int]
) -> None:
    """In a transaction that changes the table: 403 if the requester has lost a seat since the request was checked."""
    if requester.person is not None:
        person = requester.person.id
        asked = ("held", live.id, person)
        rows = await services.store.cached(asked, db, lambda db: seat_rows.generations_held(db, live.id, person))
        held = {row.seat for row in rows}
    else:
        row = await services.links.find(db, live.id, requester.seat_secret or "")
        held = set() if row is None else {row.seat}
    for seat in seats:
        if seat not in held:
            raise forbidden(say("This seat is not yours any more."))
