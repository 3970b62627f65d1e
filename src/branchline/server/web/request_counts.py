"""Counts requests for the metrics: by class of status, and how long their answers took to begin."""

from __future__ import annotations

import time
from collections import Counter

from starlette.types import ASGIApp, Message, Receive, Scope, Send

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
"""Upper bounds in seconds of the groups in which requests are counted."""


class RequestCounts:
    """The requests of this process since its start."""

    def __init__(self) -> None:
        self.by_status: Counter[str] = Counter()
        self.by_bound = [0] * (len(BOUNDS) + 1)
        self.seconds = 0.0

    def add(self, status: int, seconds: float) -> None:
        """Count a request."""
        self.by_status[f"{status // 100}xx"] += 1
        self.by_bound[next((number for number, bound in enumerate(BOUNDS) if seconds <= bound), len(BOUNDS))] += 1
        self.seconds += seconds


class CountingMiddleware:
    """Counts every request when its answer begins: a stream may stay open for hours."""

    def __init__(self, app: ASGIApp, counts: RequestCounts) -> None:
        self.app, self.counts = app, counts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        started = time.perf_counter()

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.counts.add(message["status"], time.perf_counter() - started)
            await send(message)

        await self.app(scope, receive, answer if scope["type"] == "http" else send)
