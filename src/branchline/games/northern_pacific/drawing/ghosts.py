"""What an action would put on the board, and small pictures of cubes."""

from __future__ import annotations

from functools import lru_cache

from branchline.games.drawing import number, tag
from branchline.games.northern_pacific.drawing.cube import LARGE_SIDE, LEAN, SMALL_SIDE, cube, cube_in_slot
from branchline.games.northern_pacific.drawing.layout import layout_of
from branchline.games.northern_pacific.drawing.lines import engine, head, own_line, track_drawing
from branchline.games.northern_pacific.drawing.picks import LARGE, SMALL
from branchline.games.northern_pacific.rules import actions
from branchline.games.northern_pacific.text.notation import EXTEND, INVEST_LARGE, SEAT, read_action
from branchline.games.northern_pacific.text.scene import colour_to_move
from branchline.games.position import Position


def ghost(position: Position, action: int) -> str:
    """What an action would put on the board: a track with the line's end, or a cube."""
    kind, city = read_action(action, position.board)
    colour = colour_to_move(position)
    if kind == SEAT or colour is None:
        return ""
    if kind == EXTEND:
        return _track(position, colour, city)
    return _cube(position, colour, city, large=kind == INVEST_LARGE)


def _track(position: Position, colour: int, city: int) -> str:
    fields, layout = position.fields, layout_of(position.board.data, int(position.fields.capacity))
    line = int(actions.line_of(fields, colour))
    origin = int(fields.heads[line])
    if (origin, city) not in layout.tracks:
        return ""
    path = layout.tracks[origin, city].path()
    if fields.own_lines:
        return f'<g class="ghost">{own_line(path, line, "np-railroad")}{head(layout.spots[city], line)}</g>'
    train = engine(layout.spots[city], layout.spots[origin])
    return f'<g class="ghost">{track_drawing(path, "np-railroad")}{train}</g>'


def _cube(position: Position, colour: int, city: int, large: bool) -> str:
    layout = layout_of(position.board.data, int(position.fields.capacity))
    slot = layout.slots[min(int(position.fields.cubes[city]), len(layout.slots) - 1)]
    x, y = layout.spots[city]
    inside = cube_in_slot(slot, colour, large, "np-cube")
    return f'<g class="ghost" transform="translate({number(x)} {number(y)})"><g class="np-grow">{inside}</g></g>'


def picture(position: Position, name: str) -> str:
    """A cube of the colour to move, if the name is that of a cube."""
    colour = colour_to_move(position)
    if name not in (SMALL, LARGE) or colour is None:
        return ""
    return cube_picture(colour, large=name == LARGE)


@lru_cache(maxsize=16)
def cube_picture(colour: int, large: bool) -> str:
    """A cube as a picture of its own; the two sizes keep their proportion."""
    side, room = (LARGE_SIDE if large else SMALL_SIDE), LARGE_SIDE * 1.3
    inside = tag("g", cube(colour, side), transform=f"translate({number(-side * LEAN)} {number(side * LEAN)})")
    half = number(-room / 2)
    box = f'viewBox="{half} {half} {number(room)} {number(room)}" width="32" height="32"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" class="np" {box} aria-hidden="true">{inside}</svg>'
