"""Rows of deals: tables with the same draws, daily deals, and who played them."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import and_, delete, func, insert, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.rows import LISTED
from branchline.server.store.schema import accounts, daily_deals, daily_games, persons, tables


async def tables_of_deal(db: AsyncConnection, deal: str, most: int) -> list[dict[str, Any]]:
    """The finished tables with a deal that are not private, oldest first."""
    finished = and_(tables.c.deal == deal, tables.c.status == "over", tables.c.private.is_(False))
    rows = await db.execute(select(*LISTED).where(finished).order_by(tables.c.created).limit(most))
    return [dict(row._mapping) for row in rows]


async def insert_new(db: AsyncConnection, table: Any, values: dict[str, Any]) -> bool:
    """Insert a row unless there is one with its key; returns whether it was inserted."""
    dialect: Any = postgresql if db.dialect.name == "postgresql" else sqlite
    added = dialect.insert(table).values(values).on_conflict_do_nothing().returning(*table.primary_key)
    return (await db.execute(added)).first() is not None


# -- daily deals --------------------------------------------------------------------------------------------


async def daily_setup(db: AsyncConnection, game: str, day: str) -> Any:
    """The setup of the deal of a day; None if nobody has asked for it."""
    here = and_(daily_deals.c.game == game, daily_deals.c.day == day)
    return (await db.execute(select(daily_deals.c.setup).where(here))).scalar_one_or_none()


async def add_daily(db: AsyncConnection, game: str, day: str, setup: dict[str, Any]) -> None:
    """Set the deal of a day, unless there is one."""
    await insert_new(db, daily_deals, {"game": game, "day": day, "setup": setup, "created": time.time()})


async def remove_daily(db: AsyncConnection, game: str, day: str, setup: dict[str, Any]) -> None:
    """Remove the deal of a day, if it still has this setup."""
    if await daily_setup(db, game, day) == setup:
        await db.execute(delete(daily_deals).where(daily_deals.c.game == game, daily_deals.c.day == day))


async def daily_table(db: AsyncConnection, game: str, day: str, person: str) -> str | None:
    """The table at which a person plays the deal of a day."""
    mine = and_(daily_games.c.game == game, daily_games.c.day == day, daily_games.c.person_id == person)
    return (await db.execute(select(daily_games.c.table_id).where(mine))).scalar_one_or_none()


async def add_daily_game(db: AsyncConnection, game: str, day: str, person: str, table: str) -> None:
    """Note at which table a person plays the deal of a day; an IntegrityError means that they have one already."""
    await db.execute(insert(daily_games).values(game=game, day=day, person_id=person, table_id=table))


async def daily_results(db: AsyncConnection, game: str, day: str, most: int) -> list[Any]:
    """The finished games of a day with their persons."""
    columns = (tables.c.id, tables.c.summary, tables.c.updated, persons.c.id.label("person"), persons.c.name, accounts.c.login)
    statement = (
        select(*columns)
        .select_from(daily_games)
        .join(tables, tables.c.id == daily_games.c.table_id)
        .join(persons, persons.c.id == daily_games.c.person_id)
        .outerjoin(accounts, accounts.c.person_id == persons.c.id)
        .where(daily_games.c.game == game, daily_games.c.day == day, tables.c.status == "over")
    )
    return list((await db.execute(statement.order_by(tables.c.updated).limit(most))).all())


async def past_days(db: AsyncConnection, game: str, before: str, most: int) -> list[Any]:
    """The days before a day that have a deal, the latest first, each with the number of people who began it."""
    began = func.count(daily_games.c.person_id).label("people")
    same = and_(daily_games.c.game == daily_deals.c.game, daily_games.c.day == daily_deals.c.day)
    statement = select(daily_deals.c.day, began).select_from(daily_deals).outerjoin(daily_games, same)
    statement = statement.where(daily_deals.c.game == game, daily_deals.c.day < before).group_by(daily_deals.c.day)
    return list((await db.execute(statement.order_by(daily_deals.c.day.desc()).limit(most))).all())
