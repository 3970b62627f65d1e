"""Rows of tables: the log entries, and the columns derived from them that lists show."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ColumnElement, String, and_, bindparam, column, delete, exists, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.schema import chat, entries, holders, seats, snapshots, tables
from branchline.server.store.seat_rows import is_held_by

MAX_LINES = 200
"""The most lines of a table's chat in one answer."""
LISTED = (
    tables.c.id,
    tables.c.game,
    tables.c.public,
    tables.c.kind,
    tables.c.parent,
    tables.c.version,
    tables.c.ply,
    tables.c.status,
    tables.c.waits_for,
    tables.c.actor,
    tables.c.deadline,
    tables.c.summary,
    tables.c.created,
    tables.c.updated,
)
"""The columns of a table that a list shows."""
# Statements of every move are built once: building one takes longer than executing it.
APPEND = insert(entries)
UPDATE = update(tables).where(tables.c.id == bindparam("changed"))
LOCK = select(tables.c.id).where(tables.c.id == bindparam("table")).with_for_update()
VERSION = select(tables.c.version).where(tables.c.id == bindparam("table"))


# -- a table and its log ------------------------------------------------------------------------------


async def add_table(
    db: AsyncConnection, table: str, columns: dict[str, Any], players: int, reserved: Collection[int] = ()
) -> None:
    """Add a table with its seats.  A reserved seat needs an invitation."""
    now = time.time()
    await db.execute(insert(tables).values(id=table, created=now, updated=now, rated=False, **columns))
    rows = [
        {"table_id": table, "seat": seat, "generation": 0, "reserved": seat in reserved, "seen": 0.0} for seat in range(players)
    ]
    await db.execute(insert(seats), rows)


async def append(db: AsyncConnection, table: str, first: int, bodies: Sequence[Any], columns: dict[str, Any]) -> None:
    """Append entries from number `first` on; an IntegrityError means that another process has written that number.

    The table is locked first, as by `lock_table`.
    """
    rows = [{"table_id": table, "seq": first + index, "body": body} for index, body in enumerate(bodies)]
    await db.execute(UPDATE, {"changed": table, "updated": time.time(), **columns})
    await db.execute(APPEND, rows)


async def find_table(db: AsyncConnection, table: str) -> Any:
    """The row of a table, or None."""
    return (await db.execute(select(tables).where(tables.c.id == table))).one_or_none()


async def rematch_of(db: AsyncConnection, table: str) -> str | None:
    """The rematch of a table, if there is one."""
    statement = select(tables.c.id).where(tables.c.parent == table, tables.c.kind == "rematch").order_by(tables.c.created)
    return (await db.execute(statement.limit(1))).scalar_one_or_none()


async def newest(db: AsyncConnection, kind: str, game: str, status: str) -> str | None:
    """The newest table of a kind, game and status."""
    wanted = and_(tables.c.kind == kind, tables.c.game == game, tables.c.status == status)
    return (await db.execute(select(tables.c.id).where(wanted).order_by(tables.c.created.desc()).limit(1))).scalar_one_or_none()


async def access_of(db: AsyncConnection, table: str) -> Any:
    """Who opened a table, whether it is listed and whether it is private; None if there is no such table."""
    statement = select(tables.c.owner, tables.c.public, tables.c.private).where(tables.c.id == table)
    return (await db.execute(statement)).one_or_none()


async def version_of(db: AsyncConnection, table: str) -> int | None:
    """The number of entries of a table; None if there is no such table."""
    return (await db.execute(VERSION, {"table": table})).scalar_one_or_none()


async def versions_of(db: AsyncConnection, wanted: Collection[str]) -> dict[str, int]:
    """The numbers of entries of some tables."""
    found = await db.execute(select(tables.c.id, tables.c.version).where(tables.c.id.in_(wanted)))
    return {row.id: row.version for row in found}


async def entries_from(db: AsyncConnection, table: str, first: int) -> list[Any]:
    """The bodies of the entries from number `first` on."""
    statement = select(entries.c.body).where(entries.c.table_id == table, entries.c.seq >= first).order_by(entries.c.seq)
    return list((await db.execute(statement)).scalars())


async def find_snapshot(db: AsyncConnection, table: str) -> Any:
    """The row of a table's snapshot, or None."""
    return (await db.execute(select(snapshots).where(snapshots.c.table_id == table))).one_or_none()


async def keep_snapshot(db: AsyncConnection, table: str, version: int, body: bytes) -> None:
    """Replace a table's snapshot."""
    await db.execute(delete(snapshots).where(snapshots.c.table_id == table))
    await db.execute(insert(snapshots).values(table_id=table, version=version, body=body))


# -- chat ---------------------------------------------------------------------------------------------


async def lock_table(db: AsyncConnection, table: str) -> None:
    """Lock a table until the transaction ends.  SQLite has only one writer and needs no lock."""
    if db.dialect.name == "postgresql":
        await db.execute(LOCK, {"table": table})


async def add_chat(db: AsyncConnection, table: str, person: str | None, seat: int | None, name: str, words: str) -> int:
    """Add a line of chat; returns its number."""
    row = {"table_id": table, "person_id": person, "seat": seat, "name": name, "text": words, "at": time.time()}
    return (await db.execute(insert(chat).values(row).returning(chat.c.id))).scalar_one()


async def chat_after(db: AsyncConnection, table: str, after: int, most: int = MAX_LINES) -> list[dict[str, Any]]:
    """The last `most` lines of chat with a number above `after`, oldest first."""
    columns = (chat.c.id, chat.c.seat, chat.c.name, chat.c.text, chat.c.at)
    statement = select(*columns).where(chat.c.table_id == table, chat.c.id > after).order_by(chat.c.id.desc()).limit(most)
    return [dict(row._mapping) for row in (await db.execute(statement)).all()][::-1]


# -- lists --------------------------------------------------------------------------------------------


async def lobby(db: AsyncConnection, status: str, game: str | None, most: int) -> list[dict[str, Any]]:
    """Public tables with a status, most recently changed first."""
    statement = select(*LISTED).where(tables.c.public, tables.c.private.is_(False), tables.c.status == status)
    if game is not None:
        statement = statement.where(tables.c.game == game)
    return [dict(row._mapping) for row in await db.execute(statement.order_by(tables.c.updated.desc()).limit(most))]


async def tables_of(db: AsyncConnection, person: str, most: int, waiting: bool = False) -> list[dict[str, Any]]:
    """Tables that a person opened, has a seat at or is offered one, most recently changed first.

    With `waiting` only those on their turn.
    """
    held = exists().where(holders.c.table_id == tables.c.id, is_held_by(person))
    before = exists().where(holders.c.table_id == tables.c.parent, is_held_by(person))
    offered = and_(tables.c.kind == "rematch", tables.c.status == "waiting", before)
    wanted = or_(held, tables.c.owner == person, offered)
    if waiting:
        wanted = waits_for(person)
    rows = await db.execute(select(*LISTED).where(wanted).order_by(tables.c.updated.desc()).limit(most))
    found = [dict(row._mapping) for row in rows]
    mine_at = await seats_at(db, person, [row["id"] for row in found])
    return [{**row, "yours": mine_at.get(row["id"], [])} for row in found]


async def seats_at(db: AsyncConnection, person: str, at: Sequence[str]) -> dict[str, list[int]]:
    """The seats of a person at some tables."""
    statement = select(holders.c.table_id, holders.c.seat).where(is_held_by(person), holders.c.table_id.in_(at))
    found: dict[str, list[int]] = {}
    for row in await db.execute(statement.order_by(holders.c.seat)):
        found.setdefault(row.table_id, []).append(row.seat)
    return found


def waits_for(person: str) -> ColumnElement[bool]:
    """Tables where it is the turn of a person."""
    mine = exists().where(holders.c.table_id == tables.c.id, is_held_by(person), holders.c.seat == tables.c.actor)
    return and_(mine, tables.c.waits_for == "person")


async def count_waiting(db: AsyncConnection, person: str) -> int:
    """The number of tables where it is the turn of a person."""
    return (await db.execute(select(func.count()).select_from(tables).where(waits_for(person)))).scalar_one()


async def waiting_for_bots(db: AsyncConnection, most: int = 1000) -> list[Any]:
    """Tables where a bot is to move and a person plays, longest waiting first, with their payers."""
    waiting = and_(tables.c.waits_for == "bot", tables.c.attended)
    statement = select(tables.c.id, tables.c.charged_to, tables.c.network).where(waiting)
    return list((await db.execute(statement.order_by(tables.c.updated).limit(most))).all())


async def count_unfinished(db: AsyncConnection, charged_to: str, since: float) -> int:
    """The unfinished tables of a payer, without games among several people and without tables untouched since then."""
    people = select(func.count(holders.c.person_id.distinct())).where(
        holders.c.table_id == tables.c.id, holders.c.left.is_(False)
    )
    alone = or_(tables.c.bots > 0, people.scalar_subquery() < 2)  # the seats of one person may become bots at any time
    counted = and_(
        tables.c.charged_to == charged_to,
        or_(tables.c.status == "waiting", and_(tables.c.status == "playing", alone)),
        or_(tables.c.updated >= since, and_(tables.c.waits_for == "bot", tables.c.attended)),
    )
    return (await db.execute(select(func.count()).select_from(tables).where(counted))).scalar_one()


async def timed_tables(db: AsyncConnection) -> list[str]:
    """Tables with a running clock or a counted absence."""
    counted = and_(tables.c.waits_for.in_(("person", "bot")), tables.c.deadline.is_not(None))
    return list((await db.execute(select(tables.c.id).where(counted))).scalars())


async def postpone(db: AsyncConnection, table: str, version: int, deadline: float | None) -> None:
    """Change the deadline of a table, if it still has this version."""
    here = and_(tables.c.id == table, tables.c.version == version)
    await db.execute(update(tables).where(here).values(deadline=deadline))


async def expired(db: AsyncConnection, now: float, most: int) -> list[str]:
    """Tables whose deadline has passed: a clock has run out, or an absence is too long."""
    due = and_(tables.c.waits_for.in_(("person", "bot")), tables.c.deadline <= now)
    return list((await db.execute(select(tables.c.id).where(due).order_by(tables.c.deadline).limit(most))).scalars())


async def count_tables(db: AsyncConnection) -> dict[str, int]:
    """The number of tables by status."""
    statement = select(tables.c.status, func.count().label("number")).group_by(tables.c.status)
    return {row.status: row.number for row in await db.execute(statement)}


# -- leases: one process runs a table's bots ----------------------------------------------------------


async def lease(db: AsyncConnection, table: str, who: str, seconds: float) -> bool:
    """Take or renew the lease on a table's bots; False if another process has it.  For PostgreSQL only."""
    now = time.time()
    # A killed process leaves its leases behind, but its connection for signals, which has its name, is gone at once.
    bearer = column("application_name", String)
    is_dead = tables.c.lease.not_in(select(bearer).select_from(text("pg_stat_activity")).where(bearer.is_not(None)))
    free = or_(tables.c.lease.is_(None), tables.c.lease == who, tables.c.lease_until < now, is_dead)
    statement = update(tables).where(tables.c.id == table, free).values(lease=who, lease_until=now + seconds)
    return (await db.execute(statement)).rowcount == 1


async def release_lease(db: AsyncConnection, table: str, who: str) -> None:
    """Give the lease on a table's bots back."""
    mine = and_(tables.c.id == table, tables.c.lease == who)
    await db.execute(update(tables).where(mine).values(lease=None, lease_until=None))


async def mark_rated(db: AsyncConnection, table: str) -> bool:
    """Mark a table as rated; False if it was already."""
    statement = update(tables).where(tables.c.id == table, tables.c.rated.is_(False)).values(rated=True)
    return (await db.execute(statement)).rowcount == 1
