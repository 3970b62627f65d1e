"""Lines on the drawing: the railroad or the players' lines, the exits that can be built now, what stands at a line's end."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import lru_cache
from html import escape

from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS, label, number, tag
from branchline.games.northern_pacific.drawing.layout import MapLayout, Track
from branchline.games.northern_pacific.drawing.picks import EXTEND
from branchline.games.northern_pacific.drawing.style import PAPER
from branchline.games.northern_pacific.rules.map_data import Map
from branchline.games.northern_pacific.rules.scenery import Point
from branchline.games.northern_pacific.text.scene import Scene

LINE_WIDTH, LINE_APART = 6.0, 7.5
"""The width of a player's line, and the distance between the middles of two on one track."""
ARROW = "M-7 -6.5L7.5 0L-7 6.5L-3.5 0Z"
LOCOMOTIVE = "M-24 8L-19 -1H-17V-8H-18V-14H-11V-8H-6C-6 -12 0 -12 0 -8H5V-16H4V-19H22V-16H20V4H22V8Z"
"""The outline of a steam engine that looks west."""
WHEELS = (-11.5, 1.5, 14)
"""Where its wheels are."""


def surveyed(map_: Map, layout: MapLayout) -> str:
    """Every track of the map with its arrow, before anything is built."""
    tracks = []
    for (city, target), track in layout.tracks.items():
        path, origin, end = track.path(), map_.cities[city], map_.cities[target]
        tracks.append(
            f'<g class="pick np-track" data-pick="track:{escape(origin)}-{escape(end)}">'
            f"<title>{escape(origin)} → {escape(end)}</title>"
            f'<path class="np-bed" d="{path}"/><path class="np-survey" d="{path}"/>{_arrow(track)}</g>'
        )
    return "".join(tracks)


def _arrow(track: Track) -> str:
    (x, y), angle = track.arrows[0]
    turn = f"translate({number(x)} {number(y)}) rotate({number(angle)}) scale(1.1)"
    return f'<path class="np-arrow" d="{ARROW}" transform="{turn}"/>'


def railroad(scene: Scene, layout: MapLayout, before: Scene | None) -> Iterator[str]:
    """The way so far: a real track, or a coloured line for each player.  What is new gets the class `latest`."""
    if scene.fields.own_lines:
        yield from _own_lines(scene, layout, before)
        return
    legs = _legs(scene, 0)
    known = _known_legs(scene, 0, before)
    for kind, chosen in (("", [leg for leg in legs if leg in known]), (" latest", [leg for leg in legs if leg not in known])):
        if chosen:
            yield track_drawing("".join(layout.tracks[leg].path() for leg in chosen), f"np-railroad{kind}")


def _legs(scene: Scene, line: int) -> list[tuple[int, int]]:
    """The tracks of a line, each as the cities at its ends."""
    return list(itertools.pairwise(scene.way(line)))


def _known_legs(scene: Scene, line: int, before: Scene | None) -> list[tuple[int, int]]:
    """The tracks of a line that are not new; in a later round all are new."""
    if before is None:
        return _legs(scene, line)
    return _legs(before, line) if before.fields.rounds_done == scene.fields.rounds_done else []


def track_drawing(path: str, kind: str) -> str:
    """A built track: bed, sleepers, two rails."""
    parts = ("np-halo", "np-ties", "np-rails", "np-gap", "np-between")
    drawn = "".join(f'<path class="{part}" d="{path}"/>' for part in parts)
    return f'<g class="{kind}">{drawn}</g>'


def _own_lines(scene: Scene, layout: MapLayout, before: Scene | None) -> Iterator[str]:
    """The players' lines; lines on one track run side by side."""
    users: dict[tuple[int, int], list[int]] = {}
    for line in scene.lines:
        for leg in _legs(scene, line):
            users.setdefault(leg, []).append(line)
    known = [_known_legs(scene, line, before) for line in scene.lines]
    for leg, lines in users.items():
        for place, line in enumerate(lines):
            path = layout.tracks[leg].path(aside=(place - (len(lines) - 1) / 2) * LINE_APART)
            latest = "" if leg in known[line] else " latest"
            yield own_line(path, line, f"np-railroad{latest}")


def own_line(path: str, line: int, kind: str) -> str:
    """A piece of a player's line."""
    edge = tag("path", d=path, stroke=PAPER, stroke_width=number(LINE_WIDTH + 2.5), class_="np-edge")
    return tag("g", edge, tag("path", d=path, stroke=SEAT_COLOURS[line], stroke_width=number(LINE_WIDTH)), class_=kind)


def exits(scene: Scene, layout: MapLayout) -> Iterator[str]:
    """The tracks that can be built now, brighter than the rest; pointing at one is the whole move."""
    for city, track in _exit_tracks(scene, layout):
        path = track.path()
        yield (
            f'<g class="np-exit" data-path="city:{escape(scene.map.cities[city])}|{EXTEND}"><path class="np-reach" d="{path}"/>'
            f'<path class="np-bed" d="{path}"/><path class="np-way" d="{path}"/></g>'
        )


def exit_arrows(scene: Scene, layout: MapLayout) -> Iterator[str]:
    """The arrows of those tracks, on top of everything: on a phone plates are large."""
    for _, track in _exit_tracks(scene, layout):
        (x, y), angle = track.arrows[0]
        turn = f"translate({number(x)} {number(y)}) rotate({number(angle)})"
        arrow = f'<path class="np-head-arrow" d="{ARROW}" transform="scale(2)"/>'
        yield f'<g transform="{turn}" pointer-events="none"><g class="np-grow">{arrow}</g></g>'


def _exit_tracks(scene: Scene, layout: MapLayout) -> list[tuple[int, Track]]:
    """The cities to which the line to move can be extended, each with the track there."""
    if scene.line is None:
        return []
    head = scene.fields.heads[scene.line]
    return [(city, layout.tracks[head, city]) for city in scene.exits]


def heads(scene: Scene, layout: MapLayout, before: Scene | None) -> Iterator[str]:
    """The engine at the railroad's end, or the letters of the players whose lines end in a city; if moved, marked."""
    moved = [before is not None and before.fields.heads[line] != scene.fields.heads[line] for line in scene.lines]
    if not scene.fields.own_lines:
        way = scene.way(0)
        yield engine(layout.spots[way[-1]], layout.spots[way[-2]] if len(way) > 1 else None, moved[0])
        return
    ends: dict[int, list[int]] = {}
    for line in scene.lines:
        ends.setdefault(scene.fields.heads[line], []).append(line)
    for city, lines in ends.items():
        for place, line in enumerate(lines):
            yield head(_around(layout.spots[city], place, len(lines)), line, moved[line])


def head(spot: Point, line: int, moved: bool = False) -> str:
    """The end of a player's line."""
    letter = label(SEAT_LETTERS[line], 0.0, 5.6, class_="np-letter", fill=SEAT_INKS[line], font_size="16")
    disc = tag("circle", r="12.5", fill=SEAT_COLOURS[line], stroke=PAPER, stroke_width="2.4")
    place = f"translate({number(spot[0])} {number(spot[1])})"
    mark = tag("circle", r="11", class_="np-mark") if moved else ""
    kind = "np-head latest" if moved else "np-head"
    return f'<g class="{kind}" transform="{place}" pointer-events="none"><g class="np-grow">{mark}{disc}{letter}</g></g>'


def _around(spot: Point, place: int, total: int) -> Point:
    """The place of one of several ends in a city; a single one stands in its middle."""
    if total == 1:
        return spot
    angle, far = 2 * math.pi * place / total - math.pi / 2, 13 + 2.2 * total
    return spot[0] + far * math.cos(angle), spot[1] + far * math.sin(angle)


def engine(spot: Point, came_from: Point | None, moved: bool = False) -> str:
    """The railroad's engine in a city, looking the way it travels."""
    mirror = " scale(-1 1)" if came_from is not None and came_from[0] < spot[0] else ""
    place = f"translate({number(spot[0])} {number(spot[1] + 2)}){mirror}"
    mark = tag("path", d=LOCOMOTIVE, class_="np-mark") if moved else ""
    engine = f'<g class="np-grow">{mark}{_locomotive()}</g>'
    kind = "np-engine latest" if moved else "np-engine"
    return f'<g class="{kind}" data-focus="" transform="{place}" pointer-events="none">{engine}</g>'


@lru_cache(maxsize=1)
def _locomotive() -> str:
    rail, gold = "var(--rail)", "var(--gold)"
    return "".join(
        (
            tag("path", d=LOCOMOTIVE, fill=rail, stroke=PAPER, stroke_width="6", stroke_linejoin="round", paint_order="stroke"),
            tag("path", d="M8 -15H17V-8H8Z", fill="var(--lamp)"),
            tag("path", d="M-17 -4.5H5", stroke=gold, stroke_width="1.8"),
            *(tag("circle", cx=str(x), cy="6.5", r="5.4", fill=rail, stroke=PAPER, stroke_width="1.2") for x in WHEELS),
            *(tag("circle", cx=str(x), cy="6.5", r="2.2", fill=gold) for x in WHEELS),
        )
    )
