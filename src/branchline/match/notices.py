"""What the log of a table tells besides the moves."""

from __future__ import annotations

from typing import NamedTuple


class Notice(NamedTuple):
    """Something at the table that is no move and yet belongs into the log: an undo, a clock, an absence."""

    ply: int
    """The ply of the board at that time; a later undo lowers it."""
    kind: str
    """The kind of its entry: one of `NOTICED`."""
    seat: int
    """The seat that it is about; -1 if it is about none."""
    why: str = ""
    """Why a bot took the seat over; the right of an undo that was not free; how the devices of a seat have changed; whether a
    holiday was taken or ended."""
    number: int = 0
    """The number of decisions that an undo took back; the days of a holiday; the seconds of a downtime."""


NOTICED = ("undo", "leave", "device", "pause", "resume", "holiday", "take-over", "hand-back", "flag", "forfeit", "downtime")
"""The kinds of entries that make a notice."""
LEAST_DOWNTIME = 60.0
"""A shorter downtime, in seconds, makes no notice: time is given back, and nobody has missed the server."""
