"""Signals: streams wait here, and are woken when a table has changed or a person has something to do.

A signal carries no content.  A woken stream reads what is new from the table itself, so nothing can be lost or arrive in
the wrong order, a slow reader costs nothing, and each reader gets only what its seat may see.  Between several
processes PostgreSQL carries the signals, sent by the transaction that made the change.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.run.logs import ThrottledLog
from branchline.server.store import Store

CHANNEL = "branchline"
ACCESS = -1
"""The version in a signal that says: who may see what has changed, streams are to begin anew."""
CHAT = -2
"""The version in a signal that says: there is a new line of chat."""
SESSIONS = -3
"""The version in a signal that says: sessions or tokens of `persons` are void, their streams are to end."""
CHECK_SECONDS = 10
"""So often the connection for signals is tried, and so long an answer may take."""
LOOK_SECONDS = 20.0
"""Somebody who looks at a table without a stream counts as a watcher for so long."""


@dataclass(frozen=True)
class Signal:
    """A table has changed.  `persons` are those it now waits for, or who are to be told of its end.

    With the version `SESSIONS` no table has changed; `persons` are those whose streams end.
    """

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

    def end(self) -> None:
        """Have the stream close."""
        self.ended = True
        self.flag.set()

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
    """All streams of this process, by what they watch and by who asked for them."""

    def __init__(self) -> None:
        self._watchers: dict[str, set[Watcher]] = defaultdict(set)
        self._looks: dict[str, float] = {}
        self._asked_by: dict[str, set[Watcher]] = defaultdict(set)
        self.closing = asyncio.Event()

    @contextmanager
    def watch(self, key: str, person: str | None = None) -> Iterator[Watcher]:
        """A watcher of a table's id or a person's id; `person` asked for it, by cookie or token.

        A credential may become void between the check of a request and this call: check the request again inside.
        """
        watcher = Watcher(ended=self.closing.is_set())
        if watcher.ended:
            watcher.flag.set()
        places = [(self._watchers, key)]
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
        """Raise the flags of everyone concerned, or end their streams where the signal says so."""
        if signal.version == SESSIONS:
            for person in signal.persons:
                self.end_person(person)
            return
        for key in (signal.table, *signal.persons):
            for watcher in self._watchers.get(key, ()):
                watcher.flag.set()

    def end(self, key: str) -> None:
        """Close the streams of a key."""
        for watcher in self._watchers.get(key, ()):
            watcher.end()

    def end_person(self, person: str) -> None:
        """Close the streams that a person asked for; a credential that is still good opens them again."""
        for watcher in self._asked_by.get(person, ()):
            watcher.end()

    def end_all(self) -> None:
        """Close every stream."""
        for key in self.watched():
            self.end(key)

    def watched(self) -> list[str]:
        """The keys somebody watches."""
        return list(self._watchers)

    def look(self, key: str) -> None:
        """Somebody has looked without a stream: for a little while that counts as watching."""
        now = time.monotonic()
        self._looks.pop(key, None)
        self._looks[key] = now  # the latest is the last
        for old in list(takewhile(lambda other: self._looks[other] < now - LOOK_SECONDS, self._looks)):
            del self._looks[old]

    def is_watched(self, key: str) -> bool:
        """Whether somebody watches, or has just looked."""
        return key in self._watchers or time.monotonic() - self._looks.get(key, -LOOK_SECONDS) < LOOK_SECONDS

    def count(self) -> int:
        """The number of open streams."""
        return sum(map(len, self._watchers.values()))

    def close(self) -> None:
        """End all streams, also those that begin from now on."""
        self.closing.set()
        self.end_all()


async def announce(db: AsyncConnection, signal: Signal) -> None:
    """Tell the other processes when this transaction commits; nothing on SQLite, which has one process."""
    if db.dialect.name == "postgresql":
        await db.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": signal.dumps()})


async def listen(
    store: Store,
    process: str,
    heard: Callable[[Signal], Awaitable[None]],
    caught_up: Callable[[], Awaitable[None]],
    well: Callable[[], None],
) -> None:
    """Follow the signals of other processes until the connection is lost, which is an error; the caller begins again.

    `caught_up` is called first, as some may have been missed.  The connection bears the name of this process: as long as it
    is open, the others know that we live.
    """
    import psycopg

    address: Any = make_url(store.url).set(drivername="postgresql").render_as_string(hide_password=False)
    connection = await psycopg.AsyncConnection.connect(
        address, autocommit=True, application_name=process, connect_timeout=CHECK_SECONDS
    )
    log = ThrottledLog()
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        await caught_up()
        while True:
            well()
            async for notification in connection.notifies(timeout=CHECK_SECONDS):
                try:
                    await heard(Signal.loads(notification.payload))
                except Exception as fault:  # one bad signal must not deafen the process
                    log.note("signal", "a signal could not be followed", 40, fault, payload=notification.payload[:200])
            async with asyncio.timeout(CHECK_SECONDS):  # a connection can be lost without a word
                await connection.execute("SELECT 1")
