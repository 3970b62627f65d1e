"""Rows of holidays."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import and_, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.schema import holders, tables
from branchline.server.store.schema_days import holidays
from branchline.server.store.seat_rows import is_held_by


async def since(db: AsyncConnection, persons: Collection[str], start: float) -> list[Any]:
    """The holidays of some persons that ended after a time: person, `since` and `until`."""
    wanted = and_(holidays.c.person_id.in_(persons), holidays.c.until > start)
    return list((await db.execute(select(holidays).where(wanted).order_by(holidays.c.since))).all())


async def add(db: AsyncConnection, person: str, start: float, until: float) -> None:
    """Add a holiday."""
    await db.execute(insert(holidays).values(person_id=person, since=start, until=until))


async def end(db: AsyncConnection, person: str, now: float) -> None:
    """End the holiday that a person is on."""
    await db.execute(update(holidays).where(holidays.c.person_id == person, holidays.c.until > now).values(until=now))


async def share_seats(db: AsyncConnection, person: str) -> set[str]:
    """A person and everybody who holds a seat with them: the same human on other devices."""
    other = holders.alias()
    same = and_(other.c.table_id == holders.c.table_id, other.c.seat == holders.c.seat)
    statement = select(other.c.person_id).distinct().select_from(holders).join(other, same)
    return {person, *(await db.execute(statement.where(is_held_by(person)))).scalars()}


async def seats_of(db: AsyncConnection, person: str) -> list[Any]:
    """The seats of a person in games that are on and have days for each move: table and seat."""
    statement = select(tables.c.id, holders.c.seat, tables.c.summary).join(holders, holders.c.table_id == tables.c.id)
    found = await db.execute(statement.where(is_held_by(person), tables.c.status == "playing"))
    return [row for row in found if row.summary["clock"]["kind"] == "days"]


async def not_known_at(db: AsyncConnection, now: float) -> list[Any]:
    """Seats on holiday whose game began after the holiday did: table, seat and end of the holiday."""
    mine = and_(holders.c.person_id == holidays.c.person_id, holders.c.left.is_(False))
    turn = and_(tables.c.id == holders.c.table_id, tables.c.actor == holders.c.seat, tables.c.waits_for == "person")
    columns = (tables.c.id, holders.c.seat, holidays.c.until, tables.c.summary, tables.c.deadline)
    statement = select(*columns).select_from(holidays).join(holders, mine).join(tables, turn)
    found = await db.execute(statement.where(holidays.c.until > now, tables.c.deadline.is_not(None)))
    return [row for row in found if row.summary["clock"]["kind"] == "days" and not _knows(row)]


def _knows(row: Any) -> bool:
    """Whether a table knows how long a seat is on holiday."""
    resting = row.summary.get("resting")
    if resting is None:  # written before version 1.2: a table that knows of a holiday has a later deadline
        return bool(row.deadline >= row.until)
    return bool(resting[row.seat] >= row.until)


async def hand_over(db: AsyncConnection, guest: str, person: str) -> None:
    """Give the holidays of a guest to a person, because the guest has signed in."""
    await db.execute(update(holidays).where(holidays.c.person_id == guest).values(person_id=person))
