"""Rows of results: the finished games of each person, by date and with filters, and figures about them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, case, delete, func, insert, literal, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.schema import accounts, persons, results, tables

Position = tuple[float, str]
"""The end of a page: the time at which its last game ended, and its table."""


@dataclass(frozen=True)
class Wanted:
    """Which games of a person are asked for.  What is empty does not matter."""

    game: str = ""
    players: int | None = None
    company: str = ""
    """`people`: with other persons; `bots`: against bots only."""
    won: bool | None = None
    name: str = ""
    """A part of the name of somebody else at the table."""


async def add(db: AsyncConnection, rows: Iterable[dict[str, Any]]) -> None:
    """Add the results of a game that has just ended."""
    if found := list(rows):
        await db.execute(insert(results), found)


async def page_of(
    db: AsyncConnection, person: str, wanted: Wanted, most: int, after: Position | None = None
) -> list[dict[str, Any]]:
    """Results of a person with the summaries of their tables, the last first; those that follow `after`, if it is given."""
    conditions = _conditions(person, wanted)
    if after is not None:
        conditions.append(tuple_(results.c.ended, results.c.table_id) < tuple_(*map(literal, after)))
    columns = (results, tables.c.summary, tables.c.public, tables.c.private)
    statement = select(*columns).join(tables, tables.c.id == results.c.table_id).where(*conditions)
    statement = statement.order_by(results.c.ended.desc(), results.c.table_id.desc()).limit(most)
    return [dict(row._mapping) for row in await db.execute(statement)]


async def count_of(db: AsyncConnection, person: str, wanted: Wanted) -> int:
    """The number of a person's games of this kind."""
    return (await db.execute(select(func.count()).select_from(results).where(*_conditions(person, wanted)))).scalar_one()


def _conditions(person: str, wanted: Wanted) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [results.c.person_id == person]
    if wanted.game:
        found.append(results.c.game == wanted.game)
    if wanted.players is not None:
        found.append(results.c.players == wanted.players)
    if wanted.company:
        with_people = results.c.company.in_(("people", "mixed"))
        found.append(with_people if wanted.company == "people" else ~with_people)
    if wanted.won is not None:
        found.append(results.c.rank == 1 if wanted.won else results.c.rank > 1)
    if wanted.name:
        found.append(results.c.others.contains(wanted.name.casefold(), autoescape=True))
    return found


async def hand_over(db: AsyncConnection, guest: str, person: str) -> None:
    """Give the results of a guest to a person.  Of a game in which both took part the person's own result stays."""
    mine = select(results.c.table_id).where(results.c.person_id == person)
    await db.execute(delete(results).where(results.c.person_id == guest, results.c.table_id.in_(mine)))
    await db.execute(update(results).where(results.c.person_id == guest).values(person_id=person))


# -- figures -----------------------------------------------------------------------------------------


async def summed(db: AsyncConnection, person: str) -> list[Any]:
    """A person's games, wins and mean rank by game, number of players and company."""
    by = (results.c.game, results.c.players, results.c.company)
    wins = func.sum(case((results.c.rank == 1, 1), else_=0)).label("wins")
    statement = select(*by, func.count().label("games"), wins, func.avg(results.c.rank * 1.0).label("rank"))
    return list((await db.execute(statement.where(results.c.person_id == person).group_by(*by).order_by(*by))).all())


async def against(db: AsyncConnection, person: str, most: int, other: str | None = None) -> list[Any]:
    """The rivals of a person who have public profiles, or only `other`: games, and who was ahead; the most games first."""
    theirs = results.alias()
    ahead = func.sum(case((results.c.rank < theirs.c.rank, 1), else_=0)).label("ahead")
    behind = func.sum(case((results.c.rank > theirs.c.rank, 1), else_=0)).label("behind")
    games = func.count().label("games")
    met = and_(theirs.c.table_id == results.c.table_id, theirs.c.person_id != results.c.person_id)
    statement = select(persons.c.id, persons.c.name, games, ahead, behind).select_from(results).join(theirs, met)
    statement = statement.join(persons, persons.c.id == theirs.c.person_id)
    statement = statement.join(accounts, accounts.c.person_id == theirs.c.person_id).where(results.c.person_id == person)
    statement = statement.where(accounts.c.public if other is None else theirs.c.person_id == other)
    statement = statement.group_by(persons.c.id, persons.c.name).order_by(games.desc(), persons.c.id).limit(most)
    return list((await db.execute(statement)).all())


async def shared_games(db: AsyncConnection, person: str, most: int) -> list[dict[str, Any]]:
    """The last games of a person that are listed for everybody."""
    listed = and_(tables.c.public, tables.c.private.is_(False))
    statement = select(results, tables.c.summary).join(tables, tables.c.id == results.c.table_id)
    statement = statement.where(results.c.person_id == person, listed)
    statement = statement.order_by(results.c.ended.desc(), results.c.table_id.desc()).limit(most)
    return [dict(row._mapping) for row in await db.execute(statement)]
