"""Rows of tournaments."""

from __future__ import annotations

import time
from typing import Any

from sqlalchemy import and_, exists, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.schema import tables
from branchline.server.store.schema_days import tournament_people, tournament_tables, tournaments

ON = ("waiting", "playing")


async def add(db: AsyncConnection, tournament: str, columns: dict[str, Any]) -> None:
    """Add a tournament that waits for people."""
    row = {"round": 0, "draw": [], "status": "open", "created": time.time(), **columns}
    await db.execute(insert(tournaments).values(id=tournament, **row))


async def find(db: AsyncConnection, tournament: str, lock: bool = False) -> Any:
    """The row of a tournament, or None; locked until the transaction ends, if wanted."""
    statement = select(tournaments).where(tournaments.c.id == tournament)
    return (await db.execute(statement.with_for_update() if lock else statement)).one_or_none()


async def people_of(db: AsyncConnection, tournament: str) -> list[Any]:
    """The people of a tournament in the order in which they came."""
    statement = select(tournament_people).where(tournament_people.c.tournament_id == tournament)
    return list((await db.execute(statement.order_by(tournament_people.c.number))).all())


async def add_person(db: AsyncConnection, tournament: str, number: int, person: str, name: str) -> None:
    """Add somebody."""
    row = {"tournament_id": tournament, "number": number, "person_id": person, "name": name, "status": "in"}
    await db.execute(insert(tournament_people).values(row))


async def set_status(db: AsyncConnection, tournament: str, number: int, status: str) -> None:
    """Take somebody in again, or out."""
    here = and_(tournament_people.c.tournament_id == tournament, tournament_people.c.number == number)
    await db.execute(update(tournament_people).where(here).values(status=status))


async def change(db: AsyncConnection, tournament: str, round_before: int, **columns: Any) -> bool:
    """Change a tournament that is in this round; False if it is in another."""
    here = and_(
        tournaments.c.id == tournament, tournaments.c.round == round_before, tournaments.c.status.in_(("open", "playing"))
    )
    return (await db.execute(update(tournaments).where(here).values(**columns))).rowcount == 1


async def add_table(db: AsyncConnection, tournament: str, round_: int, number: int, table: str, people: list[int]) -> None:
    """Note a table of a round; an IntegrityError means that another process has opened it."""
    row = {"tournament_id": tournament, "round": round_, "number": number, "table_id": table, "people": people}
    await db.execute(insert(tournament_tables).values(row))


async def tables_of(db: AsyncConnection, tournament: str) -> list[Any]:
    """The tables of a tournament by round, with status and summary."""
    columns = (tournament_tables, tables.c.status, tables.c.summary)
    statement = select(*columns).join(tables, tables.c.id == tournament_tables.c.table_id)
    statement = statement.where(tournament_tables.c.tournament_id == tournament)
    return list((await db.execute(statement.order_by(tournament_tables.c.round, tournament_tables.c.number))).all())


async def of_table(db: AsyncConnection, table: str) -> Any:
    """Id and name of the tournament that a table belongs to, or None."""
    statement = select(tournaments.c.id, tournaments.c.name).join(tournament_tables)
    return (await db.execute(statement.where(tournament_tables.c.table_id == table).limit(1))).one_or_none()


async def ready(db: AsyncConnection) -> list[str]:
    """The tournaments whose present round is over, or has tables that are not open yet."""
    here = and_(tournament_tables.c.tournament_id == tournaments.c.id, tournament_tables.c.round == tournaments.c.round)
    is_on = exists().where(here, tables.c.id == tournament_tables.c.table_id, tables.c.status.in_(ON))
    statement = select(tournaments.c.id).where(tournaments.c.status == "playing", ~is_on)
    return list((await db.execute(statement)).scalars())


async def of_person(db: AsyncConnection, person: str, most: int) -> list[Any]:
    """The tournaments of a person, the newest first."""
    here = exists().where(tournament_people.c.tournament_id == tournaments.c.id, tournament_people.c.person_id == person)
    statement = select(tournaments).where(or_(here, tournaments.c.owner == person)).order_by(tournaments.c.created.desc())
    return list((await db.execute(statement.limit(most))).all())


async def hand_over(db: AsyncConnection, guest: str, person: str) -> None:
    """Give the tournaments of a guest to a person, because the guest has signed in.  Nobody takes part twice."""
    await db.execute(update(tournaments).where(tournaments.c.owner == guest).values(owner=person))
    known = select(tournament_people.c.tournament_id).where(tournament_people.c.person_id == person)
    twice = and_(tournament_people.c.person_id == guest, tournament_people.c.tournament_id.in_(known))
    await db.execute(update(tournament_people).where(twice).values(status="out"))
    await db.execute(update(tournament_people).where(tournament_people.c.person_id == guest).values(person_id=person))
