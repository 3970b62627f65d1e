"""Names of colours in the reader's language."""

from __future__ import annotations

from functools import cache

from branchline.texts import language, say


def colour_name(colour: int) -> str:
    """The colour of a set of cubes: `red`."""
    return _names(language())[colour]


@cache
def _names(language: str) -> tuple[str, ...]:
    return say("red"), say("blue"), say("gold"), say("green"), say("purple"), say("black")
