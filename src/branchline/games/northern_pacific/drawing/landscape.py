"""The landscape under the tracks: paper, frame, waters, rivers, mountains, borders, title.  It never changes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator

from branchline.games.drawing import SERIF, label, number, smooth, tag
from branchline.games.northern_pacific.drawing.layout import Box, MapLayout
from branchline.games.northern_pacific.drawing.style import (
    FAINT,
    INK,
    PAPER,
    PAPER_EDGE,
    PEAK_DARK,
    PEAK_LIGHT,
    RELIEF,
    RIVER,
    RIVER_INK,
    SEPIA,
    WATER,
    WATER_EDGE,
)
from branchline.games.northern_pacific.rules.map_data import Map
from branchline.games.northern_pacific.rules.scenery import Point

RIDGE_STEP = 15.0
"""The distance between two peaks of a range."""
COASTLINES = ((20, 0.16), (13, 0.2), (7, 0.26))
"""Widths and strengths of the lines that follow a coast."""
TITLE_SIZE = (390.0, 92.0)
ROSE = 104.0


def landscape(map_: Map, layout: MapLayout, name: str) -> str:
    """Everything beneath the tracks."""
    inside = "".join(_scenery(map_, layout, name))
    if inside:
        inside = tag("g", inside, clip_path=f"url(#{name}-frame)")
    return "".join((_paper(layout, name), inside, _frame(layout), _title(map_, layout)))


def _paper(layout: MapLayout, name: str) -> str:
    frame = _rect(layout.frame)
    gradient = tag(
        "radialGradient",
        tag("stop", offset="0.55", stop_color=PAPER),
        tag("stop", offset="1", stop_color=PAPER_EDGE),
        id=f"{name}-paper",
        cx="0.5",
        cy="0.46",
        r="0.72",
    )
    clip = tag("clipPath", tag("rect", **frame), id=f"{name}-frame")
    return tag("defs", gradient, clip) + tag("rect", **frame, fill=f"url(#{name}-paper)")


def _frame(layout: MapLayout) -> str:
    outer, inner = _rect(layout.frame), _rect(layout.frame, 5)
    return tag(
        "g",
        tag("rect", **outer, stroke_width="2.4"),
        tag("rect", **inner, stroke_width="0.8"),
        fill="none",
        stroke=SEPIA,
    )


def _rect(box: Box, inset: float = 0.0) -> dict[str, float]:
    wide, high = box.right - box.left, box.bottom - box.top
    return {"x": box.left + inset, "y": box.top + inset, "width": wide - 2 * inset, "height": high - 2 * inset}


def _scenery(map_: Map, layout: MapLayout, name: str) -> Iterator[str]:
    scenery = map_.scenery
    for number_, (_, shape) in enumerate(scenery.water):
        yield _water(f"{name}-water-{number_}", [layout.put(point) for point in shape])
    for _, shape in scenery.land:
        outline = smooth([layout.put(point) for point in shape], closed=True)
        yield tag("path", d=outline, fill=PAPER, stroke=WATER_EDGE, stroke_width="1.2")
    for _, line in scenery.ranges:
        yield _relief([layout.put(point) for point in line])
    borders = "".join(tag("path", d=smooth([layout.put(point) for point in line])) for _, line in scenery.borders)
    if borders:
        yield tag("g", borders, fill="none", stroke=FAINT, stroke_width="1.3", stroke_dasharray="8 4 1.5 4", opacity="0.75")
    rivers = "".join(tag("path", d=smooth([layout.put(point) for point in line])) for _, line in scenery.rivers)
    if rivers:
        yield tag("g", rivers, fill="none", stroke=RIVER, stroke_width="2.2", stroke_linecap="round", opacity="0.85")
    peaks = [peak for _, line in scenery.ranges for peak in _peaks([layout.put(point) for point in line])]
    if peaks:
        yield _mountains(sorted(peaks, key=lambda peak: peak[0][1]), f"{name}-peak")
    yield from _names(map_, layout)


def _water(name: str, shape: list[Point]) -> str:
    """An area of water with lines that follow its coast, as on an engraving."""
    outline = smooth(shape, closed=True)
    lines = "".join(tag("path", d=outline, stroke_width=str(width), opacity=str(strength)) for width, strength in COASTLINES)
    return (
        tag("clipPath", tag("path", d=outline), id=name)
        + tag("path", d=outline, fill=WATER, stroke=WATER_EDGE, stroke_width="1.4")
        + tag("g", lines, fill="none", stroke=WATER_EDGE, clip_path=f"url(#{name})")
    )


def _relief(line: list[Point]) -> str:
    """A soft shadow under a range."""
    shadow = smooth(line)
    layers = (tag("path", d=shadow, stroke_width=str(width)) for width in range(16, 80, 9))
    return tag("g", *layers, fill="none", stroke=RELIEF, stroke_linecap="round", stroke_opacity="0.03")


def _peaks(line: list[Point]) -> Iterator[tuple[Point, float]]:
    """The places and sizes of the peaks along a range.  They vary by a fixed pattern, so a picture is always the same."""
    along, spent = 0, RIDGE_STEP / 2
    for (x, y), (end_x, end_y) in itertools.pairwise(line):
        length = math.hypot(end_x - x, end_y - y)
        while spent <= length:
            share, side = spent / length, 5 * math.sin(along * 2.4)
            place = x + (end_x - x) * share + side, y + (end_y - y) * share + 3 * math.cos(along * 1.7)
            yield place, 7.5 + 2.5 * math.sin(along * 1.3 + 1)
            along, spent = along + 1, spent + RIDGE_STEP
        spent -= length


def _mountains(peaks: Iterable[tuple[Point, float]], name: str) -> str:
    """Small mountains with a lit and a shaded flank, drawn in the given order: one shape in many places and sizes."""
    flanks = "M0-10l1.2 9-2.2 6.5H{}Z"
    shape = tag(
        "g",
        tag("path", d=flanks.format(-10), fill=PEAK_LIGHT, stroke="none"),
        tag("path", d=flanks.format(10), fill=PEAK_DARK, stroke="none"),
        tag("path", d="M-10 5.5L0-10L10 5.5"),
        id=name,
    )
    drawn = (
        tag("use", href=f"#{name}", transform=f"translate({x:.0f} {y:.0f})scale({number(size / 10)})") for (x, y), size in peaks
    )
    style = {"fill": "none", "stroke": RELIEF, "stroke_width": "1.2", "stroke_linecap": "round", "opacity": "0.85"}
    return tag("defs", shape) + tag("g", *drawn, **style)


def _names(map_: Map, layout: MapLayout) -> Iterator[str]:
    """Names of waters, ranges and regions, except those that a plate or a city's name would cut."""
    waters = {name for name, _ in (*map_.scenery.rivers, *map_.scenery.water)}
    ranges = {name for name, _ in map_.scenery.ranges}
    for name, place, angle in map_.scenery.names:
        if name in waters:
            size, spacing, style = 12.5, 1.0, {"font_style": "italic", "fill": RIVER_INK}
        elif name in ranges:
            size, spacing, style = 11.5, 2.0, {"font_style": "italic", "fill": SEPIA}
        else:
            name = name.upper()
            size, spacing, style = 16.0, 7.0, {"fill": FAINT, "opacity": "0.85"}
        x, y = layout.put(place)
        if not _is_cut(layout, (x, y), math.radians(angle), len(name) * (size * 0.5 + spacing)):
            turn = f"rotate({number(angle)} {number(x)} {number(y)})" if angle else None
            fixed = {"text_anchor": "middle", "font_family": SERIF, "font_size": size, "letter_spacing": spacing, **style}
            yield label(name, x, y, transform=turn, class_="np-land", **fixed)


def _is_cut(layout: MapLayout, centre: Point, angle: float, length: float) -> bool:
    """Whether a plate or a city's name lies on a line of text."""
    for step in range(-5, 6):
        far = length / 2 * step / 5
        place = Box.around((centre[0] + far * math.cos(angle), centre[1] + far * math.sin(angle) - 4), 6, 12)
        if any(place.overlap(box) for box in layout.obstacles):
            return True
    return False


def _title(map_: Map, layout: MapLayout) -> str:
    """A title and a compass in corners without tracks, if there are any."""
    corners = list(_corners(layout, *TITLE_SIZE))
    if not corners:
        return ""
    x, y = corners[0]
    taken = Box.around((x, y), TITLE_SIZE[0] + 20, TITLE_SIZE[1] + 20)
    roses = (_compass(*place) for place in _corners(layout, ROSE, ROSE) if not taken.overlap(Box.around(place, ROSE, ROSE)))
    return _cartouche(map_.title, x, y) + next(roses, "")


def _corners(layout: MapLayout, wide: float, high: float) -> Iterator[Point]:
    """Free places of this size at the lower and upper edge."""
    frame, gap = layout.frame, 24
    columns = (frame.right - gap - wide / 2, frame.left + gap + 130 + wide / 2, (frame.left + frame.right) / 2)
    for y in (frame.bottom - gap - high / 2, frame.top + gap + high / 2):
        for x in columns:
            if layout.is_free(Box.around((x, y), wide, high)):
                yield x, y


def _compass(x: float, y: float) -> str:
    """A compass rose; the map's north is up."""
    far, near = ROSE * 0.36, ROSE * 0.075
    half = f"M0 {number(-far)}L{number(near)} {number(-near)}L0 0Z"
    other = f"M0 {number(-far)}L{number(-near)} {number(-near)}L0 0Z"
    points = "".join(
        tag("g", tag("path", d=half, fill=SEPIA), tag("path", d=other, fill=PAPER), transform=f"rotate({turn}) scale({size})")
        for turns, size in (((45, 135, 225, 315), 0.62), ((0, 90, 180, 270), 1))
        for turn in turns
    )
    rings = tag("circle", r=ROSE * 0.24, fill="none") + tag("circle", r=ROSE * 0.2, fill="none", stroke_width="0.5")
    north = label("N", 0.0, -far - 5, font_family=SERIF, font_size="15", text_anchor="middle", fill=SEPIA, stroke="none")
    place = f"translate({number(x)} {number(y + 6)})"
    return tag(
        "g", rings, points, north, transform=place, stroke=SEPIA, stroke_width="0.8", stroke_linejoin="round", opacity="0.8"
    )


def _cartouche(title: str, x: float, y: float) -> str:
    wide, high = TITLE_SIZE
    box = Box.around((x, y), wide, high)
    size = min(15.0, 1.75 * wide / max(len(title), 1))
    rule = f"M{number(x - 120)} {number(y + 8)}H{number(x - 8)}M{number(x + 8)} {number(y + 8)}H{number(x + 120)}"
    diamond = f"M{number(x - 5)} {number(y + 8)}l5 -4l5 4l-5 4Z"
    return tag(
        "g",
        tag("rect", **_rect(box), fill=PAPER, stroke=SEPIA, stroke_width="1.6", rx="3"),
        tag("rect", **_rect(box, 4), fill="none", stroke=SEPIA, stroke_width="0.7", rx="2"),
        label("NORTHERN PACIFIC", x, y - 6, font_size="27", letter_spacing="3.5", fill=INK),
        tag("path", d=rule, stroke=SEPIA, stroke_width="0.9", fill="none"),
        tag("path", d=diamond, fill=SEPIA),
        label(title, x, y + 30, font_size=size, font_style="italic", fill=SEPIA),
        text_anchor="middle",
        font_family=SERIF,
    )
