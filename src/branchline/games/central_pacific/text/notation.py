"""Texts of actions, in and out, and what others read of hidden ones."""

from __future__ import annotations

import re

from branchline.games.central_pacific.rules.forms import COMPASS
from branchline.kernel import Board

HIDDEN = ("draw ", "take ", "discard ", "return ")
ONLY_ORIENTATION = {"cross": "nesw", "city2": "nesw", "city3": "nesw", "city4": "nesw"}
"""Exits that may be left out when a text is typed."""


def parse(text: str, board: Board) -> int | None:
    """The id of a text, in any case, with exits in any order; those of crosses and four-exit cities may be left out."""
    words = text.casefold().split()
    if words[:1] == ["lay"] and len(words) in (3, 4):
        exits = words[3] if len(words) == 4 else ONLY_ORIENTATION.get(words[2], "")
        if not re.fullmatch(r"[nesw]*", exits) or len(set(exits)) != len(exits):
            return None
        letters = "".join(letter for letter in COMPASS if letter.casefold() in exits)
        return board.ids.get(f"lay {words[1].upper()} {words[2]} {letters}".strip())
    if words[:1] == ["claim"] and len(words) == 2:
        return board.ids.get(f"claim {words[1].upper()}")
    return board.ids.get(" ".join(words))


def redact(text: str) -> str:
    """CP 1.6: others see that a tile was drawn, taken or put back, not which.

    >>> redact("draw tee"), redact("lay E4 tee NES")
    ('draw', 'lay E4 tee NES')
    """
    return text.split()[0] if text.startswith(HIDDEN) else text
