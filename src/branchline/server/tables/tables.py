"""Tables in play.  `Tables.change` is the one place where a match changes:

    take the table's lock → load → ask the match → append to the log and commit → go on → tell everybody

The log in the database is the truth.  A match in memory is a cache of it: on SQLite there is one process, so it is never
old; with PostgreSQL it is compared with the database whenever it matters, and two processes that write at the same
time meet at the primary key of the log, where one of them is refused and looks again.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.match import Entry, Match, Seat, Setup
from branchline.server.accounts.keys import new_id
from branchline.server.accounts.quotas import NOBODY, Payer
from branchline.server.accounts.seat_links import lost_by, renewed_by
from branchline.server.run.logs import ThrottledLog, note
from branchline.server.run.settings import Settings
from branchline.server.run.warmup import Warmup
from branchline.server.store import Store, rows
from branchline.server.tables.live_table import LiveTable
from branchline.server.tables.recipients import Recipients, rate, recipients_of
from branchline.server.tables.restoring import UNREADABLE, restored
from branchline.server.tables.signals import ACCESS, Hub, Signal, announce
from branchline.server.tables.summary import columns_of, news_of
from branchline.server.web.problems import Problem, not_found
from branchline.texts import say

Decide = Callable[[Match, float], Sequence[Entry]]
Write = Callable[[AsyncConnection], Awaitable[None]]
TRIES = 5
CHAT = -2
"""The version in a signal that says: somebody has spoken."""


@dataclass(frozen=True)
class Outcome:
    """What a change came to."""

    live: LiveTable
    entries: tuple[Entry, ...]


class AlreadyOpen(Exception):
    """Somebody else has opened the rematch meanwhile."""

    def __init__(self, table: str) -> None:
        super().__init__(table)
        self.table = table


class Tables:
    """Every table of the services."""

    def __init__(self, store: Store, hub: Hub, warmup: Warmup, settings: Settings) -> None:
        self.store, self.hub, self.warmup, self.settings = store, hub, warmup, settings
        self.process = new_id()
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self._changing: set[asyncio.Future[Outcome]] = set()
        self._unreadable: set[str] = set()
        self._log = ThrottledLog()
        self.on_bot: Callable[[str, Payer], None] = lambda table, payer: None
        """Called when a bot is to move."""
        self.on_turn: Callable[[dict[str, Any], Sequence[str]], None] = lambda news, persons: None
        """Called when persons with webhooks have something to do or a game is over."""
        self.before_change: Callable[[str], Awaitable[None]] = _nothing
        """Awaited before a table changes: it gets the time back that passed without a server."""

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
    ) -> LiveTable:
        """A new table; `sitters` are the persons who hold each seat.  `kind` is `new`, `fork`, `rematch` or `import`."""
        self.warmup.require(setup.game)
        table, match, now = new_id(), Match(setup), time.time()
        begun = tuple(match.begin(now))
        match.apply(begun)
        live = LiveTable(table, match, owner, setup.public, parent, frozenset(reserved), payer=payer)
        live.remember(begun)
        columns = {"game": setup.game, "setup": setup.to_dict(), "owner": owner, "public": setup.public}
        columns |= {"parent": parent, "kind": kind, "charged_to": payer.charged_to, "network": payer.network}
        async with self.store.write() as db:
            if kind == "rematch" and parent is not None:  # another process may be opening it, too
                await rows.lock_table(db, parent)
                if (found := await rows.rematch_of(db, parent)) is not None:
                    raise AlreadyOpen(found)
            await rows.add_table(db, table, {**columns, **columns_of(match)}, setup.players, reserved)
            if begun:
                await rows.append(db, table, 0, [entry.to_dict() for entry in begun], columns_of(match))
            for seat, persons in (sitters or {}).items():
                for person in persons:
                    await rows.hold(db, table, seat, person)
            recipients = await recipients_of(db, table, match, None)
            await announce(db, Signal(table, match.version, recipients.persons, self.process))
        self._keep(live)
        self._tell(live, recipients)
        return live

    async def rematch(self, live: LiveTable, owner: str, payer: Payer = NOBODY) -> LiveTable:
        """The same game among the same people, each one seat further; the one that is open already if there is one.

        It opens with its people seated.  A seat is open only if the person who sat there has left.
        """
        async with live.lock, self.store.read() as db:
            found = await rows.rematch_of(db, live.id)
            holders = await rows.holders_of(db, live.id)
        if found is not None:
            return await self.live(found)
        match, players = live.match, live.match.setup.players
        seats, sitters = [], {}
        for seat in range(players):
            before = (seat - 1) % players
            given, persons = match.seats[before], holders.get(before, [])
            if given.kind == "bot":
                seats.append(Seat("bot", level=given.level))
            elif given.is_person and persons:
                seats.append(Seat("person", given.name))
                sitters[seat] = persons
            else:
                seats.append(Seat("open"))
        again = replace(match.setup, seats=tuple(seats), opening=(), origin=None)
        try:
            return await self.open(again, owner, sitters, parent=live.id, kind="rematch", payer=payer)
        except AlreadyOpen as other:
            return await self.live(other.table)

    # -- loading ---------------------------------------------------------------------------------------

    async def live(self, table: str) -> LiveTable:
        """A table as it is now; 404 if there is none, 503 while its game is being compiled."""
        found = self._live.get(table)
        if found is None:
            try:
                async with self._loading.setdefault(table, asyncio.Lock()):
                    found = self._live.get(table) or await self._load(table)
            finally:
                self._loading.pop(table, None)  # also for names that do not exist: there are many
        elif not self.store.is_sqlite:
            await self._catch_up(found)
        if self._live.get(table) is found:  # or it was dropped while we read
            self._live.move_to_end(table)
        return found

    def present(self, table: str) -> LiveTable | None:
        """A table as this process knows it, for streams: signals keep it up to date, so that not every stream has to ask."""
        return self._live.get(table)

    async def _load(self, table: str) -> LiveTable:
        async with self.store.read() as db:
            with self._reading(table):
                row = await rows.find_table(db, table)
                if row is None:
                    raise not_found(say("There is no table of this name here."))
                self.warmup.require(row.game)
                match, entries = await restored(db, table, row)
            reserved = frozenset(seat.seat for seat in await rows.seats_of(db, table) if seat.reserved)
        payer = Payer(row.charged_to or "", row.network or "")
        live = LiveTable(table, match, row.owner, row.public, row.parent, reserved, match.version - len(entries), payer)
        live.remember(entries)
        self._keep(live)
        return live

    @contextmanager
    def _reading(self, table: str) -> Iterator[None]:
        """A log that cannot be read is that table's trouble and nobody else's: it answers 409, and the fault is noted once."""
        try:
            yield
        except UNREADABLE as fault:
            self.forget(table)
            if table not in self._unreadable:
                self._unreadable.add(table)
                note("a table cannot be read", level=40, fault=fault, table=table)
            sentence = say("This table was damaged or made by another version, and it cannot be shown any more.")
            raise Problem(409, "unreadable", sentence) from fault

    async def _catch_up(self, live: LiveTable) -> None:
        """Read what other processes have written.  Several may do so at once: each goes on from what it saw."""
        before = live.match
        async with self.store.read_autocommit() as db:
            version = await rows.version_of(db, live.id)
            if version is None or version <= before.version:
                return
            bodies = await rows.entries_from(db, live.id, before.version)
        with self._reading(live.id):
            entries = [Entry.from_dict(body) for body in bodies]
            live.go_on(following(before, entries), entries)

    def _keep(self, live: LiveTable) -> None:
        self._live[live.id] = live
        while len(self._live) > self.settings.tables_in_memory:
            oldest = next((key for key, other in self._live.items() if not other.lock.locked()), None)
            if oldest is None:
                break
            del self._live[oldest]

    def forget(self, table: str) -> None:
        """Drop a table from memory; it is loaded again when somebody asks."""
        self._live.pop(table, None)

    def rest(self, now: float) -> None:
        """Drop what was kept for readers who have gone."""
        for live in self._live.values():
            live.rest(now)

    @property
    def in_memory(self) -> int:
        """The number of tables in memory."""
        return len(self._live)

    # -- changing --------------------------------------------------------------------------------------

    async def change(
        self,
        table: str,
        decide: Decide,
        also: Write | None = None,
        check: Write | None = None,
        restart_streams: bool = False,
    ) -> Outcome:
        """Do what `decide` answers, whole or not at all.

        In the same transaction `check` may refuse first, and `also` writes more.  Streams begin anew when somebody loses a seat
        by it; `restart_streams` says that `also` has such an effect.
        """
        # A client that goes away must not stop a commit half-way, nor leave us in doubt about it.
        work = asyncio.ensure_future(self._change(table, decide, also, check, restart_streams))
        self._changing.add(work)
        work.add_done_callback(self._changing.discard)
        return await asyncio.shield(work)

    async def settle(self) -> None:
        """Wait for the changes that are being written, whose clients may have gone: before the database is closed."""
        while self._changing:
            await asyncio.wait(self._changing)

    async def _change(
        self, table: str, decide: Decide, also: Write | None, check: Write | None, restart_streams: bool
    ) -> Outcome:
        await self.before_change(table)
        return await self.change_at_once(table, decide, also, check, restart_streams)

    async def change_at_once(
        self,
        table: str,
        decide: Decide,
        also: Write | None = None,
        check: Write | None = None,
        restart_streams: bool = False,
    ) -> Outcome:
        """The same without what comes before a change, and not to its end if the caller is cancelled."""
        for _ in range(TRIES):
            live = await self.live(table)
            async with live.lock:
                if self._live.get(table) is not live:
                    continue
                entries = tuple(decide(live.match, time.time()))
                if not entries and also is None:
                    if check is not None:  # the answer shows the table all the same
                        async with self.store.read_autocommit() as db:
                            await check(db)
                    return Outcome(live, ())
                try:
                    restart = restart_streams or bool(lost_by(entries))
                    recipients = await self._commit(live, entries, also, check, restart)
                except IntegrityError:  # another process was faster: look again
                    if self.store.is_sqlite:
                        self.forget(table)
                    continue
                except BaseException:
                    self.forget(table)  # perhaps written, perhaps not: the log knows
                    raise
                if restart:
                    self.hub.end(table)
                self._tell(live, recipients)
                return Outcome(live, entries)
        raise Problem(409, "busy", say("Others change this table faster than we can. hint: look again, then try again."))

    async def _commit(
        self, live: LiveTable, entries: tuple[Entry, ...], also: Write | None, check: Write | None, restart_streams: bool
    ) -> Recipients:
        before, after = live.match, following(live.match, entries)
        snapshot = after.version - live.snapshot_at >= self.settings.snapshot_every
        async with self.store.write() as db:
            await rows.lock_table(db, live.id)
            if check is not None:
                await check(db)
            if entries:
                bodies = [entry.to_dict() for entry in entries]
                await rows.append(db, live.id, before.version, bodies, columns_of(after))
            for seat in renewed_by(entries):
                await rows.next_generation(db, live.id, seat)
            for entry in entries:
                if entry.kind == "leave" and entry.seat is not None:
                    is_open = after.seats[entry.seat].kind == "open"
                    await (rows.release if is_open else rows.leave)(db, live.id, entry.seat)
            if snapshot:
                await rows.keep_snapshot(db, live.id, after.version, after.snapshot())
            if also is not None:
                await also(db)
            if restart_streams:  # before the news itself: streams of lost seats must not get it
                await announce(db, Signal(live.id, ACCESS, (), self.process))
            recipients = await recipients_of(db, live.id, after, before)
            if after.phase == "over" != before.phase:
                await rate(db, live.id, after)
            await announce(db, Signal(live.id, after.version, recipients.persons, self.process))
        live.go_on(after, entries)  # not before: readers see nothing that is not committed
        if snapshot:
            live.snapshot_at = after.version
        return recipients

    # -- telling ---------------------------------------------------------------------------------------

    def _tell(self, live: LiveTable, recipients: Recipients) -> None:
        """Wake the streams of this process, the bots and the webhooks; other processes hear it from the database."""
        match = live.match
        self.hub.wake(Signal(live.id, match.version, recipients.persons))
        if match.waiting_for is not None and match.waiting_for.by == "bot":
            self.on_bot(live.id, live.payer)
        if recipients.with_webhooks:
            ended = match.phase in ("over", "closed")
            news = {"event": "over" if ended else "your-turn", **news_of(live)}
            self.on_turn(news, recipients.with_webhooks)

    async def heard(self, signal: Signal) -> None:
        """Another process has changed a table."""
        if signal.sender == self.process:
            return
        if (loading := self._loading.get(signal.table)) is not None:
            async with loading:  # what is just being read may be older than this signal
                pass
        if (live := self._live.get(signal.table)) is not None:
            await self._refresh(live, signal.version > live.match.version, signal.version == CHAT)
        if signal.version == ACCESS:
            await self.see_access(signal.table)
        self.hub.wake(signal)

    async def see_access(self, table: str) -> None:
        """Who may do what at a table has changed: ask again whose it is, and end its streams."""
        try:
            if (live := self._live.get(table)) is not None:
                async with self.store.read_autocommit() as db:
                    live.owner = await rows.owner_of(db, table)
        finally:
            self.hub.end(table)

    async def missed(self) -> None:
        """Signals may have been lost: look at every table somebody watches.  All streams begin anew, as one of those signals
        may have said that somebody may no longer see what they see."""
        for key in self.hub.watched():
            if live := self._live.get(key):
                await self._refresh(live)
            self.hub.end(key)

    async def _refresh(self, live: LiveTable, entries: bool = True, chat: bool = True) -> None:
        """Read what others have done and said at a table.  One that cannot be read is loaded anew when somebody asks."""
        try:
            if entries:
                await self._catch_up(live)
            if chat:
                await self._listen(live)
        except Exception as fault:  # the other tables must not wait for this one, nor its own streams for its news
            self.forget(live.id)
            self._log.note(live.id, "a table could not be followed", level=40, fault=fault, table=live.id)

    # -- chat ------------------------------------------------------------------------------------------

    async def chat(self, live: LiveTable, after: int = 0) -> list[dict[str, Any]]:
        """The last lines of a table's chat, oldest first: those with a number above `after`."""
        if live.chat is None or not self.store.is_sqlite:
            await self._listen(live, first=True)
        return live.lines_after(after)

    async def say(
        self, live: LiveTable, person: str | None, seat: int | None, name: str, words: str, check: Write
    ) -> dict[str, Any]:
        """Add a line to a table's chat; `check` may refuse first, in the same transaction."""
        async with self.store.write() as db:
            await rows.lock_table(db, live.id)  # so that numbers are committed in their order: streams go by them
            await check(db)
            number = await rows.add_chat(db, live.id, person, seat, name, words)
            await announce(db, Signal(live.id, CHAT, (), self.process))
        live = self._live.get(live.id, live)  # it may have been dropped and loaded again since the request came
        await self._listen(live, first=True)
        self.hub.wake(Signal(live.id, CHAT))
        return next(line for line in live.lines_after(number - 1))

    async def _listen(self, live: LiveTable, first: bool = False) -> None:
        """Read the lines that are not in memory yet; none if nobody has asked for any so far."""
        if live.chat is None and not first:
            return
        async with self.store.read_autocommit() as db:
            lines = await rows.chat_after(db, live.id, live.last_line)
        live.hear(lines)


async def _nothing(table: str) -> None:
    """What is done before a change where nothing is."""


def following(match: Match, entries: Sequence[Entry]) -> Match:
    """The match after some entries; the given one stays as it is."""
    twin = match.copy()
    twin.apply(entries)
    return twin
