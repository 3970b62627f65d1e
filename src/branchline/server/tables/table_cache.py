"""The tables that this process has in memory.

A match in memory is a cache of its log in the database.  SQLite is used by one process, so the cache is always current.  With
PostgreSQL other processes write too, so `get` compares the version with the database.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from branchline.match import Entry, Match
from branchline.server.accounts.quotas import Payer
from branchline.server.base.logs import note
from branchline.server.base.problems import Problem, not_found
from branchline.server.jobs.warmup import Warmup
from branchline.server.store import Store, rows, seat_rows
from branchline.server.tables.live_table import LiveTable
from branchline.server.tables.restoring import UNREADABLE, restored
from branchline.texts import say


class TableCache:
    """Loads tables, caches the most recently used ones, and updates them."""

    def __init__(self, store: Store, warmup: Warmup, most: int) -> None:
        self._store, self._warmup, self._most = store, warmup, most
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._unreadable: set[str] = set()

    async def get(self, table: str) -> LiveTable:
        """A table as it is now; 404 if there is none."""
        found = self._live.get(table)
        if found is None:
            try:
                async with self._loading.setdefault(table, asyncio.Lock()):
                    found = self._live.get(table) or await self._load(table)
            finally:
                self._loading.pop(table, None)  # also for unknown names, which may be many
        elif not self._store.is_sqlite:
            await self.catch_up(found)
        if self._live.get(table) is found:  # it may have been dropped while we read
            self._live.move_to_end(table)
        return found

    def present(self, table: str) -> LiveTable | None:
        """A table as it is in memory, or None.  Streams use it without a query, because signals keep it up to date."""
        return self._live.get(table)

    async def until_loaded(self, table: str) -> None:
        """Wait for a table that is being loaded: it may be older than a signal that has just come."""
        if (loading := self._loading.get(table)) is not None:
            async with loading:
                pass

    async def is_behind(self, live: LiveTable) -> bool:
        """Whether another process has written to a table since it was last read."""
        if self._store.is_sqlite:
            return False
        async with self._store.read_autocommit() as db:
            version = await rows.version_of(db, live.id)
        return version is not None and version > live.match.version

    async def catch_up(self, live: LiveTable) -> None:
        """Read what other processes have written.  Several calls may run at once; `advance` ignores the older result."""
        before = live.match
        async with self._store.read_autocommit() as db:
            version = await rows.version_of(db, live.id)
            if version is None:
                self.forget(live.id)
                raise no_such_table()
            if version <= before.version:
                return
            bodies = await rows.entries_from(db, live.id, before.version)
        with self._reading(live.id):
            entries = [Entry.from_dict(body) for body in bodies]
            live.advance(following(before, entries), entries)

    def keep(self, live: LiveTable) -> None:
        """Add a table.  If there are too many, the least recently used one that is not being changed is dropped."""
        self._live[live.id] = live
        while len(self._live) > self._most:
            oldest = next((key for key, other in self._live.items() if not other.lock.locked()), None)
            if oldest is None:
                break
            del self._live[oldest]

    def forget(self, table: str) -> None:
        """Drop a table from memory; it is loaded again at the next request."""
        self._live.pop(table, None)

    def clear(self) -> None:
        """Drop all tables."""
        self._live.clear()

    def drop_unused(self, now: float) -> None:
        """Drop views and texts of tables that nobody looks at any more."""
        for live in self._live.values():
            live.drop_unused(now)

    def __len__(self) -> int:
        return len(self._live)

    async def _load(self, table: str) -> LiveTable:
        async with self._store.read() as db:
            with self._reading(table):
                row = await rows.find_table(db, table)
                if row is None:
                    raise no_such_table()
                self._warmup.want(row.game)
                match, entries = await restored(db, table, row)
            reserved = frozenset(seat.seat for seat in await seat_rows.seats_of(db, table) if seat.reserved)
        payer = Payer(row.charged_to or "", row.network or "")
        live = LiveTable(
            table, match, row.owner, row.public, row.parent, reserved, row.private, match.version - len(entries), payer
        )
        live.remember(entries)
        self.keep(live)
        return live

    @contextmanager
    def _reading(self, table: str) -> Iterator[None]:
        """Turn the errors of an unreadable table into 409, and log the first one.  Other tables are not affected."""
        try:
            yield
        except UNREADABLE as fault:
            self.forget(table)
            if table not in self._unreadable:
                self._unreadable.add(table)
                note("a table cannot be read", level=40, fault=fault, table=table)
            sentence = say("This table was damaged or made by another version, and it cannot be shown any more.")
            raise Problem(409, "unreadable", sentence) from fault


def no_such_table() -> Problem:
    """404."""
    return not_found(say("There is no table of this name here."))


def following(match: Match, entries: Sequence[Entry]) -> Match:
    """A copy of the match after some entries."""
    twin = match.copy()
    twin.apply(entries)
    return twin
