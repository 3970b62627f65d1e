"""The board as SVG."""

from __future__ import annotations

from typing import Any

from branchline.games.drawing import SEAT_COLOURS, label, points, tag
from branchline.games.wensleydale.mapfile import Map
from branchline.games.wensleydale.state import COMPANY_OWNER
from branchline.kernel import Board

TERRAIN_FILLS = {"lowland": "#a9cf86", "valley": "#eeefb4", "hill": "#c19a6b"}
COMPANY_FILLS = ("#b3202c", "#1e7a44")


def svg(state: Any, board: Board, seat: int | None) -> str:
    """Areas, names and links."""
    map_: Map = board.data
    width, height = map_.scenery.get("canvas", [1600, 1200])
    areas = [
        tag("polygon", points=points(area.polygon), fill=TERRAIN_FILLS[area.terrain], stroke="#4a3b2a", data_pick=area.id)
        for area in map_.areas
    ]
    names = []
    for area in map_.areas:
        mark = area.drawing.get("label", {})
        for line, baseline in zip(mark.get("lines", []), mark.get("baselines", []), strict=False):
            names.append(label(line, float(mark["x"]), float(baseline), font_size=mark["size"], text_anchor="middle"))
    links = [_link(map_, number, int(state.owners[number])) for number in range(len(map_.links)) if state.owners[number]]
    note = label(board.reconstructed, 20.0, height - 20.0, font_size=14)
    inside = "".join((*areas, *names, *links, note))
    return tag("svg", inside, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}")


def _link(map_: Map, number: int, owner: int) -> str:
    x, y = map_.links[number].midpoint
    fill = SEAT_COLOURS[owner - 1] if owner < COMPANY_OWNER else COMPANY_FILLS[owner - COMPANY_OWNER]
    turn = f"rotate({map_.links[number].angle:.1f} {x} {y})"
    return tag("rect", x=x - 19, y=y - 5, width=38, height=10, fill=fill, stroke="#222", transform=turn)
