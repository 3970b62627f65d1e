"""What a map file says about the drawing only: scenery, and the side on which a city's name stands."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from branchline.games.datafile import is_line, is_number

Point = tuple[float, float]
Shape = tuple[str, tuple[Point, ...]]
Refuse = Callable[[str, str, str | None], ValueError]
"""The error for a sentence, with the key and section whose line it names."""

SIDES = ("above", "below", "right", "left", "above right", "above left", "below right", "below left")
"""Where a city's name can stand beside it."""
SHAPES = {"water": 3, "land": 3, "rivers": 2, "ranges": 2, "borders": 2}
"""The kinds of scenery with the fewest points each needs: areas, and lines."""
KINDS = (*SHAPES, "names")
FURTHEST = 0.5
"""Scenery may run off the board by this much."""
MOST_POINTS, MOST_NAMES, LONGEST_NAME = 4_000, 200, 60
LONGEST_RANGES = 30.0
"""Length of all ranges together, in boards: there is a mountain every few steps."""


@dataclass(frozen=True)
class Scenery:
    """What is drawn under the tracks and means nothing: areas, lines, and names with place and angle."""

    water: tuple[Shape, ...] = ()
    land: tuple[Shape, ...] = ()
    rivers: tuple[Shape, ...] = ()
    ranges: tuple[Shape, ...] = ()
    borders: tuple[Shape, ...] = ()
    names: tuple[tuple[str, Point, float], ...] = ()


def read_scenery(data: Mapping[str, Any], refuse: Refuse) -> Scenery:
    """The sections `scenery.…` of a map file; places are fractions of the board."""
    scenery = data.get("scenery", {})
    if not isinstance(scenery, dict):
        raise refuse("scenery is not a section.", "scenery", None)
    for kind, entries in scenery.items():
        if kind not in KINDS:
            raise refuse(f"There is no scenery of the kind {kind}: it is one of {', '.join(KINDS)}.", kind, f"scenery.{kind}")
        if not isinstance(entries, dict):
            raise refuse(f"scenery.{kind} is not a section of names with their places.", kind, "scenery")
    shapes = {
        kind: tuple(_shape(kind, name, shape, refuse) for name, shape in scenery.get(kind, {}).items()) for kind in SHAPES
    }
    names = tuple(_name(name, place, refuse) for name, place in scenery.get("names", {}).items())
    _check_amount(shapes, len(names), refuse)
    return Scenery(**shapes, names=names)


def _check_amount(shapes: Mapping[str, tuple[Shape, ...]], names: int, refuse: Refuse) -> None:
    """Whether all of it can be drawn while somebody waits."""
    points = sum(len(line) for kind in shapes.values() for _, line in kind)
    if points > MOST_POINTS or names > MOST_NAMES:
        sentence = f"The scenery has {points:,} points and {names:,} names; {MOST_POINTS:,} and {MOST_NAMES} can be drawn."
        raise refuse(sentence, "scenery", None)
    length = sum(math.dist(*step) for _, line in shapes["ranges"] for step in itertools.pairwise(line))
    if length > LONGEST_RANGES:
        raise refuse(f"The ranges are {length:.0f} boards long; {LONGEST_RANGES:g} can be drawn.", "ranges", "scenery.ranges")


def read_labels(data: Mapping[str, Any], cities: tuple[str, ...], refuse: Refuse) -> tuple[str | None, ...]:
    """The section `labels` of a map file: the side of each city's name, None where the file leaves it open."""
    labels = data.get("labels", {})
    if not isinstance(labels, dict):
        raise refuse("labels is not a section.", "labels", None)
    for city, side in labels.items():
        if city not in cities:
            raise refuse(f"labels names the unknown city {city}.", city, "labels")
        if not isinstance(side, str) or side not in SIDES:
            raise refuse(f"The name of {city} cannot stand {side!r}: it is one of {', '.join(SIDES)}.", city, "labels")
    return tuple(labels.get(city) for city in cities)


def _shape(kind: str, name: str, shape: object, refuse: Refuse) -> Shape:
    fewest, section = SHAPES[kind], f"scenery.{kind}"
    if not isinstance(shape, list) or len(shape) < fewest or not all(_is_numbers(point, 2) for point in shape):
        raise refuse(f"{name} is not a list of at least {fewest} points of two numbers.", name, section)
    for point in shape:
        _check_near(name, point, section, refuse)
    return name, tuple((float(x), float(y)) for x, y in shape)


def _name(name: str, place: Any, refuse: Refuse) -> tuple[str, Point, float]:
    section = "scenery.names"
    if not _is_numbers(place, 2) and not _is_numbers(place, 3):
        raise refuse(f"The place of the name {name} is not x, y and perhaps an angle.", name, section)
    if not is_line(name, LONGEST_NAME):
        raise refuse(f"{name!r:.80} is no name for scenery: that is one line of {LONGEST_NAME} letters at most.", name, section)
    _check_near(name, place[:2], section, refuse)
    return name, (float(place[0]), float(place[1])), float(place[2]) if len(place) == 3 else 0.0


def _is_numbers(value: object, count: int) -> bool:
    if not isinstance(value, list) or len(value) != count:
        return False
    return all(is_number(part) for part in value)


def _check_near(name: str, point: list[float], section: str, refuse: Refuse) -> None:
    for part in point:
        if not -FURTHEST <= part <= 1 + FURTHEST:
            raise refuse(f"{name} runs to {part}: scenery lies between {-FURTHEST} and {1 + FURTHEST}.", name, section)
