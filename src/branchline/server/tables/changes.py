"""A change of a table, and the transaction that writes it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.match import Entry, Match
from branchline.server.accounts.ratings import rate_match
from branchline.server.accounts.seat_links import lost_by, renewed_by
from branchline.server.notifications.outbox import Outbox
from branchline.server.notifications.recipients import Recipients, recipients_of
from branchline.server.store import Store, rows, seat_rows
from branchline.server.store.signals import ACCESS, Signal, announce
from branchline.server.tables.announcer import Announcer
from branchline.server.tables.live_table import LiveTable
from branchline.server.tables.results import keep_results
from branchline.server.tables.summary import columns_of
from branchline.server.tables.table_cache import following

Decide = Callable[[Match, float], Sequence[Entry]]
"""Takes a match and the time; returns entries for its log, or raises an error to refuse."""
Write = Callable[[AsyncConnection], Awaitable[None]]


@dataclass(frozen=True)
class Change:
    """A change of a table, written completely or not at all.

    `check` and `also` run in the transaction that writes the entries.
    """

    decide: Decide
    also: Write | None = None
    """Writes further rows."""
    check: Write | None = None
    """May refuse the change; then nothing is written.  The table is locked, so nobody else can change what is checked."""
    restart_streams: bool = False
    """Whether `also` takes a seat from somebody.  If the entries do that, streams restart in any case."""

    def restarts_streams(self, entries: Sequence[Entry]) -> bool:
        """Whether streams have to restart, because a person may see less than before."""
        return self.restart_streams or bool(lost_by(entries))


@dataclass(frozen=True)
class Outcome:
    """The result of a change."""

    live: LiveTable
    entries: tuple[Entry, ...]


@dataclass(frozen=True)
class ChangeWriter:
    """Writes changes: entries, columns for lists, seats, now and then a snapshot, and ratings at the end of a game."""

    store: Store
    process: str
    snapshot_every: int
    outbox: Outbox
    announcer: Announcer

    async def commit(self, live: LiveTable, entries: tuple[Entry, ...], change: Change) -> Recipients:
        """Write a change, then update the table in memory; returns the persons to be told."""
        before, after = live.match, following(live.match, entries)
        snapshot = after.version - live.snapshot_at >= self.snapshot_every

        async def write(db: AsyncConnection) -> Recipients:
            if entries:
                bodies = [entry.to_dict() for entry in entries]
                await rows.append(db, live.id, before.version, bodies, columns_of(after))
            else:
                await rows.lock_table(db, live.id)
            if change.check is not None:
                await change.check(db)
            await _write_seats(db, live.id, entries, after)
            if snapshot:
                await rows.keep_snapshot(db, live.id, after.version, after.snapshot())
            if change.also is not None:
                await change.also(db)
            if change.restarts_streams(entries):  # with the commit, so that it is never lost and comes before the signal below
                await announce(db, Signal(live.id, ACCESS, (), self.process))
            recipients = await recipients_of(db, live.id, after, before, entries, live.owner)
            await self.outbox.put(db, live.id, recipients.news)
            if after.phase == "over" != before.phase:
                await keep_results(db, live.id, after, await rate_match(db, live.id, after))
            return recipients

        recipients = await self.store.write_together(write)
        live.advance(after, entries)  # after the commit: readers must not see uncommitted changes
        self.announcer.add(Signal(live.id, after.version, recipients.persons, self.process))
        if snapshot:
            live.snapshot_at = after.version
        return recipients


async def _write_seats(db: AsyncConnection, table: str, entries: Sequence[Entry], after: Match) -> None:
    """Make the links void for seats whose person changes, and take seats from persons who leave."""
    for seat in renewed_by(entries):
        await seat_rows.next_generation(db, table, seat)
    for entry in entries:
        if entry.kind == "leave" and entry.seat is not None:
            is_open = after.seats[entry.seat].kind == "open"
            await (seat_rows.release if is_open else seat_rows.leave)(db, table, entry.seat)
