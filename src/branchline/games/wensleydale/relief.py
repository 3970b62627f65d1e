"""The fells: contours that grow lighter upwards, and hachures as old maps draw them."""

from __future__ import annotations

import math
from itertools import pairwise

from branchline.games.drawing import tag
from branchline.games.wensleydale.chart import Area
from branchline.games.wensleydale.measuring import Line, Point, area_of

HACHURE_STEP, HACHURE_LENGTH = 7.0, 11.5
DENSE = 20
"""Points of a ring above which every other one is enough."""


def relief(area: Area) -> str:
    """Contours, and hachures between them, heavier on the side away from the light."""
    rings = [tag("path", d=_rounded(ring), class_=f"lw-contour-{height}") for height, ring in enumerate(area.contours[:2])]
    dark, light = _hachures(area.polygon, HACHURE_LENGTH)
    strokes = tag("g", tag("path", d=dark, class_="lw-dark"), tag("path", d=light, class_="lw-lit"), class_="lw-hachures")
    return "".join(rings[:1]) + strokes + "".join(rings[1:])


def _rounded(ring: Line) -> str:
    """A closed curve that touches the middle of every side of a ring."""
    ring = ring[::2] if len(ring) > DENSE else ring
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise((*ring, ring[0]))]
    x, y = round(middles[-1][0]), round(middles[-1][1])
    found = [f"M{x} {y}"]
    for corner, middle in zip(ring, middles, strict=True):
        steps = [step for point in (corner, middle) for step in (round(point[0]) - x, round(point[1]) - y)]
        found.append("q" + " ".join(map(str, steps)).replace(" -", "-"))
        x, y = x + steps[2], y + steps[3]
    return "".join(found) + "Z"


def _hachures(ring: Line, length: float) -> tuple[str, str]:
    """Strokes from a ring inwards: (those in shadow, those in the light from the north-west)."""
    turn = 1 if area_of(ring) > 0 else -1
    dark: list[tuple[Point, Point]] = []
    light: list[tuple[Point, Point]] = []
    travelled, wanted, count = 0.0, 0.0, 0
    for (x1, y1), (x2, y2) in pairwise((*ring, ring[0])):
        side = math.hypot(x2 - x1, y2 - y1)
        if side == 0:
            continue
        inward = (-(y2 - y1) / side * turn, (x2 - x1) / side * turn)
        shadow = -(inward[0] + inward[1]) / math.sqrt(2)
        while wanted < travelled + side:
            along = (wanted - travelled) / side
            x, y = x1 + (x2 - x1) * along, y1 + (y2 - y1) * along
            reach = length * (0.8 + 0.2 * (count * 7 % 5) / 4) * (1 if shadow > -0.2 else 0.6)
            stroke = ((x, y), (x + inward[0] * reach, y + inward[1] * reach))
            (dark if shadow > -0.2 else light).append(stroke)
            wanted, count = wanted + HACHURE_STEP, count + 1
        travelled += side
    return _strokes(dark), _strokes(light)


def _strokes(strokes: list[tuple[Point, Point]]) -> str:
    """Many short strokes as one path, in whole steps from each to the next."""
    found, x, y = [], 0, 0
    for ends in strokes:
        for move, end in zip("ml", ends, strict=True):
            dx, dy = round(end[0]) - x, round(end[1]) - y
            found.append(f"{move}{dx} {dy}" if dy >= 0 else f"{move}{dx}{dy}")
            x, y = x + dx, y + dy
    return "".join(found)
