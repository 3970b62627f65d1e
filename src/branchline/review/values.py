"""What seats may expect: shares of the win, and rank shares beside them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.games import folder, packages

Values: TypeAlias = NDArray[np.float64]
"""Two rows with a column for each seat: `WINS` and `RANKS`."""
WINS, RANKS = 0, 1
"""The row of the shares of the win, and that of the share of rivals that a seat ranks above."""


def result_of(ranks: Sequence[int], sides: Sequence[int]) -> Values:
    """The values of a finished game: winning sides share the win, each partner has the share of the side; a tie counts half.

    >>> result_of([1, 1, 3], [0, 1, 2]).tolist()
    [[0.5, 0.5, 0.0], [0.75, 0.75, 0.0]]
    """
    winners = {side for side, rank in zip(sides, ranks, strict=True) if rank == 1}
    wins = [1.0 / len(winners) if side in winners else 0.0 for side in sides]
    above = [sum((one < other) + 0.5 * (one == other) for other in ranks) - 0.5 for one in ranks]
    return np.array([wins, [share / max(1, len(ranks) - 1) for share in above]])


def calibrated(shares: Sequence[float] | NDArray[np.float64], sides: Sequence[int], sharpness: float) -> list[float]:
    """The chance of every seat's side to win, from shares of the win by seat as a search gives them.

    The shares of the sides are raised to a power and made to add up to 1 again: the map that `bench/calibration.py` fits.

    >>> [round(share, 3) for share in calibrated([0.2, 0.3, 0.3, 0.2], [0, 1, 0, 1], 1.0)]
    [0.5, 0.5, 0.5, 0.5]
    >>> [round(share, 3) for share in calibrated([0.5, 0.25, 0.25], [0, 1, 2], 2.0)]
    [0.667, 0.167, 0.167]
    """
    by_side: dict[int, float] = {}
    for side, share in zip(sides, shares, strict=True):
        by_side[side] = by_side.get(side, 0.0) + float(share)
    powers = {side: share**sharpness for side, share in by_side.items()}
    total = sum(powers.values())
    return [powers[side] / total for side in sides]


@dataclass(frozen=True)
class Calibration:
    """The map of a game, fitted by `bench/calibration.py`: early positions are less certain than searches believe."""

    sharpness: tuple[float, ...] = (1.0,)
    """The power in the middle of each equal part of a game.  1 changes nothing, less makes chances more even."""
    length: float = 1.0
    """The usual plies of a game, as a share of the most possible."""

    def at(self, ply: int, max_plies: int) -> float:
        """The power after so many plies.  Between the middles of two parts it changes evenly.

        >>> Calibration((0.4, 0.8), 0.5).at(50, 200), Calibration((0.4, 0.8), 0.5).at(5, 200)
        (0.6, 0.4)
        """
        parts = len(self.sharpness)
        middles = [(2 * part + 1) / (2 * parts) for part in range(parts)]
        return round(float(np.interp(ply / max(1.0, self.length * max_plies), middles, self.sharpness)), 9)


@cache
def calibration_of(game: str) -> Calibration:
    """The map of a game; one that changes nothing if none was fitted."""
    file = folder(game) / "data" / "calibration.json" if game in packages() else None
    if file is None or not file.is_file():
        return Calibration()
    known = json.loads(file.read_text("utf-8"))
    return Calibration(tuple(known["sharpness"]), known["length"])
