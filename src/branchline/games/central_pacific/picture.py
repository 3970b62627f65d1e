"""The board as SVG."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.board import SQUARE_NAMES, exits_name
from branchline.games.central_pacific.placement import number_at
from branchline.games.central_pacific.state import COLUMNS, FOREST, ROWS, SQUARES
from branchline.games.drawing import SEAT_COLOURS, SEAT_INKS, SEAT_LETTERS, label, tag
from branchline.kernel import Board

CELL = 40
HALF = CELL / 2


def svg(state: Any, board: Board, seat: int | None) -> str:
    """The board with its tiles and markers."""
    width, height = COLUMNS * CELL, ROWS * CELL
    inside = [_square(state, square) for square in range(SQUARES)]
    return tag("svg", *inside, xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}")


def _square(state: Any, square: int) -> str:
    x, y = square % COLUMNS * CELL, square // COLUMNS * CELL
    fill = "#f4efe2"
    if state.tiles[square] and not state.exits[square]:
        fill = "#7a9a5b" if state.tiles[square] - 1 == FOREST else "#9a8a7a"
    parts = [tag("rect", x=x, y=y, width=CELL, height=CELL, fill=fill, stroke="#b9b09a", data_pick=SQUARE_NAMES[square])]
    for arm in exits_name(int(state.exits[square])):
        dx, dy = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}[arm]
        ends = {"x1": x + HALF, "y1": y + HALF, "x2": x + HALF + dx * HALF, "y2": y + HALF + dy * HALF}
        parts.append(tag("line", **ends, stroke="#333", stroke_width=4))
    if number := number_at(state, square):
        parts.append(tag("circle", cx=x + HALF, cy=y + HALF, r=HALF * 0.6, fill="#fff", stroke="#333"))
        parts.append(label(str(number), x + HALF, y + HALF + 5, text_anchor="middle"))
    if mark := int(state.marks[square]):
        parts.append(tag("circle", cx=x + HALF, cy=y + HALF, r=HALF * 0.5, fill=SEAT_COLOURS[mark - 1]))
        letter = SEAT_LETTERS[mark - 1]
        parts.append(label(letter, x + HALF, y + HALF + 5, text_anchor="middle", fill=SEAT_INKS[mark - 1]))
    return tag("g", *parts)
