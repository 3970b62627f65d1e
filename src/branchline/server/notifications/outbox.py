"""The outbox: news are written in the transaction of the change that they tell of, and sent afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.base.settings import Settings
from branchline.server.notifications.presence import Presence
from branchline.server.notifications.recipients import News
from branchline.server.store import Store, channel_rows
from branchline.server.store.channel_rows import Waits

PUSH_WAIT = 2.0


class Outbox:
    """Takes news for people who do not look at the table.  `changed` is set when there may be something to send."""

    def __init__(self, store: Store, presence: Presence, settings: Settings) -> None:
        self._store, self._presence = store, presence
        # With several processes, those in which the person looks at the table have time to say so: see `seen_here`.
        self._waits = Waits(0.0 if store.is_sqlite else PUSH_WAIT, settings.mail_wait, settings.mail_interval)
        self.changed = asyncio.Event()

    async def put(self, db: AsyncConnection, table: str, news: Sequence[News]) -> None:
        """Write news in this transaction.  Call `wake` after the commit."""
        for one in news:
            away = [person for person in one.persons if not self._presence.is_looking(table, person)]
            if away:
                await channel_rows.queue(db, table, one.event, one.who, away, self._waits)

    async def seen(self, table: str, persons: Sequence[str]) -> None:
        """Drop the news of a table for persons who look at it now."""
        if not persons:
            return
        async with self._store.read_autocommit() as db:
            found = await channel_rows.with_news(db, table, persons)
        if found:
            async with self._store.write() as db:
                await channel_rows.forget(db, table, found)

    async def seen_here(self, table: str) -> None:
        """Drop the news of a table that another process has written, for persons who look at it in this process."""
        await self.seen(table, self._presence.looking_at(table))

    def wake(self) -> None:
        """Let what is due be sent."""
        self.changed.set()
