"""Deleting a person: bots take their seats, their games keep another name, and all the rest is gone."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.errors import BranchlineError
from branchline.match import Entry, Match
from branchline.server.accounts.requester import Person, Requester
from branchline.server.base.logs import note
from branchline.server.base.problems import Problem
from branchline.server.services.common import DEPARTED, require_person, take_costly
from branchline.server.services.container import Services
from branchline.server.store import erasing, people, seat_rows
from branchline.server.store.signals import REWRITTEN, Signal, announce
from branchline.server.tables.changes import Change
from branchline.texts import noted, say


async def delete_account(services: Services, requester: Requester, password: str) -> None:
    """Delete the requester, whose account has this password.  A guest has none."""
    take_costly(services, requester)
    person = require_person(requester)
    if person.has_account and not await services.identity.has_password(person, password):
        raise Problem(401, "wrong-password", say("The password is not right, so nothing was deleted."))
    await delete_person(services, person)


async def delete_person(services: Services, person: Person) -> None:
    """Delete a person with everything that is stored about them.  Their games stay under the name `DEPARTED`.

    First their sessions and tokens become void, so that they can sit down nowhere while bots take their seats.
    """
    async with services.identity.voiding(person.id) as db:
        await services.identity.confirm(db, person)
        await people.revoke_all(db, person.id)
        await people.end_sessions(db, person.id)
    await _leave_tables(services, person.id)
    async with services.identity.voiding(person.id) as db:
        touched = await people.lock_tables_of(db, person.id)
        await erasing.erase(db, person.id, DEPARTED)
        for table in touched:
            await announce(db, Signal(table, REWRITTEN, (), services.tables.process))
    for table in touched:
        await services.signal_handler.on_rewritten(table)


async def _leave_tables(services: Services, person: str) -> None:
    async with services.store.read() as db:
        seats = await erasing.unfinished_seats(db, person)
    for row in seats:
        await _guarded(services, row.table_id, await _departure(services, row.table_id, row.seat, person))
    async with services.store.read() as db:
        empty = await erasing.empty_tables(db, person)
    for table in empty:
        await _guarded(services, table, Change(lambda match, now: match.close(now, noted("closed by its owner"))))


async def _guarded(services: Services, table: str, change: Change) -> None:
    """Change a table.  One that cannot be read does not keep anybody from deleting their account."""
    try:
        await services.tables.change(table, change)
    except (Problem, BranchlineError) as fault:
        note("a table could not be left", level=30, fault=fault, table=table)


async def _departure(services: Services, table: str, seat: int, person: str) -> Change:
    """The change by which a person leaves a seat.  Somebody who came by a seat link leaves it to who sat there first."""
    async with services.store.read() as db:
        first, *others = (await seat_rows.holders_of(db, table))[seat]

    def depart(match: Match, now: float) -> Sequence[Entry]:
        return match.depart(seat, DEPARTED, now) if match.seats[seat].is_person and not match.is_finished else ()

    async def release(db: AsyncConnection) -> None:
        await seat_rows.release(db, table, seat, keep=[first, *(other for other in others if other != person)])

    if first == person:
        return Change(depart)
    return Change(lambda match, now: (), release, restart_streams=True)
