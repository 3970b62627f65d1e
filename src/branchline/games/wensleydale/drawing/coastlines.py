"""Outlines of areas with fewer points.  Neighbours keep the same points, so there are no gaps between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from branchline.games.wensleydale.drawing.geometry import Line, Point, to_segment

TOLERANCE = 0.9
"""How far a removed point may lie from the drawn line, which is several times wider."""


def simplified(polygons: Sequence[Line]) -> list[Line]:
    """The same polygons with fewer points; corners where three areas meet stay."""
    beside: dict[Point, set[Point]] = {}
    for polygon in polygons:
        for start, end in pairwise((*polygon, polygon[0])):
            beside.setdefault(start, set()).add(end)
            beside.setdefault(end, set()).add(start)
    corners = {point for point, neighbours in beside.items() if len(neighbours) != 2}
    return [_simplified(polygon, corners) for polygon in polygons]


def _simplified(polygon: Line, corners: set[Point]) -> Line:
    """Each stretch between two corners, always thinned in the same direction, so that both areas get the same points."""
    turns = [place for place, point in enumerate(polygon) if point in corners]
    if len(turns) < 2:
        return polygon
    around = (*polygon[turns[0] :], *polygon[: turns[0] + 1])
    places = [place - turns[0] for place in turns] + [len(polygon)]
    found: list[Point] = []
    for first, last in pairwise(places):
        stretch = around[first : last + 1]
        if stretch[0] <= stretch[-1]:
            found += _thinned(stretch)[:-1]
        else:
            found += reversed(_thinned(stretch[::-1])[1:])
    return tuple(found)


def _thinned(line: Line) -> list[Point]:
    """The points that matter for the shape (Ramer, Douglas and Peucker)."""
    if len(line) < 3:
        return list(line)
    rest = [(to_segment(point, line[0], line[-1]), place) for place, point in enumerate(line[1:-1], 1)]
    far, place = max(rest)
    if far <= TOLERANCE:
        return [line[0], line[-1]]
    return _thinned(line[: place + 1])[:-1] + _thinned(line[place:])
