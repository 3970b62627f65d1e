"""The places of everything on the drawing of a map: cities, tracks, arrows, names.  Worked out once for each board."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from branchline.games.drawing import number
from branchline.games.northern_pacific.rules.map_data import Map
from branchline.games.northern_pacific.rules.scenery import SIDES, Point

WIDTH = 1410.0
RIM = 12.0
"""From the edge of the picture to the frame of the map."""
FLATTEST = 0.5
"""A board is drawn at least this high, as a share of its width: cubes have to be large enough for phones."""
LEFT, RIGHT, TOP, BOTTOM = 84.0, 70.0, 42.0, 40.0
"""Space around the board, for plates and names of cities on its edge."""

PITCH = 31.0
"""Width of one cube slot."""
ROOM = 3.0
"""Paper between a plate's rim and its slots."""
STATION = 10.0
"""Radius of a city that the railroad has reached."""
TERMINUS = 18.0
"""Radius of start and goal."""
ENGINE = (52.0, 34.0)
"""The room that names leave free at start and goal, for an engine."""
NAME = 18.5
"""The size of the cities' names."""
LETTER = 0.62
"""The width of a letter, as a share of that size; a wide one, as fonts differ."""
GAP = 4.0
RING = 5.0
"""Names leave this much more room around a plate, for the ring around one that can be picked."""
EDGE = 30.0
"""A name this near to the frame has no room to grow on that side."""
BOW = 15.0
"""How far the two tracks between a pair of cities bend away from each other."""
STEPS = 64
"""The number of steps in which a track is checked against plates and names."""


@dataclass(frozen=True)
class Box:
    """A rectangle."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, centre: Point, width: float, height: float) -> Box:
        """The rectangle of this size centred on a point."""
        x, y = centre
        return cls(x - width / 2, y - height / 2, x + width / 2, y + height / 2)

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside."""
        return self.left < point[0] < self.right and self.top < point[1] < self.bottom

    def overlap(self, other: Box) -> float:
        """The area that two rectangles share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(wide, 0.0) * max(high, 0.0)


@dataclass(frozen=True)
class Track:
    """A track from city to city: a curve with one control point, and the places of its arrows with their angles."""

    origin: Point
    bend: Point
    end: Point
    arrows: tuple[tuple[Point, float], ...]

    def at(self, share: float, aside: float = 0.0) -> Point:
        """The point after a share of the way, shifted to the right by `aside`."""
        rest = 1 - share
        weights = (rest * rest, 2 * rest * share, share * share)
        x = weights[0] * self.origin[0] + weights[1] * self.bend[0] + weights[2] * self.end[0]
        y = weights[0] * self.origin[1] + weights[1] * self.bend[1] + weights[2] * self.end[1]
        angle = self.angle(share)
        return x - aside * math.sin(angle), y + aside * math.cos(angle)

    def angle(self, share: float) -> float:
        """The direction of travel after a share of the way."""
        rest = 1 - share
        dx = rest * (self.bend[0] - self.origin[0]) + share * (self.end[0] - self.bend[0])
        dy = rest * (self.bend[1] - self.origin[1]) + share * (self.end[1] - self.bend[1])
        return math.atan2(dy, dx)

    def path(self, aside: float = 0.0) -> str:
        """Path data, shifted to the right by `aside`."""
        angle = math.atan2(self.end[1] - self.origin[1], self.end[0] - self.origin[0])
        dx, dy = -aside * math.sin(angle), aside * math.cos(angle)
        shifted = [(x + dx, y + dy) for x, y in (self.origin, self.bend, self.end)]
        (x, y), (bend_x, bend_y), (end_x, end_y) = shifted
        return f"M{number(x)} {number(y)}Q{number(bend_x)} {number(bend_y)} {number(end_x)} {number(end_y)}"


@dataclass(frozen=True)
class Name:
    """Where a city's name stands."""

    place: Point
    anchor: str
    moved_in: float
    """How far down it moves when a small station has replaced the plate."""
    side: str


@dataclass(frozen=True)
class MapLayout:
    """The places of everything on one map with one capacity."""

    height: float
    """The height of the map with its rim; the panel follows below."""
    frame: Box
    spots: tuple[Point, ...]
    slots: tuple[Point, ...]
    """Centres of the cube slots, seen from the city."""
    plate: Point
    """Width and height of the plate with the slots."""
    tracks: dict[tuple[int, int], Track]
    names: tuple[Name, ...]
    obstacles: tuple[Box, ...]
    """The plates of all cities, then their names."""
    board: Box

    def put(self, point: Point) -> Point:
        """The place of a point given as fractions of the board."""
        return _put(self.board, point)

    def is_free(self, box: Box) -> bool:
        """Whether no plate, name or track stands in a rectangle."""
        if any(box.overlap(other) for other in self.obstacles):
            return False
        return not any(box.holds(track.at(step / STEPS)) for track in self.tracks.values() for step in range(STEPS + 1))


@lru_cache(maxsize=32)
def layout_of(map_: Map, capacity: int) -> MapLayout:
    """The places on this map when a city holds that many cubes."""
    wide = WIDTH - LEFT - RIGHT
    high = wide * max(map_.aspect[1] / map_.aspect[0], FLATTEST)
    board = Box(LEFT, TOP, LEFT + wide, TOP + high)
    frame = Box(RIM, RIM, WIDTH - RIM, board.bottom + BOTTOM - RIM)
    spots = tuple(_put(board, place) for place in map_.places)
    slots, plate = _slots(capacity)
    sizes = [ENGINE if city in (map_.start, map_.goal) else plate for city in range(len(spots))]
    boxes = [Box.around(spot, *size) for spot, size in zip(spots, sizes, strict=True)]
    tracks = _tracks(map_, spots, boxes)
    names, texts = _names(map_, frame, boxes, tracks)
    return MapLayout(
        height=frame.bottom + RIM,
        frame=frame,
        spots=spots,
        slots=slots,
        plate=plate,
        tracks=tracks,
        names=names,
        obstacles=(*boxes, *texts),
        board=board,
    )


def _put(board: Box, point: Point) -> Point:
    return board.left + point[0] * (board.right - board.left), board.top + point[1] * (board.bottom - board.top)


def _slots(capacity: int) -> tuple[tuple[Point, ...], Point]:
    """The slots in rows of two, a single one in the middle of its row; and the size of their plate."""
    columns, rows = min(capacity, 2), -(-capacity // 2)
    slots = []
    for slot in range(capacity):
        beside = min(2, capacity - slot // 2 * 2)
        slots.append(((slot % 2 - (beside - 1) / 2) * PITCH, (slot // 2 - (rows - 1) / 2) * PITCH))
    return tuple(slots), (columns * PITCH + 2 * ROOM, rows * PITCH + 2 * ROOM)


def _tracks(map_: Map, spots: tuple[Point, ...], boxes: list[Box]) -> dict[tuple[int, int], Track]:
    found = {}
    for city, exits in enumerate(map_.exits):
        for target in exits:
            bow = BOW if city in map_.exits[target] else 0.0
            track = Track(spots[city], _bend(spots[city], spots[target], bow), spots[target], ())
            found[city, target] = Track(track.origin, track.bend, track.end, _arrows(track, boxes[city], boxes[target]))
    return found


def _bend(origin: Point, end: Point, bow: float) -> Point:
    dx, dy = end[0] - origin[0], end[1] - origin[1]
    length = math.hypot(dx, dy) or 1.0
    return (origin[0] + end[0]) / 2 - 2 * bow * dy / length, (origin[1] + end[1]) / 2 + 2 * bow * dx / length


def _arrows(track: Track, origin: Box, end: Box) -> tuple[tuple[Point, float], ...]:
    """One arrow in the middle of the visible part of a track."""
    seen = [step / STEPS for step in range(STEPS + 1) if not any(box.holds(track.at(step / STEPS)) for box in (origin, end))]
    share = (seen[0] + seen[-1]) / 2 if seen else 0.5
    return ((track.at(share), math.degrees(track.angle(share))),)


def _names(
    map_: Map, frame: Box, boxes: list[Box], tracks: dict[tuple[int, int], Track]
) -> tuple[tuple[Name, ...], tuple[Box, ...]]:
    """Every name, and its rectangle: on the side that the map says, or else where it covers least of plates, tracks, names."""
    dots = [track.at(step / STEPS) for track in tracks.values() for step in range(STEPS + 1)]
    texts: dict[int, Box] = {}
    sides: dict[int, str] = {}
    for city in sorted(range(len(boxes)), key=lambda city: map_.labels[city] is None):
        choices = {side: _within(_text_box(boxes[city], side, map_.cities[city]), frame) for side in SIDES}
        others = (*boxes[:city], *boxes[city + 1 :], *texts.values())
        sides[city] = map_.labels[city] or min(SIDES, key=lambda side: _cost(choices[side], frame, others, dots))
        texts[city] = choices[sides[city]]
    names = tuple(_name(boxes[city], sides[city], texts[city], frame, dots) for city in range(len(boxes)))
    return names, tuple(texts.values())


def _text_box(box: Box, side: str, text: str) -> Box:
    """The rectangle of a name on one side of a plate; at a corner it begins halfway from the plate's middle to its edge."""
    wide, high = max(len(text), 3) * NAME * LETTER, NAME * 0.95
    x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
    if "above" in side:
        y = box.top - GAP - RING - high / 2
    elif "below" in side:
        y = box.bottom + GAP + RING + high / 2
    near = (box.right - box.left) / (4 if " " in side else 2) + (0 if " " in side else GAP + RING)
    if "right" in side:
        x += near + wide / 2
    elif "left" in side:
        x -= near + wide / 2
    return Box.around((x, y), wide, high)


def _within(text: Box, frame: Box) -> Box:
    """A name moved to the left or right until the frame holds it."""
    aside = max(frame.left + RING - text.left, 0.0) - max(text.right - frame.right + RING, 0.0)
    return Box(text.left + aside, text.top, text.right + aside, text.bottom)


def _cost(text: Box, frame: Box, boxes: Iterable[Box], dots: list[Point]) -> float:
    inside = Box(frame.left + GAP, frame.top + GAP, frame.right - GAP, frame.bottom - GAP)
    outside = (text.right - text.left) * (text.bottom - text.top) - text.overlap(inside)
    return outside * 10 + sum(text.overlap(box) for box in boxes) * 4 + sum(60 for dot in dots if text.holds(dot))


def _name(box: Box, side: str, text: Box, frame: Box, dots: list[Point]) -> Name:
    anchor = "start" if "right" in side else "end" if "left" in side else "middle"
    if text.right > frame.right - EDGE or text.left < frame.left + EDGE:  # it grows away from the frame
        anchor = "end" if text.right > frame.right - EDGE else "start"
    x = {"start": text.left, "end": text.right, "middle": (text.left + text.right) / 2}[anchor]
    by = max((box.bottom - box.top) / 2 - STATION - GAP, 0.0)
    inwards = by if "above" in side else -by if "below" in side else 0.0
    moved = Box(text.left, text.top + inwards, text.right, text.bottom + inwards)
    if any(moved.holds(dot) and not text.holds(dot) for dot in dots):
        inwards = 0.0
    return Name((x, (text.top + text.bottom) / 2 + NAME * 0.33), anchor, inwards, side)
