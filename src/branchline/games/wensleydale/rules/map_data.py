"""A map of Last Train to Wensleydale as data, and the file it comes from."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from branchline.errors import DataError
from branchline.games.datafile import DataFile, readable
from branchline.games.wensleydale.rules.layout import ROWS, TRAINS_IN_ROW

KINDS = ("midland", "ner", "government", "train")
LETTERS = "ABCD"
Point = tuple[float, float]


@dataclass(frozen=True)
class Area:
    """One area: what the rules need, its polygon, and how it is drawn."""

    id: str
    name: str
    terrain: str
    town: str | None
    companies: tuple[int, ...]
    goods: str | None
    pieces: int
    only_from: bool
    polygon: tuple[Point, ...]
    drawing: Mapping[str, Any]
    """`label`, `marker`, `slots`, `slot_size` and `contours` of the file."""


@dataclass(frozen=True)
class Border:
    """Two areas that share an edge; `cost` is 0 where no link can cross."""

    a: int
    b: int
    cost: int
    length: float
    midpoint: Point
    angle: float


@dataclass(frozen=True)
class Train:
    """A train: its row (which is its cost), its letter, its slots, and the player counts it is used with."""

    row: int
    letter: str
    passengers: int
    goods: int
    players: tuple[int, ...]

    @property
    def name(self) -> str:
        """The train as the notation calls it: `3A`."""
        return f"{self.row}{self.letter}"

    @property
    def number(self) -> int:
        """The train's place in the record: the dearest row first."""
        return (ROWS - self.row) * TRAINS_IN_ROW + LETTERS.index(self.letter)


@dataclass(frozen=True)
class Box:
    """One influence box: minimum bid and printed points by kind."""

    minimum: int
    printed: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Map:
    """A map file as data, with the borders derived from the polygons."""

    name: str
    title: str
    reconstructed: str
    areas: tuple[Area, ...]
    borders: tuple[Border, ...]
    boxes: tuple[Box, ...]
    trains: tuple[Train, ...]
    scenery: Mapping[str, Any]
    """`canvas`, `frame`, `title_box`, `link` and `rivers` of the file."""

    @cached_property
    def index(self) -> dict[str, int]:
        """Area numbers by id."""
        return {area.id: number for number, area in enumerate(self.areas)}

    def train(self, name: str) -> Train:
        """The train of a name such as `3A`."""
        return next(train for train in self.trains if train.name == name)

    @cached_property
    def links(self) -> tuple[Border, ...]:
        """The borders that a link can cross, in the order of `borders`."""
        return tuple(border for border in self.borders if border.cost)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The areas beside each area, whether a link can cross or not."""
        found: list[list[int]] = [[] for _ in self.areas]
        for border in self.borders:
            found[border.a].append(border.b)
            found[border.b].append(border.a)
        return tuple(tuple(sorted(beside)) for beside in found)


class MapFile(DataFile):
    """A map file, which can name the line of an area and read lists of objects."""

    def refuse_area(self, sentence: str, area: str) -> DataError:
        """An error at the line of an area's id."""
        number = self.line_of(rf'"id"\s*:\s*"{re.escape(area)}"')
        return DataError(f"{self.path}, line {number}: {readable(sentence)}")

    def rows(self, key: str) -> list[dict[str, Any]]:
        """The list of objects under a key."""
        found = self.data.get(key)
        if not isinstance(found, list) or not found or not all(isinstance(row, dict) for row in found):
            raise self.refuse(f"{key} is missing or not a list of objects.", key)
        return found
