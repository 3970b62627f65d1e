"""The chat of tables.  The last lines are cached in memory, and streams are told of new ones."""

from __future__ import annotations

from typing import Any

from branchline.server.store import Store, rows
from branchline.server.store.signals import CHAT, Hub, Signal, announce
from branchline.server.tables.changes import Write
from branchline.server.tables.live_table import LiveTable
from branchline.server.tables.table_cache import TableCache


class Chat:
    """Reads and writes lines of chat."""

    def __init__(self, store: Store, cache: TableCache, hub: Hub, process: str) -> None:
        self._store, self._cache, self._hub, self._process = store, cache, hub, process

    async def lines(self, live: LiveTable, after: int = 0) -> list[dict[str, Any]]:
        """The last lines of a table's chat with a number above `after`, oldest first."""
        if live.chat is None or not self._store.is_sqlite:
            await self._read(live)
        return live.lines_after(after)

    async def add(
        self, live: LiveTable, person: str | None, seat: int | None, name: str, words: str, check: Write
    ) -> dict[str, Any]:
        """Add a line to a table's chat.  `check` runs first in the same transaction and may refuse."""
        async with self._store.write() as db:
            await rows.lock_table(db, live.id)  # so that lines are committed in the order of their numbers: streams rely on it
            await check(db)
            number = await rows.add_chat(db, live.id, person, seat, name, words)
            await announce(db, Signal(live.id, CHAT, (), self._process))
        live = self._cache.present(live.id) or live  # the table may have been dropped and loaded again meanwhile
        await self._read(live)
        self._hub.wake(Signal(live.id, CHAT))
        return next(line for line in live.lines_after(number - 1))

    async def catch_up(self, live: LiveTable) -> None:
        """Read the lines that are not in memory yet, if the chat has been loaded."""
        if live.chat is not None:
            await self._read(live)

    async def _read(self, live: LiveTable) -> None:
        async with self._store.read_autocommit() as db:
            lines = await rows.chat_after(db, live.id, live.last_line)
        live.add_lines(lines)
