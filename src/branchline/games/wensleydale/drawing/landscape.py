"""What never changes on the map: fells, valleys, plains, rivers, walls, names.  Drawn once for each map."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import pairwise

from branchline.games.drawing import tag
from branchline.games.wensleydale.drawing.decorations import scattered
from branchline.games.wensleydale.drawing.geometry import Line, Point, packed
from branchline.games.wensleydale.drawing.layout import Area, Border, MapLayout, River, free_places
from branchline.games.wensleydale.drawing.relief import relief
from branchline.games.wensleydale.drawing.symbols import MIDLAND, NER, definitions

RIVER_REACHES = 5
LARGEST, BOLD, SERIF = 20.5, 0.68, 0.58
"""The size of names on a narrow board, and the width of a letter as a share of it: of a town's name, of others."""


def defs(layout: MapLayout) -> str:
    """The definitions: gradients, field patterns and symbols."""
    return tag(
        "defs",
        definitions(),
        '<radialGradient id="lw-fell" r=".65"><stop class="lw-fell-0"/><stop offset="1" class="lw-fell-1"/></radialGradient>',
        '<linearGradient id="lw-both" x2="1" y2="1"><stop offset=".5" stop-color="' + MIDLAND + '"/>'
        f'<stop offset=".5" stop-color="{NER}"/></linearGradient>',
        # Fields of the plain: hedges; of the dale: stone walls and smaller fields.
        _pattern("lw-plain", 150, 128, _PLAIN),
        _pattern("lw-dale", 96, 90, _DALE),
        _pattern("lw-south", 70, 70, _SOUTH),
        tag("clipPath", tag("path", d=path(layout.frame, closed=True)), id="lw-frame"),
    )


_PLAIN = (
    '<path d="M36 46 86 38 104 84 48 96Z" class="lw-plain-1"/><path d="M36 46 86 38 70 0H20ZM48 96 104 84 70 128H20Z" '
    'class="lw-plain-2"/><path d="M0 30 36 46 86 38 150 30M0 78 48 96 104 84 150 78M20 0 '
    '36 46 48 96 20 128M70 0 86 38 104 84 70 128" class="lw-hedge"/>'
)
_DALE = (
    '<path d="M30 30 62 36 56 66 26 62Z" class="lw-dale-1"/><path d="M62 36 56 66 96 72V30ZM0 30 30 30 26 62 0 72Z" '
    'class="lw-dale-2"/><path d="M0 30H30L62 36 96 30M0 72 26 62 56 66 96 72M14 0 '
    '30 30 26 62 14 90M60 0 62 36 56 66 60 90M80 33 78 70" class="lw-fence"/>'
)
_SOUTH = '<path d="M10 12h9M44 30h9M18 50h9M54 62h9" class="lw-south-1"/>'


def _pattern(name: str, width: int, height: int, marks: str) -> str:
    back = tag("rect", width=width, height=height, class_=f"{name}-0")
    return tag("pattern", back, marks, id=name, width=width, height=height, patternUnits="userSpaceOnUse")


def ground(area: Area) -> str:
    """What an area is filled with: plain, dale, fell or south."""
    return "south" if area.kind == "south" else {"lowland": "plain", "valley": "dale", "hill": "fell"}[area.terrain]


def path(line: Iterable[Point], closed: bool = False) -> str:
    """Path data in relative whole steps, which is short.  Points shared by two areas stay shared."""
    steps: list[int] = []
    last = (0, 0)
    for x, y in line:
        here = round(x), round(y)
        if not steps or here != last:
            steps += here[0] - last[0], here[1] - last[1]
        last = here
    return f"M{packed(steps[:2])}l{packed(steps[2:])}" + ("z" if closed else "")


def scenery(layout: MapLayout) -> str:
    """The land: relief, rivers, walls, decoration.

    Things that look alike and do not overlap are one path, and shadows are drawn without filters.  This is for speed:
    the land is most of what a browser paints first.
    """
    flat = [area for area in layout.areas if area.terrain != "hill"]
    hills = [area for area in layout.areas if area.terrain == "hill"]
    grounds = {ground(area): "" for area in flat}
    for area in flat:
        grounds[ground(area)] += _shape(area)
    land = [
        *(tag("path", d=shape, class_=f"lw-{name}") for name, shape in grounds.items()),
        _rivers(layout),
        _walls(layout),
        tag("defs", tag("g", *(outline(hill, id=hill_name(hill)) for hill in hills), id="lw-hills")),
        '<use href="#lw-hills" class="lw-shade"/><use href="#lw-hills" class="lw-fell"/>',
        relief(hills),
        _watersheds(layout),
        _decoration(layout, flat),
    ]
    return tag("g", tag("g", *land, clip_path="url(#lw-frame)"), _frame(layout), pointer_events="none")


def outline(area: Area, *inside: str, **attributes: object) -> str:
    """The outline of an area as a path with any attributes."""
    return tag("path", *inside, d=_shape(area), **attributes)


def hill_name(area: Area) -> str:
    """The id of a hill's outline in the layer of the land."""
    return f"lw-hill-{area.name}"


def _shape(area: Area) -> str:
    return path(area.polygon, closed=True)


def _rivers(layout: MapLayout) -> str:
    """Every river in parts that grow wider; all banks are below all water, so that rivers flow into each other."""
    reaches = [(_smooth(course), width) for river in layout.rivers for course, width in _reaches(river)]
    flow = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
    banks = [
        tag("g", tag("path", d=course, id=f"lw-r-{number}"), stroke_width=width + 1.6)
        for number, (course, width) in enumerate(reaches)
    ]
    waters = [tag("use", href=f"#lw-r-{number}", stroke_width=width - 0.8) for number, (_, width) in enumerate(reaches)]
    return tag("g", *banks, class_="lw-bank", **flow) + tag("g", *waters, class_="lw-water", **flow)


def _reaches(river: River) -> Iterable[tuple[Line, float]]:
    """The parts of a river with their widths."""
    narrow, wide = river.width
    course = (*river.points[:-1:2], river.points[-1])
    last = len(course) - 1
    for reach in range(RIVER_REACHES):
        part = course[reach * last // RIVER_REACHES : (reach + 1) * last // RIVER_REACHES + 1]
        if len(part) > 1:
            yield part, narrow + (wide - narrow) * (reach + 1) / RIVER_REACHES


def _smooth(line: Line) -> str:
    """A curve through the middles of a line's sides, from its first point to its last, in relative whole steps."""
    x, y = round(line[0][0]), round(line[0][1])
    start, steps = f"M{x} {y}", list[int]()
    for (x1, y1), (x2, y2) in pairwise(line[1:]):
        end = round((x1 + x2) / 2), round((y1 + y2) / 2)
        steps += round(x1) - x, round(y1) - y, end[0] - x, end[1] - y
        x, y = end
    curves = f"q{packed(steps)}" if steps else ""
    return f"{start}{curves}l{packed((round(line[-1][0]) - x, round(line[-1][1]) - y))}"


def _walls(layout: MapLayout) -> str:
    """Dry-stone walls on borders without a hill: a dark line with pale stones on it."""
    kinds = {area.name: area.terrain for area in layout.areas}
    lines = _runs(border for border in layout.borders if "hill" not in [kinds[end] for end in border.ends])
    course = tag("defs", tag("path", d=lines, id="lw-walls"))
    return course + '<use href="#lw-walls" class="lw-wall"/><use href="#lw-walls" class="lw-stones"/>'


def _runs(borders: Iterable[Border]) -> str:
    """Borders as one path."""
    return "".join(path(run) for border in borders for run in border.sides)


def _watersheds(layout: MapLayout) -> str:
    """Dotted lines on borders between two hills."""
    kinds = {area.name: area.terrain for area in layout.areas}
    lines = _runs(border for border in layout.borders if all(kinds[end] == "hill" for end in border.ends))
    return tag("path", d=lines, class_="lw-watershed")


def _decoration(layout: MapLayout, flat: list[Area]) -> str:
    """Sheep and barns in the valleys, trees on the plain, mills in The South."""
    places: dict[str, list[Point]] = {}
    for area in flat:
        for kind, place in _mills(area) if area.kind == "south" else _stock(layout, area):
            places.setdefault(kind, []).append(place)
    return tag("g", *(scattered(kind, where) for kind, where in places.items()), opacity=0.85, class_="lw-decoration")


def _stock(layout: MapLayout, area: Area) -> list[tuple[str, Point]]:
    kinds = ("sheep", "barn", "sheep") if area.terrain == "valley" else ("tree", "tree", "tree")
    shift = sum(map(ord, area.name)) % 3
    return [(kinds[(number + shift) % 3], place) for number, place in enumerate(free_places(layout, area, len(kinds)))]


def _mills(area: Area) -> list[tuple[str, Point]]:
    """Mills with smoking chimneys to the left and right of The South's name."""
    left, _, right, bottom = area.box
    places = [(left - 180, bottom - 8), (left - 105, bottom - 2), (right + 95, bottom - 4), (right + 165, bottom + 2)]
    return [("mill", place) for place in places]


def names(layout: MapLayout) -> str:
    """The names of all areas, grouped by their look."""
    groups: dict[tuple[str, str], list[Area]] = {}
    for area in layout.areas:
        groups.setdefault((ground(area), area.kind), []).append(area)
    edges = min(x for x, _ in layout.frame), max(x for x, _ in layout.frame)
    alike = [tag("text", *(_name(area, *edges) for area in areas), **_look(areas[0])) for areas in groups.values()]
    return tag("g", *alike, class_="lw-names", pointer_events="none")


def _name(area: Area, left: float, right: float) -> str:
    """A name in the middle of its area, or as near as the frame of the map allows where letters are large."""
    half = max(map(len, area.lines)) * LARGEST * (BOLD if area.town else SERIF) / 2 + 8
    x, lines = round(min(max(area.middle, left + half), right - half)), zip(area.lines, area.baselines, strict=True)
    return "".join(tag("tspan", escape(line), x=x, y=round(baseline)) for line, baseline in lines)


def _look(area: Area) -> dict[str, object]:
    """The attributes of an area's name."""
    kind = {"south": "", "major": " lw-major", "company": " lw-major", "minor": " lw-minor"}.get(area.kind, " lw-goods")
    return {"class_": f"lw-on-{ground(area)}{kind}", "font_size": area.size}


def _frame(layout: MapLayout) -> str:
    ring = path(layout.frame, closed=True)
    return tag("path", d=ring, class_="lw-frame") + tag("path", d=ring, class_="lw-frame-line")
