"""What tests ask of the rulebook of a game."""

from __future__ import annotations

import re

from branchline.core.state import State
from branchline.learn import rulebook
from branchline.learn.diagrams import diagrams


def says(name: str, english: str, german: str) -> None:
    """Both rulebooks have these words, however the lines are broken."""
    for language, words in (("en", english), ("de", german)):
        text = re.sub(r"\s*\n(?:> )?\s*", " ", rulebook(name, language))
        assert words in text, f"{language}: {words}"


def position(name: str, diagram: str) -> State:
    """A copy of the position that a diagram shows."""
    return next(found.state for found in diagrams(name) if found.name == diagram).copy()
