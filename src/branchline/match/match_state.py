"""The state of a match after its entries.  Entries are trusted here: they are checked when they are made."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from branchline.core.state import State
from branchline.errors import BadEntry, BadSetup, BranchlineError, IllegalMove
from branchline.kernel import CHANCE
from branchline.match.clock import DAY, Clocks
from branchline.match.entry import Entry
from branchline.match.notices import LEAST_DOWNTIME, NOTICED, Notice
from branchline.match.setup import Seat, Setup
from branchline.texts import say


class PlayedAction(NamedTuple):
    """An action on the board, with the seat and hand that played it."""

    action: int
    seat: int
    """The seat that acted, or `CHANCE`."""
    by: str
    """`person`, `bot`, `chance`, or `opening` for moves from before the table."""
    level: str
    seen_by: tuple[int, ...] | None
    """The seats that saw which action it was; None: everybody."""
    had_secrets: bool
    """Whether anything was hidden in the position before it."""
    at: float
    version: int


@dataclass(frozen=True)
class UndoRequest:
    """A request to take moves back that waits for answers.  `id` is the version at which it was made."""

    id: int
    seat: int
    to: int
    consents: frozenset[int]


class MatchState:
    """A match after some entries.  Only `apply` changes it."""

    def __init__(self, setup: Setup, replay: bool = True) -> None:
        self.setup = setup
        self.game = setup.core
        self.state: State = self.game.start()
        self.played: list[PlayedAction] = []
        self.seats: list[Seat] = list(setup.seats)
        self.version = 0
        """Number of entries."""
        self.board_version = 0
        """The version at which the board last changed."""
        self.started: float | None = None
        self.closed = ""
        """Why the table was given up, if it was."""
        self.clocks = Clocks.fresh(setup.clock, setup.players)
        self.times: dict[int, tuple[float, ...]] = {}
        """The time that the seats had left when the decision at a ply became due, for an undo by consent."""
        self.ask: UndoRequest | None = None
        self.votes: dict[str, frozenset[int]] = {}
        self.paused = False
        """Whether the clock stands still by agreement."""
        self.resting: list[float] = [0.0] * setup.players
        """When the latest holiday of each seat ends."""
        self.covered: frozenset[int] = frozenset()
        """Seats for which a bot has decided since it took them over."""
        self.marks: frozenset[str] = frozenset({setup.origin.kind} if setup.origin else ())
        """What a rating should know: the kind of origin, `undo-alone`, `undo-consent`, `stand-in`."""
        self.signs: list[float] = [0.0] * setup.players
        """When each seat last did anything."""
        self.since = 0.0
        """When the decision that is due now became due."""
        self.last_undo: Entry | None = None
        """The last change of the board, if it was an undo."""
        self.notices: list[Notice] = []
        """What the log tells besides the moves, in its order."""
        self._lines: dict[int | None, list[dict[str, Any]]] = {}
        """The log as each seat reads it, as far as it was asked for: see `view.log`."""
        self._decision: tuple[int, int, str] | None = None
        self._decided: tuple[State, ...] = ()
        """The positions that the last request led to.  `apply` uses them, so a move is checked and applied only once."""
        for move in setup.opening if replay else ():  # a snapshot holds the opening too
            self._open_with(move)

    def _open_with(self, move: str) -> None:
        try:
            after = self.state.copy().play(move)
        except BranchlineError as error:
            raise BadSetup(say("The opening cannot be played: {error}", error=error)) from None
        self.played.append(opening_action(self.state, self.game.move(move).id))
        self.state = after

    def copy(self) -> Self:
        """An independent copy."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin.state, twin.played, twin.seats = self.state.copy(), self.played.copy(), self.seats.copy()
        twin.votes, twin.signs, twin.notices = self.votes.copy(), self.signs.copy(), self.notices.copy()
        twin.times, twin.resting = self.times.copy(), self.resting.copy()
        twin._lines = {reader: lines.copy() for reader, lines in self._lines.items()}
        return twin

    # -- what follows from the fields --------------------------------------------------------------

    @property
    def ply(self) -> int:
        """The number of actions on the board; goes down by undo."""
        return len(self.played)

    @property
    def phase(self) -> str:
        """`waiting` for people, `playing`, `over`, or `closed` before the end."""
        if self.state.is_over:
            return "over"
        if self.closed:
            return "closed"
        return "waiting" if self.started is None else "playing"

    @property
    def is_finished(self) -> bool:
        """Whether nothing more can happen; then nothing is hidden any more."""
        return self.phase in ("over", "closed")

    @property
    def persons(self) -> list[int]:
        """The seats on which a person has a say."""
        return [number for number, seat in enumerate(self.seats) if seat.is_person]

    def is_alone(self, seats: Collection[int]) -> bool:
        """Whether the holder of these seats is the only person at the table: bots play the rest, and no seat is open."""
        persons = self.persons
        return bool(persons) and set(persons) <= set(seats) and all(seat.kind != "open" for seat in self.seats)

    @property
    def is_contest(self) -> bool:
        """Whether people are compared by this game and it is still on: then there is no help from outside."""
        return self.setup.origin is not None and self.setup.origin.kind == "daily" and not self.is_finished

    @property
    def decider(self) -> int | None:
        """The seat to decide now, while the game is on."""
        return self.state.actor if self.phase == "playing" and not self.state.is_chance else None

    def level_of(self, seat: int) -> str:
        """The level of the bot that plays a seat; empty if a person does."""
        if self.seats[seat].played_by != "bot":
            return ""
        return self.seats[seat].level or self.setup.stand_in

    # -- applying ----------------------------------------------------------------------------------

    def apply(self, entries: Iterable[Entry]) -> None:
        """Apply entries that were committed, in their order.  After a BadEntry the match cannot be used: restore it."""
        for entry in entries:
            self._apply(entry)
        self._decided = ()

    def _apply(self, entry: Entry) -> None:
        self.version += 1
        if entry.seat is not None:
            if not 0 <= entry.seat < len(self.seats):
                raise BadEntry(f"Entry {self.version} is for seat {entry.seat}, which does not exist.")
            if entry.kind not in ("flag", "forfeit", "take-over"):
                self.signs[entry.seat] = max(self.signs[entry.seat], entry.at)
        if entry.kind in NOTICED and self.started is not None:
            self._note(entry)
        APPLY[entry.kind](self, entry)
        self._set_clocks(entry.at)

    def _note(self, entry: Entry) -> None:
        ply, number = self.ply, 0
        if entry.kind == "undo":
            ply = min(max(0, entry.data["to"]), self.ply)
            number = sum(past.seat != CHANCE for past in self.played[ply:])
            self.notices = [notice._replace(ply=min(notice.ply, ply)) for notice in self.notices]
        if entry.kind == "holiday":
            number = round(max(0.0, entry.data["until"] - entry.at) / DAY)
        if entry.kind == "downtime":
            number = round(entry.at - entry.data["since"])
            if number < LEAST_DOWNTIME:
                return
        why = str(entry.data.get("why", ""))
        if entry.kind == "undo" and entry.data["right"] != "free":
            why = entry.data["right"]
        if entry.kind == "refuse":
            why = "withdrawn" if self.ask is not None and self.ask.seat == entry.seat else "refused"
        self.notices.append(Notice(ply, entry.kind, -1 if entry.seat is None else entry.seat, why, number))

    def _set_clocks(self, now: float) -> None:
        """Start and stop clocks if another decision is due.  Nothing happens between a move and the draws after it."""
        if self.paused or (self.state.is_chance and self.phase == "playing"):
            return
        seat = self.decider
        decision = None if seat is None else (seat, self.ply, self.seats[seat].played_by)
        if decision == self._decision:
            return
        counted = seat if seat is not None and self.seats[seat].played_by == "person" else None
        rests_until = 0.0 if counted is None else self.resting[counted]
        self.clocks = self.clocks.at_decision(counted, self.ply, now, rests_until)
        self._decision = decision
        self.since = now

    def _change_seat(self, entry: Entry, **changes: str) -> None:
        assert entry.seat is not None
        self.seats[entry.seat] = replace(self.seats[entry.seat], **changes)

    def _start(self, entry: Entry) -> None:
        self.started = entry.at

    def _join(self, entry: Entry) -> None:
        self._change_seat(entry, kind="person", name=entry.data["name"], level="")

    def _fill(self, entry: Entry) -> None:
        self._change_seat(entry, kind="bot", name="", level=entry.data["level"])

    def _rename(self, entry: Entry) -> None:
        self._change_seat(entry, name=entry.data["name"])

    def _leave(self, entry: Entry) -> None:
        if self.started is None:
            self._change_seat(entry, kind="open", name="")
        else:
            self._give_up(entry, "left")

    def _forfeit(self, entry: Entry) -> None:
        self._give_up(entry, "forfeit")

    def _give_up(self, entry: Entry, why: str) -> None:
        """A bot plays this seat for good.  Open requests and votes end."""
        self._change_seat(entry, away="", gone=why)
        self.marks |= {"stand-in"}
        self.ask, self.votes = None, {}

    def _device(self, entry: Entry) -> None:
        """Nothing changes at the table: it is only told."""

    def _action(self, entry: Entry) -> None:
        data = entry.data
        found = self.game.board.ids.get(data["move"])
        actor = self.state.actor
        if data["ply"] != self.ply or found is None or (CHANCE if entry.seat is None else entry.seat) != actor:
            raise BadEntry(f"Entry {self.version}, {data['move']!r:.60} at ply {data['ply']}, does not fit ply {self.ply}.")
        seen_by = None if data["seen_by"] is None else tuple(data["seen_by"])
        secrets = self.state.has_secrets
        if self.paused and data["by"] == "person":
            self._resume(entry)
        if self.clocks.clock.kind == "bank" and self.ply not in self.times:
            self.times[self.ply] = self.clocks.left
        self._play(found, data["move"])
        self.played.append(PlayedAction(found, actor, data["by"], data["level"], seen_by, secrets, entry.at, self.version))
        self._board_changed()
        if entry.seat is not None and self.seats[entry.seat].away and data["by"] == "bot":
            self.covered |= {entry.seat}

    def _play(self, action: int, text: str) -> None:
        """Go on to the position after an action: the one that the request reached, or else play the action, checked."""
        decided = next((after for after in self._decided if after.follows(self.state, action)), None)
        if decided is not None:
            self.state = decided.copy()
            return
        try:
            self.state.play(action)  # checked: a log that was damaged must not reach compiled code
        except IllegalMove as error:
            raise BadEntry(f"Entry {self.version}, {text!r:.60}, cannot be played: {error}") from None

    def _undo(self, entry: Entry) -> None:
        to = entry.data["to"]
        if not 0 <= to < self.ply:
            raise BadEntry(f"Entry {self.version} goes back to ply {to}; the board is at ply {self.ply}.")
        self.state = self.state.back(self.ply - to)
        del self.played[to:]
        for lines in self._lines.values():
            del lines[to:]
        self._board_changed()
        self.last_undo = entry
        if entry.data["right"] != "free":
            self.clocks = self.clocks.rewound(to, self.times.get(to) if entry.data["right"] == "consent" else None)
            self.marks |= {f"undo-{entry.data['right']}"}
        self.times = {ply: left for ply, left in self.times.items() if ply <= to}

    def _board_changed(self) -> None:
        self.board_version = self.version
        self.ask = self.last_undo = None
        self.votes = {topic: seats for topic, seats in self.votes.items() if topic in ("close", "pause")}

    def _ask(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.ask = UndoRequest(self.version, entry.seat, entry.data["to"], frozenset({entry.seat}))

    def _consent(self, entry: Entry) -> None:
        if self.ask is not None and entry.seat is not None:
            self.ask = replace(self.ask, consents=self.ask.consents | {entry.seat})

    def _refuse(self, entry: Entry) -> None:
        self.ask = None

    def _vote(self, entry: Entry) -> None:
        assert entry.seat is not None
        topic = entry.data["topic"]
        seats = self.votes.get(topic, frozenset())
        seats = seats | {entry.seat} if entry.data["yes"] else seats - {entry.seat}
        self.votes = {**self.votes, topic: seats}
        if not seats:
            del self.votes[topic]

    def _take_over(self, entry: Entry) -> None:
        assert entry.seat is not None
        self._change_seat(entry, away=entry.data["why"])
        self.covered -= {entry.seat}
        self.marks |= {"stand-in"}
        self.votes.pop(f"take-over {entry.seat}", None)

    def _hand_back(self, entry: Entry) -> None:
        assert entry.seat is not None
        if entry.seat in self.covered:
            self.clocks = self.clocks.returned(entry.seat)
        self._change_seat(entry, away="")
        self.covered -= {entry.seat}

    def _pause(self, entry: Entry) -> None:
        self.clocks, self.paused = self.clocks.stopped(entry.at), True
        self.votes.pop("pause", None)

    def _resume(self, entry: Entry) -> None:
        """Let the clock of the seat to decide run again, from what it had."""
        self.paused, self._decision = False, None
        self._set_clocks(entry.at)

    def _holiday(self, entry: Entry) -> None:
        assert entry.seat is not None
        self.resting[entry.seat] = entry.data["until"]
        if self.clocks.running == entry.seat:
            self.clocks = self.clocks.resting(entry.data["until"], entry.at)

    def _flag(self, entry: Entry) -> None:
        self.clocks = self.clocks.flag()

    def _downtime(self, entry: Entry) -> None:
        self.clocks = self.clocks.skipped(entry.data["since"], entry.at)
        self.since = max(self.since, entry.at)  # nobody was absent while there was nothing to come to

    def _close(self, entry: Entry) -> None:
        self.closed = entry.data["why"]


APPLY: dict[str, Callable[[MatchState, Entry], None]] = {
    "start": MatchState._start,
    "join": MatchState._join,
    "fill": MatchState._fill,
    "rename": MatchState._rename,
    "leave": MatchState._leave,
    "device": MatchState._device,
    "action": MatchState._action,
    "undo": MatchState._undo,
    "ask": MatchState._ask,
    "consent": MatchState._consent,
    "refuse": MatchState._refuse,
    "vote": MatchState._vote,
    "take-over": MatchState._take_over,
    "hand-back": MatchState._hand_back,
    "flag": MatchState._flag,
    "forfeit": MatchState._forfeit,
    "pause": MatchState._pause,
    "resume": MatchState._resume,
    "holiday": MatchState._holiday,
    "downtime": MatchState._downtime,
    "close": MatchState._close,
}


def opening_action(state: State, action: int) -> PlayedAction:
    """A legal action from before the table, with the position before it."""
    seen_by = seen_by_whom(state, action)
    seen = None if seen_by is None else tuple(seen_by)
    return PlayedAction(action, state.actor, "opening", "", seen, state.has_secrets, 0.0, 0)


def seen_by_whom(state: State, action: int) -> list[int] | None:
    """The seats that see which action is taken now; None if everybody does, spectators included."""
    seen = state.seen_by(action)
    return None if all(seen) else [seat for seat, sees in enumerate(seen[:-1]) if sees]
