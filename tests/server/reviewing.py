"""Reviews for tests: the jobs of a server that has no worker are done here, or their results are stored at once."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from functools import cache
from typing import Any, TypeVar

import branchline as bl
from branchline.server.services.reviews import KIND
from branchline.server.store import job_rows
from branchline.server.store.job_rows import Job, pack
from branchline.server.store.schema import jobs
from tests.server.running import Running

Result = TypeVar("Result")
WORKER, LEASE = "a worker of the tests", 600.0
DEPTH = 150
NP = "northern-pacific"


@cache
def sample(seed: int = 8, rounds: int = 1, names: tuple[str, ...] = ("Ann", "Bo", "Cy"), game: str = NP) -> str:
    """The record of a finished game; one of Northern Pacific is short."""
    options = {"rounds": rounds} if game == NP else {}
    state = bl.game(game, players=len(names), **options).start()
    return bl.Record.of(state.play_out(seed=seed), list(names), "2026-11-18").dumps()


@cache
def reviewed(text: str, depth: int = DEPTH) -> dict[str, Any]:
    """The review of a record, by few simulations."""
    return bl.review(bl.Record.loads(text), depth=depth).to_json()


def in_server(server: Running, work: Coroutine[Any, Any, Result]) -> Result:
    """Do something in the server's own event loop."""
    return asyncio.run_coroutine_threadsafe(work, server.services.loop).result(60)


def forget_reviews(server: Running) -> None:
    """No game has a review: another test of this server may have made one of the same game."""

    async def forget() -> None:
        async with server.services.store.write() as db:
            await db.execute(jobs.delete())

    in_server(server, forget())


def take(server: Running) -> Job:
    """Begin the next review, as a worker does."""

    async def claim() -> Job | None:
        async with server.services.store.write() as db:
            return await job_rows.claim(db, WORKER, LEASE, [KIND])

    found = in_server(server, claim())
    assert found is not None, "there is no review to make"
    return found


def tell(server: Running, job: Job, done: int, total: int) -> None:
    """Store the progress of a review."""

    async def keep() -> bool:
        async with server.services.store.write() as db:
            return await job_rows.keep(db, job.key, WORKER, LEASE, done, total, pack([]))

    assert in_server(server, keep())


def publish(server: Running, job: Job, result: Any) -> bool:
    """Store the result of a review."""

    async def finish() -> bool:
        async with server.services.store.write() as db:
            return await job_rows.finish(db, job, WORKER, result if isinstance(result, bytes) else pack(result))

    return in_server(server, finish())
