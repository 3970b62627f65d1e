"""Drawings of terrain on tiles: forests, mountains, and the hill over a tunnel."""

from __future__ import annotations

from math import cos, pi, sin

from branchline.games.central_pacific.drawing.style import INK
from branchline.games.drawing import number, points, tag

GREENS = (("#2e6b45", "#245638"), ("#3b7d52", "#2e6b45"))
PINES = ((28.0, 44.0), (70.0, 40.0), (50.0, 60.0), (24.0, 80.0), (78.0, 78.0), (52.0, 92.0))


def forest() -> str:
    """A stand of pines."""
    return "".join(_pine(x, y, GREENS[index % 2]) for index, (x, y) in enumerate(PINES))


def _pine(x: float, y: float, greens: tuple[str, str]) -> str:
    trunk = tag("rect", x=x - 2.5, y=y - 5, width=5.0, height=7.0, fill="#5d4027")
    body = []
    for lift, half in ((4.0, 15.0), (14.0, 12.0), (24.0, 9.0)):
        crown = points([(x - half, y - lift), (x, y - lift - 16), (x + half, y - lift)])
        body.append(tag("polygon", points=crown, fill=greens[0], stroke="#1d452d", stroke_width=1.3, stroke_linejoin="round"))
        shade = points([(x, y - lift - 16), (x + half, y - lift), (x + 1, y - lift)])
        body.append(tag("polygon", points=shade, fill=greens[1]))
    return trunk + "".join(body)


def mountain() -> str:
    """Three peaks with snow."""
    return _peak(34.0, 88.0, 30.0, 46.0) + _peak(72.0, 88.0, 24.0, 38.0) + _peak(54.0, 92.0, 38.0, 78.0)


def _peak(x: float, foot: float, half: float, height: float) -> str:
    top = foot - height
    flank = points([(x - half, foot), (x, top), (x + half, foot)])
    shade = points([(x, top), (x + half, foot), (x + half * 0.18, foot), (x - half * 0.1, foot - height * 0.45)])
    low = top + height * 0.34
    side = half * 0.34
    snow = points([(x, top), (x + side, low), (x + side * 0.3, low - 6), (x - side * 0.2, low + 3), (x - side, low)])
    return (
        tag("polygon", points=flank, fill="#a8967c", stroke=INK, stroke_width=2, stroke_linejoin="round")
        + tag("polygon", points=shade, fill="#7f6e58")
        + tag("polygon", points=snow, fill="#fffaf0", stroke=INK, stroke_width=1.2, stroke_linejoin="round")
    )


def hill(exits: str) -> str:
    """The hill over a tunnel: two portals, hatched slopes as on old maps, the way below it dotted."""
    ring = [(50 + 31 * cos(turn * pi / 12), 50 + 30 * sin(turn * pi / 12)) for turn in range(24)]
    strokes = []
    for turn in range(24):
        angle = turn * pi / 12 + 0.06
        inner, outer = 0.66 + 0.1 * (turn % 2), 0.95
        strokes.append(
            f"M{number(50 + 31 * inner * cos(angle))} {number(50 + 30 * inner * sin(angle))} "
            f"L{number(50 + 31 * outer * cos(angle))} {number(50 + 30 * outer * sin(angle))}"
        )
    slope = tag("polygon", points=points(ring), fill="#b3a27f", stroke=INK, stroke_width=2, stroke_linejoin="round")
    hatch = tag("path", d=" ".join(strokes), stroke="#6f5d43", stroke_width=1.8, stroke_linecap="round")
    below = tag("path", d="M31 50 H69", stroke=INK, stroke_width=4, stroke_dasharray="6 6")
    doors = "".join(_portal(x, turn) for x, turn in ((22.0, 90), (78.0, -90)))
    upright = None if exits == "EW" else "rotate(90 50 50)"
    return tag("g", slope, hatch, below, doors, transform=upright)


def _portal(x: float, turn: int) -> str:
    arch = "M-17 5 V-3 A17 13 0 0 1 17 -3 V5 Z"
    mouth = "M-12 5 V-2 A12 9 0 0 1 12 -2 V5 Z"
    stone = tag("path", d=arch, fill="#d8cbb0", stroke=INK, stroke_width=1.8)
    return tag("g", stone, tag("path", d=mouth, fill="#1f1812"), transform=f"translate({number(x)} 50) rotate({turn})")
