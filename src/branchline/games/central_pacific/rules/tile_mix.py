"""The kinds of tiles, and how many of each a game has (CP 1.2)."""

from __future__ import annotations

from dataclasses import dataclass

KIND_NAMES = ("straight", "curve", "tee", "cross", "tunnel", "city2", "city3", "city4", "forest", "mountain", "start")
CITY_NUMBER = (0, 0, 0, 0, 0, 2, 3, 4, 0, 0, 0)
"""CP 1.2: the number on a city, by kind; the number of start cities is an option."""


@dataclass(frozen=True)
class TileMix:
    """A tile mix as its file gives it (CP 1.2)."""

    name: str
    title: str
    counts: tuple[int, ...]
    """Tiles of each kind.  The homes are still among the start cities."""
    reconstructed: str
    """A sentence that labels reconstructed counts, or nothing."""
