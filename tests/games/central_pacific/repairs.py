"""What follows from other fields of a changed position, worked out anew."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.games.central_pacific.rules import layout as cp
from branchline.games.central_pacific.rules import problems
from branchline.games.central_pacific.rules.forms import ORIENTATIONS
from branchline.kernel import Board


def repair(record: Any, board: Board) -> None:
    """Exits that a tile can have; trains, sizes and the pool by their totals; and what placements keep up to date."""
    count = 2 if record.teams else int(record.players)
    for square, (tile, exits) in enumerate(zip(record.tiles.tolist(), record.exits.tolist(), strict=True)):
        possible = ORIENTATIONS[tile - 1] if tile else (0,)
        if exits not in possible:
            record.exits[square] = possible[0]
    for side in range(count):
        record.trains[side] = cp.TRAINS - int(record.lost[side]) - int((record.marks == side + 1).sum())
    if record.pool.any() or record.pool_size == 0:  # nothing is blank, as it is in a view
        on_board = np.bincount(np.asarray(record.tiles, np.int64), minlength=cp.KINDS + 1)[1:]
        on_board[cp.START_CITY] -= count
        record.pool = np.asarray(record.mix, np.int64) - on_board - record.out - record.hand.sum(axis=0)
        record.hand_size = record.hand.sum(axis=1)
        record.pool_size = record.pool.sum()
    twin = problems._derived(record)
    for name in problems.DERIVED:
        record[name] = getattr(twin, name)
