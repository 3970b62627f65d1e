"""Rows of background jobs.

A job is known by its kind, its subject (what it is about) and its depth, so whoever asks for the same gets the same job.  The
deepest finished job of a subject is its published result; it is replaced only by a deeper one.  A process that works on a job
has a lease on it.  When the process is killed, another one, or the same one after its restart, goes on from what was kept.
"""

from __future__ import annotations

import json
import time
import zlib
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import String, and_, column, delete, func, or_, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.schema import jobs

WAITING, RUNNING, DONE, FAILED = "waiting", "running", "done", "failed"
UNFINISHED = (WAITING, RUNNING)
MAX_ATTEMPTS = 5
"""A job that was begun so often without any progress has failed: perhaps it kills the process that works on it."""


@dataclass(frozen=True)
class Key:
    """Which job it is."""

    kind: str
    subject: str
    depth: str = ""


@dataclass(frozen=True)
class NewJob:
    """A job that somebody asks for."""

    key: Key
    body: dict[str, Any]
    """What the work needs to know, JSON-safe."""
    weight: int = 0
    """How deep it is."""
    priority: int = 0
    """The lowest goes first."""
    charged_to: str | None = None
    """The payer; None for work of the server itself."""


@dataclass(frozen=True)
class Job:
    """A job that this process is to work on."""

    key: Key
    body: dict[str, Any]
    weight: int
    kept: bytes | None
    """What was found before, packed."""


@dataclass(frozen=True)
class JobStatus:
    """How far a job is."""

    key: Key
    weight: int
    status: str
    done: int
    total: int

    @property
    def is_unfinished(self) -> bool:
        """Whether it waits or is being worked on."""
        return self.status in UNFINISHED


def pack(data: Any) -> bytes:
    """JSON-safe data as compressed bytes.

    >>> unpack(pack({"chances": [0.5, 0.5]}))
    {'chances': [0.5, 0.5]}
    """
    return zlib.compress(json.dumps(data, separators=(",", ":")).encode(), 1)


def unpack(packed: bytes) -> Any:
    """The data from its bytes."""
    return json.loads(zlib.decompress(packed))


# -- asking ---------------------------------------------------------------------------------------------


async def add(db: AsyncConnection, wanted: NewJob) -> bool:
    """Add a job, or let one that has failed begin anew; returns whether there is something new to do."""
    now = time.time()
    turn = 0 if wanted.charged_to is None else await count_unfinished(db, wanted.charged_to)
    fresh = {"status": WAITING, "attempts": 0, "turn": turn, "charged_to": wanted.charged_to, "updated": now}
    dialect: Any = postgresql if db.dialect.name == "postgresql" else sqlite
    key = wanted.key
    values = {"kind": key.kind, "subject": key.subject, "depth": key.depth, "weight": wanted.weight, "body": wanted.body}
    values |= {"priority": wanted.priority, "done": 0, "total": 0, "created": now, **fresh}
    added = dialect.insert(jobs).values(values).on_conflict_do_nothing().returning(jobs.c.kind)
    if (await db.execute(added)).first() is not None:
        return True
    again = update(jobs).where(_is(key), jobs.c.status == FAILED).values(kept=None, done=0, body=wanted.body, **fresh)
    return (await db.execute(again)).rowcount == 1


async def count_unfinished(db: AsyncConnection, charged_to: str) -> int:
    """The number of a payer's jobs that are not finished."""
    mine = and_(jobs.c.charged_to == charged_to, jobs.c.status.in_(UNFINISHED))
    return (await db.execute(select(func.count()).select_from(jobs).where(mine))).scalar_one()


async def status_of(db: AsyncConnection, kind: str, subject: str) -> list[JobStatus]:
    """All jobs about a subject, the deepest first."""
    columns = (jobs.c.depth, jobs.c.weight, jobs.c.status, jobs.c.done, jobs.c.total)
    statement = select(*columns).where(jobs.c.kind == kind, jobs.c.subject == subject).order_by(jobs.c.weight.desc())
    rows = (await db.execute(statement)).all()
    return [JobStatus(Key(kind, subject, row.depth), row.weight, row.status, row.done, row.total) for row in rows]


async def result_of(db: AsyncConnection, kind: str, subject: str) -> bytes | None:
    """The published result, packed.  It is that of the deepest finished job; None if no job has finished."""
    finished = and_(jobs.c.kind == kind, jobs.c.subject == subject, jobs.c.status == DONE)
    statement = select(jobs.c.result).where(finished).order_by(jobs.c.weight.desc()).limit(1)
    return (await db.execute(statement)).scalar_one_or_none()


async def remove_result(db: AsyncConnection, key: Key) -> None:
    """Remove a finished job with its result."""
    await db.execute(delete(jobs).where(_is(key), jobs.c.status == DONE))


# -- working --------------------------------------------------------------------------------------------


async def claim(db: AsyncConnection, who: str, seconds: float, kinds: Collection[str]) -> Job | None:
    """The next job for a process, which gets the lease on it; None if there is nothing to do."""
    while True:
        statement = select(jobs).where(jobs.c.kind.in_(kinds), _is_free(db, who))
        statement = statement.order_by(jobs.c.priority, jobs.c.turn, jobs.c.created).limit(1)
        row = (await db.execute(statement.with_for_update(skip_locked=True))).one_or_none()
        if row is None:
            return None
        key = Key(row.kind, row.subject, row.depth)
        if row.attempts < MAX_ATTEMPTS:
            break
        await db.execute(update(jobs).where(_is(key)).values(status=FAILED, kept=None, lease=None, lease_until=None))
    taken = {"status": RUNNING, "attempts": row.attempts + 1, "lease": who, "lease_until": time.time() + seconds}
    await db.execute(update(jobs).where(_is(key)).values(taken))
    return Job(key, row.body, row.weight, row.kept)


async def keep(
    db: AsyncConnection, key: Key, who: str, seconds: float, done: int = 0, total: int = 0, kept: bytes | None = None
) -> bool:
    """Renew the lease, and store the progress if there is some; False if another process has the job now."""
    values: dict[str, Any] = {"lease_until": time.time() + seconds}
    if kept is not None:
        values |= {"done": done, "total": total, "kept": kept, "attempts": 0, "updated": time.time()}
    return (await db.execute(update(jobs).where(_is_mine(key, who)).values(values))).rowcount == 1


async def finish(db: AsyncConnection, job: Job, who: str, result: bytes) -> bool:
    """Publish a result, unless a deeper one is there; less deep jobs about the subject are removed."""
    key = job.key
    about = and_(jobs.c.kind == key.kind, jobs.c.subject == key.subject)
    deeper = select(jobs.c.depth).where(about, jobs.c.status == DONE, jobs.c.weight > job.weight)
    if (await db.execute(deeper)).first() is not None:
        await db.execute(delete(jobs).where(_is_mine(key, who)))
        return False
    values = {"status": DONE, "result": result, "kept": None, "done": jobs.c.total, "updated": time.time()}
    values |= {"lease": None, "lease_until": None}
    if (await db.execute(update(jobs).where(_is_mine(key, who)).values(values))).rowcount != 1:
        return False
    await db.execute(delete(jobs).where(about, jobs.c.weight < job.weight))
    return True


async def fail(db: AsyncConnection, key: Key, who: str) -> None:
    """Note that a job cannot be done."""
    values = {"status": FAILED, "kept": None, "lease": None, "lease_until": None, "updated": time.time()}
    await db.execute(update(jobs).where(_is_mine(key, who)).values(values))


async def give_back(db: AsyncConnection, who: str, key: Key | None = None, counts: bool = True) -> None:
    """Release the lease on one job, or on all jobs of this process.  With `counts` the attempt counts against the job."""
    mine = and_(jobs.c.status == RUNNING, jobs.c.lease == who) if key is None else _is_mine(key, who)
    attempts = jobs.c.attempts if counts else 0
    await db.execute(update(jobs).where(mine).values(status=WAITING, lease=None, lease_until=None, attempts=attempts))


def _is(key: Key) -> Any:
    return and_(jobs.c.kind == key.kind, jobs.c.subject == key.subject, jobs.c.depth == key.depth)


def _is_mine(key: Key, who: str) -> Any:
    return and_(_is(key), jobs.c.status == RUNNING, jobs.c.lease == who)


def _is_free(db: AsyncConnection, who: str) -> Any:
    """The condition that nobody works on a job: it waits, or the process that worked on it is gone."""
    if db.dialect.name == "sqlite":  # there is only one process, so any other is gone
        gone = jobs.c.lease != who
    else:
        bearer = column("application_name", String)  # as with the leases of tables; see `rows.lease`
        alive = select(bearer).select_from(text("pg_stat_activity")).where(bearer.is_not(None))
        gone = or_(jobs.c.lease_until < time.time(), and_(jobs.c.lease != who, jobs.c.lease.not_in(alive)))
    return or_(jobs.c.status == WAITING, and_(jobs.c.status == RUNNING, gone))
