"""Queries for the operator: lists of people and tables, figures, and everything about a person."""

from __future__ import annotations

from typing import Any

from sqlalchemy import and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.schema import accounts, chat, entries, holders, jobs, metadata, persons, results, tables
from branchline.server.store.schema_days import notes

SECRET = {"password", "hash", "secret", "keys"}
"""Columns that nobody is given, not even the person."""


async def persons_like(db: AsyncConnection, text: str, guests: bool, most: int) -> list[dict[str, Any]]:
    """Persons whose name contains a text, the newest first; without `guests` only those with an account."""
    games = select(func.count()).where(results.c.person_id == persons.c.id).scalar_subquery().label("games")
    columns = (persons.c.id, persons.c.name, accounts.c.login, persons.c.created, accounts.c.public, games)
    known = accounts.c.person_id == persons.c.id
    statement = select(*columns).select_from(persons).join(accounts, known, isouter=guests).where(persons.c.deleted.is_(False))
    if text:
        named = (func.lower(persons.c.name).contains(text.lower(), autoescape=True), accounts.c.login.contains(text.casefold()))
        statement = statement.where(or_(*named))
    rows = await db.execute(statement.order_by(persons.c.created.desc(), persons.c.id).limit(most))
    return [dict(row._mapping) for row in rows]


async def tables_by(db: AsyncConnection, status: str, person: str, most: int) -> list[dict[str, Any]]:
    """Tables with a status and of a person, if they are given; the last changed first."""
    columns = (tables.c.id, tables.c.game, tables.c.status, tables.c.updated, tables.c.ply, tables.c.summary)
    statement = select(*columns)
    if status:
        statement = statement.where(tables.c.status == status)
    if person:
        held = exists().where(and_(holders.c.table_id == tables.c.id, holders.c.person_id == person))
        statement = statement.where(or_(held, tables.c.owner == person))
    rows = await db.execute(statement.order_by(tables.c.updated.desc(), tables.c.id).limit(most))
    return [dict(row._mapping) for row in rows]


async def count_persons(db: AsyncConnection) -> dict[str, int]:
    """Persons with an account, guests, and persons that were deleted."""
    with_account = (await db.execute(select(func.count()).select_from(accounts))).scalar_one()
    everybody = (await db.execute(select(func.count()).select_from(persons))).scalar_one()
    gone = (await db.execute(select(func.count()).select_from(persons).where(persons.c.deleted))).scalar_one()
    return {"accounts": with_account, "guests": everybody - with_account - gone, "deleted": gone}


async def count_finished(db: AsyncConnection, since: float) -> int:
    """Games that were played to their end since a time."""
    over = and_(tables.c.status == "over", tables.c.updated >= since)
    return (await db.execute(select(func.count()).select_from(tables).where(over))).scalar_one()


async def count_by_game(db: AsyncConnection) -> dict[str, int]:
    """Tables by game."""
    rows = await db.execute(select(tables.c.game, func.count().label("number")).group_by(tables.c.game))
    return {row.game: row.number for row in rows}


async def count_jobs(db: AsyncConnection) -> dict[str, int]:
    """Background jobs by status."""
    rows = await db.execute(select(jobs.c.status, func.count().label("number")).group_by(jobs.c.status))
    return {row.status: row.number for row in rows}


async def count_rows(db: AsyncConnection) -> dict[str, int]:
    """Entries of all logs, and lines of chat."""
    found = {}
    for name, table in (("entries", entries), ("lines of chat", chat)):
        found[name] = (await db.execute(select(func.count()).select_from(table))).scalar_one()
    return found


async def everything_about(db: AsyncConnection, person: str) -> dict[str, list[dict[str, Any]]]:
    """Every row about a person, by database table, without secrets and without what belongs to others at a table."""
    found: dict[str, list[dict[str, Any]]] = {}
    for table in metadata.sorted_tables:
        mine = [column for column in table.columns if any(key.column.table is persons for key in column.foreign_keys)]
        if table is persons:
            mine = [persons.c.id]
        if not mine:
            continue
        shown = [column for column in table.columns if column.name not in SECRET and column.name not in ("setup", "summary")]
        rows = await db.execute(select(*shown).where(or_(*(column == person for column in mine))).order_by(*table.primary_key))
        if listed := [dict(row._mapping) for row in rows]:
            found[table.name] = listed
    held = and_(holders.c.table_id == notes.c.table_id, holders.c.seat == notes.c.seat, holders.c.person_id == person)
    if written := [dict(row._mapping) for row in await db.execute(select(notes).join(holders, held))]:
        found["notes"] = written
    return found
