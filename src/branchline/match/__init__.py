"""One game among people: seats, checked moves, undo by rule, clocks, absence, forks, views.  Knows no web and no store."""

from branchline.match.clock import Clock, Clocks
from branchline.match.entry import Entry
from branchline.match.errors import (
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
from branchline.match.match import SYSTEM, Entries, Match, Waiting
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
]
