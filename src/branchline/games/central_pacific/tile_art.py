"""Drawings of single tiles on a square of 100 by 100 units: track, cities, terrain, trains, tile backs."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin

from branchline.games.drawing import SERIF, label, number, points, tag

INK = "#3a2a1b"
PAPER = "#f4e8cd"
PRAIRIE = "#dfdfb0"
STREETS = "#f0d9bd"
BALLAST = "#c9b48c"
SLEEPER = "#6b4a2f"
STEEL = "#352f2c"
ROOF = "#b4553a"
WALL = "#fbf1dc"

EDGE = {"N": (50.0, 0.0), "E": (100.0, 50.0), "S": (50.0, 100.0), "W": (0.0, 50.0)}
CORNER = {"NE": (100.0, 0.0), "ES": (100.0, 100.0), "SW": (0.0, 100.0), "NW": (0.0, 0.0)}
GAUGE = 7.0
"""Half the distance between the rails."""
NUMBERS = {"city2": 2, "city3": 3, "city4": 4}
FOREST = (("#2e6b45", "#245638"), ("#3b7d52", "#2e6b45"))
CITY_CORNERS = ((18.0, 20.0), (82.0, 82.0), (82.0, 20.0), (18.0, 82.0))


@cache
def tile(kind: str, exits: str, home_number: int = 2, bed: str = BALLAST) -> str:
    """The tile of this kind with rail at these exits (`NES`); `bed` is the colour of the track bed."""
    if kind == "forest":
        return _ground("#cfd3a0") + _forest()
    if kind == "mountain":
        return _ground("#dccfb2") + _mountain()
    if kind == "tunnel":
        return _ground(PRAIRIE) + _track([exits], bed) + _hill(exits)
    if kind in NUMBERS or kind == "start":
        figure = NUMBERS.get(kind, home_number)
        plate = _station_plate(figure) if kind == "start" else _city_plate(figure)
        houses = "" if kind == "start" else _houses(figure)
        return _ground(STREETS) + _arms(exits, bed) + houses + plate
    return _ground(PRAIRIE) + _track(ways(exits), bed)


@cache
def home(letter: str, exits: str, home_number: int, fill: str, ink: str, bed: str = BALLAST) -> str:
    """A home: a station in its owner's colour with his letter and the city's number."""
    plate = tag("path", d="M50 17 L81 36 V83 H19 V36 Z", fill=fill, stroke=INK, stroke_width=3, stroke_linejoin="round")
    rim = tag("path", d="M50 23.5 L76 39.5 V78 H24 V39.5 Z", fill="none", stroke=ink, stroke_width=1.6, opacity=0.75)
    name = label(letter, 50.0, 63.0, font_size=34 if len(letter) == 1 else 27, **_lettering(ink))
    figure = tag("circle", cx=75, cy=79, r=14, fill=PAPER, stroke=INK, stroke_width=2.5)
    text = label(str(home_number), 75.0, 86.0, font_size=21, **_lettering(INK))
    return _ground(STREETS) + _arms(exits, bed) + plate + rim + name + figure + text


@cache
def train(letter: str, fill: str, ink: str) -> str:
    """A locomotive seen from the side, about 64 by 48 units around the middle of the tile, with its owner's letter."""
    halo = tag("path", d=_LOCOMOTIVE, fill="none", stroke=PAPER, stroke_width=8, stroke_linejoin="round")
    body = tag("path", d=_LOCOMOTIVE, fill=fill, stroke=INK, stroke_width=2.6, stroke_linejoin="round")
    wheels = "".join(tag("circle", cx=x, cy=71, r=r, fill=PAPER, stroke=INK, stroke_width=2.6) for x, r in _WHEELS)
    window = tag("rect", x=67, y=36, width=9, height=10, rx=1.5, fill=PAPER, stroke=INK, stroke_width=1.6)
    name = label(letter, 44.0, 61.5, font_size=22 if len(letter) == 1 else 18, **_lettering(ink))
    return halo + body + wheels + window + name


_LOCOMOTIVE = (
    "M18 45 H25 V34 L22 28 H37 L34 34 V45 H45 Q45 39 50 39 Q55 39 55 45 H60 V30 H58 V26 H84 V30 H82 V70 H20 L13 70 L18 63 Z"
)
_WHEELS = ((29, 7.0), (46, 7.0), (69, 9.0))


@cache
def back(plain: bool = False) -> str:
    """The back of a tile, with crossed rails unless something is to be written on it."""
    frame = tag("rect", x=2, y=2, width=96, height=96, rx=11, fill="#6e4b33", stroke=INK, stroke_width=4)
    inner = tag("rect", x=13, y=13, width=74, height=74, rx=6, fill="none", stroke="#d9b77c", stroke_width=3)
    if plain:
        return frame + inner
    return (
        frame + inner + tag("path", d="M28 28 L72 72 M72 28 L28 72", stroke="#d9b77c", stroke_width=6, stroke_linecap="round")
    )


@cache
def spike(faded: bool = False) -> str:
    """The Golden Spike, point down, on a square of 100."""
    gold, shade = ("#e3b23c", "#a87813") if not faded else ("#d9cdb0", "#b5a680")
    head = tag("path", d="M30 12 Q50 2 70 12 L66 26 H34 Z", fill=gold, stroke=INK, stroke_width=3.5, stroke_linejoin="round")
    shaft = tag("path", d="M41 26 H59 V78 L50 97 L41 78 Z", fill=gold, stroke=INK, stroke_width=3.5, stroke_linejoin="round")
    side = tag("path", d="M52 28 H57 V77 L52 90 Z", fill=shade)
    return shaft + side + head


@cache
def compass() -> str:
    """A compass rose around the origin, about 100 units across."""
    rays = []
    for turn in range(8):
        length, half = (50.0, 9.0) if turn % 2 == 0 else (33.0, 6.0)
        light = points([(0, -length), (half, -half), (0, 0)])
        dark = points([(0, -length), (-half, -half), (0, 0)])
        ray = tag("polygon", points=light, fill="none", stroke=INK, stroke_width=0.8) + tag("polygon", points=dark, fill=INK)
        rays.append((turn % 2 == 0, tag("g", ray, transform=f"rotate({turn * 45})")))
    rings = "".join(tag("circle", r=r, fill="none", stroke=INK, stroke_width=0.8) for r in (24, 36, 38))
    return rings + "".join(ray for _, ray in sorted(rays))


def ways(exits: str) -> list[str]:
    """The pairs of exits that a track tile joins: a tee has three ways, a cross six."""
    return [one + other for index, one in enumerate(exits) for other in exits[index + 1 :]]


def _lettering(ink: str) -> dict[str, object]:
    return {"text_anchor": "middle", "font_family": SERIF, "font_weight": "bold", "fill": ink}


def _ground(fill: str) -> str:
    shade = tag("rect", x=2.4, y=3.6, width=97, height=96, rx=7, fill="#7d6642", opacity=0.55)
    return shade + tag("rect", x=1, y=1, width=98, height=97, rx=7, fill=fill, stroke="#8a744c", stroke_width=1.4)


def _path(way: str, aside: float = 0.0) -> str:
    """The middle line of a way between two exits, or a line a little to one side of it."""
    if way in CORNER:
        radius = 50.0 + aside
        (x1, y1), (x2, y2) = (_around(CORNER[way], side, radius) for side in way)
        bend = f"A{number(radius)} {number(radius)} 0 0 {int(way == 'NW')} "
    else:
        dx, dy = (aside, 0.0) if way == "NS" else (0.0, aside)
        (x1, y1), (x2, y2) = ((EDGE[side][0] + dx, EDGE[side][1] + dy) for side in way)
        bend = "L"
    return f"M{number(x1)} {number(y1)} {bend}{number(x2)} {number(y2)}"


def _around(corner: tuple[float, float], side: str, radius: float) -> tuple[float, float]:
    """Where the circle around a corner of the tile cuts the edge on this side."""
    x, y = corner
    if side in "NS":
        return x + radius * (50 - x) / 50, EDGE[side][1]
    return EDGE[side][0], y + radius * (50 - y) / 50


def _track(joined: list[str], bed: str) -> str:
    """Bed, sleepers and a pair of rails for each way, layer by layer so that ways melt into one junction."""
    middles = [_path(way) for way in joined]
    rails = " ".join(_path(way, aside) for way in joined for aside in (-GAUGE, GAUGE))
    sleepers = [_sleepers(path, way) for path, way in zip(middles, joined, strict=True)]
    return _bed(" ".join(middles), bed) + "".join(sleepers) + _rails(rails)


def _arms(exits: str, bed: str) -> str:
    """Straight track from each exit to the middle, for cities."""
    arms = {side: f"M{number(EDGE[side][0])} {number(EDGE[side][1])} L50 50" for side in exits}
    rails = []
    for side in exits:
        x, y = EDGE[side]
        for aside in (-GAUGE, GAUGE):
            dx, dy = (aside, 0.0) if side in "NS" else (0.0, aside)
            rails.append(f"M{number(x + dx)} {number(y + dy)} L{number(50 + dx)} {number(50 + dy)}")
    ties = "".join(_sleepers(path, "NS") for path in arms.values())
    return _bed(" ".join(arms.values()), bed) + ties + _rails(" ".join(rails))


def _bed(path: str, fill: str) -> str:
    edge = tag("path", d=path, fill="none", stroke="#8f7a55", stroke_width=33, opacity=0.5)
    return edge + tag("path", d=path, fill="none", stroke=fill, stroke_width=30)


def _sleepers(path: str, way: str) -> str:
    period = 78.54 / 6 if way in CORNER else 12.5
    return tag(
        "path",
        d=path,
        fill="none",
        stroke=SLEEPER,
        stroke_width=23,
        stroke_dasharray=f"5 {number(period - 5)}",
        stroke_dashoffset=number(-(period - 5) / 2),
    )


def _rails(path: str) -> str:
    return tag("path", d=path, fill="none", stroke=STEEL, stroke_width=3.6)


def _houses(figure: int) -> str:
    """As many houses in the corners as the city's number."""
    return "".join(_house(x, y) for x, y in CITY_CORNERS[:figure])


def _house(x: float, y: float) -> str:
    wall = tag("rect", x=x - 9, y=y - 3, width=18.0, height=13.0, fill=WALL, stroke=INK, stroke_width=1.6)
    roof = tag(
        "polygon",
        points=points([(x - 12, y - 2), (x, y - 12), (x + 12, y - 2)]),
        fill=ROOF,
        stroke=INK,
        stroke_width=1.6,
        stroke_linejoin="round",
    )
    door = tag("rect", x=x - 2.5, y=y + 3, width=5.0, height=7.0, fill=INK)
    return wall + roof + door


def _city_plate(figure: int) -> str:
    disc = tag("circle", cx=50, cy=50, r=26, fill=PAPER, stroke=INK, stroke_width=3.4)
    ring = tag("circle", cx=50, cy=50, r=21, fill="none", stroke=INK, stroke_width=1.2)
    return disc + ring + label(str(figure), 50.0, 62.0, font_size=35, **_lettering(INK))


def _station_plate(figure: int) -> str:
    plate = tag("path", d="M50 20 L79 37 V78 H21 V37 Z", fill=PAPER, stroke=INK, stroke_width=3.4, stroke_linejoin="round")
    rim = tag("path", d="M50 26.5 L74 40.5 V73 H26 V40.5 Z", fill="none", stroke=INK, stroke_width=1.2)
    return plate + rim + label(str(figure), 50.0, 66.5, font_size=35, **_lettering(INK))


def _forest() -> str:
    places = ((28, 44), (70, 40), (50, 60), (24, 80), (78, 78), (52, 92))
    return "".join(_pine(float(x), float(y), FOREST[index % 2]) for index, (x, y) in enumerate(places))


def _pine(x: float, y: float, greens: tuple[str, str]) -> str:
    trunk = tag("rect", x=x - 2.5, y=y - 5, width=5.0, height=7.0, fill="#5d4027")
    body = []
    for lift, half in ((4.0, 15.0), (14.0, 12.0), (24.0, 9.0)):
        crown = points([(x - half, y - lift), (x, y - lift - 16), (x + half, y - lift)])
        body.append(tag("polygon", points=crown, fill=greens[0], stroke="#1d452d", stroke_width=1.3, stroke_linejoin="round"))
        shade = points([(x, y - lift - 16), (x + half, y - lift), (x + 1, y - lift)])
        body.append(tag("polygon", points=shade, fill=greens[1]))
    return trunk + "".join(body)


def _mountain() -> str:
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


def _hill(exits: str) -> str:
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
    hill = tag("polygon", points=points(ring), fill="#b3a27f", stroke=INK, stroke_width=2, stroke_linejoin="round")
    hatch = tag("path", d=" ".join(strokes), stroke="#6f5d43", stroke_width=1.8, stroke_linecap="round")
    below = tag("path", d="M31 50 H69", stroke=INK, stroke_width=4, stroke_dasharray="6 6")
    doors = "".join(_portal(x, turn) for x, turn in ((22.0, 90), (78.0, -90)))
    upright = None if exits == "EW" else "rotate(90 50 50)"
    return tag("g", hill, hatch, below, doors, transform=upright)


def _portal(x: float, turn: int) -> str:
    arch = "M-17 5 V-3 A17 13 0 0 1 17 -3 V5 Z"
    mouth = "M-12 5 V-2 A12 9 0 0 1 12 -2 V5 Z"
    stone = tag("path", d=arch, fill="#d8cbb0", stroke=INK, stroke_width=1.8)
    return tag("g", stone, tag("path", d=mouth, fill="#1f1812"), transform=f"translate({number(x)} 50) rotate({turn})")
