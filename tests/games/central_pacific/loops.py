"""Boards with lines that run in circles, for tests of the score (CP 6.2)."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np

import branchline as bl
from branchline.games.central_pacific.rules.board import EAST, NEIGHBOUR, OPPOSITE, SOUTH, SQUARE_NAMES
from branchline.games.central_pacific.rules.forms import COMPASS
from branchline.games.central_pacific.rules.layout import CITY2, CROSS, CURVE, LAST_TRAIN, SQUARES, STRAIGHT, TEE
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from branchline.kernel.contract import Numbers
from tests.oracle.central_pacific import Board, Tile, is_city, lines, name_of, square_of

RAILS = {2: CURVE, 3: TEE, 4: CROSS}
STRAIGHTS = (5, 10)


def looped(chance: Random, track: int, cities: int, density: float) -> Board:
    """A random board: a patch of squares, some of them cities, and a share of all rails between them."""
    patch = [chance.randrange(SQUARES)]
    while len(patch) < track + cities:
        beside = int(NEIGHBOUR[chance.choice(patch), chance.randrange(4)])
        if beside >= 0 and beside not in patch:
            patch.append(beside)
    settled = set(chance.sample(patch, cities))
    exits: Counter[int] = Counter()
    for square in patch:
        for arm in (EAST, SOUTH):
            beside = int(NEIGHBOUR[square, arm])
            if beside in patch and not {square, beside} <= settled and chance.random() < density:
                exits[square] |= 1 << arm
                exits[beside] |= 1 << OPPOSITE[arm]
    return {square_of(SQUARE_NAMES[square]): _tile(bits, square in settled) for square, bits in exits.items()}


def _tile(bits: int, city: bool) -> Tile:
    letters = "".join(letter for arm, letter in enumerate(COMPASS) if bits >> arm & 1)
    track = STRAIGHT if bits in STRAIGHTS or len(letters) < 2 else RAILS[len(letters)]
    return Tile("city2" if city else KIND_NAMES[track], letters)


def drawn(text: str) -> Board:
    """A board from a drawing: ten rows of squares with the exits as a hexadecimal digit, `.` if empty, `*` after a city."""
    squares = text.split()
    return {
        square_of(SQUARE_NAMES[square]): _tile(int(word[0], 16), "*" in word)
        for square, word in enumerate(squares)
        if word != "."
    }


def position(board: Board) -> bl.State:
    """The end of a game with this board, a train of seat 0 on every line.  Nobody could have played it: it is only scored."""
    state = bl.game("central-pacific", players=2).start()
    record = state.fields_view
    record.tiles[:] = 0
    record.exits[:] = 0
    record.over = LAST_TRAIN
    for place, tile in board.items():
        square = SQUARE_NAMES.index(name_of(place))
        record.tiles[square] = 1 + (CITY2 if is_city(tile) else KIND_NAMES.index(tile.kind))
        record.exits[square] = sum(1 << COMPASS.index(letter) for letter in tile.exits)
    for line in lines(board):
        record.marks[SQUARE_NAMES.index(name_of(min(line.track)))] = 1
    return state


def arrays(board: Board) -> tuple[Numbers, Numbers]:
    """Exits and cities of every square, as the rules keep them."""
    record = position(board).fields_view
    return record.exits.astype(np.int64), 2 * (record.tiles == CITY2 + 1).astype(np.int64)


HARD = (
    """
    . . . . . 2 a a* c .
    2 8 . 6 e c 2* a f 8
    4* . . 3* 9 7 c 2 f 8*
    3 8 . . . 3* b c 7 8*
    . . . . 6 c* 4* 5 5 4*
    . . 4 . 1 3 d 7 d 5
    . 4 3 8 . 6 b d 5 5
    2* 9 . . 2* 9 4* 7 f d
    4* . . . 4* . 3 f 9* 5
    1 . . . 3 a a* 9 . 1*
    """,
    """
    . 4* 6 8* 4* 2 8 . . .
    . 5 1 . 1 . . . . .
    . 5 . . 4 . . . . .
    . 5 . 2 9* . . . 2* c
    4 1* 2* c 6* a c . 6* 9
    1* 2* 8 7 f a d 2 f c
    . . 6 d 1 6 f a b 9
    6 e b f a d 7 e a 8*
    3 9 . 3 e f d 3 a 8*
    . . . . 3 9* 3 8* 2 8*
    """,
    """
    . . . 6 a* e a c 2* c
    . 4* . 7 a* 9 6 b a d
    . 5 . 7 e a f c* . 5
    . 3 e* 9 5 4 5 1 . 1*
    . . 7 a f 9 5 . . .
    . . 3 c* 5 6 f e c .
    . . . 3 f d 5 5 1* .
    . . 2* a 9 3 d 5 4 .
    . . . 2* 8 . 3 f d .
    . . 2 8* . . 2* 9 1* .
    """,
)
"""The hardest boards with the standard tiles that a search has found: lines with many loops and up to 14 cities."""
