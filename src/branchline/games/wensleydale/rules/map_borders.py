"""The borders of a map: pairs of areas whose polygons share an edge, compared with those that the file lists."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from branchline.games.datafile import is_number
from branchline.games.wensleydale.rules.map_data import Area, Border, Map, MapFile, Point
from branchline.games.wensleydale.rules.scenery import is_point

COST_LOWLAND, COST_VALLEY = 1, 2
"""LW 5.3: build points of a link between lowlands, and with a valley on either side."""


def find_borders(source: MapFile, areas: tuple[Area, ...]) -> tuple[Border, ...]:
    """Every pair of areas whose polygons share an edge, sorted by the ids of the areas."""
    sides: dict[tuple[Point, Point], tuple[int, bool]] = {}
    shared: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for number, area in enumerate(areas):
        clockwise = signed_size(area.polygon) > 0
        for corner, after in edges_of(area.polygon):
            edge, forward = (min(corner, after), max(corner, after)), (corner < after) == clockwise
            if edge not in sides:
                sides[edge] = number, forward
                continue
            other, other_forward = sides[edge]
            if other == -1 or forward == other_forward:
                raise source.refuse_area(f"{area.name} overlaps another area at {corner}.", area.id)
            sides[edge] = -1, forward
            shared.setdefault((other, number), []).append(edge)
    listed = _listed(source, areas)
    found = []
    for pair, edges in shared.items():
        a, b = sorted(pair, key=lambda number: areas[number].id)
        found.append(_border(areas, (a, b), edges, listed.get((a, b), {})))
    return tuple(sorted(found, key=lambda border: (areas[border.a].id, areas[border.b].id)))


def _border(areas: tuple[Area, ...], pair: tuple[int, int], edges: list[tuple[Point, Point]], row: Mapping[str, Any]) -> Border:
    a, b = pair
    (ax, ay), (bx, by) = (_centre(areas[number].polygon) for number in pair)
    length = sum(math.dist(*edge) for edge in edges)
    (ux, uy), (vx, vy) = max(edges, key=lambda edge: math.dist(*edge))
    midpoint = row.get("midpoint", [(ux + vx) / 2, (uy + vy) / 2])
    angle = row.get("angle", math.degrees(math.atan2(by - ay, bx - ax)))
    return Border(a, b, _cost(areas[a].terrain, areas[b].terrain), length, (midpoint[0], midpoint[1]), float(angle))


def _cost(terrain: str, other: str) -> int:
    """LW 5.2, 5.3: 0 where a hill lies on either side."""
    if "hill" in (terrain, other):
        return 0
    return COST_VALLEY if "valley" in (terrain, other) else COST_LOWLAND


def _centre(polygon: tuple[Point, ...]) -> Point:
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)


def _listed(source: MapFile, areas: tuple[Area, ...]) -> dict[tuple[int, int], dict[str, Any]]:
    """The borders that the file lists, by their areas in the order of ids."""
    if "borders" not in source.data:
        return {}
    index = {area.id: number for number, area in enumerate(areas)}
    found = {}
    for row in source.rows("borders"):
        between = row.get("between")
        if (
            not isinstance(between, list)
            or len(between) != 2
            or any(not isinstance(key, str) or key not in index for key in between)
        ):
            raise source.refuse(f"A border lies between {between!r:.60}: two ids of areas are wanted.", "borders")
        if not is_point(row.get("midpoint", [0, 0])) or not is_number(row.get("angle", 0)):
            raise source.refuse(f"The border {'-'.join(between)} has no midpoint of two numbers, or no angle.", "borders")
        a, b = sorted(between)
        if (index[a], index[b]) in found:
            raise source.refuse(f"The border {a}-{b} is listed twice.", "borders")
        found[index[a], index[b]] = row
    return found


def check_borders(source: MapFile, map_: Map) -> None:
    """Raise DataError unless the listed borders are exactly the shared edges, with the same costs and a positive length."""
    listed, areas = _listed(source, map_.areas), map_.areas
    derived = {(border.a, border.b): border for border in map_.borders}
    for (a, b), row in listed.items():
        if (a, b) not in derived:
            sentence = f"The border {areas[a].id}-{areas[b].id} is listed, but the polygons of {areas[a].name} and"
            raise source.refuse_area(f"{sentence} {areas[b].name} share no edge.", areas[a].id)
        border = derived[a, b]
        if row.get("cost", 0) != border.cost:
            sentence = f"The border {areas[a].id}-{areas[b].id} says cost {row.get('cost', 0)}, its terrain makes"
            raise source.refuse(f"{sentence} {border.cost}.", "borders")
    for border in map_.borders:
        here, there = areas[border.a], areas[border.b]
        name = f"{here.id}-{there.id}"
        if border.length <= 0:
            raise source.refuse_area(f"The border {name} has no length.", here.id)
        if listed and (border.a, border.b) not in listed:
            raise source.refuse_area(f"{here.name} and {there.name} share an edge, but no border {name} is listed.", here.id)


def edges_of(polygon: tuple[Point, ...]) -> list[tuple[Point, Point]]:
    """The edges of a polygon."""
    return list(zip(polygon, (*polygon[1:], polygon[0]), strict=True))


def signed_size(polygon: tuple[Point, ...]) -> float:
    """The size of a polygon, negative if its corners run the other way round."""
    return sum(x * v - u * y for (x, y), (u, v) in edges_of(polygon)) / 2
