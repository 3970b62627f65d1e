"""Who is to be told: streams wait here, and are woken when a table has changed or a person has something to do.

A signal carries no content.  A woken stream reads what is new from the table itself, so nothing can be lost or arrive in
the wrong order, a slow reader costs nothing, and each reader gets only what its seat may see.  Between several
processes PostgreSQL carries the signals, sent by the transaction that made the change.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.logs import note
from branchline.server.store import Store

CHANNEL = "branchline"
RECONNECT_SECONDS = 1.0


@dataclass(frozen=True)
class Signal:
    """A table has changed.  `persons` are those it now waits for, or who are to be told of its end."""

    table: str
    version: int
    persons: tuple[str, ...] = ()
    sender: str = ""

    def dumps(self) -> str:
        """As PostgreSQL carries it."""
        return json.dumps([self.table, self.version, list(self.persons), self.sender])

    @classmethod
    def loads(cls, payload: str) -> Signal:
        """The reverse."""
        table, version, persons, sender = json.loads(payload)
        return cls(table, version, tuple(persons), sender)


@dataclass(eq=False)
class Watcher:
    """One stream: a flag that is raised when there may be something new."""

    flag: asyncio.Event = field(default_factory=asyncio.Event)
    ended: bool = False
    """Whether the stream is to close, so that its reader asks anew."""

    async def wait(self, seconds: float) -> bool:
        """Wait to be woken; False if the time has passed."""
        try:
            async with asyncio.timeout(seconds):
                await self.flag.wait()
        except TimeoutError:
            return False
        self.flag.clear()
        return True


class Hub:
    """All streams of this process, by what they watch."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self.closing = asyncio.Event()

    @contextmanager
    def watch(self, key: str) -> Iterator[Watcher]:
        """A watcher of a table's id or a person's id."""
        watcher = Watcher(ended=self.closing.is_set())
        if watcher.ended:
            watcher.flag.set()
        self._watchers[key].add(watcher)
        try:
            yield watcher
        finally:
            self._watchers[key].discard(watcher)
            if not self._watchers[key]:
                del self._watchers[key]

    def wake(self, signal: Signal) -> None:
        """Raise the flags of everyone concerned."""
        for key in (signal.table, *signal.persons):
            for watcher in self._watchers.get(key, ()):
                watcher.flag.set()

    def end(self, key: str) -> None:
        """Close the streams of a key."""
        for watcher in self._watchers.get(key, ()):
            watcher.ended = True
            watcher.flag.set()

    def watched(self) -> list[str]:
        """The keys somebody watches."""
        return list(self._watchers)

    def count(self) -> int:
        """The number of open streams."""
        return sum(map(len, self._watchers.values()))

    def close(self) -> None:
        """End all streams."""
        self.closing.set()
        for key in self.watched():
            self.end(key)


async def announce(db: AsyncConnection, signal: Signal) -> None:
    """Tell the other processes when this transaction commits; nothing on SQLite, which has one process."""
    if db.dialect.name == "postgresql":
        await db.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": signal.dumps()})


async def listen(
    store: Store, process: str, heard: Callable[[Signal], Awaitable[None]], caught_up: Callable[[], Awaitable[None]]
) -> None:
    """Hear the signals of other processes for ever; `caught_up` is called whenever some may have been missed.

    The connection bears the name of this process: as long as it is open, the others know that we live.
    """
    import psycopg

    address: Any = make_url(store.url).set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        with suppress(psycopg.OperationalError):
            connection = await psycopg.AsyncConnection.connect(address, autocommit=True, application_name=process)
            async with connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                await caught_up()
                async for notification in connection.notifies():
                    try:
                        await heard(Signal.loads(notification.payload))
                    except Exception as fault:  # one bad table must not deafen the process
                        note("a signal could not be followed", level=40, fault=fault, payload=notification.payload)
        note("the connection for signals is lost; trying again", level=30)
        await asyncio.sleep(RECONNECT_SECONDS)
