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
    """What it says besides its kind:

    - `take-over`, `hand-back`: why a bot took the seat over
    - `undo`: the right to it, unless it was free
    - `refuse`: whether a request to take moves back was refused or withdrawn
    - `device`: how the devices of the seat have changed
    - `holiday`: whether it was taken or ended
    """
    number: int = 0
    """How many, by kind:

    - `undo`: the decisions that were taken back
    - `holiday`: days
    - `downtime`: seconds
    """


NOTICED = (
    "undo",
    "refuse",
    "leave",
    "device",
    "pause",
    "resume",
    "holiday",
    "take-over",
    "hand-back",
    "flag",
    "forfeit",
    "downtime",
)
"""The kinds of entries that make a notice."""
LEAST_DOWNTIME = 60.0
"""A shorter downtime, in seconds, makes no notice: time is given back, and nobody has missed the server."""
