"""What a page shows before a move is made: pictures of things to pick, and the ghost of a tile or train."""

from __future__ import annotations

from branchline.games.central_pacific.drawing.layout import CELL
from branchline.games.central_pacific.drawing.picks import NO_EXITS
from branchline.games.central_pacific.drawing.piece_art import back, land_grant, stock_market, train
from branchline.games.central_pacific.drawing.shelf import shown_exits
from branchline.games.central_pacific.drawing.style import paint
from branchline.games.central_pacific.drawing.tile_art import tile
from branchline.games.central_pacific.rules.board import CLAIM_IDS, DISCARD_IDS, DONE
from branchline.games.central_pacific.rules.forms import FORM_EXITS, FORM_KIND, FORMS, exits_name
from branchline.games.central_pacific.rules.layout import COLUMNS
from branchline.games.central_pacific.rules.sides import side_of
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS, tag
from branchline.games.position import Position

TURNS = {2: ("straight", "curve"), 3: ("tee",), 4: ("cross",)}
"""The track that stands for exits, by their number."""


def picture(position: Position, name: str) -> str:
    """A small picture of a tile, a rotation, a token or a train."""
    fields = position.fields
    group, _, which = name.partition(":")
    inside = ""
    if group in ("tile", "draw", "take"):
        inside = tile(which, shown_exits(which, int(fields.city_exits)), int(fields.home_number))
    elif group == "turn" and which != NO_EXITS:
        kind = "straight" if which in ("NS", "EW") else TURNS[len(which)][-1]
        inside = tile(kind, which)
    elif group == "token":
        inside = stock_market() if which == "stock" else land_grant()
    elif group == "train" or name == "button:sacrifice":
        inside = _train_of_mover(position)
    elif name in ("button:discard", "button:return", "button:redraw"):
        inside = back()
    return small(inside) if inside else ""


def small(inside: str) -> str:
    """A drawing as a little picture of its own."""
    drawing = tag("g", inside, class_="cp-line")
    return tag("svg", drawing, xmlns="http://www.w3.org/2000/svg", viewBox="0 0 100 100", class_="cp", aria_hidden="true")


def _train_of_mover(position: Position) -> str:
    side = int(side_of(position.fields, position.fields.turn))
    return train(SEAT_LETTERS[side], SEAT_COLOURS[side], SEAT_INKS[side])


def ghost(position: Position, action: int) -> str:
    """The tile where it would lie, or the train on the line it would claim."""
    if action < DISCARD_IDS:
        square, form = divmod(action, FORMS)
        inside = tile(KIND_NAMES[FORM_KIND[form]], exits_name(int(FORM_EXITS[form])), int(position.fields.home_number))
    elif CLAIM_IDS <= action < DONE:
        square, inside = action - CLAIM_IDS, _train_of_mover(position)
    else:
        return ""
    rim = tag(
        "rect", x=2, y=2, width=96, height=96, rx=8, stroke_width=5, stroke_dasharray="12 7", **paint(None, "gold", "cp-rim")
    )
    place = f"translate({square % COLUMNS * CELL} {square // COLUMNS * CELL})"
    return tag("g", inside, rim, transform=place, class_="cp-line")
