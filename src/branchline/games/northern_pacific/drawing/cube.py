"""A wooden cube, alone and in its slot."""

from __future__ import annotations

from functools import cache

from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS, label, number, points, shade, tag
from branchline.games.northern_pacific.rules.scenery import Point

SMALL_SIDE, LARGE_SIDE = 20.0, 25.0
"""Sides of the two sizes."""
DEPTH = 0.18
"""The visible depth of a cube's lid and flank, as a share of its side."""
LETTER = 0.98
"""The size of a cube's letter, as a share of its side: the largest that fits, for phones."""
FRAME = 4.0
"""The width of the frame around a cube that is new."""
LEAN = 0.09
"""The distance of a cube's front from the middle of its slot, as a share of its side: lid and flank need room."""


@cache
def cube(colour: int, side: float) -> str:
    """A cube with its letter, its front centred on 0, 0."""
    half, deep, fill = side / 2, side * DEPTH, SEAT_COLOURS[colour]
    lid = ((-half, -half), (deep - half, -half - deep), (half + deep, -half - deep), (half, -half))
    flank = ((half, -half), (half + deep, -half - deep), (half + deep, half - deep), (half, half))
    faces = (
        tag("polygon", points=points(lid), fill=shade(fill, 255, 0.35)),
        tag("polygon", points=points(flank), fill=shade(fill, 0, 0.35)),
        tag("rect", x=-half, y=-half, width=side, height=side, fill=fill),
    )
    letter = label(
        SEAT_LETTERS[colour], 0.0, side * LETTER * 0.36, class_="np-letter", fill=SEAT_INKS[colour], font_size=side * LETTER
    )
    return tag("g", *faces, class_="np-piece") + letter


def mark_in_slot(slot: Point, large: bool) -> str:
    """The frame behind a cube that is new."""
    side = LARGE_SIDE if large else SMALL_SIDE
    wide = side * (1 + DEPTH) + 2 * FRAME
    x, y = slot[0] - LEAN * side - side / 2 - FRAME, slot[1] + LEAN * side - side * (0.5 + DEPTH) - FRAME
    return tag("rect", class_="np-mark", x=x, y=y, width=wide, height=wide, rx="5")


def cube_in_slot(slot: Point, colour: int, large: bool, kind: str) -> str:
    """A cube in its slot.  The outer group places it, so the inner one can be moved by an animation."""
    side = LARGE_SIDE if large else SMALL_SIDE
    x, y = slot[0] - LEAN * side, slot[1] + LEAN * side
    return f'<g transform="translate({number(x)} {number(y)})"><g class="{kind}">{cube(colour, side)}</g></g>'
