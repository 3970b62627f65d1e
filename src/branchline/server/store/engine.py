"""The connection to the database: one way to read, one to write, and a quick one for single questions.

On SQLite there is one writer at a time, and every commit is on the disk before it returns (WAL with
`synchronous=FULL`).  On PostgreSQL reading and writing share one pool.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from branchline.core.errors import BadOption
from branchline.server.store.kept import Answer, Kept, Question

BUSY_MILLISECONDS = 10_000
READERS = 4
POOL, POOL_OVERFLOW = 8, 8


class Store:
    """A database of tables.  `read` and `write` give connections inside a transaction; leaving `write` commits."""

    def __init__(self, url: str) -> None:
        self.url = normal_url(url)
        self.is_sqlite = self.url.startswith("sqlite")
        self._kept: Kept | None = None
        if self.is_sqlite:
            self._reader = _sqlite(self.url, "BEGIN", READERS)
            self._writer = _sqlite(self.url, "BEGIN IMMEDIATE", 1)
            self._glancer = _sqlite(self.url, "", READERS, isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True)
            self._kept = Kept(self._writer.sync_engine)
        else:
            self._writer = create_async_engine(self.url, pool_size=POOL, max_overflow=POOL_OVERFLOW, pool_pre_ping=True)
            self._reader = self._writer
            self._glancer = self._writer.execution_options(isolation_level="AUTOCOMMIT")

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one consistent state of the database."""
        async with self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def glance(self) -> AsyncIterator[AsyncConnection]:
        """A connection for questions that need not be answered from one state: quicker, as no transaction begins and ends."""
        async with self._glancer.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose work is committed at the end, or not at all."""
        writing = None
        try:
            async with self._writer.begin() as connection:
                writing = connection.sync_connection
                yield connection
        finally:
            if self._kept is not None and writing is not None:
                self._kept.settle(writing)

    async def known(self, key: Hashable, db: AsyncConnection, ask: Question[Answer]) -> Answer:
        """The answer to a question about people, which is kept in memory where no other process can change it."""
        return await ask(db) if self._kept is None else await self._kept.answer(key, db, ask)

    async def close(self) -> None:
        """Close every connection."""
        await self._writer.dispose()
        if self.is_sqlite:
            await self._reader.dispose()
            await self._glancer.dispose()


def normal_url(url: str) -> str:
    """The URL with the driver we use, or a sentence on what is wrong with it."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BadOption(f"{url[:20]!r}… is no database URL. hint: postgresql://user@host/name, or sqlite:///file.") from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
    family = parsed.drivername.partition("+")[0]
    if family not in drivers:
        raise BadOption(f"Databases of the kind {family[:20]!r} are not supported. hint: sqlite or postgresql.")
    return parsed.set(drivername=drivers[family]).render_as_string(hide_password=False)


def _sqlite(url: str, begin: str, size: int, **options: Any) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=size, max_overflow=0, pool_timeout=60, **options)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we say BEGIN ourselves: sqlite3 would say it too late for a snapshot
        cursor = connection.cursor()
        for pragma in (
            "journal_mode=WAL",
            "synchronous=FULL",
            f"busy_timeout={BUSY_MILLISECONDS}",
            "foreign_keys=ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: Any) -> None:
        if begin:
            connection.exec_driver_sql(begin)

    return engine
