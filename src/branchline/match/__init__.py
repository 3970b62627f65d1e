"""A match: one game among people and bots, with seats, checked moves, undo, clocks, absence and forks.

Nothing here knows the web or a database.
"""

from branchline.errors import (
    BadEntry,
    BadSetup,
    Closed,
    MatchError,
    NotAllowed,
    NotStarted,
    NotYourSeat,
    NotYourTurn,
    WrongPly,
)
from branchline.match.chance import SYSTEM
from branchline.match.checks import Entries
from branchline.match.clock import Clock, Clocks
from branchline.match.entry import Entry
from branchline.match.fork import imported, read_record
from branchline.match.match import Match, Waiting
from branchline.match.setup import Absence, Origin, Seat, Setup

__all__ = [
    "SYSTEM",
    "Absence",
    "BadEntry",
    "BadSetup",
    "Clock",
    "Clocks",
    "Closed",
    "Entries",
    "Entry",
    "Match",
    "MatchError",
    "NotAllowed",
    "NotStarted",
    "NotYourSeat",
    "NotYourTurn",
    "Origin",
    "Seat",
    "Setup",
    "Waiting",
    "WrongPly",
    "imported",
    "read_record",
]
