"""What follows from other fields of a changed position, worked out anew.

Most fields of a position follow from others, so a position with one changed number is nearly always refused for the fields that
no longer agree.  A repaired one gets past these checks and meets the ones behind them, or the rules.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from branchline.installed import packages
from branchline.kernel import Board

GAMES = Path(__file__).parents[1] / "games"
Repair = Callable[[Any, Board], None]


def repair_of(name: str) -> Repair | None:
    """The function `repair` in the file `repairs.py` of a game's tests, or None where there is no such file.

    It raises an IndexError, ValueError or OverflowError where nothing can be repaired.
    """
    folder = packages()[name].rpartition(".")[2]
    if not (GAMES / folder / "repairs.py").is_file():
        return None
    repair: Repair = importlib.import_module(f"tests.games.{folder}.repairs").repair
    return repair
