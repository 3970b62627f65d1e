"""Requests to take moves back."""

from __future__ import annotations

from branchline.errors import NotAllowed
from branchline.match import undo_rules
from branchline.match.checks import CheckedMatch, Entries
from branchline.match.entry import Entry
from branchline.texts import say


class UndoRequests(CheckedMatch):
    """Undo, with or without the others' consent; `branchline.match.undo_rules` has the rules."""

    def undo(self, seat: int, to: int, ply: int, now: float, *, version: int | None = None) -> Entries:
        """Go back to a ply without asking anybody; NotAllowed says what would be needed."""
        self._check_seat(seat)
        last = self.last_undo
        if last is not None and last.seat == seat and ply != self.ply and (last.data["to"], last.data["ply"]) == (to, ply):
            return ()
        back = self._may_undo(seat, ply, now, version)
        right = undo_rules.right_to(self, seat, to)
        if right not in ("free", "alone"):
            raise NotAllowed(self._why_no_undo(seat, to, right))
        return (*back, Entry("undo", seat, now, {"to": to, "ply": ply, "right": right}))

    def undo_step(self, seat: int, ply: int, now: float, *, version: int | None = None) -> Entries:
        """Take back the seat's last decision."""
        return self._undo_to(undo_rules.last_step(self, self._check_seat(seat)), seat, ply, now, version)

    def restart_turn(self, seat: int, ply: int, now: float, *, version: int | None = None) -> Entries:
        """Take back the seat's turn, as far as that is allowed without asking."""
        return self._undo_to(undo_rules.turn_start(self, self._check_seat(seat)), seat, ply, now, version)

    def _undo_to(self, to: int | None, seat: int, ply: int, now: float, version: int | None) -> Entries:
        last = self.last_undo
        if last is not None and last.seat == seat and ply == last.data["ply"] != self.ply:
            return ()
        self._may_undo(seat, ply, now, version)
        if to is None:
            own = [number for number, past in enumerate(self.played) if past.seat == seat]
            raise NotAllowed(self._why_no_undo(seat, own[-1], "consent") if own else say("You have decided nothing yet."))
        return self.undo(seat, to, ply, now, version=version)

    def ask_undo(self, seat: int, to: int, ply: int, now: float, *, version: int | None = None) -> Entries:
        """Ask the other persons to go back to a ply.  If no consent is needed, it is done at once."""
        back = self._may_undo(seat, ply, now, version)
        right = undo_rules.right_to(self, seat, to)
        if right in ("free", "alone"):
            return self.undo(seat, to, ply, now, version=version)
        if right is None:
            raise NotAllowed(self._why_no_undo(seat, to, right))
        if self.ask is not None:
            if (self.ask.seat, self.ask.to) == (seat, to):
                return ()
            asked = {"who": self._called(self.ask.seat), "ply": self.ask.to}
            raise NotAllowed(say("{who} has asked to go back to ply {ply}. hint: answer that first.", **asked))
        return (*back, Entry("ask", seat, now, {"to": to}))

    def answer_undo(self, seat: int, ask: int, yes: bool, now: float) -> Entries:
        """Agree to a request to go back, or refuse it.  The person who asked withdraws it by refusing.  `ask` is its id."""
        self._check_playing()
        self._check_person(seat)
        if self.ask is None or self.ask.id != ask:
            raise NotAllowed(say("This request to go back is no longer open."))
        if not yes:
            return (Entry("refuse", seat, now),)
        if seat in self.ask.consents:
            return ()
        agreed = Entry("consent", seat, now)
        if not self.ask.consents | {seat} >= set(self.persons):
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
            return say("At this table no move is taken back.")
        if not 0 <= to < self.ply or self.played[to].seat < 0:
            return say("One cannot go back to ply {ply}: there nobody had to decide.", ply=to)
        stood_in = any((past.seat, past.by) == (seat, "bot") for past in self.played[to:])
        if right == "consent":
            if stood_in:
                return say("A bot has decided for you since then. hint: ask the others to agree.")
            return say("A draw, a reveal or another seat's decision came after that. hint: ask the others to agree.")
        if self.setup.undo == "own":
            if stood_in:
                return say("A bot has decided for you since then, and this table goes back no further.")
            return say("A draw, a reveal or another seat's decision came after that, and this table goes back no further.")
        return say("That was not your decision. hint: go back to one of your own.")
