"""Rows of what a seat keeps to itself: its plans and its notes."""

from __future__ import annotations

from typing import Any

from sqlalchemy import and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.base.keys import new_id
from branchline.server.store.schema import tables
from branchline.server.store.schema_days import notes, plans


async def plans_of(db: AsyncConnection, table: str, seat: int) -> Any:
    """The row of a seat's plans, or None."""
    here = and_(plans.c.table_id == table, plans.c.seat == seat)
    return (await db.execute(select(plans).where(here))).one_or_none()


async def has_plans(db: AsyncConnection, table: str, seat: int) -> bool:
    """Whether a seat has plans."""
    here = and_(plans.c.table_id == table, plans.c.seat == seat, plans.c.waiting)
    return (await db.execute(select(plans.c.seat).where(here))).first() is not None


async def keep_plans(db: AsyncConnection, table: str, seat: int, body: dict[str, Any]) -> None:
    """Replace the plans of a seat."""
    here = and_(plans.c.table_id == table, plans.c.seat == seat)
    row = {"body": body, "waiting": bool(body["plans"]), "stamp": new_id()}
    if not (await db.execute(update(plans).where(here).values(row))).rowcount:
        await db.execute(insert(plans).values(table_id=table, seat=seat, **row))


async def plans_due(db: AsyncConnection) -> list[Any]:
    """The seats with plans whose turn it is: table, seat, and the table's version and deadline."""
    turn = and_(tables.c.id == plans.c.table_id, tables.c.actor == plans.c.seat, tables.c.waits_for == "person")
    columns = (plans.c.table_id, plans.c.seat, tables.c.version, tables.c.deadline)
    return list((await db.execute(select(*columns).join(tables, turn).where(plans.c.waiting))).all())


async def notes_of(db: AsyncConnection, table: str, seat: int) -> list[Any]:
    """The notes of a seat in the order of the game."""
    statement = select(notes.c.ply, notes.c.version, notes.c.text)
    here = and_(notes.c.table_id == table, notes.c.seat == seat)
    return list((await db.execute(statement.where(here).order_by(notes.c.ply, notes.c.version))).all())


async def keep_note(db: AsyncConnection, table: str, seat: int, ply: int, version: int, text: str) -> None:
    """Replace the note of a seat at a position; an empty text removes it."""
    here = and_(notes.c.table_id == table, notes.c.seat == seat, notes.c.ply == ply, notes.c.version == version)
    await db.execute(delete(notes).where(here))
    if text:
        await db.execute(insert(notes).values(table_id=table, seat=seat, ply=ply, version=version, text=text))
