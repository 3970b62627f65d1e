"""Lines on the drawing: the railroad or each player's line, the exits it can take now, and what stands at its end."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import lru_cache
from html import escape
from typing import Any

from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS, label, number, tag
from branchline.games.northern_pacific.drawing.layout import Atlas, Track
from branchline.games.northern_pacific.drawing.picks import EXTEND
from branchline.games.northern_pacific.drawing.style import PAPER
from branchline.games.northern_pacific.rules import actions
from branchline.games.northern_pacific.rules.board import Map
from branchline.games.northern_pacific.rules.layout import way
from branchline.games.northern_pacific.rules.scenery import Point

LINE_WIDTH, LINE_APART = 6.0, 7.5
ARROW = "M-7 -6.5L7.5 0L-7 6.5L-3.5 0Z"
LOCOMOTIVE = "M-24 8L-19 -1H-17V-8H-18V-14H-11V-8H-6C-6 -12 0 -12 0 -8H5V-16H4V-19H22V-16H20V4H22V8Z"
"""A steam engine bound for the west."""
WHEELS = (-11.5, 1.5, 14)


def surveyed(map_: Map, atlas: Atlas) -> str:
    """Every track with its arrow, as it is before anything is built."""
    tracks = []
    for (city, target), track in atlas.tracks.items():
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


def railroad(state: Any, map_: Map, atlas: Atlas, before: Any | None) -> Iterator[str]:
    """The way so far: a real track, or a coloured line for each player; what was built since is marked."""
    if state.own_lines:
        yield from _own_lines(state, map_, atlas, before)
        return
    legs = list(itertools.pairwise(way(state, 0, map_.start)))
    known = _legs(before, 0, map_) if before is not None and before.rounds_done == state.rounds_done else set(legs)
    for kind, chosen in (("", known), (" latest", set(legs) - known)):
        built = "".join(atlas.tracks[leg].path() for leg in legs if leg in chosen)
        if built:
            yield track_drawing(built, f"np-railroad{kind}")


def _legs(state: Any, line: int, map_: Map) -> set[tuple[int, int]]:
    return set(itertools.pairwise(way(state, line, map_.start)))


def track_drawing(path: str, kind: str) -> str:
    """A built track: bed, sleepers, two rails."""
    parts = ("np-halo", "np-ties", "np-rails", "np-gap", "np-between")
    drawn = "".join(f'<path class="{part}" d="{path}"/>' for part in parts)
    return f'<g class="{kind}">{drawn}</g>'


def _own_lines(state: Any, map_: Map, atlas: Atlas, before: Any | None) -> Iterator[str]:
    """Lines on one track run side by side."""
    users: dict[tuple[int, int], list[int]] = {}
    for line in range(int(state.players)):
        for leg in itertools.pairwise(way(state, line, map_.start)):
            users.setdefault(leg, []).append(line)
    compare = before is not None and before.rounds_done == state.rounds_done
    known = {line: _legs(before, line, map_) for line in range(int(state.players))} if compare else None
    for leg, lines in users.items():
        for place, line in enumerate(lines):
            path = atlas.tracks[leg].path(aside=(place - (len(lines) - 1) / 2) * LINE_APART)
            latest = " latest" if known is not None and leg not in known[line] else ""
            yield own_line(path, line, f"np-railroad{latest}")


def own_line(path: str, line: int, kind: str) -> str:
    """A piece of a player's line."""
    edge = tag("path", d=path, stroke=PAPER, stroke_width=number(LINE_WIDTH + 2.5))
    return tag("g", edge, tag("path", d=path, stroke=SEAT_COLOURS[line], stroke_width=number(LINE_WIDTH)), class_=kind)


def line_to_move(state: Any) -> int | None:
    """The line of whoever is to move; None between rounds and at the end."""
    if state.over or state.placed < state.players:
        return None
    return int(actions.line_of(state, actions.colour_to_move(state)))


def open_exits(state: Any, map_: Map) -> list[int]:
    """The cities the line to move can reach next."""
    line = line_to_move(state)
    if line is None:
        return []
    return [city for city in map_.exits[state.heads[line]] if not int(state.reached[line]) >> city & 1]


def exits(state: Any, map_: Map, atlas: Atlas) -> Iterator[str]:
    """The tracks that can be built now, brighter than the rest; pointing at one is the whole move."""
    line = line_to_move(state)
    for city in open_exits(state, map_):
        track = atlas.tracks[int(state.heads[line]), city]
        path = track.path()
        yield (
            f'<g class="np-exit" data-path="city:{escape(map_.cities[city])}|{EXTEND}"><path class="np-reach" d="{path}"/>'
            f'<path class="np-bed" d="{path}"/><path class="np-way" d="{path}"/></g>'
        )


def exit_arrows(state: Any, map_: Map, atlas: Atlas) -> Iterator[str]:
    """The arrows of those tracks, on top of everything: on a phone plates are large."""
    line = line_to_move(state)
    for city in open_exits(state, map_):
        (x, y), angle = atlas.tracks[int(state.heads[line]), city].arrows[0]
        turn = f"translate({number(x)} {number(y)}) rotate({number(angle)})"
        arrow = f'<path class="np-head-arrow" d="{ARROW}" transform="scale(2)"/>'
        yield f'<g transform="{turn}" pointer-events="none"><g class="np-grow">{arrow}</g></g>'


def heads(state: Any, map_: Map, atlas: Atlas) -> Iterator[str]:
    """The engine at the railroad's end, or the letters of the players whose lines end in a city."""
    if not state.own_lines:
        route = way(state, 0, map_.start)
        yield engine(atlas.spots[route[-1]], atlas.spots[route[-2]] if len(route) > 1 else None)
        return
    ends: dict[int, list[int]] = {}
    for line in range(int(state.players)):
        ends.setdefault(int(state.heads[line]), []).append(line)
    for city, lines in ends.items():
        for place, line in enumerate(lines):
            yield head(_around(atlas.spots[city], place, len(lines)), line)


def head(spot: Point, line: int) -> str:
    """The end of a player's line."""
    letter = label(SEAT_LETTERS[line], 0.0, 5.6, class_="np-letter", fill=SEAT_INKS[line], font_size="16")
    disc = tag("circle", r="12.5", fill=SEAT_COLOURS[line], stroke=PAPER, stroke_width="2.4")
    place = f"translate({number(spot[0])} {number(spot[1])})"
    return f'<g class="np-head" transform="{place}" pointer-events="none"><g class="np-grow">{disc}{letter}</g></g>'


def _around(spot: Point, place: int, total: int) -> Point:
    """Places around a city for several heads; a single one stands in it."""
    if total == 1:
        return spot
    angle, far = 2 * math.pi * place / total - math.pi / 2, 13 + 2.2 * total
    return spot[0] + far * math.cos(angle), spot[1] + far * math.sin(angle)


def engine(spot: Point, came_from: Point | None) -> str:
    """The railroad's engine in a city, looking the way it goes."""
    mirror = " scale(-1 1)" if came_from is not None and came_from[0] < spot[0] else ""
    place = f"translate({number(spot[0])} {number(spot[1] + 2)}){mirror}"
    engine = f'<g class="np-grow">{_locomotive()}</g>'
    return f'<g class="np-engine" data-focus="" transform="{place}" pointer-events="none">{engine}</g>'


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
