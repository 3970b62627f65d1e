"""Drawings of pieces on a square of 100 by 100 units: trains, tokens, tile backs, the Golden Spike."""

from __future__ import annotations

from functools import cache

from branchline.games.central_pacific.drawing.style import INK, PLATE, paint
from branchline.games.central_pacific.drawing.tile_art import lettering
from branchline.games.drawing import label, points, shade, tag

ENGINE = (
    "M36 25 L33 12 H67 L64 25 C73 29 79 38 79 50 C79 57 77 62 73 67 H82 V76 L88 92 H12 L18 76 V67 H27"
    " C23 62 21 57 21 50 C21 38 27 29 36 25 Z"
)
"""A locomotive from the front: chimney, boiler, buffer beam and cowcatcher."""


@cache
def train(letter: str, fill: str, ink: str) -> str:
    """A locomotive seen from the front with its owner's letter on the boiler, as large as the square allows."""
    dark = shade(fill, 0, 0.4)
    halo = tag("path", d=ENGINE, fill="none", stroke=PLATE, stroke_width=9, stroke_linejoin="round")
    body = tag("path", d=ENGINE, fill=dark, stroke=INK, stroke_width=3, stroke_linejoin="round")
    boiler = tag("circle", cx=50, cy=49, r=26, fill=fill, stroke=PLATE, stroke_width=2.4)
    beam = tag("rect", x=18, y=73, width=64, height=7, fill=fill, stroke=INK, stroke_width=1.8)
    bars = tag("path", d="M30 81 L25 91 M43 81 L41 91 M57 81 L59 91 M70 81 L75 91", stroke=PLATE, stroke_width=2.6)
    name = label(letter, 50.0, 63.0, font_size=40, **lettering(ink)) if letter else ""
    return halo + body + bars + beam + boiler + name


@cache
def back(plain: bool = False) -> str:
    """The back of a tile, with crossed rails unless something is to be written on it."""
    frame = tag("rect", x=2, y=2, width=96, height=96, rx=11, fill="#6e4b33", stroke=INK, stroke_width=4)
    inner = tag("rect", x=13, y=13, width=74, height=74, rx=6, fill="none", stroke="#d9b77c", stroke_width=3)
    if plain:
        return frame + inner
    rails = tag("path", d="M28 28 L72 72 M72 28 L28 72", stroke="#d9b77c", stroke_width=6, stroke_linecap="round")
    return frame + inner + rails


@cache
def spike(faded: bool = False) -> str:
    """The Golden Spike, point down; faded where it has been driven."""
    gold, dark = ("#e3b23c", "#a87813") if not faded else ("#d9cdb0", "#b5a680")
    line = {"stroke": INK, "stroke_width": 3.5, "stroke_linejoin": "round"}
    head = tag("path", d="M30 12 Q50 2 70 12 L66 26 H34 Z", fill=gold, **line)
    shaft = tag("path", d="M41 26 H59 V78 L50 97 L41 78 Z", fill=gold, **line)
    return shaft + tag("path", d="M52 28 H57 V77 L52 90 Z", fill=dark) + head


@cache
def stock_market() -> str:
    """The token of the Stock Market: two tiles out of the pool."""
    low = tag("g", back(), transform="translate(6 4) scale(0.62)")
    high = tag("g", back(), transform="translate(32 30) scale(0.62)")
    return low + high


@cache
def land_grant() -> str:
    """The token of the Land Grant: a deed with its seal."""
    deed = tag("path", d="M16 8 H72 L86 22 V92 H16 Z", fill=PLATE, stroke=INK, stroke_width=4, stroke_linejoin="round")
    fold = tag("path", d="M72 8 V22 H86", fill="none", stroke=INK, stroke_width=3)
    lines = tag("path", d="M28 32 H74 M28 45 H74 M28 58 H56", stroke=INK, stroke_width=4, stroke_linecap="round")
    seal = tag("circle", cx=66, cy=74, r=13, fill="#b4553a", stroke=INK, stroke_width=3)
    return deed + fold + lines + seal


@cache
def compass() -> str:
    """A compass rose around the origin, about 100 units across."""
    rays = []
    for turn in range(8):
        length, half = (50.0, 9.0) if turn % 2 == 0 else (33.0, 6.0)
        light = points([(0, -length), (half, -half), (0, 0)])
        dark = points([(0, -length), (-half, -half), (0, 0)])
        ray = tag("polygon", points=light, stroke_width=0.8, **paint(None, "ink")) + tag("polygon", points=dark, **paint("ink"))
        rays.append((turn % 2 == 0, tag("g", ray, transform=f"rotate({turn * 45})")))
    rings = "".join(tag("circle", r=r, stroke_width=0.8, **paint(None, "ink")) for r in (24, 36, 38))
    return rings + "".join(ray for _, ray in sorted(rays))
