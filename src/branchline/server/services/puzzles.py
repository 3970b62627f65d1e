"""The puzzle of the day: one for each game, with a count of those who found the move.

Puzzles come from the store, where background jobs put them, and from the files of the games.  A puzzle is shown again only when
there is no other one.
"""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import dataclass, replace
from typing import Any

from branchline.errors import BadRecord
from branchline.review.puzzles import Puzzle, shipped
from branchline.server.accounts.requester import Requester
from branchline.server.base.logs import note
from branchline.server.base.problems import Problem, not_found
from branchline.server.services import daily
from branchline.server.services.common import get_or_create_person
from branchline.server.services.container import Services
from branchline.server.store import puzzle_rows
from branchline.texts import say

GIVEN_UP = ""
"""The answer of somebody who wants to see the solution."""


@dataclass(frozen=True)
class Tally:
    """How many people found the move of a puzzle, of those who answered, and what the reader did."""

    found: int = 0
    answers: int = 0
    mine: bool | None = None
    """Whether the reader's first answer was right; None if they have not answered."""


@dataclass(frozen=True)
class Answered:
    """What becomes of an answer."""

    right: bool
    first: bool
    """Whether it is the person's first answer, which counts."""
    loss: float
    tally: Tally


async def of_day(services: Services, game: str, day: str, choose: bool = True) -> Puzzle:
    """The puzzle of today or of a past day; 404 if there is none.  That of today is chosen now unless `choose` is False."""
    if daily.is_day(day) and day <= daily.today():
        async with services.store.read_autocommit() as db:
            row = await puzzle_rows.of_day(db, game, day)
        choose = choose and day == daily.today()
        if row is None and choose:
            row = await _choose(services, game, day)
        if row is not None and (found := await _read(row)) is not None:
            return found
        if row is not None and choose:  # the rules have changed since it was chosen
            async with services.store.write() as db:
                await puzzle_rows.clear_day(db, game, day)
            if (row := await _choose(services, game, day)) is not None and (found := await _read(row)) is not None:
                return found
    raise not_found(say("There is no puzzle of this day."))


async def _read(row: Any) -> Puzzle | None:
    """A stored puzzle; None if it does not fit the game as it is now.  Its game is replayed, in a thread."""
    try:
        return await asyncio.to_thread(lambda: Puzzle.from_json(row.body).check())
    except BadRecord as error:
        note("a puzzle cannot be shown", level=30, puzzle=row.id, why=str(error))
        return None


async def _choose(services: Services, game: str, day: str) -> Any:
    """Choose the puzzle of a new day: one that was never shown, else the one that was shown longest ago.  Returns its row."""
    async with services.store.read() as db:
        days = await puzzle_rows.last_days(db, game)
    known = {puzzle.id: puzzle for puzzle in shipped(game)}
    candidates = sorted({*days, *known}, key=lambda puzzle: (days.get(puzzle, ""), secrets.randbits(32)))
    for puzzle in candidates:
        async with services.store.write() as db:
            if puzzle in known:
                await puzzle_rows.add(db, puzzle, game, known[puzzle].to_json())
            row = await puzzle_rows.find(db, puzzle)
        if row is not None and await _read(row) is not None:
            async with services.store.write() as db:
                await puzzle_rows.set_day(db, game, day, puzzle)
                return await puzzle_rows.of_day(db, game, day)  # another process may have chosen before
    return None


async def tally(services: Services, requester: Requester, puzzle: str) -> Tally:
    """How many found the move of a puzzle, and whether the requester did."""
    return (await tallies(services, requester, [puzzle]))[puzzle]


async def tallies(services: Services, requester: Requester, wanted: list[str]) -> dict[str, Tally]:
    """The same for several puzzles."""
    async with services.store.read() as db:
        counts = await puzzle_rows.tallies(db, wanted)
        mine = await puzzle_rows.answers_of(db, requester.person.id, wanted) if requester.person else {}
    return {puzzle: Tally(*counts.get(puzzle, (0, 0)), mine.get(puzzle)) for puzzle in wanted}


async def answer(services: Services, requester: Requester, puzzle: Puzzle, move: str) -> tuple[Answered, Requester]:
    """Answer a puzzle with a move, or give it up.  The first answer counts.  A newcomer becomes a person."""
    if move != GIVEN_UP and move not in puzzle.losses:
        raise Problem(422, "malformed", say("This move is not legal in the puzzle."), field="move")
    person = await get_or_create_person(services, requester, None)
    right = move == puzzle.best
    async with services.store.write() as db:
        first = await puzzle_rows.add_answer(db, puzzle.id, person.id, move, right)
    known = replace(requester, person=person)
    return Answered(right, first, puzzle.losses.get(move, 0.0), await tally(services, known, puzzle.id)), known


async def archive(services: Services, requester: Requester, game: str) -> list[tuple[str, Tally]]:
    """Today and past days with a puzzle, the latest first."""
    async with services.store.read() as db:
        days = await puzzle_rows.past_days(db, game, daily.today(), daily.ARCHIVED)
    counts = await tallies(services, requester, [puzzle for _, puzzle in days])
    return [(day, counts[puzzle]) for day, puzzle in days]
