"""The fells: contours that grow lighter with height, and hachures as on old maps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from branchline.games.drawing import tag
from branchline.games.wensleydale.drawing.geometry import Line, Point, area_of, packed
from branchline.games.wensleydale.drawing.layout import Area

HACHURE_STEP, HACHURE_LENGTH = 8.0, 11.5
DENSE = 16
"""If a ring has more points than this, every other one is left out."""


def relief(hills: Sequence[Area]) -> str:
    """Contours, and hachures between them, heavier on the shadow side.

    Hills never overlap, so each kind of line is one path for all hills: four elements for the browser instead of hundreds.
    """
    rings = ["".join(_rounded(hill.contours[height]) for hill in hills if len(hill.contours) > height) for height in (0, 1)]
    strokes = [_hachures(hill.polygon, HACHURE_LENGTH) for hill in hills]
    dark, light = ("".join(stroke[side] for stroke in strokes) for side in (0, 1))
    shading = tag("g", tag("path", d=dark, class_="lw-dark"), tag("path", d=light, class_="lw-lit"), class_="lw-hachures")
    lower, upper = (tag("path", d=ring, class_=f"lw-contour-{height}") for height, ring in enumerate(rings))
    return lower + shading + upper


def _rounded(ring: Line) -> str:
    """A closed curve that touches the middle of every side of a ring."""
    ring = ring[::2] if len(ring) > DENSE else ring
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise((*ring, ring[0]))]
    x, y = round(middles[-1][0]), round(middles[-1][1])
    start, found = f"M{x} {y}q", list[int]()
    for corner, middle in zip(ring, middles, strict=True):
        steps = [step for point in (corner, middle) for step in (round(point[0]) - x, round(point[1]) - y)]
        found += steps
        x, y = x + steps[2], y + steps[3]
    return start + packed(found) + "Z"


def _hachures(ring: Line, length: float) -> tuple[str, str]:
    """Strokes inwards from a ring: those in the shadow and those in the light, which comes from the north-west."""
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
    """Many short strokes as one path, in whole steps."""
    found, (x, y) = "", (0, 0)
    for ends in strokes:
        (x1, y1), (x2, y2) = ((round(end[0]), round(end[1])) for end in ends)
        stroke = packed((x2 - x1, y2 - y1))
        found += f"m{packed((x1 - x, y1 - y))}l{stroke}" if found else f"M{packed((x1, y1))}l{stroke}"
        x, y = x2, y2
    return found
