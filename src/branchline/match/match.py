"""A match: one game among people.  Questions about it, and everything that can be done at its table.

Every method that does something checks it and returns the entries that would happen; **it changes nothing**.
Whoever keeps the match stores these entries in one transaction and then gives them to `apply`:

    entries = match.play(seat, "extend Fargo", ply=7, now=time.time())
    store.append(table, match.version, entries)      # commit; only then
    match.apply(entries)                             # the match goes on, and everybody may be told

No entries means that there is nothing to do, as for a move that is posted twice.  A refusal is an exception of
`branchline.match.errors`, or the core's IllegalMove and UnknownMove.  `now` is UTC in seconds.
"""

from __future__ import annotations

import bisect
import itertools
import random
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from branchline.core.move import Move
from branchline.core.record import Record
from branchline.core.state import State
from branchline.match import entry as entries_of
from branchline.match import undo, view
from branchline.match.entry import Entry
from branchline.match.errors import Closed, NotAllowed, NotStarted, NotYourSeat, NotYourTurn, WrongPly
from branchline.match.fold import Fold, seen_by_whom
from branchline.match.plain import check_level, check_name
from branchline.match.setup import Setup

Entries = tuple[Entry, ...]
SYSTEM = random.SystemRandom()
"""Chance as it is drawn in earnest; tests pass a `random.Random` with a seed instead."""


class Waiting(NamedTuple):
    """Whom the table waits for: give `ply` and `version` back with the move."""

    seat: int
    by: str
    """`person` or `bot`."""
    level: str
    """The bot's level; empty for a person."""
    ply: int
    version: int


class Match(Fold):
    """One table.

    >>> from branchline.match import Match, Seat, Setup
    >>> match = Match(Setup.of("northern-pacific", [Seat("person", "Ann"), Seat("open"), Seat("bot", level="easy")]))
    >>> match.apply(match.join(1, "Bo", now=0.0))
    >>> match.apply(match.play(0, "extend Fargo", ply=0, now=1.0))
    >>> match.phase, match.ply, match.waiting_for.seat
    ('playing', 1, 1)
    """

    @classmethod
    def restore(cls, setup: Setup, snapshot: bytes | None = None, entries: Iterable[Entry] = ()) -> Match:
        """The match after a snapshot (if there is one) and the entries after it."""
        from branchline.match.snapshot import read

        match = cls(setup) if snapshot is None else read(cls, setup, snapshot)
        match.apply(entries)
        return match

    def snapshot(self) -> bytes:
        """The match as bytes that `restore` reads in a few milliseconds, however many entries there were."""
        from branchline.match.snapshot import write

        return write(self)

    # -- questions ---------------------------------------------------------------------------------

    @property
    def waiting_for(self) -> Waiting | None:
        """Whose decision the table waits for; None unless the game is on."""
        seat = self.decider
        if seat is None:
            return None
        return Waiting(seat, self.seats[seat].played_by, self.level_of(seat), self.ply, self.version)

    def view(self, seat: int | None, now: float, log_from: int = 0) -> dict[str, Any]:
        """What a seat (None: a spectator) may see of the table: the core's view and everything around the board."""
        return view.of(self, seat, now, log_from)

    def view_at(self, ply: int, seat: int | None) -> dict[str, Any]:
        """The board at an earlier ply as a seat may see it; when the game is over, with nothing hidden."""
        return view.at(self, ply, seat)

    def svg(self, seat: int | None, ply: int | None = None) -> str:
        """The board as a picture for a seat (None: a spectator), now or at an earlier ply."""
        return view.picture(self, seat, ply)

    def log(self, seat: int | None, start: int = 0) -> list[dict[str, Any]]:
        """The moves on the board from a ply on, as a seat may read them."""
        return view.log(self, seat, start)

    def told(self, entry: Entry, seat: int | None) -> dict[str, Any]:
        """An entry as a seat (None: a spectator) may be told of it."""
        return view.told(self, entry, seat)

    def record(self) -> Record:
        """The game so far with nothing hidden: for the store, and for everybody once it is over."""
        return view.record(self)

    # -- sitting down and getting up ---------------------------------------------------------------

    def begin(self, now: float, rng: random.Random = SYSTEM) -> Entries:
        """The entries of a new table: none while seats are open, else the start and the first draws."""
        if self.version or self.phase != "waiting" or any(seat.kind == "open" for seat in self.seats):
            return ()
        return self._start_entries(now, rng)

    def join(self, seat: int | None, name: str, now: float, rng: random.Random = SYSTEM) -> Entries:
        """A person sits down on an open seat (None: the first); the last one starts the game."""
        open_seats = self._open_seats()
        if seat is None:
            seat = open_seats[0]
        self._check_open(seat)
        return (Entry("join", seat, now, {"name": check_name(name)}), *self._start_if_last(seat, now, rng))

    def fill(self, seat: int, level: str, now: float, rng: random.Random = SYSTEM) -> Entries:
        """A bot sits down on an open seat."""
        self._open_seats()
        self._check_open(seat)
        return (Entry("fill", seat, now, {"level": check_level(level)}), *self._start_if_last(seat, now, rng))

    def leave(self, seat: int, now: float) -> Entries:
        """A person gets up for good: before the start the seat is open again, afterwards a bot plays it."""
        self._check_person(seat)
        return (Entry("leave", seat, now), *self._close_if_last(seat, now))

    def rename(self, seat: int, name: str, now: float) -> Entries:
        """A person takes another name."""
        self._check_person(seat)
        given = check_name(name)
        return () if given == self.seats[seat].name else (Entry("rename", seat, now, {"name": given}),)

    def close(self, now: float, why: str = "closed") -> Entries:
        """Give the table up, whatever its people think: for whoever runs the server."""
        return () if self.phase in ("over", "closed") else (Entry("close", None, now, {"why": why}),)

    def _open_seats(self) -> list[int]:
        self._check_not_closed()
        found = [number for number, seat in enumerate(self.seats) if seat.kind == "open"]
        if not found:
            raise NotYourSeat("Every seat of this table is taken.")
        return found

    def _check_open(self, seat: int) -> None:
        self._check_seat(seat)
        if self.seats[seat].kind != "open":
            raise NotYourSeat(f"Seat {seat} is taken.")

    def _start_if_last(self, seat: int, now: float, rng: random.Random) -> Entries:
        return self._start_entries(now, rng) if self._open_seats() == [seat] else ()

    def _start_entries(self, now: float, rng: random.Random) -> Entries:
        return (Entry("start", None, now), *_draws(self.state.copy(), now, rng))

    def _close_if_last(self, seat: int, now: float) -> Entries:
        return () if self.persons != [seat] else (Entry("close", None, now, {"why": "everybody left"}),)

    # -- moving ------------------------------------------------------------------------------------

    def play(
        self,
        seat: int,
        move: str | int | Move,
        ply: int,
        now: float,
        rng: random.Random = SYSTEM,
        *,
        version: int | None = None,
        by_bot: bool = False,
    ) -> Entries:
        """A move at the ply its sender saw, and all draws after it, as one whole.

        `version` is the one its sender saw, and closes a gap: a ply can come again after an undo.  A move that
        stands on the board at that ply already, by the same hand, is harmless and gives no entries.  A person who
        moves for a seat that a bot plays for the time being takes it back with that.
        """
        self._check_seat(seat)
        found = self.game.move(move)
        hand = "bot" if by_bot else "person"
        if self._is_repeated(seat, found, ply, version, hand):
            return ()
        self._check_playing()
        if by_bot and self.seats[seat].played_by != "bot":
            raise NotYourSeat(f"No bot plays seat {seat}.")
        back = () if by_bot else self._back(seat, now)
        self._check_fresh(ply, version)
        if self.state.actor != seat:
            raise NotYourTurn(f"Seat {self.state.actor} is to decide, not seat {seat}.", self.ply, self.version)
        after = self.state.copy()
        seen_by = seen_by_whom(after, found.id) if after.is_legal(found) else None
        after.play(found)
        level = self.level_of(seat) if by_bot else ""
        made = entries_of.action(seat, now, ply, found.text, hand, level, seen_by)
        return (*back, made, *_draws(after, now, rng))

    def _is_repeated(self, seat: int, move: Move, ply: int, version: int | None, hand: str) -> bool:
        if not 0 <= ply < self.ply:
            return False
        deed = self.deeds[ply]
        return deed[:3] == (move.id, seat, hand) and (version is None or deed.version > version)

    # -- taking back -------------------------------------------------------------------------------

    def undo(self, seat: int, to: int, ply: int, now: float, *, version: int | None = None) -> Entries:
        """Take moves back to a ply without asking anybody; NotAllowed says what it would take."""
        self._check_seat(seat)
        last = self.last_undo
        if last is not None and last.seat == seat and ply != self.ply and (last.data["to"], last.data["ply"]) == (to, ply):
            return ()
        back = self._may_undo(seat, ply, now, version)
        right = undo.right_to(self, seat, to)
        if right not in ("free", "alone"):
            raise NotAllowed(self._why_no_undo(seat, to, right))
        return (*back, Entry("undo", seat, now, {"to": to, "ply": ply, "right": right}))

    def undo_step(self, seat: int, ply: int, now: float, *, version: int | None = None) -> Entries:
        """Take one's last decision back."""
        return self._undo_to(undo.last_step(self, self._check_seat(seat)), seat, ply, now, version)

    def restart_turn(self, seat: int, ply: int, now: float, *, version: int | None = None) -> Entries:
        """Take back one's turn as far as that is allowed without asking."""
        return self._undo_to(undo.turn_start(self, self._check_seat(seat)), seat, ply, now, version)

    def _undo_to(self, to: int | None, seat: int, ply: int, now: float, version: int | None) -> Entries:
        last = self.last_undo
        if last is not None and last.seat == seat and ply == last.data["ply"] != self.ply:
            return ()
        self._may_undo(seat, ply, now, version)
        if to is None:
            own = [number for number, deed in enumerate(self.deeds) if deed.seat == seat]
            raise NotAllowed(self._why_no_undo(seat, own[-1], "consent") if own else "You have decided nothing yet.")
        return self.undo(seat, to, ply, now, version=version)

    def ask_undo(self, seat: int, to: int, ply: int, now: float, *, version: int | None = None) -> Entries:
        """Ask the other persons to go back to a ply; where no consent is needed, it is done."""
        back = self._may_undo(seat, ply, now, version)
        right = undo.right_to(self, seat, to)
        if right in ("free", "alone"):
            return self.undo(seat, to, ply, now, version=version)
        if right is None:
            raise NotAllowed(self._why_no_undo(seat, to, right))
        if self.ask is not None:
            if (self.ask.seat, self.ask.to) == (seat, to):
                return ()
            raise NotAllowed(f"Seat {self.ask.seat} has asked to go back to ply {self.ask.to}. hint: answer that first.")
        return (*back, Entry("ask", seat, now, {"to": to}))

    def answer_undo(self, seat: int, ask: int, yes: bool, now: float) -> Entries:
        """Agree to a request to go back or refuse it; who asked refuses to withdraw.  `ask` is the request's id."""
        self._check_playing()
        self._check_person(seat)
        if self.ask is None or self.ask.id != ask:
            raise NotAllowed("This request to go back is no longer open.")
        if not yes:
            return (Entry("refuse", seat, now),)
        if seat in self.ask.consents:
            return ()
        agreed = Entry("consent", seat, now)
        if self.ask.consents | {seat} < set(self.persons):
            return (agreed,)
        return (agreed, Entry("undo", self.ask.seat, now, {"to": self.ask.to, "ply": self.ply, "right": "consent"}))

    def _may_undo(self, seat: int, ply: int, now: float, version: int | None) -> Entries:
        self._check_seat(seat)
        self._check_playing()
        back = self._back(seat, now)
        self._check_fresh(ply, version)
        return back

    def _why_no_undo(self, seat: int, to: int, right: str | None) -> str:
        if self.setup.undo == "never":
            return "At this table no move is taken back."
        if not 0 <= to < self.ply or self.deeds[to].seat < 0:
            return f"One cannot go back to ply {to}: there nobody had to decide."
        if right == "consent":
            return "A draw, a reveal or another seat's decision came after that. hint: ask the others to agree."
        if self.setup.undo == "own":
            return "A draw, a reveal or another seat's decision came after that, and this table goes back no further."
        return f"Ply {to} was not seat {seat}'s decision. hint: go back to one of your own."

    # -- absence, time, votes ----------------------------------------------------------------------

    def take_over(self, seat: int, now: float) -> Entries:
        """A person asks a bot to play for him until he is back."""
        self._check_playing()
        self._check_person(seat)
        return () if self.seats[seat].away else (Entry("take-over", seat, now, {"why": "asked"}),)

    def hand_back(self, seat: int, now: float) -> Entries:
        """A person comes back to the seat that a bot plays for him."""
        self._check_playing()
        return self._back(seat, now)

    def vote(self, seat: int, topic: str, now: float, *, yes: bool = True, seen: Mapping[int, float] | None = None) -> Entries:
        """Vote to `close` the table, or that a bot shall `take-over 2`; it happens when all persons present agree.

        `seen` is when the server last saw each seat; a seat can be voted on after the table's minutes of absence.
        """
        self._check_playing()
        self._check_person(seat)
        target = self._voted_on(topic)
        if (seat in self.votes.get(topic, frozenset())) == yes:
            return ()
        cast = Entry("vote", seat, now, {"topic": topic, "yes": yes})
        if not yes:
            return (cast,)
        if target is not None:
            self._check_absent(seat, target, now, seen or {})
        if self.votes.get(topic, frozenset()) | {seat} < self._voters(target):
            return (cast,)
        if target is None:
            return (cast, Entry("close", None, now, {"why": "by vote"}))
        return (cast, Entry("take-over", target, now, {"why": "vote"}))

    def tick(self, now: float, seen: Mapping[int, float] | None = None) -> Entries:
        """What time alone brings about: time-outs, and bots for absent people.  Call it when `due` says so."""
        seat = self.clocks.time_out(now)
        if self.phase != "playing":
            return ()
        if seat is not None:
            flag = Entry("flag", seat, now)
            if self.setup.on_time_out == "bot":
                return (flag, Entry("take-over", seat, now, {"why": "time"}))
            if self.setup.on_time_out == "forfeit":
                return (flag, Entry("forfeit", seat, now), *self._close_if_last(seat, now))
            return (flag,)
        absent = self.decider
        if absent is None or self.setup.absence.kind != "after" or self.seats[absent].played_by != "person":
            return ()
        if now < self._absent_from(absent, seen or {}):
            return ()
        return (Entry("take-over", absent, now, {"why": "absent"}),)

    def due(self, seen: Mapping[int, float] | None = None) -> float | None:
        """When `tick` will next have something to say, if nothing happens before."""
        if self.phase != "playing":
            return None
        times = [self.clocks.out_at()]
        seat = self.decider
        if seat is not None and self.setup.absence.kind == "after" and self.seats[seat].played_by == "person":
            times.append(self._absent_from(seat, seen or {}))
        return min((time for time in times if time is not None), default=None)

    def downtime(self, since: float, now: float) -> Entries:
        """The server was away from `since` until now: that is nobody's time.  For the start of a server."""
        if self.phase != "playing" or now <= since or (self.clocks.running is None and self.setup.absence.kind == "never"):
            return ()
        return (Entry("downtime", None, now, {"since": since}),)

    def _back(self, seat: int, now: float) -> Entries:
        """The entry by which a person comes back, if a bot played for him."""
        self._check_person(seat)
        if not self.seats[seat].away:
            return ()
        if self.decider == seat and seat not in self.covered and self.clocks.remaining(seat, now) == 0.0:
            raise NotAllowed("Your time was out, so a bot makes this decision. hint: come back after it.")
        return (Entry("hand-back", seat, now),)

    def _absent_from(self, seat: int, seen: Mapping[int, float]) -> float:
        """When a seat that is to decide counts as absent, if it gives no sign."""
        return max(self.since, self.signs[seat], seen.get(seat, 0.0)) + self.setup.absence.minutes * 60

    def _voted_on(self, topic: str) -> int | None:
        word, _, number = topic.partition(" ")
        if topic == "close":
            return None
        if word != "take-over" or not number.isdecimal() or not number.isascii() or len(number) > 2:
            raise NotAllowed(f"There is no vote on {topic[:60]!r}. hint: 'close', or 'take-over 2' for seat 2.")
        return self._check_seat(int(number))

    def _check_absent(self, voter: int, target: int, now: float, seen: Mapping[int, float]) -> None:
        if self.setup.absence.kind != "vote":
            raise NotAllowed("At this table there is no vote on absent people.")
        if voter == target or self.decider != target or self.seats[target].played_by != "person":
            raise NotAllowed(f"Seat {target} is not a person whom the others wait for.")
        if now < (start := self._absent_from(target, seen)):
            raise NotAllowed(f"Seat {target} is not absent yet. hint: vote in {start - now:.0f} seconds.")

    def _voters(self, target: int | None) -> set[int]:
        return {seat for seat in self.persons if seat != target and not self.seats[seat].away}

    # -- checks ------------------------------------------------------------------------------------

    def _check_seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(self.seats):
            raise NotYourSeat(f"There is no seat {seat!r:.20}: seats run from 0 to {len(self.seats) - 1}.")
        return seat

    def _check_person(self, seat: int) -> None:
        self._check_seat(seat)
        self._check_not_closed()
        if self.seats[seat].gone:
            raise NotYourSeat(f"A bot plays seat {seat} for good.")
        if not self.seats[seat].is_person:
            raise NotYourSeat(f"Nobody sits on seat {seat}." if self.seats[seat].kind == "open" else f"Seat {seat} is a bot's.")

    def _check_not_closed(self) -> None:
        if self.phase == "over":
            raise Closed("The game is over. hint: a fork plays on from any of its positions.")
        if self.phase == "closed":
            raise Closed(f"This table was given up: {self.closed}.")

    def _check_playing(self) -> None:
        self._check_not_closed()
        if self.phase == "waiting":
            raise NotStarted("The game begins when every seat is taken.")

    def _check_fresh(self, ply: int, version: int | None) -> None:
        if ply != self.ply or (version is not None and version < self.board_version):
            raise WrongPly(f"The board has changed: it is at ply {self.ply} now.", self.ply, self.version)


def _draws(state: State, now: float, rng: random.Random) -> Entries:
    """Draw for chance until somebody is to decide; the state goes along."""
    found = []
    while state.is_chance:
        limits = list(itertools.accumulate(state.weights()))
        move = state.legal()[bisect.bisect(limits, rng.randrange(limits[-1]))]
        found.append(entries_of.action(None, now, state.ply, move.text, "chance", "", seen_by_whom(state, move.id)))
        state.push(move.id)
    return tuple(found)
