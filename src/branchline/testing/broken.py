"""The error that is raised when a game breaks a law."""

from __future__ import annotations

from branchline.core.game import Game


class LawBroken(AssertionError):
    """A game breaks the contract.  The message is a sentence with the game, the seed and the ply."""


def reader(seat: int | None) -> str:
    """A reader in words.

    >>> reader(1), reader(None)
    ('seat 1', 'a spectator')
    """
    return "a spectator" if seat is None else f"seat {seat}"


def law(holds: bool, game: Game, sentence: str) -> None:
    """Raise LawBroken with a sentence unless a law holds."""
    if not holds:
        raise LawBroken(f"{game!r}: {sentence}")
