"""The parts of a map file that matter to the drawing only: scenery, and the side on which a city's name stands."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from branchline.games.datafile import DataFile, is_line, is_number

Point = tuple[float, float]
Shape = tuple[str, tuple[Point, ...]]

SIDES = ("above", "below", "right", "left", "above right", "above left", "below right", "below left")
"""Where a city's name can stand beside it."""
SHAPES = {"water": 3, "land": 3, "rivers": 2, "ranges": 2, "borders": 2}
"""The kinds of scenery, each with the fewest points it needs: three for an area, two for a line."""
KINDS = (*SHAPES, "names")
FURTHEST = 0.5
"""Scenery may run off the board by this fraction of it."""
MAX_POINTS, MAX_NAMES, MAX_NAME_LENGTH = 4_000, 200, 60
MAX_RANGES = 30.0
"""The length of all ranges together, in boards: the drawing has a mountain every few steps."""


@dataclass(frozen=True)
class Scenery:
    """What is drawn under the tracks and plays no part in the rules: areas, lines, and names with place and angle."""

    water: tuple[Shape, ...] = ()
    land: tuple[Shape, ...] = ()
    rivers: tuple[Shape, ...] = ()
    ranges: tuple[Shape, ...] = ()
    borders: tuple[Shape, ...] = ()
    names: tuple[tuple[str, Point, float], ...] = ()


def read_scenery(source: DataFile) -> Scenery:
    """The sections `scenery.…` of a map file.  Places are fractions of the board."""
    scenery = source.data.get("scenery", {})
    if not isinstance(scenery, dict):
        raise source.refuse("scenery is not a section.", "scenery", None)
    for kind, entries in scenery.items():
        if kind not in KINDS:
            raise source.refuse(
                f"There is no scenery of the kind {kind}: it is one of {', '.join(KINDS)}.", kind, f"scenery.{kind}"
            )
        if not isinstance(entries, dict):
            raise source.refuse(f"scenery.{kind} is not a section of names with their places.", kind, "scenery")
    shapes = {
        kind: tuple(_shape(source, kind, name, shape) for name, shape in scenery.get(kind, {}).items()) for kind in SHAPES
    }
    names = tuple(_name(source, name, place) for name, place in scenery.get("names", {}).items())
    _check_amount(source, shapes, len(names))
    return Scenery(**shapes, names=names)


def _check_amount(source: DataFile, shapes: Mapping[str, tuple[Shape, ...]], names: int) -> None:
    """Whether all of it can be drawn in a short time."""
    points = sum(len(line) for kind in shapes.values() for _, line in kind)
    if points > MAX_POINTS or names > MAX_NAMES:
        sentence = f"The scenery has {points:,} points and {names:,} names; {MAX_POINTS:,} and {MAX_NAMES} can be drawn."
        raise source.refuse(sentence, "scenery", None)
    length = sum(math.dist(*step) for _, line in shapes["ranges"] for step in itertools.pairwise(line))
    if length > MAX_RANGES:
        raise source.refuse(
            f"The ranges are {length:.0f} boards long; {MAX_RANGES:g} can be drawn.", "ranges", "scenery.ranges"
        )


def read_labels(source: DataFile, cities: tuple[str, ...]) -> tuple[str | None, ...]:
    """The section `labels` of a map file: the side of each city's name; None if the file does not say."""
    labels = source.data.get("labels", {})
    if not isinstance(labels, dict):
        raise source.refuse("labels is not a section.", "labels", None)
    for city, side in labels.items():
        if city not in cities:
            raise source.refuse(f"labels names the unknown city {city}.", city, "labels")
        if not isinstance(side, str) or side not in SIDES:
            raise source.refuse(f"The name of {city} cannot stand {side!r}: it is one of {', '.join(SIDES)}.", city, "labels")
    return tuple(labels.get(city) for city in cities)


def _shape(source: DataFile, kind: str, name: str, shape: object) -> Shape:
    fewest, section = SHAPES[kind], f"scenery.{kind}"
    if not isinstance(shape, list) or len(shape) < fewest or not all(_is_numbers(point, 2) for point in shape):
        raise source.refuse(f"{name} is not a list of at least {fewest} points of two numbers.", name, section)
    for point in shape:
        _check_near(source, name, point, section)
    return name, tuple((float(x), float(y)) for x, y in shape)


def _name(source: DataFile, name: str, place: Any) -> tuple[str, Point, float]:
    section = "scenery.names"
    if not _is_numbers(place, 2) and not _is_numbers(place, 3):
        raise source.refuse(f"The place of the name {name} is not x, y and perhaps an angle.", name, section)
    if not is_line(name, MAX_NAME_LENGTH):
        raise source.refuse(
            f"{name!r:.80} is no name for scenery: that is one line of {MAX_NAME_LENGTH} letters at most.", name, section
        )
    _check_near(source, name, place[:2], section)
    return name, (float(place[0]), float(place[1])), float(place[2]) if len(place) == 3 else 0.0


def _is_numbers(value: object, count: int) -> bool:
    if not isinstance(value, list) or len(value) != count:
        return False
    return all(is_number(part) for part in value)


def _check_near(source: DataFile, name: str, point: list[float], section: str) -> None:
    for part in point:
        if not -FURTHEST <= part <= 1 + FURTHEST:
            raise source.refuse(f"{name} runs to {part}: scenery lies between {-FURTHEST} and {1 + FURTHEST}.", name, section)
