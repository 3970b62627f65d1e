"""Texts of actions: reading them in any spelling, and writing them for people."""

from __future__ import annotations

from itertools import product

from branchline.games.plain_text import fold
from branchline.kernel import Board


def folded_text(text: str) -> str:
    """The spelling by which texts of moves are compared."""
    return fold(text, dropped="'’`()", dashes="-–—")


def parse(text: str, board: Board) -> int | None:
    """The id of a text, with ids or names of areas, in any case."""
    return _folded(board).get(folded_text(text))


def _folded(board: Board) -> dict[str, int]:
    found = _FOLDED.get(board.digest)
    if found is None:
        found = _FOLDED[board.digest] = _spellings(board)
    return found


_FOLDED: dict[str, dict[str, int]] = {}


def _spellings(board: Board) -> dict[str, int]:
    """Every accepted spelling.  A spelling that could mean two actions is left out, unless it is the notation itself."""
    found: dict[str, int] = {}
    twice: set[str] = set()
    names = {area.id: area.name for area in board.data.areas}
    for action, text in enumerate(board.texts):
        head, _, last = text.rpartition(" ")
        parts = last.split("-")
        if not all(part in names for part in parts):
            continue
        for spelled in product(*((part, names[part]) for part in parts)):
            key = folded_text(f"{head} {' '.join(spelled)}")
            if found.setdefault(key, action) != action:
                twice.add(key)
    for key in twice:
        del found[key]
    return {**found, **{folded_text(text): action for action, text in enumerate(board.texts)}}


def redact(text: str) -> str:
    """The text itself: nothing is hidden in this game."""
    return text


def in_words(text: str, board: Board) -> str:
    """A move with the names of areas: `build Skipton – Gargrave`."""
    names = {area.id: area.name for area in board.data.areas}
    head, _, last = text.rpartition(" ")
    parts = last.split("-")
    if not head or not all(part in names for part in parts):
        return text
    return f"{head} {' – '.join(names[part] for part in parts)}"
