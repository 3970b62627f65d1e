"""Bots at the tables: a queue, a few threads, and nobody waits for ever.

Each table has at most one decision in the queue, and goes to its end after every move, so that tables take turns.
Search gives Python's lock back, and its threads run at a lower priority than the server's own.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from branchline.bots import BOTS, Thought, bot
from branchline.match import Closed, Match, NotYourSeat, WrongPly
from branchline.server.logs import note
from branchline.server.problems import Problem
from branchline.server.settings import Settings
from branchline.server.store import rows
from branchline.server.tables import Tables

LEASE_SECONDS = 30.0
NICENESS = 10


class Thinking:
    """The bots of one process."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self._tables, self._settings = tables, settings
        self._queue: asyncio.Queue[str] = asyncio.Queue()
        self._known: set[str] = set()
        self._again: set[str] = set()
        self._leases: dict[str, float] = {}
        self._pool = ThreadPoolExecutor(settings.thinkers, "bot", initializer=_step_back)
        tables.on_bot = self.consider

    @property
    def waiting(self) -> int:
        """Tables whose bot has not moved yet."""
        return len(self._known)

    def consider(self, table: str) -> None:
        """A bot is to move at this table: think about it after a little pause."""
        if table in self._known:
            self._again.add(table)
            return
        self._known.add(table)
        asyncio.get_running_loop().call_later(self._settings.bot_pause, self._queue.put_nowait, table)

    def notice(self, table: str) -> None:
        """The same, from somebody who may not know that the table is in the queue already."""
        if table not in self._known:
            self.consider(table)

    async def run(self) -> None:
        """Think as long as the server runs."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._settings.thinkers):
                group.create_task(self._think_on())

    async def _think_on(self) -> None:
        while True:
            table = await self._queue.get()
            try:
                await self._turn(table)
            except Problem as problem:
                if problem.status != 503:  # still being compiled: the sweep comes back to it
                    note("a bot could not move", level=30, table=table, why=problem.message)
            except Exception as fault:
                note("a bot could not move", level=40, fault=fault, table=table)
            finally:
                self._known.discard(table)
                if table in self._again:
                    self._again.discard(table)
                    self.consider(table)

    async def _turn(self, table: str) -> None:
        """One decision of one table's bot."""
        live = await self._tables.live(table)
        waiting = live.match.waiting_for
        if waiting is None or waiting.by != "bot" or not await self._lease(table):
            return
        view = live.match.state.view(waiting.seat)
        move = await self._choose(table, waiting.level, view)

        def play(match: Match, now: float) -> Any:
            return match.play(waiting.seat, move, waiting.ply, now, version=waiting.version, by_bot=True)

        try:
            await self._tables.change(table, play)
        except (WrongPly, NotYourSeat, Closed):  # taken back or taken over meanwhile: look again
            self._again.add(table)

    async def _choose(self, table: str, level: str, view: dict[str, Any]) -> str:
        """The bot's move, or any legal one if it fails: a seat must not be stuck."""
        started = time.perf_counter()
        try:
            move = await self._in_thread(lambda: bot(level if level in BOTS else "medium").choose(view))
            if move not in view["legal"]:
                raise ValueError(f"{level} chose {move!r:.60}, which is not legal")
        except Exception as fault:
            note("a bot failed; it plays at random", level=40, fault=fault, table=table, bot=level)
            move = secrets.choice(view["legal"])
        seconds = round(time.perf_counter() - started, 3)
        note("bot", level=10, table=table, bot=level, ply=view["ply"], move_seconds=seconds)
        return move

    async def advise(self, view: dict[str, Any]) -> Thought:
        """What the house's adviser would do."""
        return await self._in_thread(lambda: bot(self._settings.hint_bot).think(view))

    async def _in_thread(self, work: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    async def _lease(self, table: str) -> bool:
        """Whether this process is to think for the table: with one process always."""
        if self._tables.store.is_sqlite:
            return True
        now = time.monotonic()
        if self._leases.get(table, 0.0) - now > LEASE_SECONDS / 2:
            return True
        async with self._tables.store.write() as db:
            mine = await rows.lease(db, table, self._tables.process, LEASE_SECONDS)
        if mine:
            self._leases = {other: until for other, until in self._leases.items() if until > now}
            self._leases[table] = now + LEASE_SECONDS
        return mine

    def close(self) -> None:
        """Take no more work; what is being thought about is not waited for."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _step_back() -> None:
    """Let the server's own thread go first.  Linux has a priority for each thread; its children inherit it."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
