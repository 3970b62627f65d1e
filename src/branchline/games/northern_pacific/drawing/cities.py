"""Cities on the drawing: plates with slots and cubes, stations, start and goal, names."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from html import escape

from branchline.games.drawing import number, tag
from branchline.games.northern_pacific.drawing.cube import cube_in_slot, mark_in_slot
from branchline.games.northern_pacific.drawing.layout import STATION, TERMINUS, MapLayout, Name
from branchline.games.northern_pacific.drawing.slips import Gains, slips
from branchline.games.northern_pacific.drawing.style import INK, PAPER
from branchline.games.northern_pacific.rules.extending import payout
from branchline.games.northern_pacific.rules.scenery import Point
from branchline.games.northern_pacific.text.names import colour_name
from branchline.games.northern_pacific.text.scene import Scene
from branchline.texts import count, say

SLOT = 20.0
REACH = 46.0
"""The radius in which a finger hits a city."""
LONG = 12
"""A name with more letters does not grow on a phone."""
Cube = tuple[int, bool]
"""Colour, and whether it is the large one."""
STAR = "M0 -11.4L2.6 -3.7L10.8 -3.5L4.3 1.4L6.7 9.2L0 4.6L-6.7 9.2L-4.3 1.4L-10.8 -3.5L-2.6 -3.7Z"


def cities(scene: Scene, layout: MapLayout, before: Scene | None) -> Iterator[str]:
    """Every city with its cubes.  What differs from an earlier position gets the class `latest`.

    In a later round everything is new, as the map was empty in between.
    """
    new_round = before is not None and before.fields.rounds_done != scene.fields.rounds_done
    for city in range(len(scene.map.cities)):
        held = _cubes_in(scene, city)
        known = held if before is None else [] if new_round else _cubes_in(before, city)
        reached = before is not None and scene.is_closed(city) and (new_round or not before.is_closed(city))
        inside = _plate_or_station(scene, layout, city, held, known, reached)
        yield _city(scene, layout, city, inside, bool(held))


def payouts(scene: Scene, layout: MapLayout, before: Scene | None) -> Iterator[str]:
    """NP 3.1: slips at the cities that have paid since an earlier position of the round."""
    if before is None or before.fields.rounds_done != scene.fields.rounds_done:
        return
    reached = [city for city in range(len(scene.map.cities)) if scene.is_closed(city) and not before.is_closed(city)]
    yield from slips(scene, layout, {city: paid for city in reached if (paid := _paid(before, city))})


def _paid(before: Scene, city: int) -> Gains:
    """What a city pays when a line comes."""
    fields = before.position.fields
    return {colour: gain for colour in range(before.fields.colours) if (gain := payout(fields, city, colour))}


def _cubes_in(scene: Scene, city: int) -> list[Cube]:
    """The cubes of a city, large ones first."""
    fields = scene.fields
    if not fields.cubes[city]:
        return []
    colours = range(fields.colours)
    large = [(colour, True) for colour in colours if fields.large_at[colour] == city]
    return large + [(colour, False) for colour in colours for _ in range(fields.small_at[city][colour])]


def _city(scene: Scene, layout: MapLayout, city: int, inside: str, held: bool) -> str:
    """A city with its name, as something to point at."""
    map_, (x, y) = scene.map, layout.spots[city]
    closed, terminus = scene.is_closed(city), city in (map_.start, map_.goal)
    kind = " np-terminus" if terminus else " np-closed" if closed else " np-held" if held else ""
    if city in scene.exits:
        kind += " np-next"
    name, place = escape(map_.cities[city]), layout.names[city]
    moved = place.moved_in if closed and not terminus and city not in scene.fields.heads[: scene.players] else 0.0
    return (
        f'<g class="pick np-city{kind}" data-pick="city:{name}"><title>{name}: {escape(_tooltip(scene, city))}</title>'
        f'<g transform="translate({number(x)} {number(y)})"><circle class="np-hit" r="{number(REACH)}"/>{inside}</g>'
        f"{text_at_name(place, 'np-name np-long' if len(map_.cities[city]) > LONG else 'np-name', name, moved)}</g>"
    )


def _plate_or_station(scene: Scene, layout: MapLayout, city: int, held: list[Cube], known: list[Cube], latest: bool) -> str:
    """What stands at a city's place: start or goal, the station of a closed city, or a plate with cubes."""
    if city in (scene.map.start, scene.map.goal):
        return _terminus(city == scene.map.goal)
    if scene.is_closed(city):
        return _station(latest)
    kind = (" np-grow" if held else "") + (" np-full" if len(held) >= scene.fields.capacity else "")
    return f'<g class="np-plate{kind}">{_plate(layout.plate, layout.slots)}{_cubes(layout, held, known)}</g>'


def _cubes(layout: MapLayout, held: list[Cube], known: list[Cube]) -> str:
    """The cubes in their slots; those that are not among the known ones are marked as latest."""
    marks, drawn, rest = [], [], list(known)
    for slot, (colour, large) in zip(layout.slots, held, strict=False):
        if (colour, large) in rest:
            rest.remove((colour, large))
            drawn.append(cube_in_slot(slot, colour, large, "np-cube"))
        else:
            marks.append(mark_in_slot(slot, large))
            drawn.append(cube_in_slot(slot, colour, large, "np-cube latest"))
    return "".join((*marks, *drawn))


@lru_cache(maxsize=4096)
def text_at_name(place: Name, kind: str, inside: str, moved: float = 0.0) -> str:
    """A text where a city's name stands."""
    side = "np-above" if "above" in place.side else "np-below" if "below" in place.side else f"np-{place.side}"
    at = f'x="{number(place.place[0])}" y="{number(place.place[1] + moved)}"'
    return f'<text class="{kind} {side}" {at} text-anchor="{place.anchor}">{inside}</text>'


@lru_cache(maxsize=8)
def _plate(size: Point, slots: tuple[Point, ...]) -> str:
    wide, high = size
    holes = (tag("rect", class_="np-slot", x=x - SLOT / 2, y=y - SLOT / 2, width=SLOT, height=SLOT, rx="3") for x, y in slots)
    ring = tag("rect", class_="np-ring", x=-wide / 2 - 5, y=-high / 2 - 5, width=wide + 10, height=high + 10, rx="12")
    return ring + tag("rect", class_="np-box", x=-wide / 2, y=-high / 2, width=wide, height=high, rx="8") + "".join(holes)


@lru_cache(maxsize=2)
def _station(latest: bool) -> str:
    ring = tag("circle", class_="np-ring", r=STATION + 7)
    mark = tag("circle", class_="np-mark", r=STATION + 5) if latest else ""
    return ring + mark + tag("circle", class_="np-stop latest" if latest else "np-stop", r=STATION - 2)


@lru_cache(maxsize=2)
def _terminus(goal: bool) -> str:
    ring = tag("circle", class_="np-ring", r=TERMINUS + 7)
    if goal:
        disc = tag("circle", r=TERMINUS, fill="var(--gold)", stroke=INK, stroke_width="2.6")
        return ring + disc + tag("path", d=STAR, fill="#fffaf0", stroke="#33281c", stroke_width="0.9", stroke_linejoin="round")
    disc = tag("circle", r=TERMINUS, fill=INK, stroke=PAPER, stroke_width="2.4")
    return ring + disc + tag("circle", r=TERMINUS - 6, fill="none", stroke=PAPER, stroke_width="3")


def _tooltip(scene: Scene, city: int) -> str:
    """What a city is and holds, in words."""
    if city == scene.map.goal:
        return say("the goal")
    if city == scene.map.start:
        return say("the start")
    if scene.is_closed(city):
        return say("closed, a line has reached it")
    return _cubes_in_words(scene, city)


def _cubes_in_words(scene: Scene, city: int) -> str:
    fields, held = scene.fields, []
    for colour in range(fields.colours):
        name = colour_name(colour)
        if fields.large_at[colour] == city:
            held.append(say("{colour} large", colour=name))
        if small := fields.small_at[city][colour]:
            held.append(count("{colour} small", "{colour} {n} small", small, colour=name))
    room = say("{cubes} of {room} cubes", cubes=fields.cubes[city], room=fields.capacity)
    return f"{room} ({', '.join(held)})" if held else room
