"""Tables in play.  `Tables.change` is the one place where a match changes:

    take the table's lock → load → ask the match → append to the log and commit → go on → tell everybody

The log in the database is the truth.  A match in memory is a cache of it: on SQLite there is one process, so it is never
old; with PostgreSQL it is compared with the database whenever it matters, and two processes that write at the same
time meet at the primary key of the log, where one of them is refused and looks again.
"""

from __future__ import annotations

import asyncio
import copy
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.core.state import State
from branchline.match import BadEntry, Entry, Match, Seat, Setup
from branchline.server import rating
from branchline.server.keys import hashed, new_id, seat_secret
from branchline.server.live import Hub, Signal, announce
from branchline.server.logs import note
from branchline.server.problems import Problem, not_found
from branchline.server.settings import Settings
from branchline.server.store import Store, rows
from branchline.server.warmup import Warmup
from branchline.texts import language, say

Decide = Callable[[Match, float], Sequence[Entry]]
TRIES = 5
ACCESS = -1
"""The version in a signal that says: who may see what has changed, streams are to begin anew."""


@dataclass(eq=False)
class Live:
    """A table in memory."""

    id: str
    match: Match
    owner: str | None
    public: bool
    parent: str | None
    snapshot_at: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    views: dict[tuple[int | None, str], dict[str, Any]] = field(default_factory=dict)

    def go_on(self, match: Match) -> None:
        """Take a later state of the match; an earlier one comes too late, since logs only grow."""
        if match.version >= self.match.version:
            self.match = match

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat sees, in the language of the moment; watchers of one seat share it."""
        now, reader = time.time(), (seat, language())
        found = self.views.get(reader)
        if found is None or found["version"] != self.match.version or (found["clocks"] and now - found["clocks"]["at"] > 0.1):
            self.views[reader] = found = self.match.view(seat, now)
        return found


@dataclass(frozen=True)
class Outcome:
    """What a change came to."""

    live: Live
    entries: tuple[Entry, ...]


class Tables:
    """Every table of the house."""

    def __init__(self, store: Store, hub: Hub, warmup: Warmup, key: bytes, settings: Settings) -> None:
        self.store, self.hub, self.warmup, self.settings = store, hub, warmup, settings
        self._key = key
        self.process = new_id()
        self._live: OrderedDict[str, Live] = OrderedDict()
        self._loading: dict[str, asyncio.Lock] = {}
        self.on_bot: Callable[[str], None] = lambda table: None
        """Called when a bot is to move."""
        self.on_turn: Callable[[Live, dict[str, Any], list[str]], None] = lambda live, news, persons: None
        """Called when persons have something to do or a game is over."""

    # -- opening ---------------------------------------------------------------------------------------

    async def open(
        self,
        setup: Setup,
        owner: str | None,
        mine: Collection[int] = (),
        reserved: Collection[int] = (),
        parent: str | None = None,
        kind: str = "new",
    ) -> Live:
        """A new table; the owner holds the seats in `mine`.  `kind` is `new`, `fork`, `rematch` or `import`."""
        self.warmup.require(setup.game)
        table, match, now = new_id(), Match(setup), time.time()
        begun = tuple(match.begin(now))
        match.apply(begun)
        live = Live(table, match, owner, setup.public, parent)
        secrets = [hashed(seat_secret(self._key, table, seat, 0)) for seat in range(setup.players)]
        columns = {"game": setup.game, "setup": setup.to_dict(), "owner": owner, "public": setup.public}
        columns |= {"parent": parent, "kind": kind}
        async with self.store.write() as db:
            await rows.add_table(db, table, {**columns, **columns_of(match)}, secrets, reserved)
            if begun:
                await rows.append(db, table, 0, [entry.to_dict() for entry in begun], columns_of(match))
            if owner is not None:
                for seat in mine:
                    await rows.hold(db, table, seat, owner)
            persons = await _persons(db, table, match, None)
            await announce(db, Signal(table, match.version, tuple(persons), self.process))
        self._keep(live)
        self._tell(live, persons)
        return live

    async def rematch(self, live: Live, owner: str) -> Live:
        """The same game among the same people, each one seat further; the one that is open already if there is one."""
        async with live.lock:
            async with self.store.read() as db:
                found = await rows.rematch_of(db, live.id)
                holders = await rows.holders_of(db, live.id)
            if found is not None:
                return await self.live(found)
            setup = live.match.setup
            players = setup.players
            seats = [live.match.seats[(seat - 1) % players] for seat in range(players)]
            again = replace(
                setup,
                seats=tuple(Seat("bot", level=seat.level) if seat.kind == "bot" else Seat("open") for seat in seats),
                opening=(),
                origin=None,
            )
            new = await self.open(again, owner, parent=live.id, kind="rematch")
        for seat, people in sorted(holders.items()):
            if live.match.seats[seat].is_person:
                await self.sit(new.id, (seat + 1) % players, people, live.match.seats[seat].name)
        return await self.live(new.id)

    async def sit(self, table: str, seat: int, people: Sequence[str], name: str) -> None:
        """Put persons on an open seat."""

        async def hold(db: AsyncConnection) -> None:
            for person in people:
                await rows.hold(db, table, seat, person)

        await self.change(table, lambda match, now: match.join(seat, name, now), hold)

    # -- loading ---------------------------------------------------------------------------------------

    async def live(self, table: str) -> Live:
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

    async def _load(self, table: str) -> Live:
        async with self.store.read() as db:
            row = await rows.find_table(db, table)
            if row is None:
                raise not_found(say("There is no table of this name here."))
            self.warmup.require(row.game)
            setup = Setup.from_dict(row.setup)
            snapshot = await rows.find_snapshot(db, table)
            try:
                match = Match.restore(setup, snapshot and snapshot.body)
            except BadEntry as fault:  # an older program's snapshot: the log has everything
                note("a snapshot cannot be read; replaying the log", level=30, fault=fault, table=table)
                match, snapshot = Match.restore(setup), None
            for body in await rows.entries_from(db, table, match.version):
                match.apply([Entry.from_dict(body)])
        live = Live(table, match, row.owner, row.public, row.parent, snapshot.version if snapshot else 0)
        self._keep(live)
        return live

    async def _catch_up(self, live: Live) -> None:
        """Read what other processes have written.  Several may do so at once: each goes on from what it saw."""
        before = live.match
        async with self.store.read() as db:
            version = await rows.version_of(db, live.id)
            if version is None or version <= before.version:
                return
            bodies = await rows.entries_from(db, live.id, before.version)
        live.go_on(following(before, [Entry.from_dict(body) for body in bodies]))

    def _keep(self, live: Live) -> None:
        self._live[live.id] = live
        while len(self._live) > self.settings.tables_in_memory:
            oldest = next((key for key, other in self._live.items() if not other.lock.locked()), None)
            if oldest is None:
                break
            del self._live[oldest]

    def forget(self, table: str) -> None:
        """Drop a table from memory; it is loaded again when somebody asks."""
        self._live.pop(table, None)

    @property
    def in_memory(self) -> int:
        """The number of tables in memory."""
        return len(self._live)

    # -- changing --------------------------------------------------------------------------------------

    async def change(self, table: str, decide: Decide, also: Callable[[AsyncConnection], Any] | None = None) -> Outcome:
        """Do what `decide` answers, whole or not at all; `also` writes more in the same transaction."""
        # A client that goes away must not stop a commit half-way, nor leave us in doubt about it.
        return await asyncio.shield(asyncio.ensure_future(self._change(table, decide, also)))

    async def _change(self, table: str, decide: Decide, also: Callable[[AsyncConnection], Any] | None) -> Outcome:
        for _ in range(TRIES):
            live = await self.live(table)
            async with live.lock:
                if self._live.get(table) is not live:
                    continue
                entries = tuple(decide(live.match, time.time()))
                if not entries and also is None:
                    return Outcome(live, ())
                try:
                    persons = await self._commit(live, entries, also)
                except IntegrityError:  # another process was faster: look again
                    if self.store.is_sqlite:
                        self.forget(table)
                    continue
                except BaseException:
                    self.forget(table)  # perhaps written, perhaps not: the log knows
                    raise
                self._tell(live, persons)
                return Outcome(live, entries)
        raise Problem(409, "busy", say("Others change this table faster than we can. hint: look again, then try again."))

    async def _commit(self, live: Live, entries: tuple[Entry, ...], also: Callable[[AsyncConnection], Any] | None) -> list[str]:
        before, after = live.match, following(live.match, entries)
        snapshot = after.version - live.snapshot_at >= self.settings.snapshot_every
        async with self.store.write() as db:
            if entries:
                bodies = [entry.to_dict() for entry in entries]
                await rows.append(db, live.id, before.version, bodies, columns_of(after))
            if snapshot:
                await rows.keep_snapshot(db, live.id, after.version, after.snapshot())
            if also is not None:
                await also(db)
            persons = await _persons(db, live.id, after, before)
            if after.phase == "over" != before.phase:
                await _rate(db, live.id, after)
            await announce(db, Signal(live.id, after.version, tuple(persons), self.process))
        live.go_on(after)  # not before: readers see nothing that is not committed
        if snapshot:
            live.snapshot_at = after.version
        return persons

    # -- telling ---------------------------------------------------------------------------------------

    def _tell(self, live: Live, persons: list[str]) -> None:
        """Wake the streams of this process, the bots and the postman; other processes hear it from the database."""
        match = live.match
        self.hub.wake(Signal(live.id, match.version, tuple(persons)))
        if match.waiting_for is not None and match.waiting_for.by == "bot":
            self.on_bot(live.id)
        if persons:
            ended = match.phase in ("over", "closed")
            news = {"event": "over" if ended else "your-turn", **news_of(live)}
            self.on_turn(live, news, persons)

    async def heard(self, signal: Signal) -> None:
        """Another process has changed a table."""
        if signal.sender == self.process:
            return
        live = self._live.get(signal.table)
        if live is not None and signal.version > live.match.version:
            await self._catch_up(live)
        if signal.version == ACCESS:
            self.hub.end(signal.table)
        self.hub.wake(signal)

    async def missed(self) -> None:
        """Signals may have been lost: look at every table somebody watches, and wake all."""
        for key in self.hub.watched():
            if live := self._live.get(key):
                await self._catch_up(live)
            self.hub.wake(Signal(key, 0))

    async def access_changed(self, table: str) -> None:
        """Who may see what has changed: streams of the table begin anew."""
        async with self.store.write() as db:
            await announce(db, Signal(table, ACCESS, (), self.process))
        self.hub.end(table)

    # -- links of seats --------------------------------------------------------------------------------

    async def secret(self, db: AsyncConnection, table: str, seat: int, renew: bool = False) -> str:
        """The secret of a seat's link; renewed if asked for, or if the server's key has changed since."""
        row = (await rows.seats_of(db, table))[seat]
        secret = seat_secret(self._key, table, seat, row.generation)
        if renew or hashed(secret) != row.secret:
            secret = seat_secret(self._key, table, seat, row.generation + 1)
            await rows.renew_secret(db, table, seat, row.generation + 1, hashed(secret))
        return secret


def following(match: Match, entries: Sequence[Entry]) -> Match:
    """The match after some entries; the given one stays as it is."""
    twin = copy.copy(match)
    for name, value in vars(match).items():
        if isinstance(value, dict):  # one of them holds lists that grow
            setattr(twin, name, {key: list(item) if isinstance(item, list) else item for key, item in value.items()})
        elif isinstance(value, (list, State)):
            setattr(twin, name, value.copy())
    twin.apply(entries)
    return twin


async def _persons(db: AsyncConnection, table: str, match: Match, before: Match | None) -> list[str]:
    """Whom this change concerns personally: whose turn has come, or everybody at the end."""
    ended = match.phase in ("over", "closed") and (before is None or before.phase != match.phase)
    now, then = match.waiting_for, before.waiting_for if before is not None else None
    turned = now is not None and now.by == "person" and (then is None or (then.seat, then.by) != (now.seat, now.by))
    if not ended and not turned:
        return []
    holders = await rows.holders_of(db, table)
    if ended:
        return sorted({person for people in holders.values() for person in people})
    assert now is not None
    return holders.get(now.seat, [])


async def _rate(db: AsyncConnection, table: str, match: Match) -> None:
    """Ratings of persons with accounts; not for games that were forked or taken back alone."""
    if match.marks & {"fork", "undo-alone"} or not await rows.mark_rated(db, table):
        return
    holders = await rows.holders_of(db, table)
    rated = {
        seat: people[0]
        for seat, people in holders.items()
        if match.seats[seat].kind == "person" and await rating.has_account(db, people[0])
    }
    sides = match.game.title.sides(match.state.record)
    await rating.write(db, match.game.name, rated, sides, match.state.ranks)


def columns_of(match: Match) -> dict[str, Any]:
    """What lists show of a match."""
    waiting = match.waiting_for
    return {
        "version": match.version,
        "ply": match.ply,
        "status": match.phase,
        "waits_for": waiting.by if waiting else "nobody",
        "actor": waiting.seat if waiting else None,
        "deadline": match.due(),
        "summary": summary_of(match),
    }


def summary_of(match: Match) -> dict[str, Any]:
    """A table in a few words."""
    seats = [{"kind": seat.kind, "name": seat.label, "level": seat.level, "played_by": seat.played_by} for seat in match.seats]
    ended = match.phase == "over"
    return {
        "title": match.game.title.title,
        "players": match.game.players,
        "options": match.game.changed_options,
        "clock": match.setup.clock.to_dict(),
        "seats": seats,
        "scores": match.state.scores if ended else None,
        "ranks": match.state.ranks if ended else None,
    }


def news_of(live: Live) -> dict[str, Any]:
    """What a person is told about a table from afar."""
    match = live.match
    waiting = match.waiting_for
    return {
        "table": live.id,
        "game": match.game.name,
        "title": match.game.title.title,
        "phase": match.phase,
        "ply": match.ply,
        "version": match.version,
        "seat": waiting.seat if waiting else None,
        "path": f"/t/{live.id}",
    }
