"""A match: one game among people and bots, with all questions about it and all requests at its table.

A request is checked and returns the entries that would happen; **it changes nothing**.  The caller stores these entries in
one transaction and then gives them to `apply`:

    entries = match.play(seat, "extend Fargo", ply=7, now=time.time())
    store.append(table, match.version, entries)      # commit first
    match.apply(entries)                             # then the match goes on, and everybody may be told

A request returns no entries if there is nothing to do, for example for a move that is posted twice.  A refusal is an
exception of `branchline.errors`.  `now` is UTC in seconds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from branchline.core.record import Record
from branchline.games.drawing import picture
from branchline.games.position import Position
from branchline.match import fork, view
from branchline.match.absence import Absences
from branchline.match.entry import Entry
from branchline.match.match_state import PlayedAction, opening_action
from branchline.match.moving import Moves
from branchline.match.seating import Seating
from branchline.match.setup import Setup
from branchline.match.snapshot import read, write
from branchline.match.undo_requests import UndoRequests


class Waiting(NamedTuple):
    """The seat that the table waits for.  Send `ply` and `version` back with the move."""

    seat: int
    by: str
    """`person` or `bot`."""
    level: str
    """The bot's level; empty for a person."""
    ply: int
    version: int


class Match(Seating, Moves, UndoRequests, Absences):
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
        """The match from a snapshot, if there is one, and the entries after it."""
        match = cls(setup) if snapshot is None else read(cls, setup, snapshot)
        match.apply(entries)
        return match

    @classmethod
    def of_record(cls, text: str, public: bool = False) -> Match:
        """The match of a record from a stranger, checked and replayed once.  `imported` says what its setup is."""
        played: list[PlayedAction] = []
        record = fork.read_record(text, lambda before, action: played.append(opening_action(before, action)))
        match = cls(replace(fork.imported(record), public=public), replay=False)
        match.state, match.played = record.state(), played
        return match

    def snapshot(self) -> bytes:
        """The match as bytes.  `restore` reads them in a few milliseconds, however many entries there were."""
        return write(self)

    # -- questions ---------------------------------------------------------------------------------

    @property
    def waiting_for(self) -> Waiting | None:
        """The seat whose decision the table waits for; None unless the game is on."""
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

    def position(self, seat: int | None, ply: int | None = None) -> Position:
        """The position as a seat may see it, now or at an earlier ply: for texts and drawings."""
        return view.position(self, seat, ply)

    def svg(self, seat: int | None, ply: int | None = None) -> str:
        """The board as a picture for a seat (None: a spectator), now or at an earlier ply."""
        return picture(self.game.spec.drawing, self.position(seat, ply), seat)

    def log(self, seat: int | None, start: int = 0) -> list[dict[str, Any]]:
        """The moves on the board from a ply on, as a seat may read them."""
        return view.log(self, seat, start)

    def told(self, entry: Entry, seat: int | None) -> dict[str, Any]:
        """An entry as a seat (None: a spectator) may be told of it."""
        return view.told(self, entry, seat)

    def record(self, mine: Collection[int] = (), *, hidden: bool = False) -> Record:
        """The game so far.  Before its end only for a person who plays alone against bots, and if nothing is hidden.

        `mine` are that person's seats.  `hidden=True` gives the record at any time; only the store may use it.
        """
        return view.record(self, mine, hidden)

    def fork(
        self, ply: int, seat: int | None, name: str, level: str = "", of: str = "", mine: Collection[int] | None = None
    ) -> Setup:
        """The setup of a private table that plays on from a ply, with bots on the other seats.

        `seat` asks for it (None: a spectator), `name` is that person's name, `of` the server's name of this table, `mine` all
        seats of that person, if there are several.
        """
        if seat is not None:
            self._check_seat(seat)
        if mine is None:
            mine = () if seat is None else (seat,)
        return fork.of(self, ply, seat, name, level, of, mine)
