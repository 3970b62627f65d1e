"""Tables in play.  `Tables.change` is the one place where a match changes:

    take the table's lock → load → ask the match → append to the log and commit → update memory → tell everybody

The log in the database decides.  If two processes write to one table at the same time, the primary key of the log refuses
one of them, and that one tries again.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.errors import BranchlineError
from branchline.match import Match, Seat, Setup
from branchline.match.deal import Deal, new_secret
from branchline.server.accounts.quotas import NOBODY, Payer
from branchline.server.base.keys import new_id
from branchline.server.base.problems import Problem
from branchline.server.base.settings import Settings
from branchline.server.jobs.warmup import Warmup
from branchline.server.notifications.outbox import Outbox
from branchline.server.notifications.recipients import Recipients, offered_to, recipients_of
from branchline.server.store import Store, rows, seat_rows
from branchline.server.store.signals import CHAT, Hub, Signal, announce
from branchline.server.tables.announcer import Announcer
from branchline.server.tables.changes import Change, ChangeWriter, Outcome
from branchline.server.tables.chat import Chat
from branchline.server.tables.live_table import LiveTable
from branchline.server.tables.summary import columns_of, news_of
from branchline.server.tables.table_cache import TableCache
from branchline.texts import say

TRIES = 5


class AlreadyOpen(Exception):
    """Another process has opened the rematch meanwhile."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


class Tables:
    """Every table of the server."""

    def __init__(self, store: Store, hub: Hub, warmup: Warmup, outbox: Outbox, settings: Settings) -> None:
        self.store, self.hub, self._warmup, self._outbox = store, hub, warmup, outbox
        self.process = new_id()
        self.cache = TableCache(store, warmup, settings.tables_in_memory)
        self.chat = Chat(store, self.cache, hub, self.process)
        self.announcer = Announcer(store)
        self._writer = ChangeWriter(store, self.process, settings.snapshot_every, outbox, self.announcer)
        self._changing: set[asyncio.Future[Outcome]] = set()
        self.on_bot: Callable[[str, Payer], None] = lambda table, payer: None
        """Called when a bot is to move, with the table and its payer."""
        self.on_turn: Callable[[dict[str, Any], Sequence[str]], None] = lambda news, persons: None
        """Called with a message for persons with webhooks: it is their turn, or the game is over."""
        self.before_change: Callable[[str], Awaitable[None]] = _nothing
        """Awaited before a table changes.  It gives the table its downtime back."""

    async def get(self, table: str) -> LiveTable:
        """A table as it is now; 404 if there is none."""
        return await self.cache.get(table)

    # -- opening ---------------------------------------------------------------------------------------

    async def open(
        self,
        setup: Setup,
        owner: str | None,
        sitters: Mapping[int, Sequence[str]] | None = None,
        reserved: Collection[int] = (),
        parent: str | None = None,
        kind: str = "new",
        payer: Payer = NOBODY,
        match: Match | None = None,
        also: Callable[[AsyncConnection, str], Awaitable[None]] | None = None,
    ) -> LiveTable:
        """Open a table.  `sitters` are the persons who hold each seat; `kind` is a kind of the schema.

        `match` is the match of the setup, if it exists already; else the table gets a deal of its own if the setup has none.
        `also` writes something else in the same transaction.
        """
        self._warmup.want(setup.game)
        if match is None:
            setup = setup if setup.deal else replace(setup, deal=new_secret())
        table, match, now = new_id(), match or Match(setup), time.time()
        begun = tuple(match.begin(now))
        match.apply(begun)
        live = LiveTable(table, match, owner, setup.public, parent, frozenset(reserved), payer=payer)
        live.remember(begun)
        columns = {"game": setup.game, "setup": setup.to_dict(), "owner": owner, "public": setup.public}
        columns |= {"deal": Deal(setup.deal).id if setup.deal else None}
        columns |= {"parent": parent, "kind": kind, "charged_to": payer.charged_to, "network": payer.network}
        async with self.store.write() as db:
            if kind == "rematch" and parent is not None:  # another process may be opening it too
                await rows.lock_table(db, parent)
                if (found := await rows.rematch_of(db, parent)) is not None:
                    raise AlreadyOpen(found)
            await rows.add_table(db, table, {**columns, **columns_of(match)}, setup.players, reserved)
            if begun:
                await rows.append(db, table, 0, [entry.to_dict() for entry in begun], columns_of(match))
            for seat, persons in (sitters or {}).items():
                for person in persons:
                    await seat_rows.hold(db, table, seat, person)
            if also is not None:
                await also(db, table)
            recipients = await recipients_of(db, table, match, None, begun, owner)
            if kind == "rematch" and parent is not None and owner is not None:
                who = next((seat.label for seat in setup.seats if seat.is_person), "")
                recipients = recipients._replace(news=recipients.news + await offered_to(db, parent, owner, who))
            await self._outbox.put(db, table, recipients.news)
            await announce(db, Signal(table, match.version, recipients.persons, self.process))
            if kind == "rematch" and parent is not None:
                await announce(db, Signal(parent, CHAT, (), self.process))
        self.cache.keep(live)
        self._tell(live, recipients)
        return live

    async def rematch(self, live: LiveTable, owner: str, payer: Payer = NOBODY) -> LiveTable:
        """Offer the same game to the same people, each one seat further.  If there is a rematch already, return that.

        Only the owner is seated.  The seats of the others are kept for them.  They sit down themselves, because the game
        may have a clock.
        """
        async with live.lock, self.store.read() as db:
            found = await rows.rematch_of(db, live.id)
            holders = await seat_rows.holders_of(db, live.id)
        if found is not None:
            return await self.get(found)
        seats, sitters, kept = _moved_on(live.match, holders, owner)
        again = replace(live.match.setup, seats=seats, opening=(), origin=None, deal="")
        try:
            opened = await self.open(again, owner, sitters, kept, parent=live.id, kind="rematch", payer=payer)
        except AlreadyOpen as other:
            return await self.get(other.table)
        self.hub.wake(Signal(live.id, CHAT))  # the pages of the finished game show the offer
        return opened

    # -- changing --------------------------------------------------------------------------------------

    async def change(self, table: str, change: Change) -> Outcome:
        """Change a table.  The change is completed even if the caller is cancelled."""
        # A client that disconnects must not interrupt a commit.
        work = asyncio.ensure_future(self._change(table, change))
        self._changing.add(work)
        work.add_done_callback(self._changing.discard)
        return await asyncio.shield(work)

    async def _change(self, table: str, change: Change) -> Outcome:
        await self.before_change(table)
        return await self.change_at_once(table, change)

    async def settle(self) -> None:
        """Wait for changes that are being written.  Call it before the database is closed."""
        while self._changing:
            await asyncio.wait(self._changing)

    async def change_at_once(self, table: str, change: Change) -> Outcome:
        """Change a table without `before_change`.  If the caller is cancelled, so is the change."""
        for number in range(TRIES):
            # The caller has just read the table, so the first attempt uses the copy in memory.
            live = (None if number else self.cache.present(table)) or await self.get(table)
            async with live.lock:
                if self.cache.present(table) is live and (outcome := await self._try(live, change, number == 0)) is not None:
                    return outcome
        raise Problem(409, "busy", say("Others change this table faster than we can. hint: look again, then try again."))

    async def _try(self, live: LiveTable, change: Change, is_first: bool) -> Outcome | None:
        """Change a table whose lock we hold; None if another process was faster."""
        try:
            entries = tuple(change.decide(live.match, time.time()))
        except BranchlineError:
            if is_first and await self.cache.is_behind(live):
                return None
            raise
        if not entries and is_first and await self.cache.is_behind(live):
            return None
        if not entries and change.also is None:
            if change.check is not None:  # the answer shows the table even if nothing changes
                async with self.store.read_autocommit() as db:
                    await change.check(db)
            return Outcome(live, ())
        try:
            recipients = await self._writer.commit(live, entries, change)
        except IntegrityError:
            if self.store.is_sqlite:
                self.cache.forget(live.id)
            return None
        except BaseException:
            self.cache.forget(live.id)  # the commit may or may not have succeeded: read the log again
            raise
        if change.restarts_streams(entries):
            self.hub.end(live.id)
        self._tell(live, recipients)
        return Outcome(live, entries)

    def _tell(self, live: LiveTable, recipients: Recipients) -> None:
        """Wake all in this process that waits for the change.  Other processes get a signal through the database."""
        match = live.match
        self.hub.wake(Signal(live.id, match.version, recipients.persons))
        if match.waiting_for is not None and match.waiting_for.by == "bot":
            self.on_bot(live.id, live.payer)
        if recipients.news:
            self._outbox.wake()
        if recipients.with_webhooks:
            ended = match.phase in ("over", "closed")
            news = {"event": "over" if ended else "your-turn", **news_of(live)}
            self.on_turn(news, recipients.with_webhooks)


async def _nothing(table: str) -> None:
    """The default for `before_change`: do nothing."""


def _moved_on(
    match: Match, holders: Mapping[int, Sequence[str]], owner: str
) -> tuple[tuple[Seat, ...], dict[int, Sequence[str]], list[int]]:
    """The seats of a rematch (everybody one seat further), the persons on the owner's seats, and the seats that are kept."""
    players = match.setup.players
    seats, sitters, kept = [], {}, []
    for seat in range(players):
        before = (seat - 1) % players
        given, persons = match.seats[before], holders.get(before, [])
        if given.kind == "bot":
            seats.append(Seat("bot", level=given.level))
        elif given.is_person and owner in persons:
            seats.append(Seat("person", given.name))
            sitters[seat] = persons
        else:
            seats.append(Seat("open"))
            if given.is_person and persons:
                kept.append(seat)
    return tuple(seats), sitters, kept
