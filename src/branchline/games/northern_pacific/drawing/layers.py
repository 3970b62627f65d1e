"""The board as SVG, in layers: the map, lines, cities, what stands at the lines' ends, and the players' panel below."""

from __future__ import annotations

from functools import lru_cache
from html import escape

from branchline.games.drawing import PANEL, number, tag
from branchline.games.northern_pacific.drawing import lines
from branchline.games.northern_pacific.drawing.cities import cities, payouts
from branchline.games.northern_pacific.drawing.landscape import landscape
from branchline.games.northern_pacific.drawing.layout import WIDTH, layout_of
from branchline.games.northern_pacific.drawing.panel import panel, panel_height
from branchline.games.northern_pacific.drawing.style import DESK
from branchline.games.northern_pacific.rules.map_data import Map
from branchline.games.northern_pacific.text.description import summary
from branchline.games.northern_pacific.text.scene import scene_of
from branchline.games.position import Position


def frame(position: Position, seat: int | None, with_panel: bool) -> str:
    """The opening tag, with a sentence for people who cannot see the picture."""
    fields = position.fields
    high = layout_of(position.board.data, int(fields.capacity)).height + (panel_height(fields) if with_panel else 0)
    size = f'viewBox="0 0 {number(WIDTH)} {number(high)}" width="{number(WIDTH)}" height="{number(high)}"'
    role = "img" if with_panel else "group"
    sentence = escape(summary(position))
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="np" {size} role="{role}" aria-label="{sentence}">'


def layers(position: Position, seat: int | None, before: Position | None) -> dict[str, str]:
    """The layers of the picture, bottom first.  The layer `map` is the same in every position of a game."""
    scene, earlier = scene_of(position), None if before is None else scene_of(before)
    capacity = scene.fields.capacity
    layout = layout_of(scene.map, capacity)
    return {
        "map": _map(scene.map, capacity, f"np{position.board.digest[:6]}c{capacity}"),
        "lines": "".join((*lines.railroad(scene, layout, earlier), *lines.exits(scene, layout))),
        "cities": "".join(cities(scene, layout, earlier)),
        "heads": "".join(
            (*lines.exit_arrows(scene, layout), *lines.heads(scene, layout, earlier), *payouts(scene, layout, earlier))
        ),
        PANEL: panel(scene, layout.height),
    }


@lru_cache(maxsize=32)
def _map(map_: Map, capacity: int, name: str) -> str:
    """What never changes: the landscape and the surveyed tracks with their arrows."""
    layout = layout_of(map_, capacity)
    backdrop = tag("rect", width="100%", height="100%", fill=DESK)
    return backdrop + landscape(map_, layout, name) + lines.surveyed(map_, layout)
