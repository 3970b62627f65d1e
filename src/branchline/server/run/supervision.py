"""Background work that is started again when it fails or ends; `/ready` asks what is down."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from branchline.server.run.logs import ThrottledLog

FIRST_PAUSE, PAUSE_FACTOR, LONGEST_PAUSE = 0.5, 2.0, 10.0
STEADY_SECONDS = 5.0
"""Work that has run for so long since its last failure counts as well again, and fails with a short pause the next time."""


@dataclass(eq=False)
class BackgroundTask:
    """One piece of background work.

    Work that gives signs of life calls `well` after everything it got done; with `silence` it counts as down when it has
    given none for so many seconds.  Other work counts as well while it runs.
    """

    name: str
    silence: float | None = None
    failed_since: float | None = None
    """When it failed first (monotonic seconds), if it has not been well since."""
    _sign: float = field(default_factory=time.monotonic)

    def well(self) -> None:
        """Give a sign of life."""
        self.failed_since, self._sign = None, time.monotonic()

    def fail(self) -> None:
        """Note that the work has stopped."""
        if self.failed_since is None:
            self.failed_since = time.monotonic()

    @property
    def is_down(self) -> bool:
        """Whether the work is not being done."""
        silent = self.silence is not None and time.monotonic() - self._sign > self.silence
        return silent or self.failed_since is not None


Work = Callable[[BackgroundTask], Awaitable[None]]


class Supervisor:
    """Starts background work, starts it again whenever it stops, and knows how each part is."""

    def __init__(self) -> None:
        self._parts: dict[BackgroundTask, asyncio.Task[None]] = {}
        self._log = ThrottledLog()

    def start(self, name: str, work: Work, silence: float | None = None) -> None:
        """Have work done until `close`."""
        part = BackgroundTask(name, silence)
        self._parts[part] = asyncio.ensure_future(self._keep_going(part, work))

    def down(self) -> list[str]:
        """The names of the parts that do not work at the moment."""
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
            pause = min(pause * PAUSE_FACTOR, LONGEST_PAUSE)

    async def _once(self, part: BackgroundTask, work: Work) -> BaseException | None:
        """Do the work until it stops; what stopped it, or None if it simply ended."""
        steady = None
        if part.silence is None:
            steady = asyncio.get_running_loop().call_later(STEADY_SECONDS, part.well)
        try:
            await work(part)
        except asyncio.CancelledError as fault:
            task = asyncio.current_task()
            if task is None or task.cancelling():  # we are told to stop; else something that the work waited for was cancelled
                raise
            return fault
        except Exception as fault:
            return fault
        finally:
            if steady is not None:
                steady.cancel()
        return None
