"""Where everything stands on the drawn map: areas, borders, rivers, and free places for decorations."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

from branchline.games.wensleydale.drawing.coastlines import simplified
from branchline.games.wensleydale.drawing.geometry import Line, Point, is_inside, to_box, to_line
from branchline.games.wensleydale.rules.map_data import Area as MapArea
from branchline.games.wensleydale.rules.map_data import Border as MapBorder
from branchline.games.wensleydale.rules.map_data import Map

CANVAS = (1600.0, 1200.0)
"""The usual size of a drawn map; pieces and letters are made for it."""
GRID = 14.0
"""Spacing of the places tried for decoration."""
ROOM = 15.0
"""Free space that a decoration needs around it."""
MARGIN = 62.0
"""Space that the pieces of an area need around their anchor on a compact board."""
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
    middle: float
    size: float
    box: tuple[float, float, float, float]
    marker: Point | None
    marker_size: float
    slots: Line
    contours: tuple[Line, ...]
    anchor: Point
    """The middle of name, marker and slots together; a compact board draws the pieces around it."""


@dataclass(frozen=True)
class Border:
    """A border as it is drawn; `cost` is 0 where nothing can be built."""

    name: str
    ends: tuple[str, str]
    cost: int
    middle: Point
    angle: float
    sides: tuple[Line, ...]
    """Where the two polygons meet."""


@dataclass(frozen=True)
class River:
    """A river from its source to the edge of the map, with its widths at both ends."""

    name: str
    width: tuple[float, float]
    points: Line


@dataclass(frozen=True, eq=False)
class MapLayout:
    """The layout of a map.  It is compared by identity, so it can be an argument of cached functions."""

    areas: tuple[Area, ...]
    borders: tuple[Border, ...]
    rivers: tuple[River, ...]
    frame: Line
    size: tuple[float, float]
    title_box: tuple[float, float, float, float] | None


@cache
def layout_of(map_: Map) -> MapLayout:
    """The layout of a map, worked out once.  What the map file leaves out gets a default place."""
    map_ = _enlarged(map_)
    scenery = map_.scenery
    corners = [point for area in map_.areas for point in area.polygon]
    width, height = scenery.get("canvas", (max(x for x, _ in corners), max(y for _, y in corners)))
    rivers = [River(river["name"], tuple(river["width"]), _line(river["points"])) for river in scenery.get("rivers", ())]
    outlines = simplified([area.polygon for area in map_.areas])
    shared = _shared_sides(map_, outlines)
    return MapLayout(
        areas=tuple(_area(area, outline, (width, height)) for area, outline in zip(map_.areas, outlines, strict=True)),
        borders=tuple(_border(border, map_, shared[border.a, border.b]) for border in map_.borders),
        rivers=tuple(rivers),
        frame=_line(scenery.get("frame", [(0, 0), (width, 0), (width, height), (0, height)])),
        size=(float(width), float(height)),
        title_box=tuple(scenery["title_box"]) if "title_box" in scenery else None,
    )


def _enlarged(map_: Map) -> Map:
    """A map whose file says nothing about drawing, scaled to the usual size; other maps as they are."""
    if map_.scenery or any(area.drawing for area in map_.areas):
        return map_
    left, top, right, bottom = _bounds([point for area in map_.areas for point in area.polygon])
    grow = min(CANVAS[0] / (right - left), CANVAS[1] / (bottom - top))

    def put(point: Point) -> Point:
        return round((point[0] - left) * grow, 1), round((point[1] - top) * grow, 1)

    areas = tuple(replace(area, polygon=tuple(put(point) for point in area.polygon)) for area in map_.areas)
    borders = tuple(replace(border, midpoint=put(border.midpoint)) for border in map_.borders)
    return replace(map_, areas=areas, borders=borders)


def _line(points: Sequence[Sequence[float]]) -> Line:
    return tuple((float(x), float(y)) for x, y in points)


def _area(area: MapArea, outline: Line, canvas: Point) -> Area:
    label, marker = area.drawing.get("label"), area.drawing.get("marker")
    if label is None:
        label = _label_in_the_middle(area)
    left, top, right, bottom = (float(side) for side in label["box"])
    wanted = area.pieces + (0 if area.goods is None else 2)
    slots = _line(area.drawing.get("slots", [((left + right) / 2 + 22 * place, bottom + 14) for place in range(wanted)]))
    if marker is None and area.town:
        marker = {"x": (left + right) / 2 - 25, "y": bottom + 14, "size": 22}
    spot = (float(marker["x"]), float(marker["y"])) if marker else None
    return Area(
        name=area.id,
        title=area.name,
        terrain=area.terrain,
        kind=_kind(area),
        town=area.town or "",
        polygon=outline,
        lines=tuple(label["lines"]),
        baselines=tuple(float(y) for y in label["baselines"]),
        middle=float(label["x"]),
        size=float(label["size"]),
        box=(left, top, right, bottom),
        marker=spot,
        marker_size=float(marker["size"]) if marker else 0.0,
        slots=slots,
        contours=tuple(_line(ring) for ring in area.drawing.get("contours", ())),
        anchor=_anchor([(left, top), (right, bottom), *slots, *([spot] if spot else [])], canvas),
    )


def _anchor(points: Sequence[Point], canvas: Point) -> Point:
    """The middle of the bounding box of some points, at least `MARGIN` from the edges of the canvas."""
    left, top, right, bottom = _bounds(points)
    x, y = ((left + right) / 2, (top + bottom) / 2)
    return float(round(min(max(x, MARGIN), canvas[0] - MARGIN))), float(round(min(max(y, MARGIN), canvas[1] - MARGIN)))


def _kind(area: MapArea) -> str:
    """The kind by which an area is drawn: south, company, major, minor, cheese, stone, or nothing."""
    if area.only_from:
        return "south"
    return "company" if area.companies else area.town or area.goods or ""


def _label_in_the_middle(area: MapArea) -> dict[str, Any]:
    x = sum(point[0] for point in area.polygon) / len(area.polygon)
    y = sum(point[1] for point in area.polygon) / len(area.polygon)
    half = 4 * len(area.name)
    return {"lines": [area.name], "x": x, "baselines": [y], "size": 15, "box": [x - half, y - 14, x + half, y + 4]}


def _border(border: MapBorder, map_: Map, sides: list[Line]) -> Border:
    ends = (map_.areas[border.a].id, map_.areas[border.b].id)
    return Border(f"{ends[0]}-{ends[1]}", ends, border.cost, border.midpoint, border.angle, tuple(sides))


def _shared_sides(map_: Map, outlines: Sequence[Line]) -> dict[tuple[int, int], list[Line]]:
    """For each border the runs of sides that its two areas share."""
    owner = {side: number for number, outline in enumerate(outlines) for side in pairwise((*outline, outline[0]))}
    found: dict[tuple[int, int], list[Line]] = {}
    for border in map_.borders:
        runs: list[list[Point]] = []
        polygon = outlines[border.a]
        for start, end in pairwise((*polygon, polygon[0])):
            if border.b not in (owner.get((end, start)), owner.get((start, end))):
                continue
            if runs and runs[-1][-1] == start:
                runs[-1].append(end)
            else:
                runs.append([start, end])
        if len(runs) > 1 and runs[-1][-1] == runs[0][0]:
            runs[0] = runs.pop() + runs[0][1:]
        found[border.a, border.b] = [tuple(run) for run in runs]
    return found


def free_places(layout: MapLayout, area: Area, most: int) -> list[Point]:
    """Places in an area clear of its edge, name, pieces, rivers and links, those with most space first."""
    bounds = _bounds(area.polygon)
    reaches = [reach for river in layout.rivers for reach in pairwise(river.points)]
    rivers: list[Line] = [reach for reach in reaches if to_box(reach[0], bounds) == 0 or to_box(reach[1], bounds) == 0]
    links = [border.middle for border in layout.borders if area.name in border.ends and border.cost]
    rated = sorted(((_room(point, area, rivers, links), point) for point in _grid(area)), reverse=True)
    found: list[Point] = []
    for room, point in rated:
        if room < ROOM or len(found) == most:
            break
        if all(math.dist(point, other) >= SPACING for other in found):
            found.append(point)
    return found


def _bounds(polygon: Sequence[Point]) -> tuple[float, float, float, float]:
    xs, ys = zip(*polygon, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _grid(area: Area) -> Iterator[Point]:
    left, top, right, bottom = _bounds(area.polygon)
    y, row = top + GRID, 0
    while y < bottom:
        x = left + GRID * (1 + row % 2 / 2)
        while x < right:
            if is_inside((x, y), area.polygon):
                yield (x, y)
            x += GRID
        y, row = y + GRID, row + 1


def _room(point: Point, area: Area, rivers: list[Line], links: list[Point]) -> float:
    """The free space around a point."""
    pieces = [*area.slots, *([area.marker] if area.marker else [])]
    room = min([to_box(point, area.box), *(math.dist(point, piece) - 12 for piece in pieces)])
    room = min([room, *(math.dist(point, link) - 18 for link in links)])
    if room < ROOM:
        return room
    edges = [(*area.polygon, area.polygon[0]), *rivers]
    return min([room, *(to_line(point, edge) - 2 for edge in edges)])
