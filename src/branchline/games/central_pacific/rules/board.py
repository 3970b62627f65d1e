"""The squares of the board, the ids of actions, and the board that a tile mix makes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache

import numpy as np

from branchline.games.central_pacific.rules.forms import FORM_NAMES, FORMS
from branchline.games.central_pacific.rules.layout import COLUMNS, KINDS, ROWS, SEATS, SQUARES
from branchline.games.central_pacific.rules.tile_file import load_tile_mix
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES, TileMix
from branchline.games.spec import Value
from branchline.kernel.contract import Board, Matrix

COLUMN_NAMES = "ABCDEFGHIJ"


def square_name(square: int) -> str:
    """The name of a square.

    >>> square_name(0), square_name(94), square_name(99)
    ('A1', 'E10', 'J10')
    """
    return f"{COLUMN_NAMES[square % COLUMNS]}{square // COLUMNS + 1}"


def square_number(name: str) -> int:
    """The number of a square; the inverse of `square_name`."""
    return (int(name[1:]) - 1) * COLUMNS + COLUMN_NAMES.index(name[0])


SQUARE_NAMES = tuple(square_name(square) for square in range(SQUARES))


def _neighbours() -> Matrix:
    found = np.full((SQUARES, 4), -1, np.int64)
    for square in range(SQUARES):
        row, column = divmod(square, COLUMNS)
        for arm, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            if 0 <= row + down < ROWS and 0 <= column + right < COLUMNS:
                found[square, arm] = (row + down) * COLUMNS + column + right
    return found


NEIGHBOUR: Matrix = _neighbours()
"""The square beside a square on the side N E S W, or −1 off the board."""
NORTH, EAST, SOUTH, WEST = range(4)
OPPOSITE = (SOUTH, WEST, NORTH, EAST)
_HOMES = ((), (), ("E1", "F10"), ("E1", "J7", "A8"), ("E1", "J5", "F10", "A6"))
HOMES: Matrix = np.array([[square_number(name) for name in (*homes, *["A1"] * SEATS)[:SEATS]] for homes in _HOMES], np.int64)
"""CP 1.1: the homes by number of sides; the rest of a row is not used."""

LAY_IDS = 0
DISCARD_IDS = LAY_IDS + SQUARES * FORMS
RETURN_IDS = DISCARD_IDS + KINDS
DRAW_IDS = RETURN_IDS + KINDS
TAKE_IDS = DRAW_IDS + KINDS
GRANT_IDS = TAKE_IDS + KINDS
FIRST_IDS = GRANT_IDS + SEATS
CLAIM_IDS = FIRST_IDS + SEATS
DONE = CLAIM_IDS + SQUARES
SACRIFICE, STOCK, REDRAW, KEEP = DONE + 1, DONE + 2, DONE + 3, DONE + 4
ACTIONS = KEEP + 1


def texts() -> tuple[str, ...]:
    """The notation of every action in the order of ids (section 7)."""
    return (
        *(f"lay {square} {form}" for square in SQUARE_NAMES for form in FORM_NAMES),
        *(f"discard {kind}" for kind in KIND_NAMES),
        *(f"return {kind}" for kind in KIND_NAMES),
        *(f"draw {kind}" for kind in KIND_NAMES),
        *(f"take {kind}" for kind in KIND_NAMES),
        *(f"grant {seat}" for seat in range(SEATS)),
        *(f"first {seat}" for seat in range(SEATS)),
        *(f"claim {name}" for name in SQUARE_NAMES),
        *("done", "sacrifice", "stock", "redraw", "keep"),
    )


def load_board(options: Mapping[str, Value]) -> Board:
    """The board with the tile mix that the option `tiles` names."""
    return _board(load_tile_mix(str(options["tiles"])))


@cache
def _board(mix: TileMix) -> Board:
    content = json.dumps([KIND_NAMES, mix.counts]).encode()
    return Board(
        name=mix.name,
        digest=hashlib.blake2b(content, digest_size=8).hexdigest(),
        # Counts reach the rules through the position, so all mixes share one compilation.
        constants={},
        texts=texts(),
        data=mix,
        max_legal=ACTIONS,
        reconstructed=mix.reconstructed,
    )
