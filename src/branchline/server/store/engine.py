"""Connections to the database: for reading, for writing, and a quick one for single queries.

On SQLite there is one writer at a time, and every commit is on the disk before it returns (WAL with `synchronous=FULL`).
Writers and quick readers need no thread (see `inline`); readers that may take longer have one.  On PostgreSQL reading and
writing share one pool.  Errors never contain the values of a statement: errors are logged, and some
values are password hashes.
"""

from __future__ import annotations

import math
import time
from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    InvalidatePoolError,
    OperationalError,
    SQLAlchemyError,
)
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import StaticPool

from branchline.errors import BadDatabase, BadOption
from branchline.server.store.inline import InlineConnection, Work, Writer
from branchline.server.store.query_cache import Answer, QueryCache, Question

BUSY_MILLISECONDS = 10_000
IDLE_SECONDS = 1.0
"""A connection to PostgreSQL that nobody has used for so long is asked whether it is alive."""
READERS = 4
POOL, POOL_OVERFLOW = 8, 8
DAMAGED = "hint: restore a backup into a new database; `sqlite3 FILE .recover` saves what can still be read."


class Store:
    """The database.  `read` and `write` give a connection inside a transaction; leaving `write` commits."""

    def __init__(self, url: str) -> None:
        self.url = normal_url(url)
        self.is_sqlite = self.url.startswith("sqlite")
        self._cache: QueryCache | None = None
        self._pool: AsyncEngine
        self._writer: Writer | None = None
        self._quick: InlineConnection | None = None
        if self.is_sqlite:
            self._pool = create_async_engine(self.url, pool_size=READERS, max_overflow=0, pool_timeout=60, hide_parameters=True)
            _prepare(self._pool.sync_engine, BUSY_MILLISECONDS)
            event.listen(self._pool.sync_engine, "begin", _begin_reading)
            writing = _inline_engine(self.url, 0)  # the writer tries again itself
            self._cache = QueryCache(writing)
            self._writer = Writer(writing, self._cache.settle)
        else:
            self._pool = create_async_engine(self.url, pool_size=POOL, max_overflow=POOL_OVERFLOW, hide_parameters=True)
            _ping_idle(self._pool.sync_engine)
            self._autocommit = self._pool.execution_options(isolation_level="AUTOCOMMIT")

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one consistent state of the database."""
        async with self._pool.connect() as connection:
            yield connection

    @asynccontextmanager
    async def read_autocommit(self) -> AsyncIterator[AsyncConnection]:
        """A connection without a transaction, for single quick queries: two of them may see different states."""
        if self._writer is not None:
            yield self._quick or self._open_quick()
            return
        async with self._autocommit.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose work is committed at the end, or rolled back after an error."""
        async with self._writer.transaction() if self._writer is not None else self._pool.begin() as connection:
            yield connection

    async def write_together(self, work: Work[Answer]) -> Answer:
        """Do some work and commit it.  On SQLite one commit may serve the work of several; nobody is told before it.

        The work waits for nothing but its connection.
        """
        if self._writer is not None:
            return await self._writer.together(work)
        async with self._pool.begin() as connection:
            return await work(connection)

    def _open_quick(self) -> InlineConnection:
        """The connection of quick readers.  All of them share it: each query is complete before the next one begins."""
        self._quick = InlineConnection(_inline_engine(self.url, BUSY_MILLISECONDS).connect())
        return self._quick

    async def cached(self, key: Hashable, db: AsyncConnection, ask: Question[Answer]) -> Answer:
        """The result of a query about people.  It is cached where no other process can change it, that is on SQLite."""
        return await ask(db) if self._cache is None else await self._cache.answer(key, db, ask)

    async def close(self) -> None:
        """Close every connection."""
        await self._pool.dispose()
        if self._writer is not None:
            await self._writer.close()
        if self._quick is not None:
            self._quick.inner.close()
            self._quick.inner.engine.dispose()


def normal_url(url: str) -> str:
    """The URL with the driver we use; an error with a sentence if it is wrong."""
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):  # the URL itself is not repeated: it may hold a password
        raise BadOption("This is no database URL. hint: postgresql://user@host/name, or sqlite:///file.") from None
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+psycopg", "postgres": "postgresql+psycopg"}
    family = parsed.drivername.partition("+")[0]
    if family not in drivers:
        raise BadOption(f"Databases of the kind {family[:20]!r} are not supported. hint: sqlite or postgresql.")
    if family == "sqlite" and (parsed.database in (None, "", ":memory:") or str(parsed.database).startswith("file:")):
        raise BadOption("A SQLite database is a file on the disk. hint: sqlite:///file, or sqlite:////folder/file.")
    return parsed.set(drivername=drivers[family]).render_as_string(hide_password=False)


def sqlite_file(url: str) -> Path | None:
    """The resolved path of a SQLite database, without links; None for PostgreSQL."""
    parsed = make_url(normal_url(url))
    return Path(parsed.database or "").resolve() if parsed.drivername.startswith("sqlite") else None


@contextmanager
def lock_database(url: str) -> Iterator[None]:
    """Make sure that no other process serves or restores this SQLite database: matches in memory would differ.

    The lock file is beside the resolved database file, so links and different URLs lead to the same lock.
    PostgreSQL is made for several processes and needs no lock.
    """
    file = sqlite_file(url)
    if file is None:
        yield
        return
    if not file.parent.is_dir():
        raise BadDatabase(f"There is no folder {file.parent} for the database. hint: see --database and --data.")
    lock = FileLock(file.with_name(f"{file.name}.lock"))
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise BadDatabase(
            f"Another server is running on the data in {file}."
            " hint: stop it, choose another --data, or use PostgreSQL for several processes."
        ) from None
    try:
        yield
    finally:
        lock.release()


def blocking_engine(url: str) -> Engine:
    """A blocking engine, for work outside the event loop: schema and backups."""
    parsed = make_url(normal_url(url))
    driver = "sqlite" if parsed.drivername.startswith("sqlite") else parsed.drivername
    return create_engine(parsed.set(drivername=driver), hide_parameters=True)


@contextmanager
def translate_errors() -> Iterator[None]:
    """Turn errors of the database into a `BadDatabase` with a sentence."""
    try:
        yield
    except SQLAlchemyError as error:
        raise BadDatabase(sentence(error)) from None
    except UnicodeDecodeError:  # from sqlite3, where the schema itself is damaged
        raise BadDatabase(f"The database cannot be read: its schema is no text. {DAMAGED}") from None


def sentence(error: SQLAlchemyError) -> str:
    """An error of the database as a sentence.  Only its first line is used: later lines may hold the values of a row."""
    lines = str(error.orig if isinstance(error, DBAPIError) else error).strip().splitlines()
    reason = lines[0].rstrip(".") if lines else type(error).__name__
    if (isinstance(error, DBAPIError) and type(error) is DatabaseError) or "decode" in reason:  # sqlite3 reports damage so
        return f"The database cannot be read: {reason}. {DAMAGED}"
    if isinstance(error, OperationalError):
        return f"The database cannot be opened: {reason}. hint: see --database and --data."
    return f"The database refuses: {reason}."


def _inline_engine(url: str, busy_milliseconds: int) -> Engine:
    """An engine with one connection, which the event loop's thread and the thread of commits use by turns."""
    engine = create_engine(
        make_url(url).set(drivername="sqlite"),
        poolclass=StaticPool,
        connect_args={"check_same_thread": False},
        hide_parameters=True,
        isolation_level="AUTOCOMMIT",
        skip_autocommit_rollback=True,
    )
    _prepare(engine, busy_milliseconds)
    return engine


def _prepare(engine: Engine, busy_milliseconds: int) -> None:
    """Settings of every connection to SQLite."""

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we send BEGIN ourselves: sqlite3 sends it too late for a snapshot
        cursor = connection.cursor()
        # Not the journal mode: two connections that change it at once fail.  `migrate.upgrade` sets it, with one connection.
        for pragma in (f"busy_timeout={busy_milliseconds}", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()


def _begin_reading(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN")


def _ping_idle(engine: Engine) -> None:
    """Ask a connection whether it is alive if nobody has used it for a while: the database may have been restarted.

    SQLAlchemy's own `pool_pre_ping` asks every time, which is a round trip for every query.
    """

    @event.listens_for(engine, "checkin")
    def note_time(connection: Any, record: Any) -> None:
        record.info["left"] = time.monotonic()

    @event.listens_for(engine, "checkout")
    def ask(connection: Any, record: Any, _: Any) -> None:
        if time.monotonic() - record.info.get("left", math.inf) < IDLE_SECONDS:
            return
        try:
            alive = engine.dialect.do_ping(connection)
        except Exception as error:
            raise InvalidatePoolError from error
        if not alive:
            raise InvalidatePoolError
