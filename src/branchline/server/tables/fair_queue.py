"""A queue that shares time fairly.

A job has a path of names: network, payer, table.  At every level the name that has used the least time goes first.  So a
payer with long jobs gets few of them done, a payer with short jobs gets many, and ten tables of one payer get no more time
than one table of another.

This is start-time fair queueing.  Each name has a count of the seconds it has used.  A name that returns after a time without
jobs starts at the count of the name served last, so nobody saves up time.  A running job counts as `expected` seconds, so
that a second thread does not serve the same name at once.  `settle` replaces them with the true time.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

Job = TypeVar("Job")
MAX_NAMES = 1000
"""The most names at one level that are remembered after their jobs are done."""


@dataclass
class Share:
    """One name at one level: the seconds it has used, and the jobs below it."""

    used: float = 0.0
    start: float = 0.0
    """The count at which names without jobs start again: that of the name served last."""
    queued: int = 0
    running: int = 0
    parts: dict[str, Share] = field(default_factory=dict)
    jobs: deque[Any] = field(default_factory=deque)

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits or runs here."""
        return not self.queued and not self.running

    def enter(self, name: str) -> Share:
        """The share of a name, for a new job."""
        part = self.parts.setdefault(name, Share())
        if part.is_idle:
            part.used = max(part.used, self.start)
        return part

    def next(self) -> tuple[str, Share]:
        """The name whose turn it is."""
        name, part = min(((name, part) for name, part in self.parts.items() if part.queued), key=lambda found: found[1].used)
        self.start = max(self.start, part.used)
        return name, part

    def tidy(self) -> None:
        """Forget idle names that would begin at `start` anyway, and others if there are too many."""
        idle = [name for name, part in self.parts.items() if part.is_idle]
        spent = [name for name in idle if self.parts[name].used <= self.start]
        more = sorted(set(idle) - set(spent), key=lambda name: self.parts[name].used)
        for name in spent + more[: max(0, len(more) - MAX_NAMES)]:
            del self.parts[name]
        if not self.parts:
            self.start = 0.0


class FairQueue(Generic[Job]):
    """A queue of jobs, each with a path of names."""

    def __init__(self, expected: float) -> None:
        self._root, self._expected = Share(), expected
        self._ready = asyncio.Semaphore(0)

    def __len__(self) -> int:
        """The number of waiting jobs."""
        return self._root.queued

    def others(self, name: str) -> int:
        """The number of waiting jobs whose path begins with another name."""
        own = self._root.parts.get(name)
        return self._root.queued - (own.queued if own is not None else 0)

    def put(self, path: Sequence[str], job: Job) -> None:
        """Add a job."""
        share = self._root
        share.queued += 1
        for name in path:
            share = share.enter(name)
            share.queued += 1
        share.jobs.append(job)
        self._ready.release()

    async def take(self) -> tuple[tuple[str, ...], Job]:
        """The next job with its path.  Call `settle` when it is done."""
        await self._ready.acquire()
        share, path = self._root, []
        share.queued -= 1
        share.running += 1
        while not share.jobs:
            name, share = share.next()
            path.append(name)
            share.used += self._expected
            share.queued -= 1
            share.running += 1
        job: Job = share.jobs.popleft()
        return tuple(path), job

    def settle(self, path: Sequence[str], seconds: float) -> None:
        """Note that a job with this path is done, and how long it took."""
        self._root.running -= 1
        for share in self._along(path):
            share.used += seconds - self._expected
            share.running -= 1
        if self._root.is_idle:
            self._root = Share()  # nothing waits, so the counts no longer matter
            return
        for share in reversed([self._root, *self._along(path[:-1])]):
            share.tidy()

    def _along(self, path: Sequence[str]) -> Iterator[Share]:
        share = self._root
        for name in path:
            share = share.parts[name]
            yield share
