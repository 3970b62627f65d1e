"""What never changes during a game: the bare map in its frame, the drawings that tiles refer to, the squares to point at."""

from __future__ import annotations

from functools import cache
from itertools import product

from branchline.games.central_pacific.drawing.layout import CELL, HEIGHT, MARGIN, SPAN, WIDTH
from branchline.games.central_pacific.drawing.piece_art import back, compass, train
from branchline.games.central_pacific.drawing.style import paint
from branchline.games.central_pacific.drawing.tile_art import NUMBERS, tile
from branchline.games.central_pacific.rules.board import COLUMN_NAMES
from branchline.games.central_pacific.rules.forms import ORIENTATIONS, exits_name
from branchline.games.central_pacific.rules.layout import COLUMNS, ROWS
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS, fitted, label, number, tag

HILLS = (
    "translate(228 272) rotate(-20) scale(1.1)",
    "translate(767 728) rotate(15) scale(1.2)",
    "translate(239 767) rotate(30) scale(0.8)",
    "translate(783 250) rotate(-10) scale(0.9)",
)
RADII = (118.0, 92.0, 64.0, 38.0)
CONTOUR = (
    (-1, 0), (-1, -0.66), (-0.2, -0.53), (0, -0.66), (1.1, -0.46), (1, 0.07), (0.3, 0.73), (-0.2, 0.6), (-1, 0.4), (-1, 0),
)  # fmt: skip
"""Corners of a hill's outline: a start, then a curve with three points and three smooth ones with two each."""


@cache
def landscape(home_number: int, city_exits: int, sides: int) -> str:
    """The lowest layer: drawings of all tiles of this game, the map's frame, empty squares."""
    return _drawings(home_number, city_exits, sides) + _frame() + _squares() + _ornament()


@cache
def targets() -> str:
    """A transparent square over each square of the board, to be pointed at whatever lies there."""
    squares = (
        tag(
            "rect",
            x=column * CELL + 4,
            y=row * CELL + 4,
            width=CELL - 8,
            height=CELL - 8,
            rx=9,
            class_="pick cp-halo",
            data_pick=f"square:{COLUMN_NAMES[column]}{row + 1}",
        )
        for row in range(ROWS)
        for column in range(COLUMNS)
    )
    return tag("g", *squares, fill="none", pointer_events="none")


def drawing_id(kind: str, exits: str = "") -> str:
    """The name of a drawing that tiles refer to."""
    return f"cp-{kind}-{exits}" if exits else f"cp-{kind}"


def drawn(kind: str, exits: str, x: float, y: float, *classes: str) -> str:
    """A tile, train or tile back at a place, by reference."""
    return tag("use", href=f"#{drawing_id(kind, exits)}", x=x, y=y, class_=" ".join(classes) or None)


def _drawings(home_number: int, city_exits: int, sides: int) -> str:
    found = []
    for kind, ways in ORIENTATIONS.items():
        name = KIND_NAMES[kind]
        for exits in map(exits_name, ways):
            if name not in NUMBERS or len(exits) == city_exits:
                found.append(tag("g", tile(name, exits, home_number), id=drawing_id(name, exits)))
    for side in range(sides):
        engine = train(SEAT_LETTERS[side], SEAT_COLOURS[side], SEAT_INKS[side])
        found.append(tag("g", engine, id=drawing_id("train", SEAT_LETTERS[side])))
    return tag("defs", *found, tag("g", back(), id=drawing_id("back")))


def _frame() -> str:
    """The table, and the neat line of an old map with the coordinates outside it."""
    neat = {"x": -14, "y": -14, "width": SPAN + 28, "height": SPAN + 28, "stroke_width": 2.5}
    inner = {"x": -2, "y": -2, "width": SPAN + 4, "height": SPAN + 4, "stroke_width": 2}
    parts = [
        tag("rect", x=-MARGIN, y=-MARGIN, width=WIDTH, height=HEIGHT, **paint("table")),
        tag("rect", **neat, **paint("paper", "ink")),
        tag("rect", **inner, **paint("bare", "ink")),
    ]
    bars = []
    for step in range(0, COLUMNS, 2):
        for near in (-14, SPAN + 2):
            bars.append(f"M{step * CELL} {near}h{CELL}v12h-{CELL}zM{near} {step * CELL}h12v{CELL}h-12z")
    parts.append(tag("path", d="".join(bars), **paint("ink")))
    letters = []
    for step in range(COLUMNS):
        middle = step * CELL + CELL / 2
        letters += [label(COLUMN_NAMES[step], middle, y) for y in (-21.0, SPAN + 45.0)]
        figure = str(step + 1)
        letters += [label(figure, x, middle + 11, **fitted(figure, 32, 36, 0.7)) for x in (-34.0, SPAN + 34.0)]
    parts.append(tag("g", *letters, font_size=32, font_weight="bold", text_anchor="middle", **paint("ink")))
    return "".join(parts)


def _squares() -> str:
    """Empty squares, like a chess board, with a fine grid."""
    dark = "".join(
        f"M{column * CELL} {row * CELL}h{CELL}v{CELL}h-{CELL}z"
        for row in range(ROWS)
        for column in range(COLUMNS)
        if (column + row) % 2
    )
    grid = "".join(f"M0 {step * CELL}h{SPAN}M{step * CELL} 0v{SPAN}" for step in range(1, COLUMNS))
    return tag("path", d=dark, **paint("bare2")) + tag("path", d=grid, stroke_width=1.4, **paint(None, "grid"))


def _ornament() -> str:
    """A pale compass rose and contour lines on the bare map; tiles cover them."""
    rings = [tag("path", d=_contour(radius), transform=hill) for radius, hill in product(RADII, HILLS)]
    contours = tag("g", *rings, stroke_width=1.6, **paint(None, "contour"))
    rose = tag("g", compass(), transform="translate(500 500) scale(2.5)", opacity=0.5)
    return tag("g", contours, rose, opacity=0.36, pointer_events="none")


def _contour(radius: float) -> str:
    at = [f"{number(x * radius)} {number(y * radius)}" for x, y in CONTOUR]
    return f"M{at[0]} C{at[1]} {at[2]} {at[3]} S{at[4]} {at[5]} S{at[6]} {at[7]} S{at[8]} {at[9]} Z"
