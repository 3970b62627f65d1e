"""Slips at cities that have paid: the new cubes of every colour.  They keep clear of each other and, if possible, of cubes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import hypot

from branchline.games.drawing import number, tag
from branchline.games.northern_pacific.drawing.cube import cube
from branchline.games.northern_pacific.drawing.layout import STATION, Box, MapLayout
from branchline.games.northern_pacific.rules.scenery import Point
from branchline.games.northern_pacific.text.scene import Scene

ENTRY, EDGE, HIGH = 54.0, 8.0, 26.0
"""The room of one colour on a slip, the space at its ends, and its height."""
GROWN = 1.5
"""How much larger slips are on a phone: they are laid out for that size."""
NEAR, FAR = 32.0, 42.0
"""The distance of a slip from its city, and from one where a line ends."""
ROWS = (0.0, 44.0, 88.0)
"""How much further away a slip may be if there is no room near its city."""
SHIFTS = (0.0, -0.35, 0.35, -0.7, 0.7)
"""How far a slip may be moved aside, as a share of its width."""
OVER_SLIP, OUTSIDE, OVER_CUBES, OVER_NAME, AWAY = 1000.0, 200.0, 6.0, 2.0, 40.0
"""What a place costs, for each unit of covered area and of distance."""

Gains = Mapping[int, int]
"""The new cubes of each colour that gets any."""


def slips(scene: Scene, layout: MapLayout, paid: Mapping[int, Gains]) -> Iterator[str]:
    """NP 3.1: a slip for each of these cities with the cubes that it has paid."""
    taken: list[Box] = []
    for city, gains in paid.items():
        size = (ENTRY * len(gains) + EDGE, HIGH)
        place = min(_places(scene, layout, city, size), key=lambda place: _cost(scene, layout, city, place, size, taken))
        taken.append(Box.around(place, GROWN * size[0], GROWN * size[1]))
        yield _slip(layout.spots[city], place, size, gains)


def _places(scene: Scene, layout: MapLayout, city: int, size: Point) -> Iterator[Point]:
    """Places for a slip: above and below its city, also aside and further away; first the side without the city's name."""
    x, y = layout.spots[city]
    first = 1 if "above" in layout.names[city].side else -1
    near = FAR if city in scene.fields.heads[: scene.players] else NEAR
    for away, side, shift in product(ROWS, (first, -first), SHIFTS):
        yield x + shift * GROWN * size[0], y + side * (near + away)


def _cost(scene: Scene, layout: MapLayout, city: int, place: Point, size: Point, taken: Sequence[Box]) -> float:
    box = Box.around(place, GROWN * size[0], GROWN * size[1])
    inside, spot = box.overlap(layout.frame), layout.spots[city]
    cities = range(len(layout.spots))
    plates = (layout.obstacles[other] for other in cities if other != city and scene.fields.cubes[other])
    stations = (Box.around(layout.spots[other], 2 * STATION, 2 * STATION) for other in cities if not scene.fields.cubes[other])
    return (
        OVER_SLIP * sum(box.overlap(other) for other in taken)
        + OUTSIDE * (GROWN * size[0] * GROWN * size[1] - inside)
        + OVER_CUBES * sum(box.overlap(other) for other in (*plates, *stations))
        + OVER_NAME * sum(box.overlap(name) for name in layout.obstacles[len(layout.spots) :])
        + AWAY * hypot(place[0] - spot[0], place[1] - spot[1])
    )


def _slip(spot: Point, place: Point, size: Point, gains: Gains) -> str:
    """A slip, with a line to its city."""
    entries = []
    for column, (colour, gain) in enumerate(sorted(gains.items())):
        x = (column - (len(gains) - 1) / 2) * ENTRY
        piece = tag("g", cube(colour, 15.0), transform=f"translate({number(x - 15)} 2)")
        entries.append(piece + tag("text", f"+{gain}", x=x - 3, y="6"))
    slip = tag("rect", class_="np-slip", x=-size[0] / 2, y=-size[1] / 2, width=size[0], height=size[1], rx="7")
    inside = tag("g", slip, *entries, class_="np-paid latest")
    lead = tag("line", class_="np-lead latest", x1=spot[0], y1=spot[1], x2=place[0], y2=place[1])
    return tag(
        "g", lead, tag("g", inside, transform=f"translate({number(place[0])} {number(place[1])})"), pointer_events="none"
    )
