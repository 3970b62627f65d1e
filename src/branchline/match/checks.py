"""The checks that requests at a table share."""

from __future__ import annotations

from branchline.errors import Closed, NotAllowed, NotStarted, NotYourSeat, WrongPly
from branchline.match.entry import Entry
from branchline.match.match_state import MatchState
from branchline.texts import noted, say, translated

Entries = tuple[Entry, ...]


class CheckedMatch(MatchState):
    """A match with checks.  Each check raises the error that says what is wrong."""

    def _check_seat(self, seat: int) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < len(self.seats):
            last = len(self.seats) - 1
            raise NotYourSeat(
                say("There is no seat with the index {seat!r:.20}: the indexes run from 0 to {last}.", seat=seat, last=last)
            )
        return seat

    def _called(self, seat: int) -> str:
        """The name of the person in a seat, to begin a sentence with."""
        return self.seats[seat].name or say("Seat {number}", number=seat + 1)

    def _check_person(self, seat: int) -> None:
        self._check_seat(seat)
        self._check_not_closed()
        if self.seats[seat].gone:
            raise NotYourSeat(say("A bot plays for {player} for good.", player=self._called(seat)))
        if self.seats[seat].kind == "open":
            raise NotYourSeat(say("Nobody sits on seat {number}.", number=seat + 1))
        if not self.seats[seat].is_person:
            raise NotYourSeat(say("{player} is a bot.", player=self._called(seat)))

    def _check_not_closed(self) -> None:
        if self.phase == "over":
            raise Closed(say("The game is over. hint: a fork plays on from any of its positions."))
        if self.phase == "closed":
            raise Closed(say("This table was given up: {why}.", why=translated(self.closed)))

    def _check_playing(self) -> None:
        self._check_not_closed()
        if self.phase == "waiting":
            raise NotStarted(say("The game begins when every seat is taken."))

    def _check_fresh(self, ply: int, version: int | None) -> None:
        if ply != self.ply or (version is not None and version < self.board_version):
            raise WrongPly(say("The board has changed: it is at ply {ply} now.", ply=self.ply), self.ply, self.version)

    def _back(self, seat: int, now: float) -> Entries:
        """The entry by which a person comes back, if a bot plays for them."""
        self._check_person(seat)
        if not self.seats[seat].away:
            return ()
        if self.decider == seat and seat not in self.covered and self.clocks.remaining(seat, now) == 0.0:
            raise NotAllowed(say("Your time was out, so a bot makes this decision. hint: come back after it."))
        return (Entry("hand-back", seat, now),)

    def _close_if_last(self, seat: int, now: float) -> Entries:
        return () if self.persons != [seat] else (Entry("close", None, now, {"why": noted("everybody left")}),)
