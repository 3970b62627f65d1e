"""Names of colours and players in sentences."""

from __future__ import annotations

from functools import cache
from typing import Any

from branchline.games.drawing import SEAT_NAMES
from branchline.texts import language, say
from branchline.texts import seat as seat_name

COLOUR_NAMES = SEAT_NAMES
"""The names of the colours in views and in the terminal, the same in every language."""


def colour_name(colour: int) -> str:
    """The name of a colour in the reader's language: `red`."""
    return _names(language())[colour]


@cache
def _names(language: str) -> tuple[str, ...]:
    return say("red"), say("blue"), say("gold"), say("green"), say("purple"), say("black")


def has_two_colours(fields: Any) -> bool:
    """Whether every player has two colours (NP 5.1), so that sentences have to name the colour."""
    return bool(fields.colours > fields.players)


def owner_name(fields: Any, colour: int) -> str:
    """The name of the player whose colour this is: `Ann`, or `Ann (gold)` if everybody has two colours."""
    who = seat_name(colour % int(fields.players))
    return type(who)(f"{who} ({colour_name(colour)})") if has_two_colours(fields) else who
