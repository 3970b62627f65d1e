"""Rows of puzzles: those of each day, and the answers of people."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Integer, and_, cast, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.deal_rows import insert_new
from branchline.server.store.schema import daily_puzzles, puzzle_answers, puzzles


async def add(db: AsyncConnection, puzzle: str, game: str, body: dict[str, Any]) -> None:
    """Add a puzzle, unless it is there."""
    await insert_new(db, puzzles, {"id": puzzle, "game": game, "body": body, "created": time.time()})


async def of_day(db: AsyncConnection, game: str, day: str) -> Any:
    """The row of the puzzle of a day, or None."""
    statement = select(puzzles.c.id, puzzles.c.body).join(daily_puzzles, daily_puzzles.c.puzzle_id == puzzles.c.id)
    here = and_(daily_puzzles.c.game == game, daily_puzzles.c.day == day)
    return (await db.execute(statement.where(here))).one_or_none()


async def set_day(db: AsyncConnection, game: str, day: str, puzzle: str) -> None:
    """Choose the puzzle of a day, unless there is one."""
    await insert_new(db, daily_puzzles, {"game": game, "day": day, "puzzle_id": puzzle})


async def clear_day(db: AsyncConnection, game: str, day: str) -> None:
    """Take the puzzle of a day away, because it cannot be shown any more."""
    await db.execute(delete(daily_puzzles).where(daily_puzzles.c.game == game, daily_puzzles.c.day == day))


async def last_days(db: AsyncConnection, game: str) -> dict[str, str]:
    """The puzzles of a game, oldest first, each with its latest day; empty if it was never shown."""
    latest = func.max(daily_puzzles.c.day)
    statement = select(puzzles.c.id, latest).outerjoin(daily_puzzles, daily_puzzles.c.puzzle_id == puzzles.c.id)
    statement = statement.where(puzzles.c.game == game).group_by(puzzles.c.id, puzzles.c.created).order_by(puzzles.c.created)
    return {row[0]: row[1] or "" for row in await db.execute(statement)}


async def past_days(db: AsyncConnection, game: str, until: str, most: int) -> list[tuple[str, str]]:
    """The days up to a day that have a puzzle, the latest first, each with its puzzle."""
    here = and_(daily_puzzles.c.game == game, daily_puzzles.c.day <= until)
    statement = select(daily_puzzles.c.day, daily_puzzles.c.puzzle_id).where(here).order_by(daily_puzzles.c.day.desc())
    return [(row.day, row.puzzle_id) for row in await db.execute(statement.limit(most))]


async def answers_of(db: AsyncConnection, person: str, wanted: Sequence[str]) -> dict[str, bool]:
    """The puzzles among some that a person has answered, and whether they found the move."""
    mine = and_(puzzle_answers.c.person_id == person, puzzle_answers.c.puzzle_id.in_(wanted))
    return {row.puzzle_id: row.found for row in await db.execute(select(puzzle_answers).where(mine))}


async def add_answer(db: AsyncConnection, puzzle: str, person: str, move: str, found: bool) -> bool:
    """Note a person's answer; only the first one counts.  Returns whether this was the first."""
    values = {"puzzle_id": puzzle, "person_id": person, "move": move, "found": found, "at": time.time()}
    return await insert_new(db, puzzle_answers, values)


async def tallies(db: AsyncConnection, wanted: Sequence[str]) -> dict[str, tuple[int, int]]:
    """For some puzzles, how many people found the move and how many answered."""
    found = func.sum(cast(puzzle_answers.c.found, Integer))
    statement = select(puzzle_answers.c.puzzle_id, found, func.count()).where(puzzle_answers.c.puzzle_id.in_(wanted))
    return {row[0]: (int(row[1]), int(row[2])) for row in await db.execute(statement.group_by(puzzle_answers.c.puzzle_id))}


async def find(db: AsyncConnection, puzzle: str) -> Any:
    """The row of a puzzle, or None."""
    return (await db.execute(select(puzzles.c.id, puzzles.c.body).where(puzzles.c.id == puzzle))).one_or_none()
