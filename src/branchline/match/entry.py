"""Entries: everything that happened at a table, in order.  A match can be rebuilt from its entries alone.

A stored entry holds everything, hidden draws too.  `Match.told` makes the part of it that one seat may know.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from branchline.errors import BadEntry

FIELDS: dict[str, dict[str, tuple[type, ...]]] = {
    "start": {},
    "join": {"name": (str,)},
    "fill": {"level": (str,)},
    "rename": {"name": (str,)},
    "leave": {},
    "device": {"why": (str,)},
    "action": {"ply": (int,), "move": (str,), "by": (str,), "level": (str,), "seen_by": (list, type(None))},
    "undo": {"to": (int,), "ply": (int,), "right": (str,)},
    "ask": {"to": (int,)},
    "consent": {},
    "refuse": {},
    "vote": {"topic": (str,), "yes": (bool,)},
    "take-over": {"why": (str,)},
    "hand-back": {},
    "flag": {},
    "forfeit": {},
    "pause": {},
    "resume": {},
    "holiday": {"until": (int, float), "why": (str,)},
    "downtime": {"since": (int, float)},
    "close": {"why": (str,)},
}
"""Every kind of entry with its data."""

SEATLESS = ("start", "downtime", "close")
"""Kinds without a seat.  An action without a seat is chance's."""


@dataclass(frozen=True)
class Entry:
    """One thing that happened: its kind, the seat it concerns, when (UTC, in seconds), and the rest.

    >>> Entry.from_dict(Entry("rename", 2, 1_700_000_000.0, {"name": "Ann"}).to_dict()).data["name"]
    'Ann'
    """

    kind: str
    seat: int | None
    at: float
    data: Mapping[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe data."""
        return {"kind": self.kind, "seat": self.seat, "at": self.at, "data": dict(self.data)}

    @classmethod
    def from_dict(cls, data: Any) -> Entry:
        """Read what `to_dict` wrote, strictly."""
        if not isinstance(data, Mapping) or set(data) != {"kind", "seat", "at", "data"}:
            raise BadEntry("An entry is an object with kind, seat, at and data.")
        kind, seat, at, rest = data["kind"], data["seat"], data["at"], data["data"]
        if not isinstance(kind, str) or kind not in FIELDS:
            raise BadEntry(f"There is no kind of entry {kind!r:.60}. hint: kinds: {', '.join(FIELDS)}.")
        if seat is None and kind not in (*SEATLESS, "action"):
            raise BadEntry(f"An entry {kind!r} belongs to a seat.")
        if seat is not None and (not _is(seat, (int,)) or kind in SEATLESS):
            raise BadEntry(f"{seat!r:.60} is no seat for an entry {kind!r}.")
        if not _is(at, (int, float)) or not math.isfinite(at):
            raise BadEntry(f"{at!r:.60} is no time for an entry {kind!r}.")
        if not isinstance(rest, Mapping) or set(rest) != set(FIELDS[kind]):
            raise BadEntry(f"The data of an entry {kind!r} are: {', '.join(FIELDS[kind]) or 'none'}.")
        for name, types in FIELDS[kind].items():
            if not _is(rest[name], types) or (isinstance(rest[name], float) and not math.isfinite(rest[name])):
                raise BadEntry(f"{rest[name]!r:.60} is no {name} of an entry {kind!r}.")
        return cls(kind, seat, float(at), dict(rest))


def _is(value: Any, types: tuple[type, ...]) -> bool:
    return isinstance(value, types) and (bool in types or not isinstance(value, bool))


def action(seat: int | None, at: float, ply: int, move: str, by: str, level: str, seen_by: list[int] | None) -> Entry:
    """The entry of a move: `by` whom it was chosen, and which seats saw it (None: everybody)."""
    return Entry("action", seat, at, {"ply": ply, "move": move, "by": by, "level": level, "seen_by": seen_by})
