"""What is raised when a game does not keep a law."""

from __future__ import annotations

from branchline.core.game import Game


class LawBroken(AssertionError):
    """A game that does not keep the contract; the message is a sentence with the game, the seed and the ply."""


def law(holds: bool, game: Game, sentence: str) -> None:
    """Raise LawBroken with a sentence unless a law holds."""
    if not holds:
        raise LawBroken(f"{game!r}: {sentence}")
