"""Days that pass on a running server without anybody waiting for them."""

from __future__ import annotations

import asyncio
import time

import pytest

from tests.server.running import Running


class Days:
    """The clock of this process, put forward.  The server does not take that for a downtime."""

    def __init__(self, server: Running, patch: pytest.MonkeyPatch) -> None:
        self._server, self._ahead, real = server, 0.0, time.time
        patch.setattr(time, "time", lambda: real() + self._ahead)

    def go_by(self, seconds: float) -> None:
        """Let time pass while the server runs."""
        asyncio.run_coroutine_threadsafe(self._go_by(seconds), self._server.services.loop).result(60)

    async def _go_by(self, seconds: float) -> None:
        downtime = self._server.services.downtime
        async with downtime._looking:  # so that no look at the clock is under way
            self._ahead += seconds
            downtime._last += seconds
            downtime._wrote += seconds

    def be_down(self, seconds: float) -> None:
        """Let time pass as if nothing had run meanwhile."""
        self._ahead += seconds
