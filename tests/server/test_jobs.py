"""Background jobs: one for each subject and depth, shared by processes, and none is lost."""

from __future__ import annotations

import asyncio
from base64 import b64decode
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import select
from sqlalchemy.engine import make_url

from branchline.server.base.settings import Settings
from branchline.server.jobs.runner import JobRunner, Message, Worker
from branchline.server.store import Store, job_rows
from branchline.server.store.job_rows import MAX_ATTEMPTS, Key, NewJob, pack, unpack
from branchline.server.store.migrate import upgrade
from branchline.server.store.schema import jobs

KINDS = ["review", "other"]
QUICK, DEEP = Key("review", "a", "quick"), Key("review", "a", "deep")
Test = Callable[[Store], Awaitable[None]]


@pytest.fixture
def run(database: str, tmp_path: Path) -> Callable[[Test], None]:
    """Runs a test with a store on a new database of each kind."""
    url = database or f"sqlite:///{tmp_path / 'jobs.sqlite'}"
    upgrade(url)

    async def whole(test: Test) -> None:
        store = Store(url)
        try:
            await test(store)
        finally:
            await store.close()

    return lambda test: asyncio.run(whole(test))


def job(key: Key, weight: int = 1, **more: Any) -> NewJob:
    return NewJob(key, {"of": key.subject}, weight, **more)


async def add(store: Store, *wanted: NewJob) -> list[bool]:
    async with store.write() as db:
        return [await job_rows.add(db, one) for one in wanted]


async def claim(store: Store, who: str = "me", seconds: float = 60.0) -> job_rows.Job | None:
    async with store.write() as db:
        return await job_rows.claim(db, who, seconds, KINDS)


async def finish(store: Store, found: job_rows.Job | None, result: Any, who: str = "me") -> bool:
    assert found is not None
    async with store.write() as db:
        return await job_rows.finish(db, found, who, pack(result))


async def published(store: Store, subject: str = "a") -> Any:
    async with store.read() as db:
        found = await job_rows.result_of(db, "review", subject)
    return None if found is None else unpack(found)


async def statuses(store: Store, subject: str = "a") -> dict[str, str]:
    async with store.read() as db:
        return {one.key.depth: one.status for one in await job_rows.status_of(db, "review", subject)}


@asynccontextmanager
async def alive(store: Store, process: str) -> AsyncIterator[None]:
    """On PostgreSQL a process is known to be alive by its connection for signals."""
    if store.is_sqlite:
        yield
        return
    address = make_url(store.url).set(drivername="postgresql").render_as_string(hide_password=False)
    async with await psycopg.AsyncConnection.connect(address, application_name=process):
        yield


def test_whoever_asks_gets_the_same_job(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        assert await add(store, job(QUICK), job(QUICK), job(DEEP)) == [True, False, True]
        found = await claim(store)
        assert found is not None
        assert (found.key, found.body, found.kept) == (QUICK, {"of": "a"}, None)
        assert await add(store, job(QUICK)) == [False]
        assert await finish(store, found, {"depth": "quick"})
        assert await add(store, job(QUICK)) == [False]
        assert await statuses(store) == {"quick": "done", "deep": "waiting"}
        assert await published(store) == {"depth": "quick"}

    run(test)


def test_a_result_is_replaced_only_by_a_deeper_one(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        await add(store, job(QUICK, 1), job(DEEP, 2, priority=-1))
        async with alive(store, "me"):
            deep, quick = await claim(store), await claim(store)
            assert deep is not None
            assert quick is not None
            assert (deep.key, quick.key) == (DEEP, QUICK)
            assert await finish(store, deep, "deep")
            assert await statuses(store) == {"deep": "done"}  # the other is of no use any more, though it is being done
            assert not await finish(store, quick, "quick")
        await add(store, job(QUICK, 1))
        assert not await finish(store, await claim(store), "quick")
        assert await published(store) == "deep"
        assert await statuses(store) == {"deep": "done"}

    run(test)


def test_what_was_kept_is_there_after_a_kill(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        await add(store, job(QUICK))
        assert await claim(store, "killed") is not None
        async with store.write() as db:
            assert await job_rows.keep(db, QUICK, "killed", 60.0, 3, 10, pack([1, 2, 3]))
        found = await claim(store, "next")  # at once: nobody with that name is alive
        assert found is not None
        assert found.kept is not None
        assert unpack(found.kept) == [1, 2, 3]
        async with store.write() as db:
            assert not await job_rows.keep(db, QUICK, "killed", 60.0, 9, 10, pack([]))
            (status,) = await job_rows.status_of(db, "review", "a")
        assert (status.done, status.total, status.is_unfinished) == (3, 10, True)
        assert not await finish(store, found, "late", "killed")
        assert await finish(store, found, "right", "next")
        assert await published(store) == "right"

    run(test)


def test_processes_share_the_jobs(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        if store.is_sqlite:  # one process, so any other that had a job is gone
            await add(store, job(QUICK))
            assert await claim(store, "one") is not None
            assert await claim(store, "one") is None
            assert await claim(store, "two") is not None
            return
        await add(store, *(job(Key("review", f"{number:02}", "quick")) for number in range(8)))
        async with alive(store, "one"), alive(store, "two"):
            found = await asyncio.gather(*(claim(store, ("one", "two")[number % 2]) for number in range(10)))
            subjects = sorted(one.key.subject for one in found if one is not None)
            assert subjects == [f"{number:02}" for number in range(8)]
            assert await claim(store, "three") is None
            first = found[0]
            assert first is not None
            async with store.write() as db:
                assert await job_rows.keep(db, first.key, "one", -1.0)
            late = await claim(store, "three")  # the lease of a process that hangs runs out
            assert late is not None
            assert late.key == first.key

    run(test)


def test_everybody_gets_a_turn(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        many = [job(Key("review", f"many {number}", "quick"), charged_to="a busy network") for number in range(3)]
        await add(store, *many, job(Key("review", "one", "quick"), charged_to="Ann"))
        await add(store, job(Key("other", "daily"), priority=5), job(Key("review", "first", "quick"), priority=-5))
        async with alive(store, "me"):
            order = [found.key.subject for _ in range(6) if (found := await claim(store)) is not None]
        assert order == ["first", "many 0", "one", "many 1", "many 2", "daily"]

    run(test)


def test_a_job_that_never_gets_on_has_failed_and_may_be_asked_for_again(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        await add(store, job(QUICK))
        for attempt in range(MAX_ATTEMPTS):
            assert await claim(store, f"killed {attempt}") is not None
        assert await claim(store) is None
        assert await statuses(store) == {"quick": "failed"}
        assert await add(store, job(QUICK)) == [True]
        async with alive(store, "me"):
            assert await claim(store) is not None
            async with store.write() as db:
                await job_rows.fail(db, QUICK, "me")
            assert await statuses(store) == {"quick": "failed"}
        assert await published(store) is None

    run(test)


def test_jobs_are_given_back(run: Callable[[Test], None]) -> None:
    async def test(store: Store) -> None:
        await add(store, job(QUICK), job(Key("other", "b")))
        async with alive(store, "me"):
            for _ in range(MAX_ATTEMPTS + 2):  # a server that is stopped in order is no fault of the job
                assert await claim(store) is not None
                async with store.write() as db:
                    await job_rows.give_back(db, "me", QUICK, counts=False)
            assert await claim(store) is not None
            assert await claim(store) is not None
            assert await claim(store) is None
            async with store.write() as db:
                await job_rows.give_back(db, "me")
            assert await claim(store) is not None

    run(test)


# -- the runner -----------------------------------------------------------------------------------------


class ScriptedWorker:
    """In place of a worker process: it has a script of messages for each job, None for its sudden end."""

    def __init__(self, script: list[list[Message | None]], given: list[dict[str, Any]]) -> None:
        self._script, self._given, self.stopped = script, given, False
        self._messages: list[Message | None] = []

    async def give(self, request: dict[str, Any]) -> None:
        self._given.append(request)
        self._messages = self._script.pop(0)

    async def read(self) -> Message | None:
        if not self._messages:
            await asyncio.Event().wait()  # it works on
        return self._messages.pop(0)

    async def stop(self) -> None:
        self.stopped = True


def run_jobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: list[list[Message | None]], until: Callable[[Any], bool]
) -> tuple[Any, list[dict[str, Any]], list[ScriptedWorker]]:
    """Let a runner do one job with scripted workers; returns the row of the job, what the workers were given, and them."""
    settings = Settings(data=str(tmp_path))
    upgrade(settings.database_url)
    given: list[dict[str, Any]] = []
    workers: list[ScriptedWorker] = []

    async def begin() -> ScriptedWorker:
        workers.append(ScriptedWorker(script, given))
        return workers[-1]

    async def whole() -> Any:
        store = Store(settings.database_url)
        runner = JobRunner(store, "me", settings, lambda: True)
        await runner.add(job(QUICK))
        work = asyncio.ensure_future(runner.run())
        async with asyncio.timeout(60):
            while not until(row := await look(store)):
                await asyncio.sleep(0.01)
        work.cancel()
        await asyncio.gather(work, return_exceptions=True)
        row = await look(store)
        await store.close()
        return row

    async def look(store: Store) -> Any:
        async with store.read() as db:
            return (await db.execute(select(jobs))).one()

    monkeypatch.setattr(Worker, "start", begin)
    return asyncio.run(whole()), given, workers


PROGRESS = Message("progress", 3, 10, "", pack("so far"))
DONE = Message("done", 0, 0, "", pack("all"))


def test_a_worker_that_dies_is_replaced_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row, given, workers = run_jobs(tmp_path, monkeypatch, [[PROGRESS, None], [DONE]], lambda row: row.status == "done")
    assert (unpack(row.result), row.kept, row.done) == ("all", None, 10)
    assert [unpack(b64decode(one["kept"])) if one["kept"] else None for one in given] == [None, "so far"]
    assert [worker.stopped for worker in workers] == [True, True]


def test_a_job_that_kills_its_workers_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script: list[list[Message | None]] = [[None] for _ in range(MAX_ATTEMPTS)]
    _, given, _ = run_jobs(tmp_path, monkeypatch, script, lambda row: row.status == "failed")
    assert len(given) == MAX_ATTEMPTS


def test_a_job_that_cannot_be_done_has_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script: list[list[Message | None]] = [[Message("failed", 0, 0, "not over", b"")]]
    row, _, workers = run_jobs(tmp_path, monkeypatch, script, lambda row: row.status == "failed")
    assert (row.result, row.lease) == (None, None)
    assert len(workers) == 1


def test_a_server_that_stops_gives_its_job_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    row, _, workers = run_jobs(tmp_path, monkeypatch, [[PROGRESS]], lambda row: row.done == 3)
    assert (row.status, row.lease, row.attempts, unpack(row.kept)) == ("waiting", None, 0, "so far")
    assert workers[0].stopped
