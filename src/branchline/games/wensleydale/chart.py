"""Where everything lies on the drawn board: the map's geometry, and places for sheep, barns and trees between the pieces."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

Point = tuple[float, float]
Line = tuple[Point, ...]

GRID = 14.0
"""Spacing of the places tried for decoration."""
ROOM = 15.0
"""Free space that a decoration needs around it."""
SPACING = 44.0
"""Distance between two decorations of an area."""


@dataclass(frozen=True)
class Area:
    """An area as it is drawn."""

    name: str
    title: str
    terrain: str
    kind: str
    town: str
    polygon: Line
    lines: tuple[str, ...]
    baselines: tuple[float, ...]
    label: Point
    size: float
    box: tuple[float, float, float, float]
    marker: Point | None
    marker_size: float
    slots: Line
    contours: tuple[Line, ...]


@dataclass(frozen=True)
class Border:
    """A border as it is drawn; `cost` is 0 where nothing can be built."""

    name: str
    ends: tuple[str, str]
    cost: int
    middle: Point
    angle: float
    points: Line


@dataclass(frozen=True)
class River:
    """A river from its source to the edge of the map, growing wider."""

    name: str
    width: tuple[float, float]
    points: Line


@dataclass(frozen=True)
class Chart:
    """The drawn board."""

    areas: tuple[Area, ...]
    borders: tuple[Border, ...]
    rivers: tuple[River, ...]
    frame: Line
    size: tuple[float, float]
    title_box: tuple[float, float, float, float]


def _line(points: Sequence[Sequence[float]]) -> Line:
    return tuple((float(x), float(y)) for x, y in points)


def read_chart(data: Mapping[str, Any]) -> Chart:
    """The chart of a map file."""
    box = data["title_box"]
    return Chart(
        areas=tuple(_area(area) for area in data["areas"]),
        borders=tuple(_border(border) for border in data["borders"]),
        rivers=tuple(River(river["name"], tuple(river["width"]), _line(river["points"])) for river in data["rivers"]),
        frame=_line(data["frame"]),
        size=(float(data["canvas"]["width"]), float(data["canvas"]["height"])),
        title_box=(float(box["x"]), float(box["y"]), float(box["w"]), float(box["h"])),
    )


def _area(area: Mapping[str, Any]) -> Area:
    label, marker = area["label"], area.get("marker")
    left, top, right, bottom = (float(side) for side in label["box"])
    return Area(
        name=area["id"],
        title=area["name"],
        terrain=area["terrain"],
        kind=area["kind"],
        town=area.get("town") or "",
        polygon=_line(area["polygon"]),
        lines=tuple(label["lines"]),
        baselines=tuple(float(y) for y in label["baselines"]),
        label=(float(label["x"]), float(label["y"])),
        size=float(label["size"]),
        box=(left, top, right, bottom),
        marker=(float(marker["x"]), float(marker["y"])) if marker else None,
        marker_size=float(marker["size"]) if marker else 0.0,
        slots=_line(area["slots"]),
        contours=tuple(_line(ring) for ring in area.get("contours", ())),
    )


def _border(border: Mapping[str, Any]) -> Border:
    x, y = border["midpoint"]
    return Border(
        name=f"{border['a']}-{border['b']}",
        ends=(border["a"], border["b"]),
        cost=border["cost"] or 0,
        middle=(float(x), float(y)),
        angle=float(border["angle"]),
        points=_line(border["points"]),
    )


# -- measuring ---------------------------------------------------------------------------------------


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


def free_places(chart: Chart, area: Area, most: int) -> list[Point]:
    """Places in an area that are clear of its edge, name, pieces, rivers and links, the roomiest first."""
    rivers = [river.points for river in chart.rivers if any(is_inside(point, area.polygon) for point in river.points)]
    links = [border.middle for border in chart.borders if area.name in border.ends and border.cost]
    rated = sorted(((_room(point, area, rivers, links), point) for point in _grid(area)), reverse=True)
    found: list[Point] = []
    for room, point in rated:
        if room < ROOM or len(found) == most:
            break
        if all(math.dist(point, other) >= SPACING for other in found):
            found.append(point)
    return found


def _grid(area: Area) -> Iterator[Point]:
    xs, ys = zip(*area.polygon, strict=True)
    y, row = min(ys) + GRID, 0
    while y < max(ys):
        x = min(xs) + GRID * (1 + row % 2 / 2)
        while x < max(xs):
            if is_inside((x, y), area.polygon):
                yield (x, y)
            x += GRID
        y, row = y + GRID, row + 1


def _room(point: Point, area: Area, rivers: list[Line], links: list[Point]) -> float:
    """How much free space there is around a point."""
    pieces = [*area.slots, *([area.marker] if area.marker else [])]
    room = min([to_box(point, area.box), *(math.dist(point, piece) - 12 for piece in pieces)])
    room = min([room, *(math.dist(point, link) - 18 for link in links)])
    if room < ROOM:
        return room
    edges = [(*area.polygon, area.polygon[0]), *rivers]
    return min([room, *(to_line(point, edge) - 2 for edge in edges)])
