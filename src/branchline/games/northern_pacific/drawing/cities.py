"""Cities on the drawing: plates with slots and cubes, stations, start and goal, names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from html import escape
from typing import Any

from branchline.games.drawing import number, tag
from branchline.games.northern_pacific.drawing.cube import cube
from branchline.games.northern_pacific.drawing.layout import STATION, TERMINUS, Atlas, Name
from branchline.games.northern_pacific.drawing.lines import open_exits
from branchline.games.northern_pacific.drawing.style import INK, PAPER
from branchline.games.northern_pacific.rules.board import Map
from branchline.games.northern_pacific.rules.scenery import Point
from branchline.games.northern_pacific.text.names import colour_name
from branchline.kernel import Board
from branchline.texts import count, say

SMALL, LARGE = 20.0, 25.0
"""Sides of the cubes."""
SLOT = 20.0
LEAN = 0.09
"""A cube's front stands this share of its side off the middle of what is seen."""
REACH = 46.0
"""Radius in which a finger hits a city."""
STAR = "M0 -11.4L2.6 -3.7L10.8 -3.5L4.3 1.4L6.7 9.2L0 4.6L-6.7 9.2L-4.3 1.4L-10.8 -3.5L-2.6 -3.7Z"

Cube = tuple[int, bool]
"""Colour, and whether it is the large one."""


def cities(state: Any, board: Board, atlas: Atlas, before: Any | None) -> Iterator[str]:
    """Every city with what stands in it; what differs from an earlier position is marked."""
    map_: Map = board.data
    next_cities = open_exits(state, map_)
    same_round = before is not None and before.rounds_done == state.rounds_done
    for city in range(len(map_.cities)):
        held = cubes_of(state, city)
        old = cubes_of(before, city) if same_round else [] if before is not None else held
        reached_now = before is not None and same_round and state.closed >> city & 1 and not before.closed >> city & 1
        yield _city(state, map_, atlas, city, list(zip(held, _is_new(held, old), strict=True)), bool(reached_now), next_cities)


def cubes_of(state: Any, city: int) -> list[Cube]:
    """The cubes of a city, large ones first."""
    if not state.cubes[city]:
        return []
    colours = range(state.colours)
    large = [(colour, True) for colour in colours if state.large_at[colour] == city]
    return large + [(colour, False) for colour in colours for _ in range(state.small_at[city][colour])]


def _is_new(held: list[Cube], old: list[Cube]) -> Iterator[bool]:
    rest = list(old)
    for piece in held:
        known = piece in rest
        if known:
            rest.remove(piece)
        yield not known


def _city(
    state: Any, map_: Map, atlas: Atlas, city: int, held: list[tuple[Cube, bool]], reached_now: bool, next_cities: list[int]
) -> str:
    x, y = atlas.spots[city]
    closed, terminus = bool(state.closed >> city & 1), city in (map_.start, map_.goal)
    kind = " np-terminus" if terminus else " np-closed" if closed else " np-held" if held else ""
    if city in next_cities:
        kind += " np-next"
    if terminus:
        inside = _terminus(city == map_.goal)
    elif closed:
        inside = _station(reached_now)
    else:
        full = " np-full" if len(held) >= state.capacity else ""
        grow = " np-grow" if held else ""
        inside = f'<g class="np-plate{grow}{full}">{_plate(atlas.plate, atlas.slots)}{_cubes(atlas, held)}</g>'
    name = escape(map_.cities[city])
    place = atlas.names[city]
    moved = place.moved_in if closed and not terminus and city not in state.heads[: state.players] else 0.0
    return (
        f'<g class="pick np-city{kind}" data-pick="city:{name}"><title>{name}: {_tooltip(state, map_, city, closed)}</title>'
        f'<g transform="translate({number(x)} {number(y)})"><circle class="np-hit" r="{number(REACH)}"/>{inside}</g>'
        f"{text_at_name(place, 'np-name', name, moved)}</g>"
    )


@lru_cache(maxsize=4096)
def text_at_name(place: Name, kind: str, inside: str, moved: float = 0.0) -> str:
    """A text where a city's name stands."""
    side = "np-above" if "above" in place.side else "np-below" if "below" in place.side else f"np-{place.side}"
    edge = f" np-edge-{place.edge}" if place.edge else ""
    at = f'x="{number(place.place[0])}" y="{number(place.place[1] + moved)}"'
    return f'<text class="{kind} {side}{edge}" {at} text-anchor="{place.anchor}">{inside}</text>'


@lru_cache(maxsize=8)
def _plate(size: Point, slots: tuple[Point, ...]) -> str:
    wide, high = size
    holes = (tag("rect", class_="np-slot", x=x - SLOT / 2, y=y - SLOT / 2, width=SLOT, height=SLOT, rx="3") for x, y in slots)
    ring = tag("rect", class_="np-ring", x=-wide / 2 - 5, y=-high / 2 - 5, width=wide + 10, height=high + 10, rx="12")
    return ring + tag("rect", class_="np-box", x=-wide / 2, y=-high / 2, width=wide, height=high, rx="8") + "".join(holes)


@lru_cache(maxsize=2)
def _station(latest: bool) -> str:
    ring = tag("circle", class_="np-ring", r=STATION + 7)
    return ring + tag("circle", class_="np-stop latest" if latest else "np-stop", r=STATION - 2)


@lru_cache(maxsize=2)
def _terminus(goal: bool) -> str:
    ring = tag("circle", class_="np-ring", r=TERMINUS + 7)
    if goal:
        disc = tag("circle", r=TERMINUS, fill="var(--gold)", stroke=INK, stroke_width="2.6")
        return ring + disc + tag("path", d=STAR, fill="#fffaf0", stroke="#33281c", stroke_width="0.9", stroke_linejoin="round")
    disc = tag("circle", r=TERMINUS, fill=INK, stroke=PAPER, stroke_width="2.4")
    return ring + disc + tag("circle", r=TERMINUS - 6, fill="none", stroke=PAPER, stroke_width="3")


def _cubes(atlas: Atlas, held: Iterable[tuple[Cube, bool]]) -> str:
    return "".join(
        placed(spot, piece, "np-cube latest" if new else "np-cube")
        for spot, (piece, new) in zip(atlas.slots, held, strict=False)
    )


def placed(spot: Point, piece: Cube, kind: str) -> str:
    """A cube in its slot; what moves is a group inside the one that places it."""
    colour, large = piece
    side = LARGE if large else SMALL
    x, y = spot[0] - LEAN * side, spot[1] + LEAN * side
    return f'<g transform="translate({number(x)} {number(y)})"><g class="{kind}">{cube(colour, side)}</g></g>'


def _tooltip(state: Any, map_: Map, city: int, closed: bool) -> str:
    """What a city is and holds, in words."""
    if city == map_.goal:
        return escape(say("the goal"))
    if city == map_.start:
        return escape(say("the start"))
    if closed:
        return escape(say("closed, a line has reached it"))
    return escape(holding(state, city))


def holding(state: Any, city: int) -> str:
    """What a city holds, in words."""
    held = []
    for colour in range(state.colours):
        name = colour_name(colour)
        if state.large_at[colour] == city:
            held.append(say("{colour} large", colour=name))
        if small := int(state.small_at[city][colour]):
            held.append(count("{colour} small", "{colour} {n} small", small, colour=name))
    room = say("{cubes} of {room} cubes", cubes=state.cubes[city], room=state.capacity)
    return f"{room} ({', '.join(held)})" if held else room
