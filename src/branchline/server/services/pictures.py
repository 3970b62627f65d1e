"""Pictures of boards as PNG: one at a time, in a process of its own, and the latest ones are kept."""

from __future__ import annotations

import asyncio
import sys

from branchline.server.base.problems import Problem
from branchline.texts import say

KEPT = 32
"""The number of pictures that are kept: a link that is shared is looked at by many."""
SECONDS = 30.0
"""The time that one picture may take."""


class Pictures:
    """Makes PNGs."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}
        self._lock = asyncio.Lock()

    async def png(self, svg: str) -> bytes:
        """A self-contained SVG as PNG."""
        async with self._lock:
            if svg not in self._kept:
                self._kept[svg] = await _drawn(svg)
                while len(self._kept) > KEPT:
                    del self._kept[next(iter(self._kept))]
            return self._kept[svg]


async def _drawn(svg: str) -> bytes:
    pipe = asyncio.subprocess.PIPE
    words = (sys.executable, "-m", "branchline.server.services.png")
    child = await asyncio.create_subprocess_exec(*words, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL)
    try:
        drawn, _ = await asyncio.wait_for(child.communicate(svg.encode()), SECONDS)
    except TimeoutError:
        drawn = b""
    finally:
        if child.returncode is None:  # too slow, or the request has gone
            child.kill()
            await child.wait()
    if child.returncode or not drawn:
        raise Problem(
            503, "busy", say("The picture could not be drawn. hint: try again, or take the SVG."), {"Retry-After": "5"}
        )
    return drawn
