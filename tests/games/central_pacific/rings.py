"""A legal game in which one player builds a ring through 16 cities."""

from __future__ import annotations

from collections import Counter

import branchline as bl
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from tests.games.central_pacific.loops import drawn
from tests.oracle.central_pacific import joined, name_of, square_of

RING = """
. . e* . e* . f* . . .
. 6 b e b e b a c .
f* f . f* . f* . . f f*
. 5 . . . . . . 5 .
f* f . . . . . . f f*
. 5 . . . . . . 5 .
f* f . . . . . . 5 .
. 5 7* . f* . f* . 7 f*
. 3 b e b e b a 9 .
. . . f* . b* . . . .
"""
"""Homes at E1 and F10; the corners are curves, and every city touches a tile of the ring of its own."""
NUMBERS = {
    **dict.fromkeys(("C1", "C8"), "start"),
    **dict.fromkeys(("A3", "A5", "A7", "J3", "J5"), "city3"),
    "J8": "city4",
}
"""The cities with other numbers than two."""
RING_TILES, MAX_GAP, CITIES = 28, 2, 16


def ring() -> bl.State:
    """The game up to the end of the turn in which the ring is closed: seat 0 lays it, seat 1 only discards."""
    state = bl.game("central-pacific", players=2).start()
    wanted = _lays()
    while wanted or state.actor != 1:
        move = _next(state, wanted)
        state.play(move)
        wanted = [lay for lay in wanted if lay != move]
    return state


def _lays() -> list[str]:
    """All lays, each after one that it is joined with."""
    board = drawn(RING)
    found = [square_of("E1")]
    for square in found:
        found += [other for other in joined(board, square) if other not in found]
    names = [name_of(square) for square in found]
    return [
        f"lay {name} {NUMBERS.get(name, board[square].kind)} {board[square].exits}"
        for name, square in zip(names, found, strict=True)
        if name not in ("E1", "F10")
    ]


def _next(state: bl.State, wanted: list[str]) -> str:
    """Seat 0 draws what it will lay next, and lays it; seat 1 draws and discards what can be spared."""
    legal = [move.text for move in state.legal()]
    for text in ("first 0", "keep", *wanted):
        if text in legal:
            return text
    if "done" in legal:
        return "done"
    needed = Counter(text.split()[2] for text in wanted)
    if state.is_chance and state.fields_view.turn == 0:
        held = Counter(dict(zip(KIND_NAMES, map(int, state.fields_view.hand[0]), strict=True)))
        for kind in (text.split()[2] for text in wanted):
            held[kind] -= 1
            if held[kind] < 0:
                return f"draw {kind}"
    pool = dict(zip(KIND_NAMES, map(int, state.fields_view.pool), strict=True))
    tiles = [text for text in legal if text.startswith(("draw", "discard"))]
    return max(tiles, key=lambda text: pool[text.split()[1]] - needed[text.split()[1]])
