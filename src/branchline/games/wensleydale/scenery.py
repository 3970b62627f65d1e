"""The Dales without pieces: fells with hachures, walled valleys, plains, rivers, names.  Drawn once for each map."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

from branchline.games.drawing import label, tag
from branchline.games.wensleydale.chart import Area, Border, Chart, Line, Point, River, area_of, free_places
from branchline.games.wensleydale.symbols import INK, MIDLAND, NER, PAPER, SANS, SERIF, definitions, piece

FILL = {"lowland": "url(#lw-plain)", "valley": "url(#lw-dale)", "hill": "url(#lw-fell)", "south": "url(#lw-south)"}
HALO = {"lowland": "#c3d69b", "valley": "#ebe8b4", "hill": "#d8bb92", "south": "#ddcba6"}
CONTOUR_FILLS = ("#c39c71", "#d8bb92")
HACHURE, HACHURE_STEP = "#6b4526", 5.6
HILL_INK = "#3f2712"
WATER, WATER_LIGHT = "#5b9cc2", "#a9d0e4"


def defs() -> str:
    """Gradients, field patterns and symbols."""
    return tag(
        "defs",
        definitions(),
        _gradient("lw-fell", (("0", "#c9a47a"), ("1", "#a87e55"))),
        '<linearGradient id="lw-both" x2="1" y2="1"><stop offset=".5" stop-color="' + MIDLAND + '"/>'
        f'<stop offset=".5" stop-color="{NER}"/></linearGradient>',
        # Fields of the plain: hedges; of the dale: stone walls and smaller fields.
        _pattern("lw-plain", 150, 128, "#c3d69b", _PLAIN),
        _pattern("lw-dale", 96, 90, "#ebe8b4", _DALE),
        _pattern("lw-south", 70, 70, "#ddcba6", _SOUTH),
        '<filter id="lw-shade" x="-5%" y="-5%" width="110%" height="110%"><feDropShadow dx="2.5" dy="3.5" stdDeviation="2.6" '
        'flood-color="#4a3018" flood-opacity=".55"/></filter>',
    )


_PLAIN = (
    '<path d="M36 46 86 38 104 84 48 96Z" fill="#b7ce8d"/><path d="M36 46 86 38 70 0H20Z" fill="#cbdda5"/>'
    '<path d="M48 96 104 84 70 128H20Z" fill="#c8daa0"/><path d="M86 38 104 84 150 78V30Z" fill="#bed296"/>'
    '<path d="M0 78 48 96 36 46 0 30Z" fill="#bed296"/><path d="M0 30 36 46 86 38 150 30M0 78 48 96 104 84 150 78M20 0 '
    '36 46 48 96 20 128M70 0 86 38 104 84 70 128" stroke="#a5be7c" stroke-width="1.3" fill="none"/>'
)
_DALE = (
    '<path d="M30 30 62 36 56 66 26 62Z" fill="#e3e1a6"/><path d="M62 36 56 66 96 72V30Z" fill="#eeebbd"/>'
    '<path d="M0 30 30 30 26 62 0 72Z" fill="#eeebbd"/><path d="M0 30H30L62 36 96 30M0 72 26 62 56 66 96 72M14 0 '
    '30 30 26 62 14 90M60 0 62 36 56 66 60 90M80 33 78 70" stroke="#c9c28b" stroke-width="1.4" '
    'stroke-dasharray="3.4 1" fill="none"/>'
)
_SOUTH = '<path d="M10 12h9M44 30h9M18 50h9M54 62h9" stroke="#cdb88d" stroke-width="2" stroke-linecap="round"/>'


def _gradient(name: str, stops: Iterable[tuple[str, str]]) -> str:
    inside = "".join(tag("stop", offset=offset, stop_color=colour) for offset, colour in stops)
    return tag("radialGradient", inside, id=name, r=0.65)


def _pattern(name: str, width: int, height: int, ground: str, marks: str) -> str:
    back = tag("rect", width=width, height=height, fill=ground)
    return tag("pattern", back, marks, id=name, width=width, height=height, patternUnits="userSpaceOnUse")


def ground(area: Area) -> str:
    """What an area is filled with."""
    return "south" if area.kind == "south" else area.terrain


def path(line: Iterable[Point], closed: bool = False) -> str:
    """A path with one decimal, in relative steps, which is short."""
    steps, last = [], (0.0, 0.0)
    for x, y in line:
        dx, dy = round(x - last[0], 1), round(y - last[1], 1)
        steps.append(f"{dx:g} {dy:g}" if dy >= 0 else f"{dx:g}{dy:g}")
        last = last[0] + dx, last[1] + dy
    return "m" + "l".join(steps) + ("z" if closed else "")


def scenery(chart: Chart) -> str:
    """The land: areas to point at, relief, rivers, walls, decoration, names."""
    flat = [area for area in chart.areas if area.terrain != "hill"]
    hills = [area for area in chart.areas if area.terrain == "hill"]
    quiet = {"pointer_events": "none"}
    land = [
        tag("g", *(_area(area) for area in flat)),
        tag("g", *(_river(river) for river in chart.rivers), fill="none", stroke_linejoin="round", **quiet),
        tag("g", _walls(chart), **quiet),
        tag("g", *(_area(area) for area in hills), filter="url(#lw-shade)"),
        tag("g", *(_relief(area) for area in hills), _watersheds(chart), **quiet),
        tag("g", *(_decoration(chart, area) for area in flat), opacity=0.85, **quiet),
    ]
    names = tag(
        "g", *_names(chart), text_anchor="middle", stroke_linejoin="round", paint_order="stroke", stroke_width=3.5, **quiet
    )
    clip = tag("clipPath", tag("path", d=path(chart.frame, closed=True)), id="lw-frame")
    return clip + tag("g", *land, clip_path="url(#lw-frame)") + names + _frame(chart)


def _area(area: Area) -> str:
    title = tag("title", area.title.replace("&", "&amp;"))
    rim = {"stroke": HACHURE, "stroke_width": 1.8} if area.terrain == "hill" else {}
    return tag("path", title, d=path(area.polygon, closed=True), fill=FILL[ground(area)], data_pick=f"area:{area.name}", **rim)


def _river(river: River) -> str:
    """A river in five reaches, each wider than the one before."""
    narrow, wide = river.width
    reaches = 5
    course = (*river.points[:-1:2], river.points[-1])
    length = len(course)
    found = []
    for reach in range(reaches):
        part = course[reach * (length - 1) // reaches : (reach + 1) * (length - 1) // reaches + 1]
        if len(part) > 1:
            width = narrow + (wide - narrow) * (reach + 1) / reaches
            found.append(tag("path", d=_smooth(part), stroke=WATER, stroke_width=width + 1.6, stroke_linecap="round"))
            found.append(tag("path", d=_smooth(part), stroke=WATER_LIGHT, stroke_width=width - 0.8, stroke_linecap="round"))
    return "".join(found)


def _smooth(line: Line) -> str:
    """A curve through the middles of a line's sides, from its first point to its last."""
    curves = [f"M{line[0][0]:.0f} {line[0][1]:.0f}"]
    for (x, y), (x2, y2) in pairwise(line[1:]):
        curves.append(f"Q{x:.0f} {y:.0f} {(x + x2) / 2:.0f} {(y + y2) / 2:.0f}")
    return "".join(curves) + f"L{line[-1][0]:.0f} {line[-1][1]:.0f}"


def _walls(chart: Chart) -> str:
    """Borders between areas that are no hills are dry-stone walls: a dark course with pale stones on it."""
    kinds = {area.name: area.terrain for area in chart.areas}
    lines = _runs(border for border in chart.borders if "hill" not in [kinds[end] for end in border.ends])
    under = tag("path", d=lines, stroke="#6b6353", stroke_width=4.6, fill="none", stroke_linejoin="round")
    stones = tag("path", d=lines, stroke="#e6e0d0", stroke_width=2.6, fill="none", stroke_dasharray="5 1.5 3.4 1.3 6.5 1.6")
    return under + stones


def _runs(borders: Iterable[Border]) -> str:
    """Borders as one path; `m` would be relative to the end of the piece before, so every piece starts absolutely."""
    return "".join(path(run).replace("m", "M") for border in borders for run in border.sides)


def _watersheds(chart: Chart) -> str:
    """Borders between two hills: a thin line of dots."""
    kinds = {area.name: area.terrain for area in chart.areas}
    lines = _runs(border for border in chart.borders if all(kinds[end] == "hill" for end in border.ends))
    return tag("path", d=lines, stroke="#5b3a1e", stroke_width=1.8, stroke_dasharray="2 4", fill="none")


def _relief(area: Area) -> str:
    """Contours that grow lighter upwards, and hachures between them, heavier on the side away from the light."""
    rings = [
        tag("path", d=_rounded(ring), fill=fill, stroke="#9c7248", stroke_width=1.1)
        for ring, fill in zip(area.contours, CONTOUR_FILLS, strict=False)
    ]
    dark, light = _hachures(area.polygon, 11.5)
    strokes = tag("path", d=dark, stroke=HACHURE, stroke_width=1.3, opacity=0.8) + tag(
        "path", d=light, stroke="#f1dcb9", stroke_width=1.2
    )
    return "".join(rings[:1]) + strokes + "".join(rings[1:])


def _rounded(ring: Line) -> str:
    """A closed curve that touches the middle of every side of a ring."""
    middles = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise((*ring, ring[0]))]
    curves = "".join(f"Q{x:.0f} {y:.0f} {to[0]:.0f} {to[1]:.0f}" for (x, y), to in zip(ring, middles, strict=True))
    return f"M{middles[-1][0]:.0f} {middles[-1][1]:.0f}{curves}Z"


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


def _decoration(chart: Chart, area: Area) -> str:
    """Sheep and barns in the dales, trees on the plain, where there is room."""
    if area.kind == "south":
        return "".join(piece("mill", (x, y), 1.5) for x, y in _mills(area))
    kinds = ("sheep", "barn", "sheep") if area.terrain == "valley" else ("tree", "tree", "tree")
    places = free_places(chart, area, len(kinds))
    shift = sum(map(ord, area.name)) % 3
    return "".join(piece(kinds[(number + shift) % 3], (round(x), round(y))) for number, (x, y) in enumerate(places))


def _mills(area: Area) -> list[Point]:
    """Mills with smoking chimneys to the left and right of The South's name."""
    left, _, right, bottom = area.box
    return [(left - 180, bottom - 8), (left - 105, bottom - 2), (right + 95, bottom - 4), (right + 165, bottom + 2)]


def _names(chart: Chart) -> list[str]:
    """The names, those that look alike together."""
    groups: dict[tuple[str, str], list[Area]] = {}
    for area in chart.areas:
        groups.setdefault((ground(area), area.kind), []).append(area)
    return [tag("g", *(_name(area) for area in areas), **_look(areas[0])) for areas in groups.values()]


def _name(area: Area) -> str:
    x, lines = round(area.middle, 1), zip(area.lines, area.baselines, strict=True)
    return "".join(label(line, x, baseline) for line, baseline in lines)


def _look(area: Area) -> dict[str, object]:
    """How the names of an area's kind are written."""
    if area.terrain == "hill":
        look: dict[str, object] = {"font_family": SERIF, "font_style": "italic", "fill": HILL_INK}
    elif area.kind == "south":
        look = {"font_family": SANS, "font_weight": 700, "letter_spacing": 2, "fill": INK}
    else:
        weight = {"major": 700, "company": 700, "minor": 600}.get(area.kind, 400)
        look = {"font_family": SANS if area.town else SERIF, "font_weight": weight, "fill": INK}
    return {**look, "font_size": area.size, "stroke": HALO[ground(area)]}


def _frame(chart: Chart) -> str:
    ring = path(chart.frame, closed=True)
    outer = tag("path", d=ring, fill="none", stroke=INK, stroke_width=7, stroke_linejoin="miter")
    inner = tag("path", d=ring, fill="none", stroke=PAPER, stroke_width=1.6)
    return tag("g", outer, inner, pointer_events="none")
