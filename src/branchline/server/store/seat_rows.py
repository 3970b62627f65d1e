"""Rows of seats: links, and the persons who hold a seat."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from sqlalchemy import Select, and_, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.query_cache import PRESENCE
from branchline.server.store.schema import channels, holders, seats, webhooks


def is_held_by(person: Any) -> Any:
    """The condition that a row of `holders` belongs to this person and they have not left."""
    return and_(holders.c.person_id == person, holders.c.left.is_(False))


def _generations() -> Select[Any]:
    mine = and_(holders.c.table_id == seats.c.table_id, holders.c.seat == seats.c.seat, is_held_by(bindparam("person")))
    found = select(seats.c.seat, seats.c.generation).join(holders, mine)
    return found.where(seats.c.table_id == bindparam("table")).order_by(seats.c.seat)


def _held() -> Select[Any]:
    person: Any = bindparam("person")
    other = holders.alias()
    others = func.count(other.c.person_id).label("others")
    together = and_(other.c.table_id == holders.c.table_id, other.c.seat == holders.c.seat, other.c.person_id != person)
    statement = select(holders.c.seat, others, seats.c.used).outerjoin(other, together)
    statement = statement.join(seats, and_(seats.c.table_id == holders.c.table_id, seats.c.seat == holders.c.seat))
    statement = statement.where(holders.c.table_id == bindparam("table"), is_held_by(person))
    return statement.group_by(holders.c.seat, seats.c.used).order_by(holders.c.seat)


def _people() -> Select[Any]:
    hooked = exists().where(webhooks.c.person_id == holders.c.person_id).label("hooked")
    reached = exists().where(channels.c.person_id == holders.c.person_id, channels.c.confirmed.is_not(None)).label("reached")
    statement = select(holders.c.seat, holders.c.person_id, hooked, reached)
    statement = statement.where(holders.c.table_id == bindparam("table"), holders.c.left.is_(False))
    return statement.order_by(holders.c.since)


# Statements of every move are built once: building one takes longer than executing it.
GENERATIONS, HELD, PEOPLE = _generations(), _held(), _people()


async def seats_of(db: AsyncConnection, table: str) -> list[Any]:
    """The seat rows of a table, in order."""
    return list((await db.execute(select(seats).where(seats.c.table_id == table).order_by(seats.c.seat))).all())


async def next_generation(db: AsyncConnection, table: str, seat: int) -> int:
    """Make every link to a seat void; returns the new generation."""
    here = and_(seats.c.table_id == table, seats.c.seat == seat)
    raised = update(seats).where(here).values(generation=seats.c.generation + 1, used=None)
    return (await db.execute(raised.returning(seats.c.generation))).scalar_one()


async def mark_used(db: AsyncConnection, table: str, seat: int, generation: int, now: float) -> bool:
    """Note that a program uses the seat link of this generation; False if that was noted before."""
    here = and_(seats.c.table_id == table, seats.c.seat == seat, seats.c.generation == generation, seats.c.used.is_(None))
    return (await db.execute(update(seats).where(here).values(used=now))).rowcount == 1


async def generations_held(db: AsyncConnection, table: str, person: str) -> list[Any]:
    """Number and generation of the seats that a person holds."""
    return list((await db.execute(GENERATIONS, {"table": table, "person": person})).all())


async def seats_held(db: AsyncConnection, table: str, person: str) -> list[Any]:
    """The seats that a person holds: `seat`, the number of `others` who hold it, and when a program first `used` its link."""
    return list((await db.execute(HELD, {"table": table, "person": person})).all())


async def holds(db: AsyncConnection, table: str, seat: int, person: str) -> bool:
    """Whether a person holds a seat."""
    here = and_(holders.c.table_id == table, holders.c.seat == seat, is_held_by(person))
    return (await db.execute(select(holders.c.seat).where(here))).one_or_none() is not None


async def took_part(db: AsyncConnection, table: str, person: str) -> bool:
    """Whether a person has held a seat during a game, also if they have left it."""
    here = and_(holders.c.table_id == table, holders.c.person_id == person)
    return (await db.execute(select(holders.c.seat).where(here).limit(1))).first() is not None


async def holders_of(db: AsyncConnection, table: str) -> dict[int, list[str]]:
    """The persons of each seat, including those who left it during the game, in the order in which they sat down."""
    statement = select(holders.c.seat, holders.c.person_id).where(holders.c.table_id == table)
    found: dict[int, list[str]] = {}
    for row in await db.execute(statement.order_by(holders.c.since)):
        found.setdefault(row.seat, []).append(row.person_id)
    return found


async def people_at(db: AsyncConnection, table: str) -> list[Any]:
    """The persons who may play at a table, in the order they sat down.

    Each with the seat, and whether they have a webhook (`hooked`) or a channel for news (`reached`).
    """
    return list((await db.execute(PEOPLE, {"table": table})).all())


async def seen_at(db: AsyncConnection, table: str) -> dict[int, float]:
    """The time of the last watcher, by seat."""
    statement = select(seats.c.seat, seats.c.seen).where(seats.c.table_id == table)
    return {row.seat: row.seen for row in await db.execute(statement)}


async def mark_seen(db: AsyncConnection, table: str, seat: int, now: float) -> None:
    """Note that somebody watches the table from this seat."""
    statement = update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(seen=now)
    await db.execute(statement.execution_options(**{PRESENCE: True}))


async def hold(db: AsyncConnection, table: str, seat: int, person: str) -> None:
    """Let a person play a seat.  Nothing happens if they may already."""
    if not await holds(db, table, seat, person):
        await db.execute(insert(holders).values(table_id=table, seat=seat, person_id=person, since=time.time()))


async def leave(db: AsyncConnection, table: str, seat: int) -> None:
    """Note that all holders of a seat have left it for good."""
    here = and_(holders.c.table_id == table, holders.c.seat == seat)
    await db.execute(update(holders).where(here).values(left=True))


async def release(db: AsyncConnection, table: str, seat: int, keep: Collection[str] = ()) -> None:
    """Take a seat from all its holders except the persons in `keep`."""
    here = and_(holders.c.table_id == table, holders.c.seat == seat, holders.c.person_id.not_in(keep))
    await db.execute(delete(holders).where(here))
