"""What is impossible in a position, so that a damaged one never reaches compiled rules."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from branchline.games.central_pacific.rules.board import HOMES, NEIGHBOUR, OPPOSITE, SQUARE_NAMES
from branchline.games.central_pacific.rules.fitting import fit, linked
from branchline.games.central_pacific.rules.forms import ORIENTATIONS
from branchline.games.central_pacific.rules.layout import (
    CLAIM,
    CLAIMS,
    HAND_MAX,
    KINDS,
    LAYS,
    LEVELS,
    REFILL,
    SEATS,
    SQUARES,
    STALL,
    STALL_ROUNDS,
    START_CITY,
    THEN_END,
    TRAINS,
    TUNNEL,
    Fields,
)
from branchline.games.central_pacific.rules.sides import side_count
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from branchline.games.central_pacific.rules.turn_problems import bad_course
from branchline.kernel import Board

FIXED_FIELDS = ("players", "teams", "loose", "closed", "anywhere", "city_exits", "home_number", "mix", "homes")
"""Fields that the options fix."""
RANGES = {
    "players": (2, SEATS),
    "teams": (0, 1),
    "loose": (0, 1),
    "closed": (0, 1),
    "anywhere": (0, 1),
    "city_exits": (3, 4),
    "home_number": (2, 4),
    "phase": (0, REFILL),
    "afterwards": (0, THEN_END),
    "turn": (0, SEATS - 1),
    "to_draw": (0, LAYS),
    "victim": (0, SEATS - 1),
    "over": (0, STALL),
    "barred": (0, 1),
    "token_used": (0, 1),
    "sacrificing": (0, 1),
    "laid": (0, LAYS),
    "discarded": (0, LAYS),
    "stall": (0, STALL_ROUNDS * SEATS),
    "spike": (0, SEATS),
    "spike_new": (0, 1),
    "settled": (0, 1),
    "trains": (0, TRAINS),
    "lost": (0, 1),
    "stock": (0, 1),
    "grant": (0, 1),
    "homes": (0, SQUARES - 1),
    "mix": (0, 80),
    "pool": (0, 80),
    "pool_size": (0, 80),
    "out": (0, 80),
    "hand": (0, HAND_MAX),
    "hand_size": (0, HAND_MAX),
    "limited": (0, 1),
    "tiles": (0, KINDS),
    "exits": (0, 15),
    "marks": (0, SEATS),
    "marks_before": (0, SEATS),
    "new": (0, SQUARES),
    "new_count": (0, LAYS),
    "latest": (0, SQUARES),
    "claims": (0, SQUARES),
    "claim_count": (0, CLAIMS - 1),
    "known": (0, KINDS),
    "city_held": (0, 1),
    "shown": (0, HAND_MAX),
}
"""The least and the greatest value of every field but the derived ones and `put_back`."""
BESIDE: list[list[int]] = NEIGHBOUR.tolist()
DERIVED = ("rail", "blank", "member", "reach", "fits")
"""Fields that placements keep up to date."""


def problems(state: Any, board: Board) -> list[str]:
    """Sentences on what is impossible; none for a position that play can reach, nor for a seat's view of one.

    Hands and pool may be blank, as in a view.
    """
    found = _out_of_range(state)
    if found:
        return found
    players, count = int(state.players), int(side_count(state))
    if state.teams and players != SEATS:
        return [f"Teams are for four players, not {players}."]
    if state.turn >= players or state.victim >= players or state.spike > count:
        found.append("The position names a seat or side that does not exist.")
    if list(state.homes[:count]) != list(HOMES[count, :count]):
        return [*found, "The homes are not where they belong."]
    found += _bad_tiles(state, count)
    if found:
        return found
    found += _bad_trains(state, count)
    found += _bad_counts(state, players, count)
    return found or bad_course(state, count) or _bad_bookkeeping(state)


def _out_of_range(state: Any) -> list[str]:
    found = []
    for name, (low, high) in RANGES.items():
        values = state[name]
        if not (low <= values.min() and values.max() <= high if Fields.fields[name].shape else low <= int(values) <= high):
            found.append(f"The field {name} has a value outside {low} to {high}.")
    if np.asarray(state.put_back).min() < 0 or state.put_back.shape != (SEATS, SEATS, LEVELS):
        found.append("The field put_back has a negative value.")
    return found


def _bad_tiles(state: Any, count: int) -> list[str]:
    found = []
    homes = {int(square) for square in state.homes[:count]}
    for square, (tile, exits) in enumerate(zip(state.tiles.tolist(), state.exits.tolist(), strict=True)):
        kind = tile - 1
        if (kind < 0 and exits) or (kind >= 0 and exits not in ORIENTATIONS[kind]):
            found.append(f"The tile on {SQUARE_NAMES[square]} cannot have these exits.")
        if square in homes and kind != START_CITY:
            found.append(f"{SQUARE_NAMES[square]} is a home without its start city.")
    new = [int(square) - 1 for square in state.new[: state.new_count]]
    if any(square < 0 or not state.exits[square] for square in new) or any(state.new[state.new_count :]):
        found.append("A square laid in this turn carries no track or city.")
    if any(not 0 < int(square) <= SQUARES for square in state.claims[: state.claim_count]):
        found.append("A claim names no square.")
    if state.phase == CLAIM and not state.claim_count and not state.over:
        found.append("There is nothing to claim.")
    return found


def _bad_trains(state: Any, count: int) -> list[str]:
    found = []
    for side in range(SEATS):
        standing = int((np.asarray(state.marks) == side + 1).sum())
        wanted = TRAINS if side < count else 0
        if int(state.trains[side]) + int(state.lost[side]) + standing != wanted:
            found.append(f"The trains of side {side} do not add up to {wanted}.")
    track = (state.exits != 0) & (state.tiles <= TUNNEL + 1)
    for marks in (state.marks, state.marks_before):
        if ((marks != 0) & ~track).any():
            found.append("A train stands where no track is.")
    return found


def _bad_counts(state: Any, players: int, count: int) -> list[str]:
    """CP 1.2: every tile is in the pool, in a hand, on the board or out of the game; hands and pool may be blank."""
    found = []
    blank = False
    held = np.zeros(KINDS, np.int64)
    hands = [(f"hand {seat}", state.hand[seat], int(state.hand_size[seat])) for seat in range(SEATS)]
    for name, tiles, size in [*hands, ("pool", state.pool, int(state.pool_size))]:
        total = int(np.asarray(tiles, np.int64).sum())
        held += tiles
        if total == 0 and size > 0:
            blank = True
        elif total != size:
            found.append(f"The {name} has {total} tiles, its size says {size}.")
    if any(state.hand_size[players:]):
        found.append("There are tiles in the hand of a seat that does not exist.")
    on_board = np.bincount(np.asarray(state.tiles, np.int64), minlength=KINDS + 1)[1:]
    on_board[START_CITY] -= count
    seen = on_board + state.out
    missing = np.asarray(state.mix, np.int64) - seen - held
    sizes = int(state.pool_size) + int(np.asarray(state.hand_size, np.int64).sum())
    if (missing < 0).any() or (not blank and missing.any()) or int((state.mix - seen).sum()) != sizes:
        found.append("The tiles in pool, hands, on the board and out of the game do not add up.")
    for kind in np.flatnonzero(missing < 0):
        found.append(f"There are too many tiles of the kind {KIND_NAMES[kind]}.")
    return found


def _bad_bookkeeping(state: Any) -> list[str]:
    """The fields that placements keep up to date must belong to the tiles on the board."""
    twin = _derived(state)
    apart = [square for square in range(SQUARES) if state.exits[square] and not twin.member[square]]
    if apart:  # placements extend networks tile by tile, and would join such track only in part
        return [f"The tile on {SQUARE_NAMES[apart[0]]} is joined with no home (CP 2.2)."]
    wrong = [name for name in DERIVED if getattr(twin, name) != state[name].tolist()]
    return [f"The field {wrong[0]} does not belong to this board."] if wrong else []


def _derived(state: Any) -> SimpleNamespace:
    """The derived fields, worked out from tiles and exits alone, in plain lists: those are much quicker than records."""
    given = ("loose", "closed", "city_exits", "home_number", "homes", "tiles", "exits")
    board = SimpleNamespace(**{name: state[name].tolist() for name in given})
    board.rail, board.blank, board.fits = [0] * SQUARES, [0] * SQUARES, [0] * SQUARES
    board.member, board.reach = [0] * SQUARES, [[0] * SQUARES for _ in range(SEATS)]
    for side in range(int(side_count(state))):
        for square in _network(board, board.homes[side]):
            board.member[square] |= 1 << side
    for square in range(SQUARES):
        for arm, beside in enumerate(BESIDE[square]):
            if beside < 0:
                board.blank[square] |= board.closed << arm
            else:
                _face(board, square, beside, arm)
    for square in range(SQUARES):
        fit(cast(Fields, board), square)
    return board


def _network(board: Any, home: int) -> set[int]:
    """CP 2.2: the squares that a home is joined with."""
    reached, waiting = {home}, [home]
    while waiting:
        square = waiting.pop()
        for arm in range(4):
            beside = int(linked(board, square, arm))
            if beside >= 0 and beside not in reached:
                reached.add(beside)
                waiting.append(beside)
    return reached


def _face(board: Any, square: int, beside: int, arm: int) -> None:
    """CP 2.2, 2.3: what one side of a tile means for the square beside it."""
    facing = 1 << int(OPPOSITE[arm])
    if board.exits[square] >> arm & 1:
        board.rail[beside] |= facing
        for side in range(SEATS):
            if board.member[square] >> side & 1:
                board.reach[side][beside] |= facing
    elif board.exits[square] and not board.loose:
        board.blank[beside] |= facing
