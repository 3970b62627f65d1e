"""SQLite in the thread of the event loop: statements run at once; only a commit has a thread, because it waits for the disk.

A statement of ours takes some 20 µs.  To hand it to a thread and wait for the thread takes ten times as long.
"""

from __future__ import annotations

import asyncio
import contextvars
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.engine import CursorResult
from sqlalchemy.ext.asyncio import AsyncConnection

Answer = TypeVar("Answer")
Work = Callable[[AsyncConnection], Awaitable[Answer]]
BUSY_SECONDS, BUSY_PAUSE = 10.0, 0.01
"""How long a writer waits for another program that writes, and the pause between two tries."""


class InlineConnection(AsyncConnection):
    """A connection whose statements run at once.  It has the interface that the functions of `store` use."""

    def __init__(self, connection: Connection) -> None:
        # Not `super().__init__`: it wants an engine whose driver has a thread for every connection.
        self.inner = self.sync_connection = self._assign_proxied(connection)
        self.raw: sqlite3.Connection = connection.connection.dbapi_connection  # type: ignore[assignment]
        """For transactions: SQLAlchemy knows of none here."""

    async def execute(self, statement: Any, parameters: Any = None, **more: Any) -> CursorResult[Any]:
        """The result of a statement."""
        return self.inner.execute(statement, parameters, **more)


class WritingConnection(InlineConnection):
    """The connection that writes.  Without a transaction it executes nothing: every statement would commit itself."""

    async def execute(self, statement: Any, parameters: Any = None, **more: Any) -> CursorResult[Any]:
        """The result of a statement."""
        check_transaction(self.raw)
        return self.inner.execute(statement, parameters, **more)


def check_transaction(raw: sqlite3.Connection) -> None:
    """Refuse to go on if SQLite has rolled back the whole transaction.  It does when the disk is full or fails."""
    if not raw.in_transaction:
        raise sqlite3.OperationalError("SQLite has rolled back the transaction")


@dataclass
class _Job(Generic[Answer]):
    """Some work, the context of its sender, and its answer."""

    work: Work[Answer]
    context: contextvars.Context
    answer: asyncio.Future[Answer]


class Writer:
    """The one connection that writes: `transaction` for one writer alone, `together` for several with one commit."""

    def __init__(self, engine: Engine, settle: Callable[[Connection], None]) -> None:
        self._engine, self._settle = engine, settle
        self._opened: WritingConnection | None = None
        self._lock = asyncio.Lock()
        self._thread = ThreadPoolExecutor(1, "commit")
        self._jobs: list[_Job[Any]] = []
        self._group: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose work is committed at the end, or rolled back after an error."""
        async with self._lock:
            db = await self._begin()
            try:
                yield db
                await self._commit(db)
            finally:
                self._end(db)

    async def together(self, work: Work[Answer]) -> Answer:
        """Do some work in a transaction that others may share.  The answer comes after the commit.

        The work waits for nothing but the connection.  If it fails, only its own statements are taken back.
        """
        job = _Job(work, contextvars.copy_context(), asyncio.get_running_loop().create_future())
        self._jobs.append(job)
        if self._group is None:
            self._group = asyncio.get_running_loop().create_task(self._work_off(), context=contextvars.Context())
        return await job.answer

    async def _work_off(self) -> None:
        try:
            while self._jobs:
                async with self._lock:
                    jobs, self._jobs = self._jobs, []
                    await self._do(jobs)
        finally:
            self._group = None

    async def _do(self, jobs: list[_Job[Any]]) -> None:
        """Do the work of several and commit it at once.  Nobody is told before the commit.

        If the whole transaction is lost with the work of one, all of them fail.
        """
        done: list[tuple[_Job[Any], Any]] = []
        db = None
        try:
            db = await self._begin()
            for job in jobs:
                try:
                    done.append((job, _saved(db, job)))
                except Exception as fault:
                    if not _is_taken_back(db.raw):
                        raise
                    _tell(job, fault=fault)
            await self._commit(db)
        except BaseException as fault:
            for job in jobs:
                _tell(job, fault=fault)
            if not isinstance(fault, Exception):
                raise
        finally:
            if db is not None:
                self._end(db)
        for job, answer in done:
            _tell(job, answer)

    async def _begin(self) -> WritingConnection:
        """Begin a transaction.  Another program may be writing: then try again, without keeping the event loop waiting."""
        if self._opened is None:
            self._opened = WritingConnection(self._engine.connect())
        loop = asyncio.get_running_loop()
        end = loop.time() + BUSY_SECONDS
        while True:
            try:
                self._opened.raw.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                if "locked" not in str(error) or loop.time() > end:
                    raise
                await asyncio.sleep(BUSY_PAUSE)
            else:
                return self._opened

    async def _commit(self, db: InlineConnection) -> None:
        """Commit in the thread.  If the caller is cancelled, the commit is completed all the same."""
        check_transaction(db.raw)
        committed = asyncio.get_running_loop().run_in_executor(self._thread, db.raw.commit)
        try:
            await asyncio.shield(committed)
        except asyncio.CancelledError:
            while not committed.done():
                try:
                    await asyncio.wait([committed])
                except asyncio.CancelledError:
                    continue
            raise

    def _end(self, db: InlineConnection) -> None:
        """After the commit, or instead of it."""
        try:
            db.raw.rollback()
        finally:
            self._settle(db.inner)

    async def close(self) -> None:
        """Close the connection after the last commit."""
        async with self._lock:
            if self._opened is not None:
                self._opened.inner.close()
                self._opened = None
        self._thread.shutdown()
        self._engine.dispose()


def _saved(db: InlineConnection, job: _Job[Answer]) -> Answer:
    """Do some work after a savepoint.  If it fails, the savepoint stays."""
    db.raw.execute("SAVEPOINT job")
    answer = job.context.run(_at_once, job.work(db))
    db.raw.execute("RELEASE job")
    return answer


def _is_taken_back(raw: sqlite3.Connection) -> bool:
    """Take back the statements since the savepoint and no others; False if SQLite has rolled back more than these."""
    try:
        raw.execute("ROLLBACK TO job")
        raw.execute("RELEASE job")
    except sqlite3.Error:
        return False
    return True


def _at_once(work: Awaitable[Answer]) -> Answer:
    """The answer of work that waits for nothing."""
    steps = work.__await__()
    try:
        next(steps)
    except StopIteration as end:
        answer: Answer = end.value
        return answer
    raise RuntimeError("Work that shares a transaction may wait for nothing but its connection.")


def _tell(job: _Job[Any], answer: Any = None, fault: BaseException | None = None) -> None:
    if job.answer.done():  # its sender has gone
        return
    if fault is None:
        job.answer.set_result(answer)
    else:
        job.answer.set_exception(fault)
