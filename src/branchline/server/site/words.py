"""The words that the browser's modules need."""

from __future__ import annotations

from branchline.texts import say


def choosing() -> dict[str, str]:
    """For choosing a move."""
    return {
        "sending": say("Sending …"),
        "confirm": say("Do it"),
        "sure": say("Do it; it cannot be taken back"),
        "back": say("Back"),
        "turn": say("Turn"),
        "list": say("As a list"),
    }


def table() -> dict[str, str]:
    """For the page of a table."""
    return {
        **choosing(),
        "failed": say("That did not work."),
        "your_turn": say("It is your turn."),
        "hint": say("A strong bot would play: {move}", move="{move}"),
    }
