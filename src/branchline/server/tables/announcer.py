"""Signals of moves for other processes, sent after the commit.

PostgreSQL takes a lock of the whole database for the commit of every transaction with a NOTIFY, so such commits wait for each
other's disk.  The transaction of a move has none: one task sends the signals of all moves that were committed meanwhile.
If a process dies between a commit and its signal, `SignalHandler.look_for_late` finds the move.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from sqlalchemy import text

from branchline.server.store import Store
from branchline.server.store.signals import CHANNEL, Signal

MOST = 1000
"""The most signals in one statement."""
SEND = text(
    "SELECT pg_notify(:channel, payload) FROM unnest(cast(:payloads AS text[])) AS payload,"
    " set_config('synchronous_commit', 'off', true)"  # signals need no disk, and nobody waits for the lock meanwhile
)


class Announcer:
    """Sends signals to other processes.  On SQLite there are none."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._signals: list[Signal] = []
        self._changed = asyncio.Event()

    def add(self, signal: Signal) -> None:
        """Send a signal soon.  Call it after the commit."""
        if not self._store.is_sqlite:
            self._signals.append(signal)
            self._changed.set()

    async def run(self) -> None:
        """Send signals as long as the server runs.  After an error they wait until the caller starts again."""
        while True:
            await self.send()
            await self._changed.wait()
            self._changed.clear()

    async def send(self) -> None:
        """Send all signals, in their order.  A signal that comes twice does no harm."""
        while self._signals:
            batch = self._signals[:MOST]
            async with self._store.read_autocommit() as db:
                await db.execute(SEND, {"channel": CHANNEL, "payloads": [signal.dumps() for signal in batch]})
            del self._signals[: len(batch)]

    async def send_rest(self) -> None:
        """Send what is left when the server stops.  If that fails, other processes find the moves themselves."""
        with suppress(Exception):
            await self.send()
