"""Erasing a person: their games stay under another name, and everything else about them is deleted.

The log of a table holds the names of its players, so it is rewritten: only names change, and the match stays the same.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import and_, delete, exists, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store import seat_rows
from branchline.server.store.schema import (
    chat,
    daily_games,
    entries,
    holders,
    jobs,
    metadata,
    news,
    persons,
    results,
    snapshots,
    tables,
)
from branchline.server.store.schema_days import notes, plans, tournament_people, tournaments

KEPT = {persons, holders, chat, tables, daily_games, tournaments, tournament_people}
"""Tables with a person in which rows stay: they then lead to somebody without name, account and credentials."""


async def unfinished_seats(db: AsyncConnection, person: str) -> list[Any]:
    """Table and number of the seats that a person holds at tables that are not finished."""
    open_ones = and_(tables.c.id == holders.c.table_id, tables.c.status.in_(("waiting", "playing")))
    statement = select(holders.c.table_id, holders.c.seat).join(tables, open_ones)
    held = seat_rows.is_held_by(person)
    return list((await db.execute(statement.where(held).order_by(holders.c.table_id, holders.c.seat))).all())


async def empty_tables(db: AsyncConnection, person: str) -> list[str]:
    """Tables that a person has opened, where nobody sits and that wait for players."""
    someone = exists().where(holders.c.table_id == tables.c.id, holders.c.left.is_(False))
    mine = and_(tables.c.owner == person, tables.c.status == "waiting", ~someone)
    return list((await db.execute(select(tables.c.id).where(mine))).scalars())


async def erase(db: AsyncConnection, person: str, name: str) -> None:
    """Replace a person's name in all games, and delete what else is stored about them.  The tables are locked already."""
    for table, seats in (await _seats_of(db, person)).items():
        await _rename_at(db, table, seats, name)
    opened = select(tables.c.id, tables.c.setup).where(tables.c.owner == person, tables.c.kind != "import")
    for row in (await db.execute(opened)).all():
        await _rename_setup(db, row.id, row.setup, await _opened_with(db, row.id, person, len(row.setup["seats"])), name)
    await _hand_on_tables(db, person)
    await _leave_tournaments(db, person, name)
    await db.execute(update(chat).where(chat.c.person_id == person).values(person_id=None, name=name))
    for personal in metadata.sorted_tables:
        for column in personal.columns:
            if personal not in KEPT and any(key.column.table is persons for key in column.foreign_keys):
                await db.execute(delete(personal).where(column == person))
    for paid in (tables, jobs):
        await db.execute(update(paid).where(paid.c.charged_to == f"person {person}").values(charged_to=None))
    values = {"name": name, "epoch": persons.c.epoch + 1, "deleted": True}
    await db.execute(update(persons).where(persons.c.id == person).values(values))


async def _seats_of(db: AsyncConnection, person: str) -> dict[str, list[int]]:
    """The seats on which a person sat down first, by table: these have the person's name."""
    earlier = holders.alias()
    first = select(func.min(earlier.c.since)).where(earlier.c.table_id == holders.c.table_id, earlier.c.seat == holders.c.seat)
    mine = and_(holders.c.person_id == person, holders.c.since == first.scalar_subquery())
    found: dict[str, list[int]] = {}
    for row in await db.execute(select(holders.c.table_id, holders.c.seat).where(mine).order_by(holders.c.table_id)):
        found.setdefault(row.table_id, []).append(row.seat)
    return found


async def _rename_at(db: AsyncConnection, table: str, seats: list[int], name: str) -> None:
    """Replace the name on some seats of a table: in its log, its setup, its summary, and where games are searched."""
    row = (await db.execute(select(tables.c.setup, tables.c.summary).where(tables.c.id == table))).one()
    await _rename_setup(db, table, row.setup, await _rename_entries(db, table, seats, name), name)
    given = row.summary["seats"]
    for seat in seats:
        if given[seat]["kind"] == "person":
            given[seat] = {**given[seat], "name": name}
    await db.execute(update(tables).where(tables.c.id == table).values(summary={**row.summary, "seats": given}))
    await db.execute(delete(snapshots).where(snapshots.c.table_id == table))  # it holds names, too; the log has everything
    await _rename_in_results(db, table, given)
    for private in (notes, plans):
        await db.execute(delete(private).where(private.c.table_id == table, private.c.seat.in_(seats)))
    await db.execute(update(news).where(news.c.table_id == table).values(who=""))  # news that were not sent yet name players
    by_link = and_(chat.c.table_id == table, chat.c.seat.in_(seats), chat.c.person_id.is_(None))
    await db.execute(update(chat).where(by_link).values(name=name))


async def _opened_with(db: AsyncConnection, table: str, person: str, players: int) -> list[int]:
    """The seats of a table that may have the name of who opened it in the setup.

    Where others sit who never had to sit down, such as at a table of a tournament, the name is theirs.
    """
    sat = and_(entries.c.table_id == table, entries.c.body["kind"].as_string() == "join")
    joined = {body["seat"] for body in (await db.execute(select(entries.c.body).where(sat))).scalars()}
    held = await seat_rows.holders_of(db, table)
    theirs = {seat for seat, people in held.items() if people[0] != person} - joined
    return [seat for seat in range(players) if seat not in theirs]


async def _rename_entries(db: AsyncConnection, table: str, seats: list[int], name: str) -> list[int]:
    """Replace the name in the log from the last time that somebody sat down on each seat.

    Returns the seats on which nobody has sat down since the table was opened: their names are in the setup.
    """
    named = entries.c.body["kind"].as_string().in_(("join", "rename"))
    statement = select(entries.c.seq, entries.c.body).where(entries.c.table_id == table, named).order_by(entries.c.seq.desc())
    unfound = set(seats)
    for row in (await db.execute(statement)).all():
        body = row.body
        if body["seat"] in unfound:
            here = and_(entries.c.table_id == table, entries.c.seq == row.seq)
            renamed = {**body, "data": {**body["data"], "name": name}}
            await db.execute(update(entries).where(here).values(body=renamed))
            if body["kind"] == "join":
                unfound.discard(body["seat"])
    return sorted(unfound)


async def _rename_setup(db: AsyncConnection, table: str, setup: dict[str, Any], seats: list[int], name: str) -> None:
    given = [
        {**seat, "name": name} if number in seats and seat["kind"] == "person" else seat
        for number, seat in enumerate(setup["seats"])
    ]
    await db.execute(update(tables).where(tables.c.id == table).values(setup={**setup, "seats": given}))


async def _rename_in_results(db: AsyncConnection, table: str, given: list[dict[str, Any]]) -> None:
    """Write anew by which names the others find the game."""
    held: dict[str, set[int]] = {}
    for seat, people in (await seat_rows.holders_of(db, table)).items():
        for person in people:
            held.setdefault(person, set()).add(seat)
    for person, mine in held.items():
        others = "\n".join(seat["name"].casefold() for number, seat in enumerate(given) if number not in mine)
        here = and_(results.c.table_id == table, results.c.person_id == person)
        await db.execute(update(results).where(here).values(others=others))


async def _leave_tournaments(db: AsyncConnection, person: str, name: str) -> None:
    """Results of tournaments stay under another name.  A tournament of this person that has not begun never will."""
    mine = tournament_people.c.person_id == person
    await db.execute(update(tournament_people).where(mine).values(name=name, status="out"))
    unbegun = and_(tournaments.c.owner == person, tournaments.c.status == "open")
    await db.execute(update(tournaments).where(unbegun).values(status="closed"))


async def _hand_on_tables(db: AsyncConnection, person: str) -> None:
    """Tables of this person that wait for players go to somebody who sits there; the others have no owner any more."""
    waiting = select(tables.c.id).where(tables.c.owner == person, tables.c.status == "waiting")
    for table in (await db.execute(waiting)).scalars().all():
        heirs = [row.person_id for row in await seat_rows.people_at(db, table) if row.person_id != person]
        await db.execute(update(tables).where(tables.c.id == table).values(owner=heirs[0] if heirs else None))
    await db.execute(update(tables).where(tables.c.owner == person).values(owner=None))
