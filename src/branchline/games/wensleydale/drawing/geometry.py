"""Distances and areas in the plane."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

Point = tuple[float, float]
Line = tuple[Point, ...]


def to_segment(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from a segment."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length
    along = max(0.0, min(1.0, along))
    return math.hypot(point[0] - start[0] - along * dx, point[1] - start[1] - along * dy)


def to_line(point: Point, line: Line) -> float:
    """The distance of a point from a line of several points."""
    return min(to_segment(point, start, end) for start, end in pairwise(line))


def packed(numbers: Iterable[int]) -> str:
    """Numbers of path data with the fewest separators.

    >>> packed([3, -4, 5])
    '3-4 5'
    """
    return " ".join(map(str, numbers)).replace(" -", "-")


def is_inside(point: Point, polygon: Line) -> bool:
    """Whether a point lies in a polygon."""
    inside = False
    x, y = point
    for (x1, y1), (x2, y2) in pairwise((*polygon, polygon[0])):
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside


def area_of(polygon: Line) -> float:
    """The area of a polygon, positive if its points run clockwise on the screen."""
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairwise((*polygon, polygon[0]))) / 2


def to_box(point: Point, box: tuple[float, float, float, float]) -> float:
    """The distance of a point from a box; 0 inside."""
    left, top, right, bottom = box
    return math.hypot(max(left - point[0], 0.0, point[0] - right), max(top - point[1], 0.0, point[1] - bottom))
