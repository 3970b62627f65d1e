"""A wooden cube, drawn."""

from __future__ import annotations

from functools import cache

from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS, label, points, shade, tag

DEPTH = 0.18
"""How far a cube's lid and flank are seen, as a share of its side."""
LETTER = 0.98
"""Size of a cube's letter, as a share of its side: the largest that fits, for phones."""


@cache
def cube(colour: int, side: float) -> str:
    """A wooden cube with its letter, its front centred on 0, 0."""
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
