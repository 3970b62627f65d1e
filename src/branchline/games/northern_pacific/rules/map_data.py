"""The map: cities, tracks, and what a drawing has to know."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.games.northern_pacific.rules.scenery import Point, Scenery


@dataclass(frozen=True)
class Map:
    """A map as its file gives it (NP 1.1, 1.2).  A city has the number of its row in the file."""

    name: str
    title: str
    cities: tuple[str, ...]
    exits: tuple[tuple[int, ...], ...]
    """For each city the cities to which a track leads, ascending."""
    places: tuple[Point, ...]
    """Where each city lies, as fractions of the board."""
    start: int
    goal: int
    aspect: tuple[int, int]
    """Width and height of the board."""
    scenery: Scenery
    labels: tuple[str | None, ...]
    """The side of each city on which its name stands; None: wherever there is room."""

    @property
    def tracks(self) -> int:
        """The number of tracks; each leads one way."""
        return sum(len(exits) for exits in self.exits)
