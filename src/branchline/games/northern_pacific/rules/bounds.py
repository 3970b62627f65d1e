"""How long a game can last."""

from __future__ import annotations

from typing import Any

from branchline.games.northern_pacific.rules.layout import last_round
from branchline.games.northern_pacific.rules.map_data import Map
from branchline.kernel import Board


def max_plies(fields: Any, board: Board) -> int:
    """The most plies a game can have (section 7 of the rules).

    In each round every seat is placed once, each line reaches each city once, and each city takes as many cubes as it holds.
    """
    map_: Map = board.data
    players, cities = int(fields.players), len(map_.cities)
    lines = players if fields.own_lines else 1
    a_round = players + (cities - 1) * lines + (cities - 2) * int(fields.capacity)
    return last_round(fields) * a_round
