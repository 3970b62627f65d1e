"""Who is at a table now: seats with an open page, and people who have looked at a table without sitting down.

It is known to this process only and is lost when it ends.  Nothing in a game depends on it.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

MAX_TABLES = 2000
MAX_NAMES = 12
"""Names of people who looked, for each table."""


@dataclass
class AtTable:
    """The people at one table."""

    seats: Counter[int] = field(default_factory=Counter)
    """The number of open pages of each seat."""
    names: dict[str, str] = field(default_factory=dict)
    """The names of people who looked and have no seat, by person."""
    strangers: int = 0
    """The number of open pages of people whose name is not known."""

    @property
    def here(self) -> list[int]:
        """The seats with an open page."""
        return sorted(seat for seat, pages in self.seats.items() if pages > 0)


class Presence:
    """The people at every table.  `changed` is called with a table whose people have changed."""

    def __init__(self, changed: Callable[[str], None]) -> None:
        self._changed = changed
        self._tables: OrderedDict[str, AtTable] = OrderedDict()

    def at(self, table: str) -> AtTable:
        """The people at a table."""
        return self._tables.get(table) or AtTable()

    @contextmanager
    def enter(self, table: str, seat: int | None, person: str | None, name: str) -> Iterator[None]:
        """Note an open page: of a seat, or of somebody without a seat, whose name may be empty."""
        found = self._tables.setdefault(table, AtTable())
        self._tables.move_to_end(table)
        if len(self._tables) > MAX_TABLES:
            self._tables.popitem(last=False)
        before = (found.here, found.strangers, len(found.names))
        self._count(found, seat, person, name, 1)
        if (found.here, found.strangers, len(found.names)) != before:
            self._changed(table)
        try:
            yield
        finally:
            self._count(found, seat, person, name, -1)
            self._changed(table)

    def _count(self, found: AtTable, seat: int | None, person: str | None, name: str, by: int) -> None:
        if seat is not None:
            found.seats[seat] += by
            found.names.pop(person or "", None)
        elif person is None or not name:
            found.strangers += by
        elif by > 0 and (person in found.names or len(found.names) < MAX_NAMES):
            found.names[person] = name
