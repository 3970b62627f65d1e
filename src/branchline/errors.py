"""Every error that a user's input, files or machine can cause.  The message is a sentence for that user.

A class says what kind of thing was wrong.  The API derives its `kind` from the class's name (`BadSetup` → `bad-setup`), so
renaming a class changes the API.  A programmer's mistake is one of Python's own errors (ValueError, TypeError) and stays one.
"""

from __future__ import annotations

from branchline.texts import say

MAX_SENTENCE_LENGTH = 500


class BranchlineError(ValueError):
    """Base of all errors here; the message is a sentence with the fact and often a hint."""


# -- games, positions and records --------------------------------------------------------------------


class IllegalMove(BranchlineError):
    """A move that the rules forbid here; `rule` is the paragraph, such as `NP 1.4`."""

    def __init__(self, sentence: str, rule: str) -> None:
        super().__init__(f"{sentence} ({rule}).")
        self.rule = rule


class UnknownMove(BranchlineError):
    """A text that is no move of this game; `near` holds moves that look like it."""

    def __init__(self, text: str, near: list[str], example: str) -> None:
        if near:
            moves = say(" or ").join(repr(move) for move in near)
            sentence = say("{text!r} is no move of this game. hint: did you mean {moves}?", text=text, moves=moves)
        else:
            sentence = say("{text!r} is no move of this game. hint: moves look like {move!r}.", text=text, move=example)
        super().__init__(sentence)
        self.near = near


class BadRecord(BranchlineError):
    """A record that cannot be replayed; `line` is the line that is wrong (0: the whole record).

    The message is cut off after MAX_SENTENCE_LENGTH characters, because it quotes the record, and a record can hold anything.
    """

    def __init__(self, sentence: str, line: int = 0) -> None:
        if len(sentence) > MAX_SENTENCE_LENGTH:
            sentence = sentence[: MAX_SENTENCE_LENGTH - 1] + "…"
        super().__init__(say("Line {line}: {sentence}", line=line, sentence=sentence) if line else sentence)
        self.line = line


class BadPosition(BranchlineError):
    """A position text that does not describe a possible position of the game."""


class BadOption(BranchlineError):
    """An option, a setting or a number that is not possible: of players, games or plies, or of a seat or environment."""


class UnknownGame(BadOption):
    """A name that no game has."""


class NoLesson(BranchlineError):
    """A game that has no lesson."""


class DataError(BadOption):
    """A map or tile mix that cannot be used; the message names the file and the line."""


# -- the installation --------------------------------------------------------------------------------


class MissingExtra(BadOption):
    """A feature needs packages that are not installed; the hint says which extra installs them."""

    def __init__(self, sentence: str, extra: str) -> None:
        super().__init__(f'{sentence} hint: pip install "branchline[{extra}]"')
        self.extra = extra


# -- matches -----------------------------------------------------------------------------------------
# Each kind of refusal has its own class, so that a server can answer each with its own status.


class MatchError(BranchlineError):
    """Base of what a match refuses."""


class BadSetup(MatchError):
    """A table that cannot be set up as asked."""


class BadEntry(MatchError):
    """Something that is no entry of a match, or does not follow from the entries before it."""


class WrongPly(MatchError):
    """The board has changed since the sender saw it; `ply` and `version` are the present ones."""

    def __init__(self, sentence: str, ply: int, version: int) -> None:
        super().__init__(sentence)
        self.ply = ply
        self.version = version


class NotYourTurn(WrongPly):
    """Another seat is to decide."""


class NotYourSeat(MatchError):
    """The seat does not exist, is empty, or is played by somebody else."""


class NotStarted(MatchError):
    """Seats are still open."""


class Closed(MatchError):
    """The game is over or was given up: nothing can be changed any more."""


class NotAllowed(MatchError):
    """The rules of this table do not allow it: an undo, a vote, a fork."""


# -- the arena ---------------------------------------------------------------------------------------


class WorkerFailed(BranchlineError):
    """A game could not be played, and no bot is to blame: a node lacks a map file, or the arena itself failed."""


# -- the server --------------------------------------------------------------------------------------


class BadDatabase(BadOption):
    """A database that cannot be used: out of reach, damaged, or another program's."""


class BadBackup(BranchlineError):
    """A file that is no backup, or cannot be restored here."""


class BadAnswer(BranchlineError):
    """An answer that no Branchline server gives."""
