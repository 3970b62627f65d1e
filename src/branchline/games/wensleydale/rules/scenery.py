"""What a map file says about the drawing only.  The checks make sure that every accepted map can be drawn in short time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.errors import DataError
from branchline.games.datafile import is_line, is_number
from branchline.games.wensleydale.rules.layout import CUBES_TO_AN_AREA
from branchline.games.wensleydale.rules.map_data import Area, Map, MapFile, Point

SCENERY = ("canvas", "frame", "title_box", "link", "rivers")
"""Keys of a map file for the drawing as a whole."""
DRAWING = ("label", "marker", "slots", "slot_size", "contours")
"""Keys of an area for its drawing."""
SMALLEST_CANVAS, MAX_CANVAS = 100.0, 4_000.0
BEYOND = 0.25
"""How far a drawing may reach beyond the canvas, as a share of its side."""
STEEPEST = 6.0
"""The largest ratio of the sides of a map."""
MAX_CORNERS, MAX_POINTS = 400, 20_000
"""The most points of one polygon, ring or river, and of a whole map."""
MAX_RIVERS, MAX_RINGS, MAX_SLOTS, MAX_LINES, MAX_LINE_LENGTH = 100, 8, 20, 4, 40
MAX_SIZE = 200.0
"""The largest size of a letter or marker, and the largest width of a river."""


def is_point(value: object) -> bool:
    """Whether a value of the file is a pair of numbers."""
    return is_numbers(value, 2)


def is_numbers(value: object, count: int) -> bool:
    """Whether a value of the file is a list of `count` numbers."""
    return isinstance(value, list) and len(value) == count and all(map(is_number, value))


def is_size(value: object) -> bool:
    """Whether a value of the file is a size that can be drawn."""
    return is_number(value) and 0 <= value <= MAX_SIZE  # type: ignore[operator]


def check_drawing(source: MapFile, map_: Map) -> None:
    """Raise DataError if the map cannot be drawn."""
    corners = [point for area in map_.areas for point in area.polygon]
    (left, right), (top, bottom) = ((min(part), max(part)) for part in zip(*corners, strict=True))
    wide, high = right - left, bottom - top
    if max(wide, high) > STEEPEST * min(wide, high):
        raise source.refuse(f"One side of a map is at most {STEEPEST:g} times as long as the other.", "areas")
    if len(corners) > MAX_POINTS:
        raise source.refuse(f"The polygons have {len(corners):,} points; {MAX_POINTS:,} can be drawn.", "areas")
    if not map_.scenery and not any(area.drawing for area in map_.areas):
        return  # it is drawn in a size of its own
    canvas = map_.scenery.get("canvas", [right, bottom])
    if not is_point(canvas) or not all(SMALLEST_CANVAS <= side <= MAX_CANVAS for side in canvas):
        sentence = f"A map with a drawing of its own is {SMALLEST_CANVAS:g} to {MAX_CANVAS:g} wide and high"
        raise source.refuse(f"{sentence}. hint: canvas = [1600, 1200].", "canvas")
    drawing = _Drawing(source, (float(canvas[0]), float(canvas[1])))
    for area in map_.areas:
        drawing.check_area(area)
    for border in map_.borders:
        drawing.check_points([border.midpoint], "A border", "borders")
    drawing.check_scenery(map_.scenery)


class _Drawing:
    """The checks of a map whose file says where things are drawn on a canvas."""

    def __init__(self, source: MapFile, canvas: Point) -> None:
        self.source, self.canvas, self.points = source, canvas, 0

    def check_points(self, points: Any, what: str, key: str, fewest: int = 1, most: int = MAX_CORNERS) -> None:
        """Raise DataError unless `points` is a list of points on the canvas."""
        if not isinstance(points, (list, tuple)) or not fewest <= len(points) <= most:
            raise self.source.refuse(f"{what} is no list of {fewest} to {most} points.", key)
        for point in points:
            if not is_point(list(point) if isinstance(point, tuple) else point) or not self._is_near(point):
                raise self.source.refuse(f"{what} has the point {point!r:.60}, which is not on the canvas.", key)
        self.points += len(points)
        if self.points > MAX_POINTS:
            raise self.source.refuse(f"The drawing has more than {MAX_POINTS:,} points.", key)

    def _is_near(self, point: Any) -> bool:
        return all(-BEYOND * side <= part <= (1 + BEYOND) * side for part, side in zip(point, self.canvas, strict=True))

    def check_area(self, area: Area) -> None:
        """Check polygon, label, marker, slots and contours of an area."""
        drawing, pieces = area.drawing, area.pieces + (CUBES_TO_AN_AREA if area.goods else 0)
        self.check_points(area.polygon, f"The polygon of {area.name}", "areas", 3)
        for part, is_good in (("label", self._is_label), ("marker", self._is_marker), ("slot_size", is_size)):
            if part in drawing and not is_good(drawing[part]):
                raise self._refuse(area, part)
        if "slots" in drawing and (drawing["slots"] or pieces):
            self.check_points(drawing["slots"], f"slots of {area.name}", "areas", pieces, MAX_SLOTS)
        rings = drawing.get("contours", [])
        if not isinstance(rings, list) or len(rings) > MAX_RINGS:
            raise self._refuse(area, "contours")
        for ring in rings:
            self.check_points(ring, f"A contour of {area.name}", "areas", 3)

    def _refuse(self, area: Area, part: str) -> DataError:
        return self.source.refuse_area(f"The {part} of {area.name} cannot be drawn.", area.id)

    def _is_label(self, label: Any) -> bool:
        if not isinstance(label, dict):
            return False
        lines, baselines, box = (label.get(part) for part in ("lines", "baselines", "box"))
        if not isinstance(lines, list) or not 1 <= len(lines) <= MAX_LINES or not is_numbers(baselines, len(lines)):
            return False
        if not all(is_line(line, MAX_LINE_LENGTH) for line in lines) or not is_numbers(box, 4) or not is_number(label.get("x")):
            return False
        places = [(label["x"], y) for y in baselines or ()]
        return is_size(label.get("size")) and self._is_box(box) and all(map(self._is_near, places))

    def _is_box(self, box: Any) -> bool:
        return self._is_near(box[:2]) and self._is_near(box[2:])

    def _is_marker(self, marker: Any) -> bool:
        if not isinstance(marker, dict) or not is_point([marker.get("x"), marker.get("y")]):
            return False
        return self._is_near((marker["x"], marker["y"])) and is_size(marker.get("size"))

    def check_scenery(self, scenery: Mapping[str, Any]) -> None:
        """Check frame, title and rivers."""
        if "frame" in scenery:
            self.check_points(scenery["frame"], "frame", "frame", 3)
        box = scenery.get("title_box", [0, 0, 0, 0])
        if not is_numbers(box, 4) or not self._is_box(box):
            raise self.source.refuse("title_box is not left, top, width and height of a box on the canvas.", "title_box")
        rivers = scenery.get("rivers", [])
        if not isinstance(rivers, list) or len(rivers) > MAX_RIVERS:
            raise self.source.refuse(f"rivers is no list of {MAX_RIVERS} rivers at most.", "rivers")
        for river in rivers:
            if not isinstance(river, dict) or not is_line(river.get("name"), MAX_LINE_LENGTH):
                raise self.source.refuse("A river has no name.", "rivers")
            width: Any = river.get("width")
            if not is_numbers(width, 2) or not all(map(is_size, width)):
                raise self.source.refuse(f"The river {river['name']} has no widths at its source and its end.", "rivers")
            self.check_points(river.get("points"), f"The river {river['name']}", "rivers", 2)
