"""Joining a table and leaving it."""

from __future__ import annotations

import random

from branchline.errors import NotYourSeat
from branchline.match.chance import ChanceDraws
from branchline.match.checks import Entries
from branchline.match.entry import Entry
from branchline.match.validation import check_level, check_name
from branchline.texts import noted, say


class Seating(ChanceDraws):
    """Requests about seats."""

    def begin(self, now: float, rng: random.Random | None = None) -> Entries:
        """The first entries of a new table: the start and the first draws; none while seats are open."""
        if self.phase != "waiting" or any(seat.kind == "open" for seat in self.seats):
            return ()
        return self._start_entries(now, rng)

    def join(self, seat: int | None, name: str, now: float, rng: random.Random | None = None) -> Entries:
        """A person takes an open seat (None: the first).  The game starts when the last seat is taken."""
        open_seats = self._open_seats()
        if seat is None:
            seat = open_seats[0]
        self._check_open(seat)
        return (Entry("join", seat, now, {"name": check_name(name)}), *self._start_if_last(seat, now, rng))

    def fill(self, seat: int, level: str, now: float, rng: random.Random | None = None) -> Entries:
        """A bot takes an open seat."""
        self._open_seats()
        self._check_open(seat)
        return (Entry("fill", seat, now, {"level": check_level(level)}), *self._start_if_last(seat, now, rng))

    def leave(self, seat: int, now: float) -> Entries:
        """A person leaves for good.  Before the start the seat is open again, later a bot plays it."""
        self._check_person(seat)
        return (Entry("leave", seat, now), *self._close_if_last(seat, now))

    def depart(self, seat: int, name: str, now: float) -> Entries:
        """A person leaves for good, and their name is replaced, because they delete their account."""
        return (Entry("rename", self._check_seat(seat), now, {"name": check_name(name)}), *self.leave(seat, now))

    def rename(self, seat: int, name: str, now: float) -> Entries:
        """A person takes another name."""
        self._check_person(seat)
        given = check_name(name)
        return () if given == self.seats[seat].name else (Entry("rename", seat, now, {"name": given}),)

    def change_device(self, seat: int, why: str, now: float) -> Entries:
        """Note that a seat is played on `another` device too, or that play elsewhere was `ended`: the others are told."""
        return () if self.is_finished else (Entry("device", self._check_seat(seat), now, {"why": why}),)

    def close(self, now: float, why: str = noted("closed")) -> Entries:
        """Close the table without asking its people: for the administrator of the server."""
        return () if self.is_finished else (Entry("close", None, now, {"why": why}),)

    def _open_seats(self) -> list[int]:
        self._check_not_closed()
        found = [number for number, seat in enumerate(self.seats) if seat.kind == "open"]
        if not found:
            raise NotYourSeat(say("Every seat of this table is taken."))
        return found

    def _check_open(self, seat: int) -> None:
        self._check_seat(seat)
        if self.seats[seat].kind != "open":
            raise NotYourSeat(say("This seat is taken by {player}.", player=self._called(seat)))

    def _start_if_last(self, seat: int, now: float, rng: random.Random | None) -> Entries:
        return self._start_entries(now, rng) if self._open_seats() == [seat] else ()

    def _start_entries(self, now: float, rng: random.Random | None) -> Entries:
        return (Entry("start", None, now), *self._draws(self.state.copy(), now, rng))
