"""Connections to the database: for reading, for writing, and a quick one for single queries.

On SQLite there is one writer at a time, and every commit is on the disk before it returns (WAL with `synchronous=FULL`).  On
PostgreSQL reading and writing share one pool.  Errors never contain the values of a statement: errors are logged, and some
values are password hashes.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from branchline.errors import BadDatabase, BadOption
from branchline.server.store.query_cache import Answer, QueryCache, Question

BUSY_MILLISECONDS = 10_000
READERS = 4
POOL, POOL_OVERFLOW = 8, 8
DAMAGED = "hint: restore a backup into a new database; `sqlite3 FILE .recover` saves what can still be read."


class Store:
    """The database.  `read` and `write` give a connection inside a transaction; leaving `write` commits."""

    def __init__(self, url: str) -> None:
        self.url = normal_url(url)
        self.is_sqlite = self.url.startswith("sqlite")
        self._cache: QueryCache | None = None
        if self.is_sqlite:
            self._reader = _sqlite(self.url, "BEGIN", READERS)
            self._writer = _sqlite(self.url, "BEGIN IMMEDIATE", 1)
            self._autocommit_reader = _sqlite(
                self.url, "", READERS, isolation_level="AUTOCOMMIT", skip_autocommit_rollback=True
            )
            self._cache = QueryCache(self._writer.sync_engine)
        else:
            self._writer = create_async_engine(
                self.url, pool_size=POOL, max_overflow=POOL_OVERFLOW, pool_pre_ping=True, hide_parameters=True
            )
            self._reader = self._writer
            self._autocommit_reader = self._writer.execution_options(isolation_level="AUTOCOMMIT")

    @asynccontextmanager
    async def read(self) -> AsyncIterator[AsyncConnection]:
        """A connection that sees one consistent state of the database."""
        async with self._reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def read_autocommit(self) -> AsyncIterator[AsyncConnection]:
        """A connection without a transaction, for single queries: quicker, but two queries may see different states."""
        async with self._autocommit_reader.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose work is committed at the end, or rolled back after an error."""
        writing = None
        try:
            async with self._writer.begin() as connection:
                writing = connection.sync_connection
                yield connection
        finally:
            if self._cache is not None and writing is not None:
                self._cache.settle(writing)

    async def cached(self, key: Hashable, db: AsyncConnection, ask: Question[Answer]) -> Answer:
        """The result of a query about people.  It is cached where no other process can change it, that is on SQLite."""
        return await ask(db) if self._cache is None else await self._cache.answer(key, db, ask)

    async def close(self) -> None:
        """Close every connection."""
        await self._writer.dispose()
        if self.is_sqlite:
            await self._reader.dispose()
            await self._autocommit_reader.dispose()


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


def _sqlite(url: str, begin: str, size: int, **options: Any) -> AsyncEngine:
    engine = create_async_engine(url, pool_size=size, max_overflow=0, pool_timeout=60, hide_parameters=True, **options)

    @event.listens_for(engine.sync_engine, "connect")
    def prepare(connection: Any, _: Any) -> None:
        connection.isolation_level = None  # we send BEGIN ourselves: sqlite3 sends it too late for a snapshot
        cursor = connection.cursor()
        # Not the journal mode: two connections that change it at once fail.  `migrate.upgrade` sets it, with one connection.
        for pragma in (f"busy_timeout={BUSY_MILLISECONDS}", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def start(connection: Any) -> None:
        if begin:
            connection.exec_driver_sql(begin)

    return engine
