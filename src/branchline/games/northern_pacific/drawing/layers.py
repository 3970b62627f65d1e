"""The board as SVG, in layers: the map, lines, cities, what stands at the lines' ends, and the players' panel below."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from types import SimpleNamespace
from typing import Any

from branchline.games.drawing import PANEL, number, tag
from branchline.games.northern_pacific.drawing import cities, lines
from branchline.games.northern_pacific.drawing.cube import cube
from branchline.games.northern_pacific.drawing.landscape import landscape
from branchline.games.northern_pacific.drawing.layout import WIDTH, atlas_of
from branchline.games.northern_pacific.drawing.panel import height as panel_height
from branchline.games.northern_pacific.drawing.panel import panel
from branchline.games.northern_pacific.drawing.picks import LARGE, SMALL
from branchline.games.northern_pacific.drawing.style import DESK
from branchline.games.northern_pacific.rules import actions
from branchline.games.northern_pacific.rules.board import Map
from branchline.games.northern_pacific.rules.layout import Fields
from branchline.games.northern_pacific.text.description import summary
from branchline.kernel import Board


def frame(state: Any, board: Board, seat: int | None, with_panel: bool) -> str:
    """The opening tag; a sentence for those who cannot see the picture is part of it."""
    state = plain(state)
    high = number(atlas_of(board.data, state.capacity).height + (panel_height(state) if with_panel else 0))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="np" viewBox="0 0 {number(WIDTH)} {high}" width="{number(WIDTH)}"'
        f' height="{high}" role="{"img" if with_panel else "group"}" aria-label="{escape(summary(state, board))}">'
    )


def layers(state: Any, board: Board, seat: int | None, before: Any | None) -> dict[str, str]:
    """The picture's layers, bottom first; the map never changes."""
    state, before = plain(state), None if before is None else plain(before)
    map_: Map = board.data
    atlas = atlas_of(map_, state.capacity)
    return {
        "map": _ground(map_, state.capacity, f"np{board.digest[:6]}c{state.capacity}"),
        "lines": "".join((*lines.railroad(state, map_, atlas, before), *lines.exits(state, map_, atlas))),
        "cities": "".join(cities.cities(state, board, atlas, before)),
        "heads": "".join((*lines.exit_arrows(state, map_, atlas), *lines.heads(state, map_, atlas))),
        PANEL: panel(state, board, atlas.height),
    }


def plain(state: Any) -> Any:
    """The position as plain numbers and lists, which Python reads ten times as fast."""
    if isinstance(state, SimpleNamespace):
        return state
    return SimpleNamespace(**{name: state[name].tolist() for name in Fields.fields})


@lru_cache(maxsize=32)
def _ground(map_: Map, capacity: int, name: str) -> str:
    """Whatever never changes: the landscape and the surveyed tracks with their arrows."""
    atlas = atlas_of(map_, capacity)
    backdrop = tag("rect", width="100%", height="100%", fill=DESK)
    return backdrop + landscape(map_, atlas, name) + lines.surveyed(map_, atlas)


def ghost(state: Any, board: Board, action: int) -> str:
    """What an action would put on the board: a track with the line's end, or a cube."""
    state, map_ = plain(state), board.data
    count, atlas = len(map_.cities), atlas_of(map_, state.capacity)
    if action >= 3 * count or state.over or state.placed < state.players:
        return ""
    colour, city = int(actions.colour_to_move(state)), action % count
    if action >= count:
        slot = atlas.slots[min(state.cubes[city], len(atlas.slots) - 1)]
        x, y = atlas.spots[city]
        inside = cities.placed(slot, (colour, action >= 2 * count), "np-cube")
        return f'<g class="ghost" transform="translate({number(x)} {number(y)})"><g class="np-grow">{inside}</g></g>'
    line = int(actions.line_of(state, colour))
    origin = int(state.heads[line])
    if (origin, city) not in atlas.tracks:
        return ""
    path = atlas.tracks[origin, city].path()
    if state.own_lines:
        return f'<g class="ghost">{lines.own_line(path, line, "np-railroad")}{lines.head(atlas.spots[city], line)}</g>'
    train = lines.engine(atlas.spots[city], atlas.spots[origin])
    return f'<g class="ghost">{lines.track_drawing(path, "np-railroad")}{train}</g>'


def pick_picture(state: Any, board: Board, name: str) -> str:
    """A cube of the colour to move."""
    state = plain(state)
    if name not in (SMALL, LARGE) or state.over or state.placed < state.players:
        return ""
    return piece_picture(int(actions.colour_to_move(state)), name == LARGE)


@lru_cache(maxsize=16)
def piece_picture(colour: int, large: bool) -> str:
    """A cube as a picture of its own; the two sizes keep their proportion."""
    side, room = (cities.LARGE if large else cities.SMALL), cities.LARGE * 1.3
    inside = tag("g", cube(colour, side), transform=f"translate({number(-side * 0.09)} {number(side * 0.09)})")
    half = number(-room / 2)
    box = f'viewBox="{half} {half} {number(room)} {number(room)}" width="32" height="32"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="np" {box} aria-hidden="true">{inside}</svg>'
