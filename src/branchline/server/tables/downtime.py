"""Downtime: time in which no server could serve.  Every clock gets it back before its table changes.

A server cannot serve while no process runs, while the process is stopped (a suspended computer, SIGSTOP, a blocked event
loop), and while nothing can be written (a full disk, no connection to the database).  Matches use the computer's clock, so a
jump of that clock counts too.  With several processes on PostgreSQL, only time that all of them missed counts.  Each process
regularly writes to the database that it is up, and a process that was stopped reads that first.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from branchline.match import Entries, Match
from branchline.server.store import facts, rows
from branchline.server.tables.changes import Change
from branchline.server.tables.tables import Tables

TICK_SECONDS = 1.0
GAP_SECONDS = 3.0
"""The shortest pause that counts as downtime; shorter ones are normal delays of a busy server."""
ALIVE_EVERY = 10.0
"""Seconds between two writes that the server is up.  With several processes every tick writes it: the others need it."""


@dataclass(eq=False)
class Gap:
    """One downtime, and the tables that have not got it back yet."""

    since: float
    until: float
    owed: set[str] = field(default_factory=set)

    def give_back(self, match: Match, now: float) -> Entries:
        """The entry that gives the time back; none if the match has it already or began its present decision later.

        The time lasts until now, when the table is there again.
        """
        return () if match.since >= self.until else match.downtime(max(self.since, match.since), now)


class Downtime:
    """Detects downtimes and gives the time back."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._store = tables, tables.store
        self._every = ALIVE_EVERY if self._store.is_sqlite else 0.0
        self._gaps: list[Gap] = []
        self._last = time.time()
        self._wrote = 0.0
        self._suspected: float | None = 0.0  # the time before this process started has to be checked
        self._looking = asyncio.Lock()
        tables.before_change = self.settle

    async def run(self, report_up: Callable[[], None]) -> None:
        """Look for downtimes as long as the server runs."""
        while True:
            await self.look()
            report_up()
            await asyncio.sleep(TICK_SECONDS)

    async def settle(self, table: str) -> None:
        """Give a table its time back before it changes."""
        self._notice()
        if self._suspected is not None or self._looking.locked():  # a look in progress may find a gap
            await self.look()
        await self.give_back(table)

    async def look(self) -> None:
        """Check whether there was a gap, and write that we are up.  An error means that nothing can be written."""
        async with self._looking:
            now = self._notice()
            if self._suspected is None and 0 <= now - self._wrote < self._every:
                return
            suspected, self._suspected = self._suspected, None
            try:
                await self._say_alive(now, suspected)
            except BaseException:
                self._suspect(self._wrote)
                raise
            self._wrote = now
            if time.time() - now >= GAP_SECONDS:  # the write itself was slow, so no other process could write either
                self._suspect(now)

    def owed(self) -> list[str]:
        """The tables that have not got all of their time back."""
        return list(dict.fromkeys(table for gap in self._gaps for table in gap.owed))

    async def give_back(self, table: str) -> None:
        """Give a table the time it is owed."""
        for gap in [gap for gap in self._gaps if table in gap.owed]:
            await self._tables.change_at_once(table, Change(gap.give_back))
            gap.owed.discard(table)

    def give_up(self, table: str) -> None:
        """Drop what a table is owed, because it cannot be read."""
        for gap in self._gaps:
            gap.owed.discard(table)

    async def close_gaps(self) -> None:
        """Remove the gaps that every table has got back."""
        for gap in [gap for gap in self._gaps if not gap.owed]:
            async with self._store.write() as db:
                await facts.remove_gap(db, gap.since)
            self._gaps.remove(gap)

    def _notice(self) -> float:
        """Compare the clock with the last look; returns the present time."""
        now = time.time()
        if now - self._last >= GAP_SECONDS:
            self._suspect(self._last)
        self._last = now
        return now

    def _suspect(self, since: float) -> None:
        self._suspected = min(since, math.inf if self._suspected is None else self._suspected)

    async def _say_alive(self, now: float, suspected: float | None) -> None:
        found: list[tuple[float, float]] = []
        timed: list[str] = []
        async with self._store.write() as db:
            if suspected is not None:
                alive = await facts.last_alive(db)
                if alive is not None and now - max(alive, suspected) >= GAP_SECONDS:
                    await facts.add_gap(db, max(alive, suspected), now)
                found = await facts.gaps(db)  # including gaps that another process found and has not given back yet
                timed = await rows.timed_tables(db) if found else []
            await facts.say_alive(db, now)
        known = {gap.since for gap in self._gaps}
        self._gaps += [Gap(since, until, set(timed)) for since, until in found if since not in known]
