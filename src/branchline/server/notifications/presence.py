"""Who is at a table now: seats with an open page, and people who have looked at a table without sitting down.

It is known to this process only and is lost when it ends.  Nothing in a game depends on it.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

MAX_TABLES = 2000
ACT_SECONDS = 60.0
"""A seat counts as here for so long after a move, with or without an open page."""
MAX_NAMES = 12
"""Names of people who looked, for each table."""
SEATS, GUESTS = "seats", "guests"
"""What changes: the seats with an open page, or the people who look without a seat.

All streams get changes of seats.  Only people of the table get changes of guests.
"""


@dataclass
class AtTable:
    """The people at one table."""

    seats: Counter[int] = field(default_factory=Counter)
    """The number of open pages of each seat."""
    names: dict[str, str] = field(default_factory=dict)
    """The names of people who looked and have no seat, by person."""
    strangers: int = 0
    """The number of open pages of people whose name is not known."""
    looking: Counter[str] = field(default_factory=Counter)
    """The number of pages of each person that are in sight."""

    @property
    def here(self) -> list[int]:
        """The seats with an open page."""
        return sorted(seat for seat, pages in self.seats.items() if pages > 0)

    @property
    def looked(self) -> list[int]:
        """How many people have looked without a seat: those with a name, and open pages of others."""
        return [len(self.names), self.strangers]


class Presence:
    """The people at every table.  `changed` is called with a table and what has changed there: `SEATS` or `GUESTS`.

    Streams are woken only if there is something new for them, so a thousand watchers do not wake each other.
    """

    def __init__(self, changed: Callable[[str, str], None]) -> None:
        self._changed = changed
        self._tables: OrderedDict[str, AtTable] = OrderedDict()
        self._acting: dict[tuple[str, int], tuple[AtTable, asyncio.TimerHandle]] = {}

    def at(self, table: str) -> AtTable:
        """The people at a table."""
        return self._tables.get(table) or AtTable()

    def act(self, table: str, seat: int) -> None:
        """Note a person's move: their seat counts as here for a while.

        So moves made on a page, planned moves and moves of a program look the same to others.
        """
        if (before := self._acting.pop((table, seat), None)) is not None:
            found, timer = before
            timer.cancel()
        else:
            found = self._find(table)
            self._count(table, found, seat, None, "", 1)
        timer = asyncio.get_running_loop().call_later(ACT_SECONDS, self._has_acted, table, seat)
        self._acting[table, seat] = (found, timer)

    def _has_acted(self, table: str, seat: int) -> None:
        found, _ = self._acting.pop((table, seat))
        self._count(table, found, seat, None, "", -1)

    def is_looking(self, table: str, person: str) -> bool:
        """Whether a person has the table in sight."""
        return self.at(table).looking[person] > 0

    def looking_at(self, table: str) -> list[str]:
        """The persons who have a table in sight."""
        return [person for person, pages in self.at(table).looking.items() if pages > 0]

    @contextmanager
    def enter(self, table: str, seat: int | None, person: str | None, name: str, is_in_sight: bool = True) -> Iterator[None]:
        """Note an open page: of a seat, or of somebody without a seat, whose name may be empty."""
        found = self._find(table)
        self._count(table, found, seat, person, name, 1)
        watching = [person] if person is not None and is_in_sight else []
        found.looking.update(watching)
        try:
            yield
        finally:
            self._count(table, found, seat, person, name, -1)
            found.looking.subtract(watching)

    def _find(self, table: str) -> AtTable:
        """The people at a table, for a change."""
        found = self._tables.setdefault(table, AtTable())
        self._tables.move_to_end(table)
        if len(self._tables) > MAX_TABLES:
            self._tables.popitem(last=False)
        return found

    def _count(self, table: str, found: AtTable, seat: int | None, person: str | None, name: str, by: int) -> None:
        """Count a page more or less, and say what has changed by it."""
        here, looked = found.here, found.looked
        if seat is not None:
            found.seats[seat] += by
            found.names.pop(person or "", None)
        elif person is None or not name:
            found.strangers += by
        elif by > 0 and (person in found.names or len(found.names) < MAX_NAMES):
            found.names[person] = name
        if found.here != here:
            self._changed(table, SEATS)
        if found.looked != looked:
            self._changed(table, GUESTS)
