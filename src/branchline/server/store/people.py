"""Rows about people: persons, accounts, tokens, webhooks, and the seats they hold."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import and_, bindparam, delete, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.base.keys import hashed, new_id
from branchline.server.store import channel_rows, holiday_rows, result_rows, tournament_rows
from branchline.server.store.schema import (
    accounts,
    chat,
    daily_games,
    holders,
    persons,
    puzzle_answers,
    seats,
    tables,
    tokens,
    webhooks,
)

MOMENT = 1e-5
"""Seconds between the times of two holders of a seat, so that their order stays known."""


FIND = (
    select(persons.c.id, persons.c.name, persons.c.epoch, persons.c.deleted, accounts.c.login)
    .outerjoin(accounts, accounts.c.person_id == persons.c.id)
    .where(persons.c.id == bindparam("person"))
)


def new_person() -> str:
    """An id for a new person."""
    return new_id(16)


async def add_person(db: AsyncConnection, name: str, person: str | None = None) -> str:
    """Add a person, with the given id or a new one; returns the id."""
    person = person or new_person()
    await db.execute(insert(persons).values(id=person, name=name, epoch=0, created=time.time()))
    return person


async def find_person(db: AsyncConnection, person: str) -> Any:
    """The row of a person with their login (None without an account), or None if there is no such person."""
    return (await db.execute(FIND, {"person": person})).one_or_none()


async def rename_person(db: AsyncConnection, person: str, name: str) -> None:
    """Rename a person."""
    await db.execute(update(persons).where(persons.c.id == person).values(name=name))


async def end_sessions(db: AsyncConnection, person: str) -> int:
    """Make every cookie of a person void, and end the push notifications of their browsers; returns the new epoch."""
    await channel_rows.remove_all(db, person, channel_rows.PUSH)
    raised = update(persons).where(persons.c.id == person).values(epoch=persons.c.epoch + 1)
    epoch: int = (await db.execute(raised.returning(persons.c.epoch))).scalar_one()
    return epoch


async def epoch_of(db: AsyncConnection, person: str) -> int | None:
    """A person's epoch.  The row is locked until this transaction ends."""
    statement = select(persons.c.epoch).where(persons.c.id == person).with_for_update()
    return (await db.execute(statement)).scalar_one_or_none()


async def lock_persons(db: AsyncConnection, wanted: Collection[str]) -> None:
    """Lock the rows of some persons until this transaction ends."""
    await db.execute(select(persons.c.id).where(persons.c.id.in_(wanted)).order_by(persons.c.id).with_for_update())


async def revoke_all(db: AsyncConnection, person: str) -> None:
    """Remove every token and webhook of a person, and every address at which they are notified."""
    await channel_rows.remove_all(db, person)
    for table in (tokens, webhooks):
        await db.execute(delete(table).where(table.c.person_id == person))


async def add_account(db: AsyncConnection, person: str, login: str, password: str) -> None:
    """Add an account for a person; an IntegrityError means that the name is taken."""
    await db.execute(insert(accounts).values(person_id=person, login=login, password=password, created=time.time()))


async def find_account(db: AsyncConnection, login: str) -> Any:
    """The row of an account with its person's name and epoch, or None."""
    statement = select(accounts.c.person_id, accounts.c.login, accounts.c.password, persons.c.name, persons.c.epoch)
    statement = statement.join(persons, persons.c.id == accounts.c.person_id).where(accounts.c.login == login)
    return (await db.execute(statement)).one_or_none()


async def set_login(db: AsyncConnection, person: str, login: str) -> None:
    """Replace the login of an account; an IntegrityError means that it is taken."""
    await db.execute(update(accounts).where(accounts.c.person_id == person).values(login=login))


async def set_public(db: AsyncConnection, person: str, public: bool) -> None:
    """Show an account's profile to everybody, or hide it."""
    await db.execute(update(accounts).where(accounts.c.person_id == person).values(public=public))


async def is_public(db: AsyncConnection, person: str) -> bool:
    """Whether a person has an account whose profile everybody may see."""
    return bool((await db.execute(select(accounts.c.public).where(accounts.c.person_id == person))).scalar_one_or_none())


async def set_password(db: AsyncConnection, person: str, password: str) -> None:
    """Replace the password hash of an account."""
    await db.execute(update(accounts).where(accounts.c.person_id == person).values(password=password))


async def lock_tables_of(db: AsyncConnection, person: str) -> list[str]:
    """The tables that a person opened or has a seat at, locked until the transaction ends.

    Call it before you lock anything else: every change of a table locks the table first.
    """
    held = exists().where(holders.c.table_id == tables.c.id, holders.c.person_id == person)
    statement = select(tables.c.id).where(or_(held, tables.c.owner == person)).order_by(tables.c.id)
    return list((await db.execute(statement.with_for_update())).scalars())


async def renew_seats(db: AsyncConnection, person: str) -> None:
    """Make the links to all seats of a person void."""
    held = exists().where(holders.c.table_id == seats.c.table_id, holders.c.seat == seats.c.seat, holders.c.person_id == person)
    await db.execute(update(seats).where(held).values(generation=seats.c.generation + 1, used=None))


async def hand_over(db: AsyncConnection, guest: str, person: str) -> None:
    """Give the seats, tables and chat lines of a guest to a person, because the guest has signed in.

    The guest's tokens and webhooks are removed, and links to the seats become void.  Somebody else may have made or copied
    them in this browser, and could otherwise act as the person or hear of the person's turns.
    """
    await renew_seats(db, guest)
    mine = select(holders.c.table_id, holders.c.seat).where(holders.c.person_id == person)
    already = {(row.table_id, row.seat) for row in await db.execute(mine)}
    theirs = select(holders.c.table_id, holders.c.seat).where(holders.c.person_id == guest)
    for row in (await db.execute(theirs)).all():
        await _begin_anew(db, row.table_id, row.seat)
        seat = (holders.c.person_id == guest, holders.c.table_id == row.table_id, holders.c.seat == row.seat)
        if (row.table_id, row.seat) in already:
            await db.execute(delete(holders).where(*seat))
        else:
            await db.execute(update(holders).where(*seat).values(person_id=person))
    await db.execute(update(tables).where(tables.c.owner == guest).values(owner=person))
    await _hand_over_days(db, guest, person)
    await holiday_rows.hand_over(db, guest, person)
    await tournament_rows.hand_over(db, guest, person)
    await result_rows.hand_over(db, guest, person)
    await db.execute(update(chat).where(chat.c.person_id == guest).values(person_id=person))
    await revoke_all(db, guest)


async def _hand_over_days(db: AsyncConnection, guest: str, person: str) -> None:
    """Give the daily games and puzzle answers of a guest to a person.  Those that the person has already count."""
    for table in (daily_games, puzzle_answers):
        keys = [column for column in table.primary_key if column.name != "person_id"]
        mine = {tuple(row) for row in await db.execute(select(*keys).where(table.c.person_id == person))}
        for row in (await db.execute(select(*keys).where(table.c.person_id == guest))).all():
            same = and_(table.c.person_id == guest, *(column == value for column, value in zip(keys, row, strict=True)))
            change = delete(table) if tuple(row) in mine else update(table).values(person_id=person)
            await db.execute(change.where(same))


async def _begin_anew(db: AsyncConnection, table: str, seat: int) -> None:
    """Set the time since which a seat is held to now, in the same order.  Ratings check how long a person has been there."""
    here = and_(holders.c.table_id == table, holders.c.seat == seat)
    now = time.time()
    order = (await db.execute(select(holders.c.person_id).where(here).order_by(holders.c.since))).scalars().all()
    for number, person in enumerate(order):
        since = now + number * MOMENT
        await db.execute(update(holders).where(here, holders.c.person_id == person).values(since=since))


async def add_token(db: AsyncConnection, person: str, secret: str, label: str) -> str:
    """Add a token for a person; returns its id."""
    token = new_id()
    row = {"id": token, "person_id": person, "hash": hashed(secret), "label": label, "created": time.time()}
    await db.execute(insert(tokens).values(row))
    return token


async def person_of_token(db: AsyncConnection, secret: str) -> str | None:
    """The person who owns a token, or None."""
    statement = select(tokens.c.person_id).where(tokens.c.hash == hashed(secret))
    return (await db.execute(statement)).scalar_one_or_none()


async def tokens_of(db: AsyncConnection, person: str) -> list[dict[str, Any]]:
    """A person's tokens without their secrets."""
    statement = select(tokens.c.id, tokens.c.label, tokens.c.created).where(tokens.c.person_id == person)
    return [dict(row._mapping) for row in await db.execute(statement.order_by(tokens.c.created))]


async def remove_token(db: AsyncConnection, person: str, token: str) -> bool:
    """Revoke a token; False if the person has no such token."""
    done = await db.execute(delete(tokens).where(tokens.c.person_id == person, tokens.c.id == token))
    return done.rowcount == 1


async def add_webhook(db: AsyncConnection, person: str, url: str, secret: str) -> str:
    """Add a webhook for a person; returns its id."""
    hook = new_id()
    await db.execute(insert(webhooks).values(id=hook, person_id=person, url=url, secret=secret, created=time.time()))
    return hook


async def webhooks_of(db: AsyncConnection, people: Sequence[str]) -> list[dict[str, Any]]:
    """The webhooks of some persons, oldest first."""
    statement = select(webhooks).where(webhooks.c.person_id.in_(people)).order_by(webhooks.c.created)
    return [dict(row._mapping) for row in await db.execute(statement)]


async def remove_webhook(db: AsyncConnection, person: str, hook: str) -> bool:
    """Remove a webhook; False if the person has no such webhook."""
    done = await db.execute(delete(webhooks).where(webhooks.c.person_id == person, webhooks.c.id == hook))
    return done.rowcount == 1
