"""Planned moves are made when the turn of their seat comes, in the sweep that also sees to clocks and absences.

Nobody else can tell such a move from one that the person makes: it is the same entry, after a pause as a person needs it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.match import Entry, Match
from branchline.match.plans import Plan, fits, is_due, rest_of, why_void
from branchline.server.base.settings import Settings
from branchline.server.notifications.outbox import Outbox
from branchline.server.notifications.presence import Presence
from branchline.server.notifications.recipients import called_to
from branchline.server.store import private_rows
from branchline.server.tables.changes import Change
from branchline.server.tables.live_table import LiveTable
from branchline.server.tables.tables import Tables

SPREAD = 3.0
"""A pause is up to this many times as long as the shortest."""
SHARE = 0.3
"""At most this share of the time left is used for a pause."""


class _Changed(Exception):
    """The plans or the table changed meanwhile: the next sweep looks again."""


class Planned:
    """Makes planned moves."""

    def __init__(self, tables: Tables, outbox: Outbox, presence: Presence, settings: Settings) -> None:
        self._tables, self._outbox, self._presence, self._pause = tables, outbox, presence, settings.plan_pause
        self._begin: dict[tuple[str, int, int], float] = {}
        """When the plans of a seat are played: by table, seat, and the version at which its turn came."""

    async def due(self, db: AsyncConnection) -> list[str]:
        """The tables where plans are to be played now."""
        now, found = time.time(), {}
        for row in await private_rows.plans_due(db):
            key = (row.table_id, row.seat, row.version)
            found[key] = self._begin.get(key) or now + self._draw_pause(row.deadline, now)
        self._begin = found
        return [table for (table, _, _), begin in found.items() if begin <= now]

    def _draw_pause(self, deadline: float | None, now: float) -> float:
        pause = self._pause * random.uniform(1.0, SPREAD)
        return pause if deadline is None else min(pause, max(0.0, (deadline - now) * SHARE))

    async def play(self, table: str) -> None:
        """Make the planned decision of the seat whose turn it is, or drop its plans with the reason."""
        live = await self._tables.get(table)
        seat = live.match.decider
        if seat is None or not is_due(live.match, seat):
            return
        async with self._tables.store.read() as db:
            row = await private_rows.plans_of(db, table, seat)
        if row is None or not row.body["plans"]:
            return
        with suppress(_Changed):
            await self._play(live, seat, row)

    async def _play(self, live: LiveTable, seat: int, row: Any) -> None:
        plans = [Plan.from_dict(plan) for plan in row.body["plans"]]
        if _chosen(live.match, seat, plans) is None:
            why = why_void(live.match, seat, plans[0]) or "other"
            body = {"plans": [], "told": {"why": why, "move": plans[0].moves[0], "ply": plans[0].ply}}
            async with self._tables.store.write() as db:  # no change of the table: nobody may notice
                await _check(db, row)
                await private_rows.keep_plans(db, live.id, seat, body)
                await self._call(db, live.id, seat)
        else:
            await self._tables.change(live.id, self._change_of(live.id, seat, plans, row))
            self._presence.act(live.id, seat)
        self._outbox.wake()

    async def _call(self, db: AsyncConnection, table: str, seat: int) -> None:
        """Tell the people of a seat that it is their turn.  They were not told when it began, as they had a plan for it."""
        await self._outbox.put(db, table, await called_to(db, table, seat))

    def _change_of(self, table: str, seat: int, plans: list[Plan], row: Any) -> Change:
        body: dict[str, Any] = {}
        goes_on = False

        def decide(match: Match, now: float) -> Sequence[Entry]:
            nonlocal goes_on
            chosen = _chosen(match, seat, plans) if is_due(match, seat) else None
            if chosen is None:
                raise _Changed
            entries = match.play(seat, chosen.moves[0], match.ply, now, version=match.version)
            after = match.copy()
            after.apply(entries)
            body.update(_after(match, after, seat, chosen))
            goes_on = after.decider == seat and not body["plans"]
            return entries

        async def keep(db: AsyncConnection) -> None:
            await private_rows.keep_plans(db, table, seat, body)
            if goes_on:
                await self._call(db, table, seat)

        return Change(decide, keep, lambda db: _check(db, row))


def _chosen(match: Match, seat: int, plans: Sequence[Plan]) -> Plan | None:
    """The first plan that fits what has happened."""
    return next((plan for plan in plans if not why_void(match, seat, plan) and fits(match, seat, plan)), None)


async def _check(db: AsyncConnection, row: Any) -> None:
    """Raise `_Changed` if the plans of a seat are not those of its row any more."""
    kept = await private_rows.plans_of(db, row.table_id, row.seat)
    if kept is None or kept.stamp != row.stamp:
        raise _Changed


def _after(match: Match, after: Match, seat: int, chosen: Plan) -> dict[str, Any]:
    """What is kept once the first decision of a plan is made, which leads from one match to the other."""
    rest = rest_of(chosen, after, seat)
    told = {"why": "made", "move": chosen.moves[0], "ply": match.ply}
    if rest is None and len(chosen.moves) > 1:
        told = {"why": "stopped", "move": chosen.moves[1], "ply": match.ply}
    return {"plans": [] if rest is None else [rest.to_dict()], "told": told}
