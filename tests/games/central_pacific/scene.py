"""Positions for tests: a board, hands and trains put together in a few words."""

from __future__ import annotations

from collections import Counter
from typing import Any

import branchline as bl
from branchline.games.central_pacific.rules.board import square_number
from branchline.games.central_pacific.rules.forms import COMPASS
from branchline.games.central_pacific.rules.layout import BEGIN, HAND, KINDS
from branchline.games.central_pacific.rules.placement import put_tile
from branchline.games.central_pacific.rules.sides import side_of
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES

Hands = list[list[str]]


def scene(
    tiles: dict[str, str],
    hands: Hands,
    *,
    players: int = 2,
    turn: int = 0,
    marks: dict[str, int] | None = None,
    trains: dict[int, int] | None = None,
    pool: list[str] | None = None,
    spike: int | None = None,
    used: tuple[str, ...] = (),
    **options: Any,
) -> bl.State:
    """The start of a seat's turn.

    `marks` is square → side, `trains` side → trains in supply (the rest was sacrificed or stands in `marks`);
    with `pool` every tile not named is out of the game.
    """
    game = bl.game("central-pacific", players, **options)
    record = game.start().fields_view
    put_tiles(record, tiles)
    left = list(map(int, record.mix))
    for tile in tiles.values():
        left[KIND_NAMES.index(tile.split()[0])] -= 1
    for seat, hand in enumerate(hands):
        for name, count in Counter(hand).items():
            record.hand[seat, KIND_NAMES.index(name)] = count
            left[KIND_NAMES.index(name)] -= count
        record.hand_size[seat] = len(hand)
    in_pool = left if pool is None else [pool.count(name) for name in KIND_NAMES]
    for kind in range(KINDS):
        record.pool[kind] = in_pool[kind]
        record.out[kind] = left[kind] - in_pool[kind]
    record.pool_size = sum(in_pool)
    place_trains(record, marks or {}, trains or {})
    if spike is not None:
        record.spike = spike + 1
    for token in used:
        getattr(record, token)[int(side_of(record, turn))] = 0
    record.phase, record.turn, record.to_draw, record.afterwards = BEGIN, turn, 0, 0
    if record.hand_size[turn] > HAND:  # only the Stock Market brings so many
        record.token_used, record.stock[int(side_of(record, turn))] = 1, 0
    record.barred = int(record.pool_size == 0)
    assert game.spec.rules.problems(record, game.board) == []
    return game.position({name: getattr(record, name).tolist() for name in game.spec.rules.layout.fields})


def put_tiles(record: Any, tiles: dict[str, str]) -> None:
    """Terrain first, then what is connected with the tiles already there."""
    waiting = {}
    for name, tile in tiles.items():
        kind, _, letters = tile.partition(" ")
        waiting[square_number(name)] = KIND_NAMES.index(kind), sum(1 << COMPASS.index(letter) for letter in letters)
    while waiting:
        joined = [square for square, (_, exits) in waiting.items() if not exits or record.rail[square] & exits]
        square = next(iter(joined or waiting))
        put_tile(record, square, *waiting.pop(square))


def place_trains(record: Any, marks: dict[str, int], trains: dict[int, int]) -> None:
    """Trains on the board; those neither there nor in supply stand for a sacrificed one."""
    for name, side in marks.items():
        record.marks[square_number(name)] = side + 1
        record.trains[side] -= 1
    for side, supply in trains.items():
        record.lost[side] = int(record.trains[side]) - supply
        record.trains[side] = supply


def texts(state: bl.State) -> list[str]:
    return [move.text for move in state.legal()]


def lays(state: bl.State, square: str = "") -> set[str]:
    """What can be laid, on a square or anywhere."""
    return {text for text in texts(state) if text.startswith(f"lay {square}".rstrip() + " ")}


def play(state: bl.State, *moves: str) -> bl.State:
    for move in moves:
        state.play(move)
    return state


def markers(state: bl.State) -> dict[str, int]:
    found: dict[str, int] = state.view()["table"]["markers"]
    return found


def chain(*squares: str) -> dict[str, str]:
    """Straights and curves along neighbouring squares, from and to the squares at the two ends (which are not laid)."""
    found = {}
    for before, here, after in zip(squares, squares[1:], squares[2:], strict=False):
        exits = {direction(here, before), direction(here, after)}
        kind = "straight" if exits in ({"N", "S"}, {"E", "W"}) else "curve"
        found[here] = f"{kind} {''.join(letter for letter in COMPASS if letter in exits)}"
    return found


def direction(here: str, there: str) -> str:
    step = square_number(there) - square_number(here)
    return {-10: "N", 1: "E", 10: "S", -1: "W"}[step]


LINE = {"E5": "city2 NESW"} | chain("E1", "E2", "E3", "E4")
"""Two straights below home E1 and a city two squares further south."""
BEYOND = chain("E5", "E6", "E7", "E8", "E9", "F9", "F10")
"""Track from that city to the home F10: what is on the board is joined with a home."""
