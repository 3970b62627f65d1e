"""Rate limits: a bucket of tokens for each address, table or other key, refilled steadily."""

from __future__ import annotations

import math
import time
from collections import OrderedDict

from branchline.server.base.problems import Problem
from branchline.texts import noted, translated

MAX_KEYS = 20_000
"""The number of buckets kept.  The least recently used is dropped first, and a dropped bucket counts as full."""


class RateLimit:
    """A limit for each key: a burst at once, then a steady rate per second.  It counts within one process.

    `sentence` is the text of the refusal, marked for translation, with `{wait}` for the seconds to wait.
    """

    def __init__(
        self, rate: float, burst: int, sentence: str = noted("Too many requests. hint: try again in {wait} s.")
    ) -> None:
        self.rate, self.burst, self.sentence = rate, float(burst), sentence
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str, now: float | None = None) -> None:
        """Take a token, or refuse with 429 and the time to wait."""
        now = time.monotonic() if now is None else now
        left, since = self._buckets.pop(key, (self.burst, now))
        left = min(self.burst, left + (now - since) * self.rate)
        allowed = left >= 1
        self._buckets[key] = (left - 1 if allowed else left, now)
        if len(self._buckets) > MAX_KEYS:
            self._buckets.popitem(last=False)
        if not allowed:
            wait = math.ceil((1 - left) / self.rate)
            message = translated(self.sentence).format(wait=wait)
            raise Problem(429, "too-many", message, {"Retry-After": str(wait)})

    def give_back(self, key: str) -> None:
        """Give back a token that was taken for something that does not count after all."""
        if key in self._buckets:
            left, since = self._buckets[key]
            self._buckets[key] = (min(self.burst, left + 1), since)
