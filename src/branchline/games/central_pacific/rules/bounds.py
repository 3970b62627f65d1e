"""How long a game can last at most."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules.layout import DISCARDS, HAND, STALL_ROUNDS, TRAINS
from branchline.kernel import Board

REDRAWS = 64
"""Redraws of a seat that `max_plies` allows for.  The rules set no limit; more have a chance below 10⁻²⁹."""
MAX_SET_UP = HAND + REDRAWS * (1 + HAND) + 1
"""Plies of a seat before the first turn: five draws, redraws, keep."""
MAX_IDLE_TURN = 3 + DISCARDS + 1 + 2 + HAND
"""Plies of a turn without a lay: a token with its draws, discards, done, returns, draws."""
MAX_LAYING = 2 + 2 * HAND + TRAINS
"""What laying and a sacrifice add to a turn, apart from the lays themselves."""


def max_plies(fields: Any, board: Board) -> int:
    """A bound on the plies: every turn lays a tile or brings the stall nearer (CP 6.1 c)."""
    players, tiles = int(fields.players), int(sum(board.data.counts))
    idle = (tiles + 1) * STALL_ROUNDS * players * (MAX_IDLE_TURN + 2 + HAND)
    return players * MAX_SET_UP + 1 + idle + tiles * (1 + MAX_IDLE_TURN + MAX_LAYING)
