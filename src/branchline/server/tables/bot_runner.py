"""Bots at the tables: a fair queue and a few threads.

Each table has at most one decision in the queue.  The queue shares thinking time among the networks that tables were opened
from, then among the payers of a network, then among a payer's tables (see `fair_queue`).  Hints use the same queue.  A running
search cannot be stopped from outside, so every bot has a time limit.  Search releases Python's lock, and its threads run at
a lower priority than the server.

A table where only bots are left to play continues only while somebody watches it.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from branchline.bots import BOTS, STRENGTHS, Analysis, bot
from branchline.match import Closed, Match, NotYourSeat, WrongPly
from branchline.match.deal import DIGEST_BITS, Deal
from branchline.server.accounts.quotas import EXHIBITION, Payer
from branchline.server.base.logs import note
from branchline.server.base.problems import Problem
from branchline.server.base.settings import Settings
from branchline.server.store import rows
from branchline.server.tables.changes import Change
from branchline.server.tables.fair_queue import FairQueue
from branchline.server.tables.live_table import LiveTable
from branchline.server.tables.summary import is_attended
from branchline.server.tables.tables import Tables

LEASE_SECONDS = 30.0
NICENESS = 10
SEED_SHIFT = DIGEST_BITS - 63
"""A seed of a bot has 63 bits."""
Answer = TypeVar("Answer")
HINT = "hint"
"""The name of hints in the queue, beside the tables of a payer."""


class BotRunner:
    """The bots of one process."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self._tables, self._settings = tables, settings
        self._queue: FairQueue[Callable[[], Awaitable[None]]] = FairQueue(settings.bot_seconds)
        self._known: set[str] = set()
        self._again: dict[str, Payer] = {}
        self._elsewhere: dict[str, Payer] = {}
        self._hints: set[asyncio.Future[Any]] = set()
        self._leases: dict[str, float] = {}
        self._pool = ThreadPoolExecutor(settings.thinkers, "bot", initializer=_step_back)
        # One search bot per strength that thinks by the clock: it keeps its tree for the next decision of a turn.
        clocked = [name for name, strength in STRENGTHS.items() if strength.reuses_trees]
        self._searchers = {name: bot(name, limit=settings.bot_seconds) for name in clocked}
        tables.on_bot = self.consider

    @property
    def waiting(self) -> int:
        """Tables whose bot has not moved yet."""
        return len(self._known)

    # -- the queue -------------------------------------------------------------------------------------

    def consider(self, table: str, payer: Payer) -> None:
        """Put a table whose bot is to move into the queue, after a short pause."""
        if table in self._known:
            self._again[table] = payer
            return
        self._known.add(table)
        path, job = (payer.network, payer.charged_to, table), partial(self._decide, table, payer)
        asyncio.get_running_loop().call_later(self._settings.bot_pause, self._queue.put, path, job)

    def notice(self, table: str, payer: Payer) -> None:
        """Like `consider`, but ignore a table that is in the queue already."""
        if table not in self._known:
            self.consider(table, payer)

    def resume(self, live: LiveTable) -> None:
        """Continue a table of bots that has paused, because somebody looks at it."""
        waiting = live.match.waiting_for
        if waiting is not None and waiting.by == "bot" and not is_attended(live.match):
            self.consider(live.id, live.payer)

    def look_again(self) -> None:
        """Try again the tables whose lease another process had: that process may have stopped."""
        known, self._elsewhere = self._elsewhere, {}
        for table, payer in known.items():
            self.notice(table, payer)

    async def run(self) -> None:
        """Run the bots as long as the server runs."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self._settings.thinkers):
                group.create_task(self._think_on())

    async def _think_on(self) -> None:
        while True:
            path, job = await self._queue.take()
            started = time.perf_counter()
            try:
                await job()
            finally:
                self._queue.settle(path, time.perf_counter() - started)

    # -- a table's bot ---------------------------------------------------------------------------------

    async def _decide(self, table: str, payer: Payer) -> None:
        """Make one decision of a table's bot, and log an error if it fails.  Games of an exhibition let all others pass."""
        try:
            if payer == EXHIBITION and self._queue.others(payer.network):
                self._again[table] = payer
                return
            await self._turn(table, payer)
        except Problem as problem:
            if problem.status != 503 and problem.kind != "unreadable":  # else: the sweep tries again, or it is logged already
                note("a bot could not move", level=30, table=table, why=problem.message)
        except Exception as fault:
            note("a bot could not move", level=40, fault=fault, table=table)
        finally:
            self._known.discard(table)
            if (again := self._again.pop(table, None)) is not None:
                self.consider(table, again)

    async def _turn(self, table: str, payer: Payer) -> None:
        live = await self._tables.get(table)
        waiting = live.match.waiting_for
        if waiting is None or waiting.by != "bot":
            return
        attended = is_attended(live.match)
        if not attended and not self._tables.hub.is_watched(table):
            await self._release(table)
            return
        if not await self._lease(table):
            if not attended:  # the sweep finds all other tables
                self._elsewhere[table] = payer
            return
        view = live.match.state.view(waiting.seat)
        deal, seed = live.match.setup.deal, None
        if deal:  # the same decisions in the same deal meet the same bots
            seed = Deal(deal).number("bot", waiting.seat, waiting.ply) >> SEED_SHIFT
        move = await self._choose(table, waiting.level, view, seed)

        def play(match: Match, now: float) -> Any:
            return match.play(waiting.seat, move, waiting.ply, now, version=waiting.version, by_bot=True)

        try:
            await self._tables.change(table, Change(play))
        except (WrongPly, NotYourSeat, Closed):  # an undo or a take-over came first: try again
            self._again[table] = payer

    async def _choose(self, table: str, level: str, view: dict[str, Any], seed: int | None) -> str:
        """The bot's move.  If the bot fails, a random legal move, so that the game goes on.

        A bot that thinks by the clock keeps its trees and needs no seed: its choices cannot be repeated.
        """
        started = time.perf_counter()
        try:
            known = level if level in BOTS else "medium"
            thinker = self._searchers.get(known) or bot(known, seed, limit=self._settings.bot_seconds)
            move = await self._in_thread(lambda: thinker.choose(view))
            if move not in view["legal"]:
                raise ValueError(f"{level} chose {move!r:.60}, which is not legal")
        except Exception as fault:
            note("a bot failed; it plays at random", level=40, fault=fault, table=table, bot=level)
            move = secrets.choice(view["legal"])
        seconds = round(time.perf_counter() - started, 3)
        note("bot", level=10, table=table, bot=level, ply=view["ply"], move_seconds=seconds)
        return str(move)

    # -- hints -----------------------------------------------------------------------------------------

    async def advise(self, payer: Payer, view: dict[str, Any]) -> Analysis:
        """The analysis of the hint bot."""
        thinker = bot(self._settings.hint_bot, limit=self._settings.bot_seconds)
        return await self.compute(payer, lambda: thinker.think(view))

    async def compute(self, payer: Payer, work: Callable[[], Answer]) -> Answer:
        """The answer of a search that somebody waits for.  The request waits for its turn in the queue."""
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._hints.add(answer)
        answer.add_done_callback(self._hints.discard)
        self._queue.put((payer.network, payer.charged_to, HINT), partial(self._compute, answer, work))
        return await answer

    async def _compute(self, answer: asyncio.Future[Answer], work: Callable[[], Answer]) -> None:
        if answer.done():  # the request has gone
            return
        try:
            found = await self._in_thread(work)
        except Exception as fault:
            if not answer.done():
                answer.set_exception(fault)
        else:
            if not answer.done():
                answer.set_result(found)

    async def _in_thread(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    # -- leases ----------------------------------------------------------------------------------------

    async def _lease(self, table: str) -> bool:
        """Whether this process may run the table's bots.  On SQLite there is only one process, so always."""
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

    async def _release(self, table: str) -> None:
        """Give the lease back, so that a process where somebody watches the table can take it."""
        if self._leases.pop(table, 0.0) > time.monotonic():
            async with self._tables.store.write() as db:
                await rows.release_lease(db, table, self._tables.process)

    def close(self) -> None:
        """Take no more work, and do not wait for running searches."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        for answer in list(self._hints):
            answer.cancel()


def _step_back() -> None:
    """Lower the priority of this thread.  Linux has a priority per thread, and new threads inherit it."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
