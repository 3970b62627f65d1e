"""The board as SVG: the map of the Dales with its pieces, and beside it everything else on the table."""

from __future__ import annotations

from functools import cache
from typing import Any

from branchline.games.drawing import tag
from branchline.games.wensleydale.chart import Area, Border, Chart, Point, read_chart
from branchline.games.wensleydale.panel import HEIGHT, WIDTH, panel, title_box
from branchline.games.wensleydale.scene import Scene, read_scene
from branchline.games.wensleydale.scenery import defs, path, scenery
from branchline.games.wensleydale.symbols import PAPER, SANS, link, piece, place_for_link, town
from branchline.games.wensleydale.words import phrase
from branchline.kernel import Board


def svg(state: Any, board: Board, seat: int | None) -> str:
    """The board with every piece on the table, as a seat (None: a spectator) sees it."""
    return draw(read_scene(state, board, phrase(state, board)), read_chart(board.data), seat)


@cache
def _land(chart: Chart) -> str:
    return defs() + scenery(chart)


def draw(scene: Scene, chart: Chart, seat: int | None) -> str:
    """A scene as one SVG text that needs nothing else."""
    width, height = chart.size[0], max(chart.size[1], HEIGHT)
    return tag(
        "svg",
        tag("rect", width=width + WIDTH, height=height, fill=PAPER),
        _land(chart),
        _end_of_path(chart, scene),
        title_box(chart, scene),
        *(_border(border, scene) for border in chart.borders if border.cost),
        tag("g", *(_contents(area, scene) for area in chart.areas), pointer_events="none"),
        tag("g", panel(scene, seat), transform=f"translate({width:g} 0)"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width + WIDTH:g} {height:g}",
        width=width + WIDTH,
        height=height,
        style="max-width:100%;height:auto",
        font_family=SANS,
        role="img",
        aria_label=f"Last Train to Wensleydale, turn {scene.turn}: {scene.prompt}",
    )


def _end_of_path(chart: Chart, scene: Scene) -> str:
    """A golden edge around the area from which the chain or the sale goes on."""
    glow = {"fill": "#ffd24a", "fill_opacity": 0.16, "stroke": "#e08a00", "stroke_width": 4, "pointer_events": "none"}
    return "".join(tag("path", d=path(area.polygon, closed=True), **glow) for area in chart.areas if area.name == scene.end)


def _border(border: Border, scene: Scene) -> str:
    """A border where a link can lie: its track, or the mark of its cost."""
    owner = scene.links.get(border.name)
    pick = f"border:{border.name}"
    if owner is None:
        return place_for_link(border.middle, border.angle, border.cost, data_pick=pick)
    return tag("g", link(owner, border.middle, border.angle, border.name in scene.fresh), data_pick=pick)


def _contents(area: Area, scene: Scene) -> str:
    """The town's marker and the pieces in an area."""
    found = []
    if area.marker:
        kind = area.kind if area.kind in ("major", "minor") else "company"
        found.append(town(kind, scene.companies.get(area.name, ()), area.marker, area.marker_size))
    pieces = scene.pieces.get(area.name, ())
    found += [piece(kind, at) for kind, at in zip(pieces, _middle(area, len(pieces)), strict=True)]
    return "".join(found)


def _middle(area: Area, pieces: int) -> list[Point]:
    """Slots for so many pieces: from the left beside a town, centred in an area of goods."""
    if area.town:
        return list(area.slots[:pieces])
    gap = (
        (area.slots[-1][0] - area.slots[0][0]) * (len(area.slots) - pieces) / max(1, len(area.slots) - 1) / 2 if pieces else 0.0
    )
    return [(x + gap, y) for x, y in area.slots[:pieces]]
