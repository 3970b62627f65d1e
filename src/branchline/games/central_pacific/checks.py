"""What is impossible in a position, so that a damaged one never reaches compiled rules."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.games.central_pacific.board import HOMES, KIND_NAMES, ORIENTATIONS, SQUARE_NAMES
from branchline.games.central_pacific.course import bad_course
from branchline.games.central_pacific.placement import put_tile, set_board, sides
from branchline.games.central_pacific.state import (
    CLAIM,
    CLAIMS,
    FOREST,
    HAND_MAX,
    KINDS,
    LAYS,
    LEVELS,
    MOUNTAIN,
    REFILL,
    SEATS,
    SQUARES,
    STALL,
    START_CITY,
    THEN_END,
    TRAINS,
    TUNNEL,
    Position,
)

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
    "stall": (0, 2 * SEATS),
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
DERIVED = ("rail", "blank", "member", "reach", "fits")


def find_problems(state: Any) -> list[str]:
    """Sentences; none for every position that play can reach, nor for a seat's view of one."""
    found = _out_of_range(state)
    if found:
        return found
    players, count = int(state.players), int(sides(state))
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
    found += _bad_bookkeeping(state)
    return found or bad_course(state, count)


def _out_of_range(state: Any) -> list[str]:
    found = []
    for name, (low, high) in RANGES.items():
        values = np.asarray(getattr(state, name))
        if values.min() < low or values.max() > high:
            found.append(f"The field {name} has a value outside {low} to {high}.")
    if np.asarray(state.put_back).min() < 0 or state.put_back.shape != (SEATS, SEATS, LEVELS):
        found.append("The field put_back has a negative value.")
    return found


def _bad_tiles(state: Any, count: int) -> list[str]:
    found = []
    homes = {int(square) for square in state.homes[:count]}
    for square in range(SQUARES):
        kind, exits = int(state.tiles[square]) - 1, int(state.exits[square])
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
    for marks in (state.marks, state.marks_before):
        if any(marks[square] and (not state.exits[square] or state.tiles[square] > TUNNEL + 1) for square in range(SQUARES)):
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
    """The fields kept up to date by placements must be those of the board."""
    twin = np.zeros(1, Position.dtype)[0]
    for name in ("players", "teams", "loose", "closed", "anywhere", "city_exits", "home_number", "homes"):
        twin[name] = state[name]
    set_board(twin)
    for square in range(SQUARES):
        kind = int(state.tiles[square]) - 1
        if kind in (FOREST, MOUNTAIN):
            put_tile(twin, square, kind, 0)
    waiting = [square for square in range(SQUARES) if state.exits[square] and not twin.exits[square]]
    while waiting:
        square = next((square for square in waiting if twin.rail[square] & state.exits[square]), waiting[0])
        waiting.remove(square)
        put_tile(twin, square, int(state.tiles[square]) - 1, int(state.exits[square]))
    wrong = [name for name in DERIVED if (np.asarray(twin[name]) != np.asarray(state[name])).any()]
    return [f"The field {wrong[0]} does not belong to this board."] if wrong else []
