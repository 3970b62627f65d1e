"""Rows about people: persons, accounts, tokens, webhooks, and who holds which seat."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.keys import hashed, new_id
from branchline.server.store.schema import accounts, chat, holders, persons, tables, tokens, webhooks


async def add_person(db: AsyncConnection, name: str) -> str:
    """A new person; returns the id."""
    person = new_id(16)
    await db.execute(insert(persons).values(id=person, name=name, epoch=0, created=time.time()))
    return person


async def find_person(db: AsyncConnection, person: str) -> Any:
    """The row of a person with the account's login (None without account), or None."""
    statement = select(persons.c.id, persons.c.name, persons.c.epoch, accounts.c.login)
    statement = statement.outerjoin(accounts, accounts.c.person_id == persons.c.id).where(persons.c.id == person)
    return (await db.execute(statement)).one_or_none()


async def rename_person(db: AsyncConnection, person: str, name: str) -> None:
    """Another name for a person."""
    await db.execute(update(persons).where(persons.c.id == person).values(name=name))


async def end_sessions(db: AsyncConnection, person: str) -> None:
    """Make every cookie of a person void."""
    await db.execute(update(persons).where(persons.c.id == person).values(epoch=persons.c.epoch + 1))


async def add_account(db: AsyncConnection, person: str, login: str, password: str) -> None:
    """An account for a person; an IntegrityError says that the name is taken."""
    await db.execute(insert(accounts).values(person_id=person, login=login, password=password, created=time.time()))


async def find_account(db: AsyncConnection, login: str) -> Any:
    """The row of an account, or None."""
    return (await db.execute(select(accounts).where(accounts.c.login == login))).one_or_none()


async def set_password(db: AsyncConnection, person: str, password: str) -> None:
    """Another password hash."""
    await db.execute(update(accounts).where(accounts.c.person_id == person).values(password=password))


async def hand_over(db: AsyncConnection, guest: str, person: str) -> None:
    """Give everything a guest has to a person: the guest has signed in."""
    mine = select(holders.c.table_id, holders.c.seat).where(holders.c.person_id == person)
    already = {(row.table_id, row.seat) for row in await db.execute(mine)}
    theirs = select(holders.c.table_id, holders.c.seat).where(holders.c.person_id == guest)
    for row in (await db.execute(theirs)).all():
        seat = (holders.c.person_id == guest, holders.c.table_id == row.table_id, holders.c.seat == row.seat)
        if (row.table_id, row.seat) in already:
            await db.execute(delete(holders).where(*seat))
        else:
            await db.execute(update(holders).where(*seat).values(person_id=person))
    await db.execute(update(tables).where(tables.c.owner == guest).values(owner=person))
    for table in (chat, tokens, webhooks):
        await db.execute(update(table).where(table.c.person_id == guest).values(person_id=person))


async def add_token(db: AsyncConnection, person: str, secret: str, label: str) -> str:
    """A token for a person; returns its id."""
    token = new_id()
    row = {"id": token, "person_id": person, "hash": hashed(secret), "label": label, "created": time.time()}
    await db.execute(insert(tokens).values(row))
    return token


async def person_of_token(db: AsyncConnection, secret: str) -> str | None:
    """Whose token this is."""
    statement = select(tokens.c.person_id).where(tokens.c.hash == hashed(secret))
    return (await db.execute(statement)).scalar_one_or_none()


async def tokens_of(db: AsyncConnection, person: str) -> list[dict[str, Any]]:
    """A person's tokens without their secrets."""
    statement = select(tokens.c.id, tokens.c.label, tokens.c.created).where(tokens.c.person_id == person)
    return [dict(row._mapping) for row in await db.execute(statement.order_by(tokens.c.created))]


async def remove_token(db: AsyncConnection, person: str, token: str) -> bool:
    """Revoke a token; False if the person has no such."""
    done = await db.execute(delete(tokens).where(tokens.c.person_id == person, tokens.c.id == token))
    return done.rowcount == 1


async def add_webhook(db: AsyncConnection, person: str, url: str, secret: str) -> str:
    """An address to be told; returns its id."""
    hook = new_id()
    await db.execute(insert(webhooks).values(id=hook, person_id=person, url=url, secret=secret, created=time.time()))
    return hook


async def webhooks_of(db: AsyncConnection, people: Sequence[str]) -> list[dict[str, Any]]:
    """The webhooks of some persons, oldest first."""
    statement = select(webhooks).where(webhooks.c.person_id.in_(people)).order_by(webhooks.c.created)
    return [dict(row._mapping) for row in await db.execute(statement)]


async def remove_webhook(db: AsyncConnection, person: str, hook: str) -> bool:
    """Remove a webhook; False if the person has no such."""
    done = await db.execute(delete(webhooks).where(webhooks.c.person_id == person, webhooks.c.id == hook))
    return done.rowcount == 1
