"""The board as SVG: the map, the railroad built so far, cubes in their cities, and the players' panel below."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from types import SimpleNamespace
from typing import Any

from branchline.games.drawing import SANS, SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS, SERIF, cube, label, number, shade, tag
from branchline.games.northern_pacific import rules
from branchline.games.northern_pacific.atlas import NAME, STATION, TERMINUS, WIDTH, Atlas, atlas_of
from branchline.games.northern_pacific.board import Map
from branchline.games.northern_pacific.landscape import INK, PAPER, SEPIA, SLEEPER, landscape
from branchline.games.northern_pacific.notation import COLOUR_NAMES
from branchline.games.northern_pacific.panel import height as panel_height
from branchline.games.northern_pacific.panel import panel
from branchline.games.northern_pacific.scenery import Point
from branchline.games.northern_pacific.state import Position, last_round, way
from branchline.games.northern_pacific.words import phrase
from branchline.kernel import Board

SMALL, LARGE = 14.0, 19.5
"""Sides of the cubes."""
LEAN = 0.13
"""A cube's front stands this share of its side off the middle of what is seen."""
SURVEY = "#8d6f4a"
"""Tracks not built yet."""
BRIGHT = "#c4571a"
"""Tracks the line can take now."""
RAIL, BALLAST = "#2b2521", "#e9dcbd"
GOLD = "#c99a2e"
LINE_WIDTH, LINE_APART = 5.0, 6.5
ARROW = "M-7 -6.5L7.5 0L-7 6.5L-3.5 0Z"
STAR = "M0 -9.5L2.2 -3.1L9 -2.9L3.6 1.2L5.6 7.7L0 3.8L-5.6 7.7L-3.6 1.2L-9 -2.9L-2.2 -3.1Z"
LOCOMOTIVE = "M-24 8L-19 -1H-17V-8H-18V-14H-11V-8H-6C-6 -12 0 -12 0 -8H5V-16H4V-19H22V-16H20V4H22V8Z"
"""A steam engine bound for the west."""


WHEELS = (-11.5, 1.5, 14)
ON_PHONES = "@media (max-width:700px){.np-name{font-size:22px}.np-land{display:none}}"


def svg(state: Any, board: Board, seat: int | None) -> str:
    """The board with the railroad, cubes and scores."""
    state = _plain(state)
    map_: Map = board.data
    capacity = int(state.capacity)
    atlas = atlas_of(map_, capacity)
    height = atlas.height + panel_height(state)
    size = f"0 0 {number(WIDTH)} {number(height)}"
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" width="{number(WIDTH)}" height="{number(height)}"'
        f' style="max-width:100%;height:auto" role="img" aria-label="{escape(_summary(state, board))}">',
        _ground(map_, capacity, f"np{board.digest[:6]}c{capacity}"),
        *_railroad(state, map_, atlas),
        *_exits(state, map_, atlas),
        *(_city(state, map_, atlas, city) for city in range(len(map_.cities))),
        *_heads(state, map_, atlas),
        panel(state, board, atlas.height),
        "</svg>",
    )
    return "".join(parts)


def _plain(state: Any) -> SimpleNamespace:
    """The position as plain numbers and lists, which Python reads ten times as fast."""
    return SimpleNamespace(**{name: state[name].tolist() for name in Position.fields})


def _summary(state: Any, board: Board) -> str:
    """The picture in a sentence or two, for those who cannot see it."""
    cities = board.data.cities
    lines = range(int(state.players) if state.own_lines else 1)
    ends = ", ".join(
        f"{'the line of seat ' + str(line) if state.own_lines else 'the railroad'} at {cities[state.heads[line]]}"
        for line in lines
    )
    done = min(int(state.rounds_done) + 1, last_round(state))
    return f"Northern Pacific, round {done} of {last_round(state)}: {ends}. {phrase(state, board)}"


@lru_cache(maxsize=32)
def _ground(map_: Map, capacity: int, name: str) -> str:
    """Whatever never changes: the landscape and the surveyed tracks with their arrows."""
    atlas = atlas_of(map_, capacity)
    tracks = []
    for (city, target), track in atlas.tracks.items():
        path, origin, end = track.path(), map_.cities[city], map_.cities[target]
        tracks.append(
            tag(
                "g",
                tag("title", escape(f"{origin} to {end}")),
                tag("path", d=path, stroke=PAPER, stroke_width="8", opacity="0.7"),
                tag("path", d=path, stroke=SURVEY, stroke_width="2.2", stroke_dasharray="7 4"),
                *_arrows(track.arrows, SURVEY),
                data_pick=f"track:{origin}-{end}",
            )
        )
    style = tag("style", ON_PHONES)
    backdrop = tag("rect", width="100%", height="100%", fill=shade(PAPER, 255, 0.45))
    return style + backdrop + landscape(map_, atlas, name) + tag("g", *tracks, fill="none")


def _arrows(arrows: tuple[tuple[Point, float], ...], fill: str, scale: float = 1.0) -> Iterator[str]:
    grow = f" scale({number(scale)})" if scale != 1 else ""
    for (x, y), angle in arrows:
        turn = f"translate({number(x)} {number(y)}) rotate({number(angle)}){grow}"
        yield tag("path", d=ARROW, transform=turn, fill=fill, stroke=PAPER, stroke_width="1.2")


def _railroad(state: Any, map_: Map, atlas: Atlas) -> Iterator[str]:
    """The way so far: a real track, or a coloured line for each player."""
    if state.own_lines:
        yield from _own_lines(state, map_, atlas)
        return
    cities = way(state, 0, map_.start)
    built = "".join(atlas.tracks[leg].path() for leg in itertools.pairwise(cities))
    if built:
        sleepers = {"stroke": SLEEPER, "stroke_dasharray": "3 4.6"}
        yield tag(
            "g",
            tag("path", d=built, stroke=PAPER, stroke_width="17", opacity="0.85"),
            tag("path", d=built, stroke_width="13", **sleepers),
            tag("path", d=built, stroke=RAIL, stroke_width="7.4"),
            tag("path", d=built, stroke=BALLAST, stroke_width="4"),
            tag("path", d=built, stroke_width="4", **sleepers),
            fill="none",
            pointer_events="none",
            class_="np-railroad",
        )


def _own_lines(state: Any, map_: Map, atlas: Atlas) -> Iterator[str]:
    """Lines on one track run side by side."""
    users: dict[tuple[int, int], list[int]] = {}
    for line in range(int(state.players)):
        cities = way(state, line, map_.start)
        for leg in itertools.pairwise(cities):
            users.setdefault(leg, []).append(line)
    for leg, lines in users.items():
        for place, line in enumerate(lines):
            path = atlas.tracks[leg].path(aside=(place - (len(lines) - 1) / 2) * LINE_APART)
            width = number(LINE_WIDTH + 2.5)
            yield tag(
                "g",
                tag("path", d=path, stroke=PAPER, stroke_width=width),
                tag("path", d=path, stroke=SEAT_COLOURS[line], stroke_width=number(LINE_WIDTH)),
                fill="none",
                pointer_events="none",
                class_="np-railroad",
            )


def _line_to_move(state: Any) -> int | None:
    if state.over or state.placed < state.players:
        return None
    return int(rules.line_of(state, rules.colour_to_move(state)))


def _open_exits(state: Any, map_: Map) -> list[int]:
    """The cities the line to move can reach next."""
    line = _line_to_move(state)
    if line is None:
        return []
    return [city for city in map_.exits[state.heads[line]] if not int(state.reached[line]) >> city & 1]


def _exits(state: Any, map_: Map, atlas: Atlas) -> Iterator[str]:
    """The tracks that can be built now, brighter than the rest."""
    line = _line_to_move(state)
    for city in _open_exits(state, map_):
        track = atlas.tracks[int(state.heads[line]), city]
        yield tag(
            "g",
            tag("path", d=track.path(), stroke=BRIGHT, stroke_width="3", stroke_dasharray="7 4"),
            *_arrows(track.arrows, BRIGHT, 1.3),
            fill="none",
            pointer_events="none",
            class_="np-exit",
        )


def _city(state: Any, map_: Map, atlas: Atlas, city: int) -> str:
    """A city with what stands in it; a plate with slots while it is open, a station once a line has come."""
    x, y = atlas.spots[city]
    closed = bool(int(state.closed) >> city & 1)
    if city in (map_.start, map_.goal):
        inside, what = _terminus(city == map_.goal), "the goal" if city == map_.goal else "the start"
    elif closed:
        inside, what = _station(), "closed, a line has reached it"
    else:
        inside, what = _plate(atlas.plate, atlas.slots) + _cubes(state, atlas, city), _holding(state, city)
    if closed and not state.own_lines and city == int(state.heads[0]):
        inside = ""  # the engine stands there
    name = escape(map_.cities[city])
    return (
        f'<g class="np-city" data-pick="city:{name}"><title>{name}: {what}</title>'
        f'<g transform="translate({number(x)} {number(y)})">{inside}</g>{_name(state, map_, atlas, city, closed)}</g>'
    )


def _name(state: Any, map_: Map, atlas: Atlas, city: int, closed: bool) -> str:
    place = atlas.names[city]
    x, y = place.place
    terminus = city in (map_.start, map_.goal)
    if closed and not terminus and city not in state.heads[: state.players]:
        y += place.moved_in
    return _name_at(map_.cities[city], x, y, place.anchor, terminus, closed and not terminus)


@lru_cache(maxsize=1024)
def _name_at(name: str, x: float, y: float, anchor: str, terminus: bool, closed: bool) -> str:
    return label(
        name,
        x,
        y,
        text_anchor=anchor,
        font_family=SERIF,
        font_size=number(NAME),
        font_weight=700 if terminus else 600,
        font_style="italic" if closed else None,
        fill=SEPIA if closed else INK,
        stroke=PAPER,
        stroke_width="4",
        stroke_linejoin="round",
        paint_order="stroke",
        class_="np-name",
    )


@lru_cache(maxsize=8)
def _plate(size: Point, slots: tuple[Point, ...]) -> str:
    wide, high = size
    holes = "".join(tag("rect", x=x - SMALL / 2, y=y - SMALL / 2, width=SMALL, height=SMALL, rx="2") for x, y in slots)
    return tag(
        "rect",
        x=-wide / 2,
        y=-high / 2,
        width=wide,
        height=high,
        rx="6",
        fill="#fffaf0",
        stroke=INK,
        stroke_width="1.6",
    ) + tag("g", holes, fill="#eadfc4", stroke="#b9a67f", stroke_width="1", stroke_dasharray="2.6 2")


@lru_cache(maxsize=1)
def _station() -> str:
    ring = tag("circle", r=STATION, fill=INK, stroke=PAPER, stroke_width="2")
    return ring + tag("circle", r=STATION - 3.5, fill=PAPER)


@lru_cache(maxsize=2)
def _terminus(goal: bool) -> str:
    ring = tag("circle", r=TERMINUS, fill=GOLD if goal else INK, stroke=INK if goal else PAPER, stroke_width="2.4")
    if goal:
        return ring + tag("path", d=STAR, fill="#fffaf0", stroke=INK, stroke_width="0.8", stroke_linejoin="round")
    return ring + tag("circle", r=TERMINUS - 5, fill="none", stroke=PAPER, stroke_width="2.6")


def _cubes(state: Any, atlas: Atlas, city: int) -> str:
    """The cubes of a city, large ones first, each in a slot of its own."""
    if not state.cubes[city]:
        return ""
    colours = range(state.colours)
    large = [(colour, LARGE) for colour in colours if state.large_at[colour] == city]
    small = [(colour, SMALL) for colour in colours for _ in range(state.small_at[city][colour])]
    return "".join(
        f'<g class="np-cube" transform="translate({number(x - LEAN * side)} {number(y + LEAN * side)})">'
        f"{cube(colour, side)}</g>"
        for (x, y), (colour, side) in zip(atlas.slots, large + small, strict=False)
    )


def _holding(state: Any, city: int) -> str:
    """What a city holds, in words."""
    held = []
    for colour in range(state.colours):
        if state.large_at[colour] == city:
            held.append(f"{COLOUR_NAMES[colour]} large")
        if count := int(state.small_at[city][colour]):
            held.append(f"{COLOUR_NAMES[colour]} {count} small" if count > 1 else f"{COLOUR_NAMES[colour]} small")
    cubes = f"{state.cubes[city]} of {state.capacity} cubes"
    return f"{cubes} ({', '.join(held)})" if held else cubes


def _heads(state: Any, map_: Map, atlas: Atlas) -> Iterator[str]:
    """The engine at the railroad's end, or the letters of the players whose lines end in a city."""
    if not state.own_lines:
        yield _engine(state, map_, atlas)
        return
    ends: dict[int, list[int]] = {}
    for line in range(int(state.players)):
        ends.setdefault(int(state.heads[line]), []).append(line)
    for city, lines in ends.items():
        for place, line in enumerate(lines):
            x, y = _around(atlas.spots[city], place, len(lines))
            yield tag(
                "g",
                tag("circle", r="11", fill=SEAT_COLOURS[line], stroke=PAPER, stroke_width="2.2"),
                label(SEAT_LETTERS[line], 0.0, 4.9, fill=SEAT_INKS[line], font_size="14", font_weight=700),
                text_anchor="middle",
                transform=f"translate({number(x)} {number(y)})",
                pointer_events="none",
                class_="np-head",
                font_family=SANS,
            )


def _around(spot: Point, place: int, count: int) -> Point:
    """Places around a city for several heads; a single one stands in it."""
    if count == 1:
        return spot
    angle, far = 2 * math.pi * place / count - math.pi / 2, 12 + 1.8 * count
    return spot[0] + far * math.cos(angle), spot[1] + far * math.sin(angle)


def _engine(state: Any, map_: Map, atlas: Atlas) -> str:
    cities = way(state, 0, map_.start)
    x, y = atlas.spots[cities[-1]]
    eastward = len(cities) > 1 and atlas.spots[cities[-2]][0] < x
    mirror = " scale(-1 1)" if eastward else ""
    return tag(
        "g",
        tag("path", d=LOCOMOTIVE, fill=RAIL, stroke=PAPER, stroke_width="5", stroke_linejoin="round", paint_order="stroke"),
        tag("path", d="M8 -15H17V-8H8Z", fill="#f2d48a"),
        tag("path", d="M-17 -4.5H5", stroke=GOLD, stroke_width="1.6"),
        *(tag("circle", cx=str(wheel), cy="6.5", r="5.4", fill=RAIL, stroke=PAPER, stroke_width="1.2") for wheel in WHEELS),
        *(tag("circle", cx=str(wheel), cy="6.5", r="2.2", fill=GOLD) for wheel in WHEELS),
        transform=f"translate({number(x)} {number(y + 2)}){mirror}",
        pointer_events="none",
        class_="np-engine",
    )
