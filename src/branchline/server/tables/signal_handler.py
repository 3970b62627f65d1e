"""Handling of signals from other processes that have changed a table."""

from __future__ import annotations

from branchline.server.base.logs import ThrottledLog
from branchline.server.notifications.outbox import Outbox
from branchline.server.store import Store, rows
from branchline.server.store.signals import ACCESS, CHAT, REWRITTEN, Hub, Signal
from branchline.server.tables.chat import Chat
from branchline.server.tables.live_table import LiveTable
from branchline.server.tables.table_cache import TableCache


class SignalHandler:
    """Brings tables in memory up to date, then wakes the streams of this process."""

    def __init__(self, store: Store, cache: TableCache, chat: Chat, hub: Hub, outbox: Outbox, process: str) -> None:
        self._store, self._cache, self._chat, self._hub, self._process = store, cache, chat, hub, process
        self._outbox = outbox
        self._log = ThrottledLog()
        self._late: dict[str, int] = {}
        """What `_find_late` found at the last look."""

    async def on_signal(self, signal: Signal) -> None:
        """Update a table that another process has changed, and wake its streams."""
        if signal.sender == self._process:
            return
        await self._cache.until_loaded(signal.table)
        if (live := self._cache.present(signal.table)) is not None:
            # Requests read new entries themselves, so only streams need them here.
            is_news = signal.version > live.match.version and self._hub.has_streams(signal.table)
            await self._refresh(live, is_news, signal.version == CHAT)
        if signal.version == REWRITTEN:
            await self.on_rewritten(signal.table)
        if signal.version == ACCESS:
            await self.on_access(signal.table)
        self._hub.wake(signal)
        await self._outbox.seen_here(signal.table)

    async def on_access(self, table: str) -> None:
        """After rights at a table have changed: read who may look at it, and end its streams."""
        try:
            if (live := self._cache.present(table)) is not None:
                async with self._store.read_autocommit() as db:
                    access = await rows.access_of(db, table)
                if access is None:  # it was deleted
                    self._cache.forget(table)
                else:
                    live.owner, live.public, live.private = access
                    live.forget_texts()
        finally:
            self._hub.end(table)

    async def on_rewritten(self, table: str) -> None:
        """After the log of a table was rewritten or deleted: drop it from memory, and end its streams."""
        self._cache.forget(table)
        self._hub.end(table)

    async def on_connection(self) -> None:
        """After a new connection, signals may have been lost: read every watched table, and restart all streams.

        A lost signal may have said that a person may see less than before, or that a session has ended.
        """
        for key in self._hub.watched():
            if live := self._cache.present(key):
                await self._refresh(live)
            self._hub.end(key)
        self._hub.end_all()

    async def look_for_late(self) -> None:
        """Follow tables that have gone on without a signal: the process that changed them died before it could send one.

        Only what was late at the last look counts: by now, signals that came with the same commit have been followed.
        """
        late, self._late = self._late, {}
        try:
            for table, version in late.items():
                await self.on_signal(Signal(table, version))
            self._late = await self._find_late()
        except Exception as fault:  # the connection for signals is good, so the streams need not start again
            self._log.note("late", "tables without a signal could not be followed", level=40, fault=fault)

    async def _find_late(self) -> dict[str, int]:
        """Tables with streams here that are behind the database, with the version there."""
        here = [live for key in self._hub.watched() if (live := self._cache.present(key)) is not None]
        if not here:
            return {}
        async with self._store.read_autocommit() as db:
            versions = await rows.versions_of(db, [live.id for live in here])
        return {live.id: version for live in here if (version := versions.get(live.id, 0)) > live.match.version}

    async def _refresh(self, live: LiveTable, entries: bool = True, chat: bool = True) -> None:
        """Read new entries and chat lines of a table.  If that fails, the table is dropped and loaded again later."""
        try:
            if entries:
                await self._cache.catch_up(live)
            if chat:
                await self._chat.catch_up(live)
        except Exception as fault:  # other tables must not wait for this one, and its streams are woken anyway
            self._cache.forget(live.id)
            self._log.note(live.id, "a table could not be followed", level=40, fault=fault, table=live.id)
