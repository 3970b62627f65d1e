"""Keeps a stock of puzzles that nobody has seen.  It orders jobs of low priority and stores what they find."""

from __future__ import annotations

import asyncio
import secrets

from branchline.games.catalogue import cards
from branchline.review.puzzles import Puzzle, shipped
from branchline.server.jobs.runner import JobRunner
from branchline.server.store import Store, job_rows, puzzle_rows
from branchline.server.store.job_rows import Key, NewJob, unpack

KIND = "puzzles"
STOCK = 7
"""The number of puzzles for each game that were never shown; with fewer, a job looks for another one."""
LOOK_SECONDS = 600.0
"""Seconds between two looks at the stock.  So a game in which puzzles are rare does not keep the processor busy."""
PRIORITY = 100
"""All reviews go first."""


class PuzzleStock:
    """The stock of all games."""

    def __init__(self, store: Store, jobs: JobRunner) -> None:
        self._store, self._jobs = store, jobs

    async def run(self) -> None:
        """Fill the stock as long as the server runs."""
        while True:
            for card in cards():
                await self.look_at(card.name)
            await asyncio.sleep(LOOK_SECONDS)

    async def look_at(self, game: str) -> bool:
        """Store what a job has found; order the next one if the stock is low and none is under way.  Returns whether it did."""
        async with self._store.write() as db:
            known = await job_rows.status_of(db, KIND, game)
            if any(job.is_unfinished for job in known):
                return False
            if (packed := await job_rows.result_of(db, KIND, game)) is not None:
                for body in unpack(packed)["puzzles"]:
                    puzzle = Puzzle.from_json(body)
                    await puzzle_rows.add(db, puzzle.id, game, body)
            days = await puzzle_rows.last_days(db, game)
            stock = {*days, *(puzzle.id for puzzle in shipped(game))}
            if sum(not days.get(puzzle) for puzzle in stock) >= STOCK:
                return False
            number = max((job.weight for job in known), default=0) + 1
            body = {"game": game, "seed": secrets.randbits(62), "number": number}
            added = await job_rows.add(db, NewJob(Key(KIND, game, str(number)), body, number, PRIORITY))
        self._jobs.wake()
        return added
