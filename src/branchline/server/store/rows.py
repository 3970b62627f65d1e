"""Rows of tables: the entries that are the truth, and the columns that lists are made from."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import String, and_, column, delete, exists, func, insert, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.schema import chat, entries, facts, holders, seats, snapshots, tables, webhooks

MOST_LINES = 200
"""Lines of a table's chat that anybody gets."""
LISTED = (
    tables.c.id,
    tables.c.game,
    tables.c.public,
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
"""What a list shows of a table."""


# -- a table and its log ------------------------------------------------------------------------------


async def add_table(
    db: AsyncConnection, table: str, columns: dict[str, Any], secrets: Sequence[str], reserved: Collection[int] = ()
) -> None:
    """A new table with the hash of each seat's secret, and the seats that nobody takes without it."""
    now = time.time()
    await db.execute(insert(tables).values(id=table, created=now, updated=now, rated=False, **columns))
    rows = [
        {"table_id": table, "seat": seat, "generation": 0, "secret": secret, "reserved": seat in reserved, "seen": 0.0}
        for seat, secret in enumerate(secrets)
    ]
    await db.execute(insert(seats), rows)


async def append(db: AsyncConnection, table: str, first: int, bodies: Sequence[Any], columns: dict[str, Any]) -> None:
    """Append entries from number `first` on; an IntegrityError says that somebody else has written that number."""
    rows = [{"table_id": table, "seq": first + index, "body": body} for index, body in enumerate(bodies)]
    await db.execute(insert(entries), rows)
    await db.execute(update(tables).where(tables.c.id == table).values(updated=time.time(), **columns))


async def find_table(db: AsyncConnection, table: str) -> Any:
    """The row of a table, or None."""
    return (await db.execute(select(tables).where(tables.c.id == table))).one_or_none()


async def rematch_of(db: AsyncConnection, table: str) -> str | None:
    """The rematch of a table, if there is one."""
    statement = select(tables.c.id).where(tables.c.parent == table, tables.c.kind == "rematch").order_by(tables.c.created)
    return (await db.execute(statement.limit(1))).scalar_one_or_none()


async def version_of(db: AsyncConnection, table: str) -> int | None:
    """How many entries a table has; None if there is no such table."""
    return (await db.execute(select(tables.c.version).where(tables.c.id == table))).scalar_one_or_none()


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


# -- seats --------------------------------------------------------------------------------------------


async def seats_of(db: AsyncConnection, table: str) -> list[Any]:
    """The seat rows of a table, in order."""
    return list((await db.execute(select(seats).where(seats.c.table_id == table).order_by(seats.c.seat))).all())


async def seat_of_secret(db: AsyncConnection, table: str, secret_hash: str) -> int | None:
    """The seat whose link has this secret."""
    statement = select(seats.c.seat).where(seats.c.table_id == table, seats.c.secret == secret_hash)
    return (await db.execute(statement)).scalar_one_or_none()


async def renew_secret(db: AsyncConnection, table: str, seat: int, generation: int, secret_hash: str) -> None:
    """Give a seat another link; the old one is void."""
    here = and_(seats.c.table_id == table, seats.c.seat == seat)
    await db.execute(update(seats).where(here).values(generation=generation, secret=secret_hash))


async def seats_held(db: AsyncConnection, table: str, person: str) -> list[int]:
    """The seats of a table that a person may play, in order."""
    statement = select(holders.c.seat).where(holders.c.table_id == table, holders.c.person_id == person)
    return sorted((await db.execute(statement)).scalars())


async def holders_of(db: AsyncConnection, table: str) -> dict[int, list[str]]:
    """For each seat the persons that may play it, the first to sit down first."""
    statement = select(holders.c.seat, holders.c.person_id).where(holders.c.table_id == table)
    found: dict[int, list[str]] = {}
    for row in await db.execute(statement.order_by(holders.c.since)):
        found.setdefault(row.seat, []).append(row.person_id)
    return found


async def people_at(db: AsyncConnection, table: str) -> list[Any]:
    """Who may play at a table: the seat, the person, and whether a webhook is to be told; the first to sit down first."""
    hooked = exists().where(webhooks.c.person_id == holders.c.person_id)
    statement = select(holders.c.seat, holders.c.person_id, hooked.label("hooked")).where(holders.c.table_id == table)
    return list((await db.execute(statement.order_by(holders.c.since))).all())


async def seen_at(db: AsyncConnection, table: str) -> dict[int, float]:
    """When somebody last watched the table from each seat."""
    statement = select(seats.c.seat, seats.c.seen).where(seats.c.table_id == table)
    return {row.seat: row.seen for row in await db.execute(statement)}


async def mark_seen(db: AsyncConnection, table: str, seat: int, now: float) -> None:
    """Somebody watches the table from this seat."""
    await db.execute(update(seats).where(seats.c.table_id == table, seats.c.seat == seat).values(seen=now))


async def hold(db: AsyncConnection, table: str, seat: int, person: str) -> None:
    """Let a person play a seat; harmless if he may already."""
    if seat not in await seats_held(db, table, person):
        await db.execute(insert(holders).values(table_id=table, seat=seat, person_id=person, since=time.time()))


async def release(db: AsyncConnection, table: str, seat: int) -> None:
    """Nobody plays this seat any more."""
    await db.execute(delete(holders).where(holders.c.table_id == table, holders.c.seat == seat))


# -- chat ---------------------------------------------------------------------------------------------


async def lock_table(db: AsyncConnection, table: str) -> None:
    """Let nobody else write to this table before the transaction ends; on SQLite nobody can anyway."""
    await db.execute(select(tables.c.id).where(tables.c.id == table).with_for_update())


async def add_chat(db: AsyncConnection, table: str, person: str | None, seat: int | None, name: str, words: str) -> int:
    """A line of chat; returns its number."""
    row = {"table_id": table, "person_id": person, "seat": seat, "name": name, "text": words, "at": time.time()}
    return (await db.execute(insert(chat).values(row).returning(chat.c.id))).scalar_one()


async def chat_after(db: AsyncConnection, table: str, after: int, most: int = MOST_LINES) -> list[dict[str, Any]]:
    """Lines of chat with a number above `after`: the last `most` of them, oldest first."""
    columns = (chat.c.id, chat.c.seat, chat.c.name, chat.c.text, chat.c.at)
    statement = select(*columns).where(chat.c.table_id == table, chat.c.id > after).order_by(chat.c.id.desc()).limit(most)
    return [dict(row._mapping) for row in (await db.execute(statement)).all()][::-1]


# -- lists --------------------------------------------------------------------------------------------


async def lobby(db: AsyncConnection, status: str, game: str | None, most: int) -> list[dict[str, Any]]:
    """Public tables of a status, the last changed first."""
    statement = select(*LISTED).where(tables.c.public, tables.c.status == status)
    if game is not None:
        statement = statement.where(tables.c.game == game)
    return [dict(row._mapping) for row in await db.execute(statement.order_by(tables.c.updated.desc()).limit(most))]


async def tables_of(db: AsyncConnection, person: str, most: int, waiting: bool = False) -> list[dict[str, Any]]:
    """Tables where a person sits or that he opened, the last changed first; or only those that wait for him."""
    held = exists().where(holders.c.table_id == tables.c.id, holders.c.person_id == person)
    wanted = or_(held, tables.c.owner == person)
    if waiting:
        mine = exists().where(
            holders.c.table_id == tables.c.id, holders.c.person_id == person, holders.c.seat == tables.c.actor
        )
        wanted = and_(mine, tables.c.waits_for == "person")
    rows = await db.execute(select(*LISTED).where(wanted).order_by(tables.c.updated.desc()).limit(most))
    found = [dict(row._mapping) for row in rows]
    statement = select(holders.c.table_id, holders.c.seat).where(
        holders.c.person_id == person, holders.c.table_id.in_([row["id"] for row in found])
    )
    mine_at: dict[str, list[int]] = {}
    for row in await db.execute(statement):
        mine_at.setdefault(row.table_id, []).append(row.seat)
    return [{**row, "yours": sorted(mine_at.get(row["id"], []))} for row in found]


async def waiting_for_bots(db: AsyncConnection, most: int = 1000) -> list[str]:
    """Tables where a bot is to move, the longest waiting first."""
    statement = select(tables.c.id).where(tables.c.waits_for == "bot").order_by(tables.c.updated).limit(most)
    return list((await db.execute(statement)).scalars())


async def timed_tables(db: AsyncConnection) -> list[str]:
    """Tables where somebody's time or absence is counted."""
    counted = and_(tables.c.waits_for.in_(("person", "bot")), tables.c.deadline.is_not(None))
    return list((await db.execute(select(tables.c.id).where(counted))).scalars())


async def postpone(db: AsyncConnection, table: str, version: int, deadline: float | None) -> None:
    """Another time at which something is due, if nothing has happened at the table since that version."""
    here = and_(tables.c.id == table, tables.c.version == version)
    await db.execute(update(tables).where(here).values(deadline=deadline))


async def last_alive(db: AsyncConnection, now: float) -> float | None:
    """When a server last said that it is up (None: never); says that one is up now."""
    row = (await db.execute(select(facts.c.number).where(facts.c.name == "alive").with_for_update())).scalar_one_or_none()
    if row is None:
        await db.execute(insert(facts).values(name="alive", number=now))
    else:
        await db.execute(update(facts).where(facts.c.name == "alive").values(number=now))
    return row


async def expired(db: AsyncConnection, now: float, most: int = 200) -> list[str]:
    """Tables where something is due: a clock, an absence."""
    due = and_(tables.c.waits_for.in_(("person", "bot")), tables.c.deadline <= now)
    return list((await db.execute(select(tables.c.id).where(due).order_by(tables.c.deadline).limit(most))).scalars())


async def all_tables(db: AsyncConnection) -> list[str]:
    """Every table's id, oldest first."""
    return list((await db.execute(select(tables.c.id).order_by(tables.c.created, tables.c.id))).scalars())


async def count_tables(db: AsyncConnection) -> dict[str, int]:
    """How many tables there are of each status."""
    statement = select(tables.c.status, func.count().label("number")).group_by(tables.c.status)
    return {row.status: row.number for row in await db.execute(statement)}


# -- leases: one process thinks for a table -----------------------------------------------------------


async def lease(db: AsyncConnection, table: str, who: str, seconds: float) -> bool:
    """Take or renew the right to think for a table's bot; False if another process has it.  For PostgreSQL only."""
    now = time.time()
    # A process that was killed leaves its leases behind; its connection for signals, which bears its name, is gone at once.
    bearer = column("application_name", String)
    is_dead = tables.c.lease.not_in(select(bearer).select_from(text("pg_stat_activity")).where(bearer.is_not(None)))
    free = or_(tables.c.lease.is_(None), tables.c.lease == who, tables.c.lease_until < now, is_dead)
    statement = update(tables).where(tables.c.id == table, free).values(lease=who, lease_until=now + seconds)
    return (await db.execute(statement)).rowcount == 1


async def mark_rated(db: AsyncConnection, table: str) -> bool:
    """Note that a table's result has gone into the ratings; False if it had already."""
    statement = update(tables).where(tables.c.id == table, tables.c.rated.is_(False)).values(rated=True)
    return (await db.execute(statement)).rowcount == 1
