"""Texts of actions, in and out."""

from __future__ import annotations

from branchline.games.northern_pacific.rules.map_file import folded_name
from branchline.kernel import Board

EXTEND, INVEST_SMALL, INVEST_LARGE, SEAT = range(4)
"""The kinds of actions, in the order of ids."""

_folded: dict[str, dict[str, int]] = {}
"""For each board, by its digest, the actions by their folded texts."""


def parse(text: str, board: Board) -> int | None:
    """The id of a text, in any case, with or without apostrophes, hyphens for blanks."""
    if board.digest not in _folded:
        _folded[board.digest] = {folded_name(known): action for known, action in board.ids.items()}
    return _folded[board.digest].get(folded_name(text))


def redact(text: str) -> str:
    """The text itself: nothing is hidden in this game."""
    return text


def read_action(action: int, board: Board) -> tuple[int, int]:
    """The kind of an action, and the number of its city or seat."""
    cities = len(board.data.cities)
    kind = min(action // cities, SEAT)
    return kind, action - kind * cities
