"""What goes wrong, as sentences."""

from __future__ import annotations

from branchline.texts import say

LONGEST_SENTENCE = 500


class BranchlineError(ValueError):
    """Base of the errors a user's input can cause; the message is a sentence with the fact and often a hint."""


class IllegalMove(BranchlineError):
    """A move the rules forbid here; `rule` is the paragraph, such as `NP 1.4`."""

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
    """A record that cannot be replayed; `line` is where it goes wrong (0: the whole).

    What is quoted from the record is cut off after LONGEST_SENTENCE characters: a stranger's record can hold anything.
    """

    def __init__(self, sentence: str, line: int = 0) -> None:
        if len(sentence) > LONGEST_SENTENCE:
            sentence = sentence[: LONGEST_SENTENCE - 1] + "…"
        super().__init__(say("Line {line}: {sentence}", line=line, sentence=sentence) if line else sentence)
        self.line = line


class BadPosition(BranchlineError):
    """A position text that does not describe a possible position of the game."""


class BadOption(BranchlineError):
    """An option or number of players that the game does not have."""


class UnknownGame(BadOption):
    """A name that no game has."""
