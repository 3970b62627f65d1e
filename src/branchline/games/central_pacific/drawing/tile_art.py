"""Drawings of tiles on a square of 100 by 100 units: track, cities, homes."""

from __future__ import annotations

from functools import cache

from branchline.games.central_pacific.drawing.style import INK, PLATE, paint
from branchline.games.central_pacific.drawing.terrain_art import forest, hill, mountain
from branchline.games.drawing import SERIF, label, number, points, tag

ROOF = "#b4553a"
WALL = "#fbf1dc"
EDGE = {"N": (50.0, 0.0), "E": (100.0, 50.0), "S": (50.0, 100.0), "W": (0.0, 50.0)}
CORNER = {"NE": (100.0, 0.0), "ES": (100.0, 100.0), "SW": (0.0, 100.0), "NW": (0.0, 0.0)}
GAUGE = 7.0
"""Half the distance between the rails."""
NUMBERS = {"city2": 2, "city3": 3, "city4": 4}
CITY_CORNERS = ((18.0, 20.0), (82.0, 82.0), (82.0, 20.0), (18.0, 82.0))


@cache
def tile(kind: str, exits: str, home_number: int = 2) -> str:
    """The tile of this kind with rail at these exits (`NES`); the track bed has the colour (`currentColor`) of its line."""
    if kind == "forest":
        return _ground("wood") + forest()
    if kind == "mountain":
        return _ground("rock") + mountain()
    if kind == "tunnel":
        return _ground("prairie") + _track([exits]) + hill(exits)
    if kind in NUMBERS or kind == "start":
        figure = NUMBERS.get(kind, home_number)
        plate = _station_plate(figure) if kind == "start" else _city_plate(figure)
        houses = "" if kind == "start" else _houses(figure)
        return _ground("streets") + _arms(exits) + houses + plate
    return _ground("prairie") + _track(ways(exits))


@cache
def home(letter: str, exits: str, home_number: int, fill: str, ink: str) -> str:
    """A home: a station in its owner's colour with the owner's letter and the city's number."""
    plate = tag("path", d="M50 9 L87 32 V88 H13 V32 Z", fill=fill, stroke=INK, stroke_width=3, stroke_linejoin="round")
    rim = tag("path", d="M50 15.5 L81.5 35 V83 H18.5 V35 Z", fill="none", stroke=ink, stroke_width=1.6, opacity=0.75)
    name = label(letter, 43.0, 70.0, font_size=46, **lettering(ink))
    figure = tag("circle", cx=77, cy=77, r=18, fill=PLATE, stroke=INK, stroke_width=3)
    text = label(str(home_number), 77.0, 87.0, font_size=29, **lettering(INK))
    return _ground("streets") + _arms(exits) + plate + rim + name + figure + text


def ways(exits: str) -> list[str]:
    """The pairs of exits that a track tile joins: a tee has three ways, a cross six."""
    return [one + other for index, one in enumerate(exits) for other in exits[index + 1 :]]


def lettering(ink: str) -> dict[str, object]:
    """Attributes of a letter or figure on a piece."""
    return {"text_anchor": "middle", "font_family": SERIF, "font_weight": "bold", "fill": ink}


def _ground(fill: str) -> str:
    shade = tag("rect", x=2.4, y=3.6, width=97, height=96, rx=7, opacity=0.55, **paint("shadow"))
    return shade + tag("rect", x=1, y=1, width=98, height=97, rx=7, stroke_width=1.4, **paint(fill, "edge"))


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


def _track(joined: list[str]) -> str:
    """Bed, sleepers and a pair of rails for each way, layer by layer so that ways melt into one junction."""
    middles = [_path(way) for way in joined]
    rails = " ".join(_path(way, aside) for way in joined for aside in (-GAUGE, GAUGE))
    straight = [path for path, way in zip(middles, joined, strict=True) if way not in CORNER]
    curved = [path for path, way in zip(middles, joined, strict=True) if way in CORNER]
    return _bed(" ".join(middles)) + _sleepers(straight, 12.5) + _sleepers(curved, 78.54 / 6) + _rails(rails)


def _arms(exits: str) -> str:
    """Straight track from each exit to the middle, for cities."""
    arms = [f"M{number(EDGE[side][0])} {number(EDGE[side][1])} L50 50" for side in exits]
    rails = []
    for side in exits:
        x, y = EDGE[side]
        for aside in (-GAUGE, GAUGE):
            dx, dy = (aside, 0.0) if side in "NS" else (0.0, aside)
            rails.append(f"M{number(x + dx)} {number(y + dy)} L{number(50 + dx)} {number(50 + dy)}")
    return _bed(" ".join(arms)) + _sleepers(arms, 12.5) + _rails(" ".join(rails))


def _bed(path: str) -> str:
    edge = tag("path", d=path, stroke_width=33, opacity=0.5, **paint(None, "bank"))
    return edge + tag("path", d=path, fill="none", stroke="currentColor", stroke_width=30)


def _sleepers(paths: list[str], period: float) -> str:
    if not paths:
        return ""
    return tag(
        "path",
        d=" ".join(paths),
        stroke_width=23,
        stroke_dasharray=f"5 {number(period - 5)}",
        stroke_dashoffset=number(-(period - 5) / 2),
        **paint(None, "sleeper"),
    )


def _rails(path: str) -> str:
    return tag("path", d=path, stroke_width=3.6, **paint(None, "steel"))


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
    disc = tag("circle", cx=50, cy=50, r=27, fill=PLATE, stroke=INK, stroke_width=3.4)
    ring = tag("circle", cx=50, cy=50, r=22, fill="none", stroke=INK, stroke_width=1.2)
    return disc + ring + label(str(figure), 50.0, 63.5, font_size=40, **lettering(INK))


def _station_plate(figure: int) -> str:
    plate = tag("path", d="M50 18 L81 36 V80 H19 V36 Z", fill=PLATE, stroke=INK, stroke_width=3.4, stroke_linejoin="round")
    rim = tag("path", d="M50 24.5 L76 39.5 V75 H24 V39.5 Z", fill="none", stroke=INK, stroke_width=1.2)
    return plate + rim + label(str(figure), 50.0, 69.0, font_size=40, **lettering(INK))
