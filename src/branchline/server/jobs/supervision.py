"""Background work that is restarted when it fails or ends.  `/ready` reports what is down."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from branchline.server.base.logs import ThrottledLog

FIRST_PAUSE, PAUSE_FACTOR, MAX_PAUSE = 0.5, 2.0, 10.0
STEADY_SECONDS = 5.0
"""After running for this long, work counts as up again, and the next failure begins with a short pause."""


@dataclass(eq=False)
class BackgroundTask:
    """One piece of background work.

    With `silence`, the work calls `report_up` after each step, and counts as down after `silence` seconds without a call.
    Without it, work counts as up while it runs; after a failure it has to run for `STEADY_SECONDS` first.
    """

    name: str
    silence: float | None = None
    failed_since: float | None = None
    """The time of the first failure since the last call of `report_up` (monotonic seconds); None without a failure."""
    _sign: float = field(default_factory=time.monotonic)

    def report_up(self) -> None:
        """Report that the work is up."""
        self.failed_since, self._sign = None, time.monotonic()

    def fail(self) -> None:
        """Report that the work has stopped."""
        if self.failed_since is None:
            self.failed_since = time.monotonic()

    @property
    def is_down(self) -> bool:
        """Whether the work has stopped, or has not reported for too long."""
        silent = self.silence is not None and time.monotonic() - self._sign > self.silence
        return silent or self.failed_since is not None


Work = Callable[[BackgroundTask], Awaitable[None]]


class Supervisor:
    """Starts background work, restarts it when it stops, and lists what is down."""

    def __init__(self) -> None:
        self._parts: dict[BackgroundTask, asyncio.Task[None]] = {}
        self._log = ThrottledLog()

    def start(self, name: str, work: Work, silence: float | None = None) -> None:
        """Run work until `close`."""
        part = BackgroundTask(name, silence)
        self._parts[part] = asyncio.ensure_future(self._keep_going(part, work))

    def down(self) -> list[str]:
        """The names of the tasks that are down."""
        return [part.name for part in self._parts if part.is_down]

    async def close(self) -> None:
        """Stop everything and wait for it."""
        for task in self._parts.values():
            task.cancel()
        await asyncio.gather(*self._parts.values(), return_exceptions=True)

    async def _keep_going(self, part: BackgroundTask, work: Work) -> None:
        pause = FIRST_PAUSE
        while True:
            begun = time.monotonic()
            fault = await self._once(part, work)
            if time.monotonic() - begun >= STEADY_SECONDS:
                pause = FIRST_PAUSE
            part.fail()
            self._log.note(part.name, "background work stopped; it starts again", level=50, fault=fault, part=part.name)
            await asyncio.sleep(pause)
            pause = min(pause * PAUSE_FACTOR, MAX_PAUSE)

    async def _once(self, part: BackgroundTask, work: Work) -> BaseException | None:
        """Run the work until it stops; returns the error, or None if it ended without one."""
        steady = None
        if part.silence is None:
            steady = asyncio.get_running_loop().call_later(STEADY_SECONDS, part.report_up)
        try:
            await work(part)
        except asyncio.CancelledError as fault:
            task = asyncio.current_task()
            if task is None or task.cancelling():  # told to stop; else something the work waited for was cancelled
                raise
            return fault
        except Exception as fault:
            return fault
        finally:
            if steady is not None:
                steady.cancel()
        return None
