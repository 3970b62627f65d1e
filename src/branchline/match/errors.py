"""What a table refuses, each kind a class of its own, so that a server can answer each with its own number."""

from __future__ import annotations

from branchline.errors import BranchlineError


class MatchError(BranchlineError):
    """Base of what a match refuses; the message is a sentence."""


class BadSetup(MatchError):
    """A table that cannot be set up as asked."""


class BadEntry(MatchError):
    """Something that is no entry of a match, or does not follow from the entries before it."""


class WrongPly(MatchError):
    """The board has changed since the sender saw it; `ply` and `version` are those of now."""

    def __init__(self, sentence: str, ply: int, version: int) -> None:
        super().__init__(sentence)
        self.ply = ply
        self.version = version


class NotYourTurn(WrongPly):
    """Another seat is to decide."""


class NotYourSeat(MatchError):
    """The seat does not exist, is nobody's, or is played by somebody else."""


class NotStarted(MatchError):
    """Seats are still open."""


class Closed(MatchError):
    """The game is over or was given up: nothing can be changed any more."""


class NotAllowed(MatchError):
    """The rules of this table do not allow it: an undo, a vote, a fork."""
