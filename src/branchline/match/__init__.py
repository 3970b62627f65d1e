"""One game among people: seats, checked moves, undo by rule, clocks, absence, forks, views.  Knows no web and no store."""

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
from branchline.match.checks import Entries
from branchline.match.clock import Clock, Clocks
from branchline.match.entry import Entry
from branchline.match.fork import imported, read_record
from branchline.match.match import Match, Waiting
from branchline.match.moving import SYSTEM
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
