"""Sheep, barns, trees and mills in the landscape.  Each part of a kind is one path for all of its kind."""

from __future__ import annotations

from collections.abc import Sequence

from branchline.games.drawing import tag
from branchline.games.wensleydale.drawing.geometry import Point

_WOOL = {"stroke": "#6c6654", "stroke_width": 0.9}
_ROUND = {"stroke_linecap": "round"}
_PARTS: dict[str, tuple[tuple[str, dict[str, object]], ...]] = {
    "sheep": (
        ("m-4 3v4m2.5-3v3.5m4.5-3.5v3.5m2-4.5v4", {"fill": "none", **_WOOL}),
        ("m-7 0q-1-4 3-4.5 2-2.5 5-.5 4-1.5 5 2 2.5 2 .5 5-2.5 3-6.5 2-5 1.5-7-4z", {"fill": "#fbfaf4", **_WOOL}),
        ("m-8.2-2.3 1.4.6", {"stroke": "#3d3a34", "stroke_width": 3.8, **_ROUND}),
    ),
    "barn": (
        ("m-8 7v-8l6-6 6 6v8z", {"fill": "#cfc6b2"}),
        ("m4-1 5 1v7h-5z", {"fill": "#b3a88f"}),
        ("m-9.5-.5 7.5-7.5 2 .4 10.5 7.6-6-1-6.5-6-6 7z", {"fill": "#7d7464"}),
        ("m-4 7v-4.5h4v4.5z", {"fill": "#4a4336"}),
    ),
    "tree": (
        ("m-1 2h2v6h-2z", {"fill": "#7b6242"}),
        ("m0-2.5h0", {"stroke": "#6f9a58", "stroke_width": 12, **_ROUND}),
        ("m-2-4.5h0", {"stroke": "#8ab26d", "stroke_width": 6, **_ROUND}),
    ),
    "mill": (
        ("m-24 15v-16.5l9-7.5v7.5l9-7.5v7.5l9-7.5v24z", {"fill": "#a58a6a"}),
        ("m6 15 1.5-37.5h6l1.5 37.5z", {"fill": "#8f7354"}),
        (
            "m10.5-25.5q-3-6 3-7.5t6-7.5 13.5-3",
            {"stroke": "#b9a98c", "stroke_width": 5.2, "fill": "none", **_ROUND},
        ),
        ("m-19.5 4.5h4.5m4.5 0h4.5m4.5 0h3", {"stroke": "#6d573d", "stroke_width": 4.5}),
    ),
}
"""The parts of each kind, bottom first: a path relative to its middle, and its attributes."""


def scattered(kind: str, places: Sequence[Point]) -> str:
    """All things of a kind on the map."""
    starts = [f"M{x:.0f} {y:.0f}" for x, y in places]
    return "".join(tag("path", d="".join(start + shape for start in starts), **paint) for shape, paint in _PARTS[kind])
