"""Clocks for any number of players: the clock that a table agrees on, and the time that each seat has left."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from branchline.match.validation import check_choice, check_number, check_object
from branchline.texts import say

DAY = 86_400.0
MAX_SECONDS = 365 * DAY
MIN_SECONDS = 1.0
RETURN_SHARE = 0.1
"""A person who comes back to a seat that a bot played has at least this share of the bank."""

Kind = Literal["none", "move", "bank", "days"]
"""`none`: no time is counted.  `move`: seconds for each decision.  `bank`: seconds for the whole game, and an increment for
each turn.  `days`: days for each decision."""
KINDS: tuple[Kind, ...] = get_args(Kind)


@dataclass(frozen=True)
class Clock:
    """The clock that a table agrees on.  `seconds` are for one decision, or with a bank for the whole game."""

    kind: str = "none"
    seconds: float = 0.0
    increment: float = 0.0

    @classmethod
    def days(cls, days: float) -> Clock:
        """A correspondence clock.

        >>> Clock.days(3).seconds
        259200.0
        """
        return cls("days", days * DAY)

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: Any) -> Clock:
        """Read what `to_dict` wrote, strictly."""
        given = check_object(data, say("A clock"), ("kind", "seconds", "increment"))
        kind = check_choice(given.get("kind", "none"), say("The kind of clock"), KINDS)
        if kind == "none":
            return cls()
        seconds = check_number(given.get("seconds"), say("The clock's seconds"), MIN_SECONDS, MAX_SECONDS)
        most = seconds if kind == "bank" else 0.0
        increment = check_number(given.get("increment", 0.0), say("The clock's increment"), 0.0, most)
        return cls(kind, float(seconds), float(increment))


@dataclass(frozen=True)
class Clocks:
    """The time that each seat has: `left` seconds at the moment `since`, when the running clock was last set."""

    clock: Clock
    left: tuple[float, ...]
    granted: tuple[int, ...]
    """For each seat the highest ply for which it was given time.  A ply that is played again after an undo gives none."""
    running: int | None = None
    since: float = 0.0
    began: int = 0
    """The ply at which the running seat's turn began."""
    flagged: bool = False
    """Whether it was noted that the running seat's time is out."""

    @classmethod
    def fresh(cls, clock: Clock, players: int) -> Clocks:
        """The clocks before the game."""
        return cls(clock, (clock.seconds,) * players, (-1,) * players)

    def remaining(self, seat: int, now: float) -> float | None:
        """Seconds a seat has left; None without a clock.

        >>> clocks = Clocks.fresh(Clock("bank", 60.0, 5.0), 2).at_decision(0, 0, now=100.0)
        >>> clocks.remaining(0, now=110.0), clocks.remaining(1, now=110.0)
        (50.0, 60.0)
        """
        if self.clock.kind == "none":
            return None
        if seat != self.running:
            return self.left[seat]
        return max(0.0, self.left[seat] - max(0.0, now - self.since))  # a computer's clock can be set back

    def time_out(self, now: float) -> int | None:
        """The seat whose time is out and not yet noted, if any."""
        if self.running is None or self.flagged or self.remaining(self.running, now) != 0.0:
            return None
        return self.running

    def out_at(self) -> float | None:
        """The time at which the running seat will be out of time."""
        if self.clock.kind == "none" or self.running is None or self.flagged:
            return None
        return self.since + self.left[self.running]

    def at_decision(self, seat: int | None, ply: int, now: float, rests_until: float = 0.0) -> Clocks:
        """The clocks when `seat` begins to decide at `ply`.  With None, no seat's time runs.

        The time of a seat on holiday runs from its end on.
        """
        if self.clock.kind == "none":
            return self
        clocks = self.stopped(now)
        if self.running is not None and seat != self.running and ply > self.began:
            clocks = clocks._turn_over(self.running, ply)
        if seat is None:
            return clocks
        if self.clock.kind != "bank" and ply > clocks.granted[seat]:
            clocks = clocks._grant(seat, ply, self.clock.seconds)
        return replace(clocks, running=seat, since=max(now, rests_until), began=self.began if seat == self.running else ply)

    def stopped(self, now: float) -> Clocks:
        """The clocks with no seat running, and the time of the seat that ran written down."""
        if self.running is None:
            return self
        left = self.remaining(self.running, now)
        assert left is not None
        return replace(self._with_left(self.running, left), running=None, since=now, flagged=False)

    def resting(self, until: float, now: float) -> Clocks:
        """The clocks whose running seat is on holiday: its time stands still until then, or runs again from now on."""
        if self.running is None:
            return self
        left = self.remaining(self.running, now)
        assert left is not None
        return replace(self._with_left(self.running, left), since=max(until, now))

    def returned(self, seat: int) -> Clocks:
        """The clocks after a person came back to a seat that a bot played: with time for at least one decision."""
        if self.clock.kind == "none":
            return self
        least = self.clock.seconds * RETURN_SHARE if self.clock.kind == "bank" else self.clock.seconds
        return self._with_left(seat, max(self.left[seat], least))

    def rewound(self, ply: int, left: tuple[float, ...] | None = None) -> Clocks:
        """The clocks after an undo by consent or alone: plies from `ply` on give time again.

        `left` is the time that the seats had when the decision at `ply` was due.  By consent they have it again; without it,
        time already used stays used.
        """
        granted = tuple(min(high, ply - 1) for high in self.granted)
        clocks = replace(self, granted=granted, began=min(self.began, ply))
        return clocks if left is None else replace(clocks, left=left, running=None, flagged=False)

    def flag(self) -> Clocks:
        """The clocks with the time-out of the running seat noted."""
        return replace(self, flagged=True)

    def skipped(self, since: float, now: float) -> Clocks:
        """The clocks without the time between two moments."""
        return replace(self, since=self.since + max(0.0, now - max(since, self.since)))

    def _turn_over(self, seat: int, ply: int) -> Clocks:
        if self.clock.kind != "bank" or ply <= self.granted[seat]:
            return self
        return self._grant(seat, ply, self.left[seat] + self.clock.increment)

    def _grant(self, seat: int, ply: int, seconds: float) -> Clocks:
        granted = tuple(ply if other == seat else high for other, high in enumerate(self.granted))
        return replace(self._with_left(seat, seconds), granted=granted)

    def _with_left(self, seat: int, seconds: float) -> Clocks:
        return replace(self, left=tuple(seconds if other == seat else left for other, left in enumerate(self.left)))
