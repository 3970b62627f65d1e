"""Time in which no server could serve: it is nobody's, and every clock gets it back before anything else happens there.

A server could not serve while there was no process, while the process stood still (a suspended computer, SIGSTOP, a blocked
event loop) and while nothing could be written (a full disk, a database that is away).  Matches count by the computer's clock,
so a jump of that clock is the same.  With several processes on PostgreSQL only what all of them have missed counts: each
says regularly in the database that it is up, and a process that stood still looks there first.
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
"""A shorter pause is the ordinary delay of a busy server."""
ALIVE_EVERY = 10.0
"""Seconds between two notes that the server is up.  With several processes every tick says so: the others rely on it."""


@dataclass(eq=False)
class Gap:
    """A time without a server, and the tables that have not got it back yet."""

    since: float
    until: float
    owed: set[str] = field(default_factory=set)

    def give_back(self, match: Match, now: float) -> Entries:
        """The entry that gives the time back; none if the match has it, or began its present decision later.

        It reaches until now: a table whose game had to be compiled first could not be played before either.
        """
        return () if match.since >= self.until else match.downtime(max(self.since, match.since), now)


class Downtime:
    """Notices when no server could serve, and gives the time back."""

    def __init__(self, tables: Tables) -> None:
        self._tables, self._store = tables, tables.store
        self._every = ALIVE_EVERY if self._store.is_sqlite else 0.0
        self._gaps: list[Gap] = []
        self._last = time.time()
        self._wrote = 0.0
        self._suspected: float | None = 0.0  # what was before this process we have to find out
        self._looking = asyncio.Lock()
        tables.before_change = self.settle

    async def run(self, well: Callable[[], None]) -> None:
        """Watch the time as long as the server runs."""
        while True:
            await self.look()
            well()
            await asyncio.sleep(TICK_SECONDS)

    async def settle(self, table: str) -> None:
        """Give a table its time back before it changes."""
        self._notice()
        if self._suspected is not None or self._looking.locked():  # whoever looks just now may find a gap
            await self.look()
        await self.give_back(table)

    async def look(self) -> None:
        """Find out whether there was a gap, and say that we are up.  An error says that nothing can be written."""
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
            if time.time() - now >= GAP_SECONDS:  # nobody else could write either
                self._suspect(now)

    def owed(self) -> list[str]:
        """The tables that have not got all their time back yet."""
        return list(dict.fromkeys(table for gap in self._gaps for table in gap.owed))

    async def give_back(self, table: str) -> None:
        """Give a table back what it is owed; 503 while its game is being compiled."""
        for gap in [gap for gap in self._gaps if table in gap.owed]:
            await self._tables.change_at_once(table, Change(gap.give_back))
            gap.owed.discard(table)

    def give_up(self, table: str) -> None:
        """Owe a table nothing any more: it cannot be read."""
        for gap in self._gaps:
            gap.owed.discard(table)

    async def close_gaps(self) -> None:
        """Forget the gaps that every table has got back."""
        for gap in [gap for gap in self._gaps if not gap.owed]:
            async with self._store.write() as db:
                await facts.remove_gap(db, gap.since)
            self._gaps.remove(gap)

    def _notice(self) -> float:
        """Compare the clock with the last time we looked; returns what it shows."""
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
                found = await facts.gaps(db)  # also those that another process has noticed and not given back yet
                timed = await rows.timed_tables(db) if found else []
            await facts.say_alive(db, now)
        known = {gap.since for gap in self._gaps}
        self._gaps += [Gap(since, until, set(timed)) for since, until in found if since not in known]
