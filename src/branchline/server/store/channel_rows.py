"""Rows of notifications: where people are notified, and what they have not been told yet.

A channel with news has a time `due`.  A process that takes it sets `due` to a later time, so another process tries again if
this one dies meanwhile.  What was sent is removed only afterwards.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Row, and_, case, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.base.keys import hashed, new_id
from branchline.server.store.rows import seats_at, waits_for
from branchline.server.store.schema import channels, news, refused_addresses, tables

PUSH, MAIL = "push", "mail"
EXPIRED = "expired"
"""The problem of a browser that gets no more push messages, although its person has not turned them off."""
LEASE_SECONDS = 120.0
"""After this time another process may send what a process has taken."""

Channel = Row[Any]
"""A row of `channels`."""


# -- channels -------------------------------------------------------------------------------------------


async def channels_of(db: AsyncConnection, person: str, kind: str | None = None) -> list[Channel]:
    """The channels of a person, oldest first."""
    mine = channels.c.person_id == person
    wanted = mine if kind is None else and_(mine, channels.c.kind == kind)
    return list((await db.execute(select(channels).where(wanted).order_by(channels.c.created))).all())


async def find(db: AsyncConnection, channel: str) -> Channel | None:
    """A channel, or None."""
    return (await db.execute(select(channels).where(channels.c.id == channel))).one_or_none()


async def add(db: AsyncConnection, person: str, kind: str, address: str, **more: Any) -> str:
    """Add a channel; returns its id.  `more`: the other columns."""
    channel = new_id(16)
    row = {"id": channel, "person_id": person, "kind": kind, "address": address, "created": time.time(), "attempts": 0, **more}
    await db.execute(insert(channels).values(row))
    return channel


async def change(db: AsyncConnection, channel: str, **columns: Any) -> bool:
    """Change columns of a channel; False if it is gone."""
    return (await db.execute(update(channels).where(channels.c.id == channel).values(columns))).rowcount == 1


async def remove(db: AsyncConnection, channel: str) -> bool:
    """Remove a channel and its news; False if it is gone."""
    await db.execute(delete(news).where(news.c.channel_id == channel))
    return (await db.execute(delete(channels).where(channels.c.id == channel))).rowcount == 1


async def expire(db: AsyncConnection, channel: str) -> None:
    """Note that the address of a channel exists no more, and remove its news."""
    await db.execute(delete(news).where(news.c.channel_id == channel))
    await change(db, channel, problem=EXPIRED, confirmed=None, due=None, attempts=0)


async def remove_expired(db: AsyncConnection, person: str) -> None:
    """Remove the channels of a person whose address exists no more."""
    await db.execute(delete(channels).where(channels.c.person_id == person, channels.c.problem == EXPIRED))


async def remove_all(db: AsyncConnection, person: str, kind: str | None = None) -> None:
    """Remove all channels of a person, or those of one kind."""
    for channel in await channels_of(db, person, kind):
        await remove(db, channel.id)


async def remove_address(db: AsyncConnection, kind: str, address: str) -> None:
    """Remove all channels to an address, of any person."""
    found = select(channels.c.id).where(channels.c.kind == kind, channels.c.address == address)
    for channel in (await db.execute(found)).scalars().all():
        await remove(db, channel)


async def refuse_address(db: AsyncConnection, address: str) -> None:
    """Remember that the owner of a mail address wants no mail from here, and remove its channels."""
    if not await is_refused(db, address):
        await db.execute(insert(refused_addresses).values(hash=_fold(address), at=time.time()))
    await remove_address(db, MAIL, address)


async def is_refused(db: AsyncConnection, address: str) -> bool:
    """Whether the owner of a mail address wants no mail from here."""
    found = select(refused_addresses.c.hash).where(refused_addresses.c.hash == _fold(address))
    return (await db.execute(found)).first() is not None


def _fold(address: str) -> str:
    return hashed(address.casefold())


# -- news -----------------------------------------------------------------------------------------------


class Waits(NamedTuple):
    """Seconds from an event until it is told by push and by mail, and between two mails to a person."""

    push: float
    mail: float
    between_mails: float


async def queue(db: AsyncConnection, table: str, event: str, who: str, persons: Sequence[str], waits: Waits) -> None:
    """Queue an event at a table for the channels of some persons."""
    now = time.time()
    mine = and_(channels.c.person_id.in_(persons), channels.c.confirmed.is_not(None))
    # Locked, so that a process that is sending does not finish before these news are there.
    locked = select(channels.c.id).where(mine).order_by(channels.c.id).with_for_update()
    ids = (await db.execute(locked)).scalars().all()
    if not ids:
        return
    await db.execute(delete(news).where(news.c.channel_id.in_(ids), news.c.table_id == table, news.c.event == event))
    row = {"table_id": table, "event": event, "who": who, "at": now}
    await db.execute(insert(news), [{"channel_id": channel, **row} for channel in ids])
    next_mail = func.coalesce(channels.c.sent, 0.0) + waits.between_mails
    mail_due = case((next_mail > now + waits.mail, next_mail), else_=now + waits.mail)
    due = case((channels.c.kind == PUSH, now + waits.push), else_=mail_due)
    await db.execute(update(channels).where(channels.c.id.in_(ids), channels.c.due.is_(None)).values(due=due))


async def claim(db: AsyncConnection, kind: str, without: Sequence[str] = ()) -> Channel | None:
    """The next channel of a kind for which something is due; other processes leave it alone for a while.

    Channels of the persons in `without` wait.
    """
    now = time.time()
    wanted = select(channels).where(channels.c.kind == kind, channels.c.due <= now, channels.c.person_id.not_in(without))
    row = (await db.execute(wanted.order_by(channels.c.due).limit(1).with_for_update(skip_locked=True))).one_or_none()
    if row is None:
        return None
    taken = update(channels).where(channels.c.id == row.id).values(due=now + LEASE_SECONDS)
    return (await db.execute(taken.returning(channels))).one()


async def next_due(db: AsyncConnection, kinds: Sequence[str]) -> float | None:
    """The earliest time at which something of these kinds is due; None if nothing is queued."""
    return (await db.execute(select(func.min(channels.c.due)).where(channels.c.kind.in_(kinds)))).scalar_one_or_none()


@dataclass(frozen=True)
class Piece:
    """A piece of news that a channel has not told yet, with its table."""

    table_id: str
    event: str
    who: str
    at: float
    summary: dict[str, Any]
    status: str
    is_waiting: bool
    """Whether the table waits for the person."""
    mine: Sequence[int]
    """The person's seats there."""


async def news_for(db: AsyncConnection, channel: Channel) -> list[Piece]:
    """What a channel has not told yet, oldest first."""
    is_waiting = waits_for(channel.person_id).label("is_waiting")
    columns = (news.c.table_id, news.c.event, news.c.who, news.c.at, tables.c.summary, tables.c.status, is_waiting)
    statement = select(*columns).join(tables, tables.c.id == news.c.table_id).where(news.c.channel_id == channel.id)
    found = (await db.execute(statement.order_by(news.c.at))).all()
    mine_at = await seats_at(db, channel.person_id, [row.table_id for row in found])
    return [
        Piece(row.table_id, row.event, row.who, row.at, row.summary, row.status, row.is_waiting, mine_at.get(row.table_id, []))
        for row in found
    ]


async def with_news(db: AsyncConnection, table: str, persons: Sequence[str]) -> list[str]:
    """The channels of some persons that have news of a table."""
    found = select(news.c.channel_id).join(channels, channels.c.id == news.c.channel_id)
    found = found.where(news.c.table_id == table, channels.c.person_id.in_(persons))
    return list((await db.execute(found)).scalars())


async def forget(db: AsyncConnection, table: str, found: Sequence[str]) -> None:
    """Remove the news of a table from some channels, because their person has seen it."""
    await db.execute(delete(news).where(news.c.table_id == table, news.c.channel_id.in_(found)))


async def finish(db: AsyncConnection, channel: Channel, told: Sequence[Piece], is_sent: bool, interval: float = 0.0) -> None:
    """Remove news that were told or need not be told.  What came meanwhile is due now, or an interval after a message sent.

    `channel`: as it was taken.  If it has been changed since (an address was confirmed, say), its time is left alone.
    """
    is_ours = await _is_ours(db, channel)
    for one in told:
        same = and_(news.c.table_id == one.table_id, news.c.event == one.event, news.c.at == one.at)
        await db.execute(delete(news).where(news.c.channel_id == channel.id, same))
    now = time.time()
    columns: dict[str, Any] = {"sent": now} if is_sent else {}
    if is_ours:
        left = (await db.execute(select(news.c.at).where(news.c.channel_id == channel.id).limit(1))).first()
        columns |= {"due": None if left is None else now + (interval if is_sent else 0.0), "attempts": 0}
    if columns:
        await change(db, channel.id, **columns)


async def put_off(db: AsyncConnection, channel: Channel, seconds: float) -> None:
    """Try again later."""
    if await _is_ours(db, channel):
        await change(db, channel.id, due=time.time() + seconds, attempts=channels.c.attempts + 1)


async def _is_ours(db: AsyncConnection, channel: Channel) -> bool:
    """Lock a channel.  False if it was deleted or rescheduled meanwhile."""
    due = (await db.execute(select(channels.c.due).where(channels.c.id == channel.id).with_for_update())).scalar_one_or_none()
    return due is not None and due == channel.due
