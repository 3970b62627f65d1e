"""Signals: they wake streams when a table has changed or a person has something to do.

A signal carries no content.  A woken stream reads the news from the table itself.  So nothing is lost or arrives in the wrong
order, a slow reader costs nothing, and each reader gets only what its seat may see.

PostgreSQL carries signals between processes.  Those of rights, sessions and chat go with the transaction that makes the change,
so none is lost.  Those of moves are sent after the commit (see `announcer`).  They can be lost with a process, so every process
also looks for tables that have gone on without a signal.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, Protocol

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.base.logs import ThrottledLog
from branchline.server.store import Store

CHANNEL = "branchline"
ACCESS = -1
"""The version of a signal that means: rights at the table have changed, and its streams must restart."""
CHAT = -2
"""The version of a signal that means: there is a new line of chat."""
SESSIONS = -3
"""The version of a signal that means: sessions or tokens of `persons` are void, and their streams must end."""
REWRITTEN = -4
"""The version of a signal that means: names in the log of a table were replaced, or the table was deleted."""
CHECK_SECONDS = 10
"""The most that the connection for signals may take to be made or to answer a check."""
LATE_SECONDS = 2.0
"""Seconds between two checks of the connection, and between two looks for tables whose signal is late."""
LOOK_SECONDS = 20.0
"""How long a person who opens a table without a stream counts as a watcher."""


@dataclass(frozen=True)
class Signal:
    """A message that a table has changed.  `persons` are those whose turn it is, or all of the table at its end.

    With the version `SESSIONS` no table has changed, and `persons` are those whose streams end.
    """

    table: str
    version: int
    persons: tuple[str, ...] = ()
    sender: str = ""

    def dumps(self) -> str:
        """The signal as text for PostgreSQL."""
        return json.dumps([self.table, self.version, list(self.persons), self.sender])

    @classmethod
    def loads(cls, payload: str) -> Signal:
        """The signal from its text."""
        table, version, persons, sender = json.loads(payload)
        return cls(table, version, tuple(persons), sender)


@dataclass(eq=False)
class Watcher:
    """One stream: a flag that is raised when there may be something new."""

    flag: asyncio.Event = field(default_factory=asyncio.Event)
    ended: bool = False
    """Whether the stream must close, so that its client connects again."""

    def end(self) -> None:
        """Close the stream."""
        self.ended = True
        self.flag.set()

    async def wait(self, seconds: float) -> bool:
        """Wait for the flag; False after the given time."""
        try:
            async with asyncio.timeout(seconds):
                await self.flag.wait()
        except TimeoutError:
            return False
        self.flag.clear()
        return True


class Hub:
    """All streams of this process, by what they watch and by the person who opened them."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._also: dict[tuple[str, str], set[Watcher]] = defaultdict(set)
        self._looks: dict[str, float] = {}
        self._asked_by: dict[str, set[Watcher]] = defaultdict(set)
        self.closing = asyncio.Event()

    @contextmanager
    def watch(self, key: str, person: str | None = None, also: Sequence[tuple[str, str]] = ()) -> Iterator[Watcher]:
        """A watcher of a table's id or a person's id, opened by `person` with a cookie or token.

        `also` is what else wakes it; see `wake_for`.
        Check the request again inside: its credential may have become void since the first check.
        """
        watcher = Watcher(ended=self.closing.is_set())
        if watcher.ended:
            watcher.flag.set()
        places: list[tuple[dict[Any, set[Watcher]], Any]] = [(self._watchers, key), *((self._also, what) for what in also)]
        if person is not None:
            places.append((self._asked_by, person))
        for index, name in places:
            index[name].add(watcher)
        try:
            yield watcher
        finally:
            for index, name in places:
                index[name].discard(watcher)
                if not index[name]:
                    del index[name]

    def wake(self, signal: Signal) -> None:
        """Wake the streams that a signal concerns, or end them if the signal says so."""
        if signal.version == SESSIONS:
            for person in signal.persons:
                self.end_person(person)
            return
        for key in (signal.table, *signal.persons):
            for watcher in self._watchers.get(key, ()):
                watcher.flag.set()

    def wake_for(self, what: tuple[str, str]) -> None:
        """Wake the streams that tell of something, such as the guests of a table."""
        for watcher in self._also.get(what, ()):
            watcher.flag.set()

    def end(self, key: str) -> None:
        """Close the streams that watch a key."""
        for watcher in self._watchers.get(key, ()):
            watcher.end()

    def end_person(self, person: str) -> None:
        """Close the streams that a person opened.  A client with a valid credential can open them again."""
        for watcher in self._asked_by.get(person, ()):
            watcher.end()

    def end_all(self) -> None:
        """Close every stream."""
        for key in self.watched():
            self.end(key)

    def watched(self) -> list[str]:
        """The keys that have watchers."""
        return list(self._watchers)

    def look(self, key: str) -> None:
        """Note a look without a stream.  It counts as watching for `LOOK_SECONDS`."""
        now = time.monotonic()
        self._looks.pop(key, None)
        self._looks[key] = now  # at the end: the order is by time
        for old in list(takewhile(lambda other: self._looks[other] < now - LOOK_SECONDS, self._looks)):
            del self._looks[old]

    def is_watched(self, key: str) -> bool:
        """Whether somebody watches, or has just looked."""
        return key in self._watchers or time.monotonic() - self._looks.get(key, -LOOK_SECONDS) < LOOK_SECONDS

    def has_streams(self, key: str) -> bool:
        """Whether there is a stream of it."""
        return key in self._watchers

    def count(self) -> int:
        """The number of open streams."""
        return sum(map(len, self._watchers.values()))

    def close(self) -> None:
        """End all streams, including those opened from now on."""
        self.closing.set()
        self.end_all()


async def announce(db: AsyncConnection, signal: Signal) -> None:
    """Send a signal to other processes when this transaction commits.  On SQLite there are none."""
    if db.dialect.name == "postgresql":
        await db.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": signal.dumps()})


class Handler(Protocol):
    """What a process does about signals of others."""

    async def on_signal(self, signal: Signal) -> None:
        """Follow a signal."""

    async def on_connection(self) -> None:
        """Catch up after a new connection, because signals may have been missed."""

    async def look_for_late(self) -> None:
        """Follow tables that had gone on without a signal at the last look."""


async def listen(store: Store, process: str, handler: Handler, report_up: Callable[[], None]) -> None:
    """Handle signals of other processes until the connection is lost.  That raises an error, and the caller starts again.

    The connection has the name of this process: while it is open, the other processes know that this one is running.
    """
    import psycopg

    address: Any = make_url(store.url).set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await psycopg.AsyncConnection.connect(
        address, autocommit=True, application_name=process, connect_timeout=CHECK_SECONDS
    )
    log = ThrottledLog()
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        await handler.on_connection()
        while True:
            report_up()
            async for notification in connection.notifies(timeout=LATE_SECONDS):
                try:
                    await handler.on_signal(Signal.loads(notification.payload))
                except Exception as fault:  # one bad signal must not stop the others
                    log.note("signal", "a signal could not be followed", 40, fault, payload=notification.payload[:200])
            async with asyncio.timeout(CHECK_SECONDS):  # a connection can be lost without an error
                await connection.execute("SELECT 1")
            await handler.look_for_late()  # only here: whatever came with a commit before the last look has been followed
