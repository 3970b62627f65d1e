"""Hands the jobs of the store to worker processes, and writes down what they find.

The workers have a low priority and are not in the server's process, so tables stay responsive.  On PostgreSQL every
server process takes jobs; a lease makes sure that each job has one worker.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from branchline.server.base.logs import note
from branchline.server.base.settings import Settings
from branchline.server.jobs.kinds import KINDS
from branchline.server.store import Store, job_rows
from branchline.server.store.job_rows import Job, NewJob

LEASE_SECONDS = 60.0
LOOK_SECONDS = 5.0
"""Seconds between two looks for jobs that other processes have stored or left behind."""
REST_SECONDS = 60.0
"""A worker without a job is stopped after this time, because it holds memory."""
MAX_SILENCE = 900.0
"""A worker without a message for this long is stopped."""
BUFFER = 1 << 20


class Message(NamedTuple):
    """A message of a worker."""

    state: str
    done: int
    total: int
    why: str
    content: bytes


class Worker:
    """A worker process."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls) -> Worker:
        """A new one."""
        pipe = asyncio.subprocess.PIPE
        words = (sys.executable, "-m", "branchline.server.jobs.worker")
        return cls(await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, limit=BUFFER))

    async def give(self, request: dict[str, Any]) -> None:
        """Give it a job."""
        assert self._process.stdin is not None
        with suppress(ConnectionError):  # it has died: reading says so
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
            await self._process.stdin.drain()

    async def read(self) -> Message | None:
        """The next message; None if the process has ended."""
        assert self._process.stdout is not None
        try:
            line = await self._process.stdout.readline()
            if not line:
                return None
            head = json.loads(line)
            content = await self._process.stdout.readexactly(head["size"])
        except (asyncio.IncompleteReadError, ConnectionError, ValueError):
            return None
        return Message(head["state"], head.get("done", 0), head.get("total", 0), head.get("why", ""), content)

    async def stop(self) -> None:
        """End it."""
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()


class JobRunner:
    """The jobs of one process."""

    def __init__(self, store: Store, process: str, settings: Settings, may_begin: Callable[[], bool]) -> None:
        self._store, self._process, self._settings, self._may_begin = store, process, settings, may_begin
        self._wanted = asyncio.Event()

    async def add(self, wanted: NewJob) -> bool:
        """Store a job and begin it soon; returns whether there is something new to do."""
        async with self._store.write() as db:
            added = await job_rows.add(db, wanted)
        self.wake()
        return added

    def wake(self) -> None:
        """Look for jobs at once, because there is a new one."""
        self._wanted.set()

    async def run(self) -> None:
        """Work as long as the server runs."""
        async with self._store.write() as db:  # what this process left behind when it was interrupted
            await job_rows.give_back(db, self._process)
        if not self._settings.job_workers:
            await asyncio.Event().wait()
        async with asyncio.TaskGroup() as group:
            for _ in range(self._settings.job_workers):
                group.create_task(self._work_on())

    async def _work_on(self) -> None:
        worker, rested = None, time.monotonic()
        try:
            while True:
                self._wanted.clear()
                job = await self._claim() if self._may_begin() else None
                if job is not None:
                    if worker is None:
                        worker = await Worker.start()
                    if not await self._do(job, worker):
                        await worker.stop()
                        worker = None
                    rested = time.monotonic()
                    continue
                if worker is not None and time.monotonic() - rested > REST_SECONDS:
                    await worker.stop()
                    worker = None
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await self._wanted.wait()
        finally:
            if worker is not None:
                await worker.stop()

    async def _claim(self) -> Job | None:
        async with self._store.write() as db:
            return await job_rows.claim(db, self._process, LEASE_SECONDS, list(KINDS))

    async def _do(self, job: Job, worker: Worker) -> bool:
        """Do a job; False if the worker cannot be used any more."""
        key, begun = job.key, time.monotonic()
        kept = None if job.kept is None else b64encode(job.kept).decode()
        note("job begun", kind=key.kind, subject=key.subject, depth=key.depth, again=kept is not None)
        request = {"kind": key.kind, "body": job.body, "kept": kept, "threads": self._settings.job_threads}
        await worker.give({**request, "seconds": self._settings.job_seconds})
        try:
            outcome = await self._follow(job, worker)
        except BaseException:
            await asyncio.shield(self._give_back(job, counts=False))
            raise
        note("job ended", kind=key.kind, subject=key.subject, outcome=outcome, seconds=round(time.monotonic() - begun, 1))
        return outcome in ("done", "failed")

    async def _follow(self, job: Job, worker: Worker) -> str:
        """Store what a worker reports until the job is done; returns how it ended."""
        heard = time.monotonic()
        reading = asyncio.ensure_future(worker.read())
        try:
            while True:
                ready, _ = await asyncio.wait({reading}, timeout=LEASE_SECONDS / 3)
                if not ready and time.monotonic() - heard < MAX_SILENCE:
                    if not await self._keep(job):
                        return "lost"
                    continue
                message, heard = reading.result() if ready else None, time.monotonic()
                if message is None:  # it was killed, has crashed or hangs: the job is begun again, but not for ever
                    await self._give_back(job)
                    return "stopped"
                if message.state == "progress":
                    if not await self._keep(job, message):
                        return "lost"
                    reading = asyncio.ensure_future(worker.read())
                    continue
                await self._end(job, message)
                return message.state
        finally:
            reading.cancel()

    async def _keep(self, job: Job, message: Message | None = None) -> bool:
        """Renew the lease; False if another process has the job now."""
        progress = () if message is None else (message.done, message.total, message.content)
        async with self._store.write() as db:
            return await job_rows.keep(db, job.key, self._process, LEASE_SECONDS, *progress)

    async def _end(self, job: Job, message: Message) -> None:
        async with self._store.write() as db:
            if message.state == "done":
                await job_rows.finish(db, job, self._process, message.content)
            else:
                note("a job failed", level=40, kind=job.key.kind, subject=job.key.subject, why=message.why[-2000:])
                await job_rows.fail(db, job.key, self._process)

    async def _give_back(self, job: Job, counts: bool = True) -> None:
        async with self._store.write() as db:
            await job_rows.give_back(db, self._process, job.key, counts)
