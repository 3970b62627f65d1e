"""Looking regularly for what nobody else notices: expired clocks, absent people, bots left over by a dead process."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress

from branchline.core.errors import BranchlineError
from branchline.server.logs import note
from branchline.server.problems import Problem
from branchline.server.settings import Settings
from branchline.server.store import rows
from branchline.server.tables import Tables
from branchline.server.thinking import Thinking

ALIVE_EVERY = 10.0
DOWN_AFTER = 30.0
"""A server that has said nothing for so long was down; the time since is nobody's."""


class Sweeper:
    """The regular look."""

    def __init__(self, tables: Tables, thinking: Thinking, settings: Settings) -> None:
        self._tables, self._thinking, self._settings = tables, thinking, settings
        self._down: tuple[float, float] = (0.0, 0.0)
        self._to_credit: set[str] = set()
        self._said_alive = 0.0

    async def run(self) -> None:
        """Sweep as long as the server runs."""
        await self._look_back()
        while True:
            try:
                await self.sweep()
            except Exception as fault:
                note("a sweep failed", level=40, fault=fault)
            await asyncio.sleep(self._settings.sweep)

    async def sweep(self) -> None:
        """Look once."""
        now = time.time()
        for table in list(self._to_credit):
            await self._credit(table)
        async with self._tables.store.read() as db:
            bots = await rows.waiting_for_bots(db)
            expired = await rows.expired(db, now)
        for table in bots:
            self._thinking.notice(table)
        for table in expired:
            if table not in self._to_credit:
                await self._tick(table)
        if now - self._said_alive >= ALIVE_EVERY:
            self._said_alive = now
            self._tables.rest(now)
            async with self._tables.store.write() as db:
                await rows.last_alive(db, now)

    async def _tick(self, table: str) -> None:
        """What time alone brings about at a table."""
        async with self._tables.store.read() as db:
            seen = await rows.seen_at(db, table)
        with suppress(Problem, BranchlineError):
            outcome = await self._tables.change(table, lambda match, now: match.tick(now, seen))
            if not outcome.entries:  # somebody was here meanwhile: look again later
                match = outcome.live.match
                async with self._tables.store.write() as db:
                    await rows.postpone(db, table, match.version, match.due(seen))

    async def _look_back(self) -> None:
        """Find out whether there was no server for a while: nobody's time runs then."""
        now = time.time()
        async with self._tables.store.write() as db:
            alive = await rows.last_alive(db, now)
            timed = await rows.timed_tables(db)
        if alive is not None and now - alive >= DOWN_AFTER:
            self._down, self._to_credit = (alive, now), set(timed)

    async def _credit(self, table: str) -> None:
        """Give a table the time back that passed without a server, as soon as its game is ready."""
        try:
            await self._tables.change(table, lambda match, _: match.downtime(*self._down))
        except Problem as problem:
            if problem.status == 503:
                return
        except BranchlineError as error:
            note("a table's time cannot be given back", level=40, fault=error, table=table)
        self._to_credit.discard(table)
