"""Absent people, time-outs and votes."""

from __future__ import annotations

from collections.abc import Mapping

from branchline.errors import NotAllowed
from branchline.match.checks import CheckedMatch, Entries
from branchline.match.entry import Entry
from branchline.texts import noted, say


class Absences(CheckedMatch):
    """When a bot plays for a person: on request, after a time-out, by the table's rule for absence, or by vote."""

    def take_over(self, seat: int, now: float) -> Entries:
        """A person asks a bot to play for them until they are back."""
        self._check_playing()
        self._check_person(seat)
        return () if self.seats[seat].away else (Entry("take-over", seat, now, {"why": "asked"}),)

    def hand_back(self, seat: int, now: float) -> Entries:
        """A person comes back to the seat that a bot plays for them."""
        self._check_playing()
        return self._back(seat, now)

    def holiday(self, seat: int, until: float, now: float) -> Entries:
        """A person's clock stands still until a time.  A time that has come ends the holiday."""
        self._check_playing()
        self._check_person(seat)
        if self.setup.clock.kind != "days":
            raise NotAllowed(say("Holidays are for games with days for each move."))
        if until == self.resting[seat] or max(until, self.resting[seat]) <= now:
            return ()
        if self.clocks.running == seat and self.clocks.remaining(seat, now) == 0.0:
            raise NotAllowed(say("The time of this decision is out already."))
        return (Entry("holiday", seat, now, {"until": max(until, now), "why": "taken" if until > now else "ended"}),)

    def vote(self, seat: int, topic: str, now: float, *, yes: bool = True, seen: Mapping[int, float] | None = None) -> Entries:
        """Vote to `close` the table, to `pause` its clock, or for a bot to `take-over 2`.

        It happens as soon as all persons present agree.  A no while the clock is paused lets it run again.
        `seen` is when the server last saw each seat.  A seat can be voted on after the table's minutes of absence.
        """
        self._check_playing()
        self._check_person(seat)
        target = self._voted_on(topic)
        votes = self.votes.get(topic, frozenset())
        cast = () if (seat in votes) == yes else (Entry("vote", seat, now, {"topic": topic, "yes": yes}),)
        if topic == "pause" and (self.paused or self.setup.clock.kind == "none"):
            return self._go_on(seat, now, yes)
        if not yes:
            return cast
        if target is not None:
            self._check_absent(seat, target, now, seen or {})
        if not votes | {seat} >= self.voters(target):
            return cast
        if topic == "pause":
            return (*cast, Entry("pause", seat, now))
        if target is None:
            return (*cast, Entry("close", None, now, {"why": noted("by vote")}))
        return (*cast, Entry("take-over", target, now, {"why": "vote"}))

    def asked(self, topic: str) -> frozenset[int]:
        """The seats whose votes a question of the table still waits for; none if nobody has voted for it."""
        votes = self.votes.get(topic, frozenset())
        return frozenset(self.voters(self._voted_on(topic))) - votes if votes else frozenset()

    def voters(self, target: int | None) -> set[int]:
        """The seats that have to agree: those of all persons present, without the seat `target` that the vote is about."""
        return {seat for seat in self.persons if seat != target and not self.seats[seat].away}

    def _go_on(self, seat: int, now: float, yes: bool) -> Entries:
        """The clock runs again as soon as one person wants it."""
        if not self.paused:
            raise NotAllowed(say("This table has no clock that could be paused."))
        return () if yes else (Entry("resume", seat, now),)

    def tick(self, now: float, seen: Mapping[int, float] | None = None) -> Entries:
        """What happens because time has passed: time-outs, and bots for absent people.  `due` says when to call it."""
        seat = self.clocks.time_out(now)
        if self.phase != "playing" or self.paused:
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
        """The time at which `tick` will next have entries, if nothing happens before."""
        if self.phase != "playing" or self.paused:
            return None
        times = [self.clocks.out_at()]
        seat = self.decider
        if seat is not None and self.setup.absence.kind == "after" and self.seats[seat].played_by == "person":
            times.append(self._absent_from(seat, seen or {}))
        return min((time for time in times if time is not None), default=None)

    def downtime(self, since: float, now: float) -> Entries:
        """The server was down from `since` until now, and nobody loses time for it.  For the start of a server."""
        if self.phase != "playing" or now <= since or (self.clocks.running is None and self.setup.absence.kind == "never"):
            return ()
        return (Entry("downtime", None, now, {"since": since}),)

    def _absent_from(self, seat: int, seen: Mapping[int, float]) -> float:
        """The time from which the seat to decide counts as absent, if it does nothing before."""
        return max(self.since, self.signs[seat], self.resting[seat], seen.get(seat, 0.0)) + self.setup.absence.minutes * 60

    def _voted_on(self, topic: str) -> int | None:
        word, _, number = topic.partition(" ")
        if topic in ("close", "pause"):
            return None
        if word != "take-over" or not number.isdecimal() or not number.isascii() or len(number) > 2:
            raise NotAllowed(
                say("There is no vote on {topic!r}. hint: 'close', or 'take-over 2' for seat 2.", topic=topic[:60])
            )
        return self._check_seat(int(number))

    def _check_absent(self, voter: int, target: int, now: float, seen: Mapping[int, float]) -> None:
        if self.setup.absence.kind != "vote":
            raise NotAllowed(say("At this table there is no vote on absent people."))
        if self.paused:
            raise NotAllowed(say("The clock is paused, so nobody is absent."))
        if voter == target or self.decider != target or self.seats[target].played_by != "person":
            raise NotAllowed(say("{who} is not a person whom the others wait for.", who=self._called(target)))
        if now < (start := self._absent_from(target, seen)):
            seconds = start - now
            raise NotAllowed(
                say("{who} is not absent yet. hint: vote in {n:.0f} seconds.", who=self._called(target), n=seconds)
            )
