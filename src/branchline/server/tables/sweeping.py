"""A regular sweep over all tables: expired clocks, absent people, planned moves, and bots whose process has died."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial

from branchline.errors import BranchlineError
from branchline.server.accounts.quotas import Payer
from branchline.server.base.logs import ThrottledLog
from branchline.server.base.problems import Problem
from branchline.server.base.settings import Settings
from branchline.server.store import holiday_rows, rows, seat_rows
from branchline.server.tables.bot_runner import BotRunner
from branchline.server.tables.changes import Change
from branchline.server.tables.downtime import Downtime
from branchline.server.tables.planned import Planned
from branchline.server.tables.tables import Tables

REST_EVERY = 10.0
MAX_AT_ONCE = 200
"""The most tables with an expired deadline in one sweep."""
FIRST_ASIDE, MAX_ASIDE = 1.0, 60.0
"""Seconds for which a failing table is skipped, so that it does not hold up the others."""


class Sweeper:
    """Sweeps over all tables."""

    def __init__(self, tables: Tables, thinking: BotRunner, downtime: Downtime, planned: Planned, settings: Settings) -> None:
        self._tables, self._thinking, self._downtime, self._settings = tables, thinking, downtime, settings
        self._planned = planned
        self._aside: dict[str, tuple[float, float]] = {}
        """The tables that failed: until when each is skipped, and for how many seconds."""
        self._rested = 0.0
        self._log = ThrottledLog()

    async def run(self, report_up: Callable[[], None]) -> None:
        """Sweep as long as the server runs.  An error means that the database does not work."""
        self._aside.clear()
        while True:
            await self.sweep()
            report_up()
            await asyncio.sleep(self._settings.sweep)

    async def sweep(self) -> None:
        """Sweep once."""
        await self._downtime.look()  # before the clocks: they may have run while nobody could move
        for table in self._ready(self._downtime.owed()):
            await self._guarded(table, self._give_back)
        await self._downtime.close_gaps()
        async with self._tables.store.read() as db:
            bots = await rows.waiting_for_bots(db)
            planned = await self._planned.due(db)
            resting = await holiday_rows.not_known_at(db, time.time())
            expired = await rows.expired(db, time.time(), MAX_AT_ONCE + len(self._aside))
        for row in bots:
            self._thinking.notice(row.id, Payer(row.charged_to or "", row.network or ""))
        self._thinking.look_again()
        ready = set(self._ready([row.id for row in resting]))
        for row in [row for row in resting if row.id in ready]:  # before the clocks, too
            await self._guarded(row.id, partial(self._rest, seat=row.seat, until=row.until))
        for table in self._ready(planned)[:MAX_AT_ONCE]:  # before the clocks: a plan is in time
            await self._guarded(table, self._planned.play)
        for table in self._ready(expired)[:MAX_AT_ONCE]:
            await self._guarded(table, self._tick)
        if (now := time.monotonic()) - self._rested >= REST_EVERY:
            self._rested = now
            self._tables.cache.drop_unused(time.time())
            self._aside = {table: aside for table, aside in self._aside.items() if aside[0] > now - MAX_ASIDE}

    def _ready(self, tables: list[str]) -> list[str]:
        """The given tables without those that are skipped."""
        now = time.monotonic()
        return [table for table in tables if self._aside.get(table, (0.0, 0.0))[0] <= now]

    async def _guarded(self, table: str, work: Callable[[str], Awaitable[None]]) -> None:
        """Do work for a table.  If it fails, the table is skipped for a while."""
        try:
            await work(table)
        except Exception as fault:
            before = self._aside.get(table, (0.0, FIRST_ASIDE / 2))[1]
            pause = min(2 * before, MAX_ASIDE)
            self._aside[table] = (time.monotonic() + pause, pause)
            if not isinstance(fault, Problem):  # a Problem is expected: a faster writer, a missing table
                self._log.note(table, "a table could not be swept", level=40, fault=fault, table=table)
        else:
            self._aside.pop(table, None)

    async def _tick(self, table: str) -> None:
        """Apply what is due at a table: an expired clock or a long absence."""
        async with self._tables.store.read() as db:
            seen = await seat_rows.seen_at(db, table)
        outcome = await self._tables.change(table, Change(lambda match, now: match.tick(now, seen)))
        if not outcome.entries:  # a person was here meanwhile: check again later
            match = outcome.live.match
            async with self._tables.store.write() as db:
                await rows.postpone(db, table, match.version, match.due(seen))

    async def _rest(self, table: str, seat: int, until: float) -> None:
        """Let a clock stand still: a game began while its person is on holiday."""
        await self._tables.change(table, Change(lambda match, now: match.holiday(seat, until, now)))

    async def _give_back(self, table: str) -> None:
        """Give a table its downtime back.  If its game is not ready, a later sweep tries again."""
        try:
            await self._downtime.give_back(table)
        except BranchlineError:  # the table cannot be read
            self._downtime.give_up(table)
            raise
        except Problem as problem:
            if problem.status == 404 or problem.kind == "unreadable":
                self._downtime.give_up(table)
            raise
