"""Rows of wishes: what the people of a finished game want to become of it."""

from __future__ import annotations

import time

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.schema import holders, persons, tables, wishes


async def wishes_of(db: AsyncConnection, table: str) -> dict[int, str]:
    """The wish of each seat that has one."""
    statement = select(wishes.c.seat, wishes.c.wish).where(wishes.c.table_id == table)
    return {row.seat: row.wish for row in await db.execute(statement)}


async def keep(db: AsyncConnection, table: str, seat: int, wish: str) -> None:
    """Store the wish of a seat instead of its earlier one; an empty one is none."""
    await db.execute(delete(wishes).where(wishes.c.table_id == table, wishes.c.seat == seat))
    if wish:
        await db.execute(insert(wishes).values(table_id=table, seat=seat, wish=wish, at=time.time()))


async def forget(db: AsyncConnection, table: str) -> None:
    """Remove every wish about a table, because the people have agreed."""
    await db.execute(delete(wishes).where(wishes.c.table_id == table))


async def asked_at(db: AsyncConnection, table: str) -> set[int]:
    """The seats whose persons are asked: all seats that anybody sat on whose account was not deleted."""
    statement = select(holders.c.seat).join(persons, persons.c.id == holders.c.person_id)
    statement = statement.where(holders.c.table_id == table, persons.c.deleted.is_(False)).distinct()
    return set((await db.execute(statement)).scalars())


async def set_audience(db: AsyncConnection, table: str, public: bool, private: bool) -> None:
    """Change who may look at a table."""
    await db.execute(update(tables).where(tables.c.id == table).values(public=public, private=private))


async def remove_table(db: AsyncConnection, table: str) -> None:
    """Delete a table with everything that belongs to it."""
    await db.execute(delete(tables).where(tables.c.id == table))
