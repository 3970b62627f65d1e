"""Scores and ranks of a position by the compiled rules: uncompiled they would take most of the time of a drawing."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.games.central_pacific.rules.placement import sides
from branchline.kernel import SPECTATOR, Board, engine_of


def scores(state: Any, board: Board) -> list[int]:
    """CP 6.2–6.6: the score of each side as it stands; the first seats of two teams are seats 0 and 1."""
    return list(_standings(state, board)[0])


def winners(state: Any, board: Board) -> list[int]:
    """CP 6.4: the sides with the first rank."""
    return [side for side, rank in enumerate(_standings(state, board)[1]) if rank == 1]


def _standings(state: Any, board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Scores and ranks show nothing hidden, so what everybody may see is enough, and all readers share it."""
    from branchline.games.central_pacific.game import GAME  # here, as the specification imports whatever draws and tells

    engine, raw = engine_of(GAME.rule_set, board), np.frombuffer(state.tobytes(), np.uint8).copy()
    engine.hide(raw, SPECTATOR)
    points, ranks = engine.standings_of(raw.tobytes(), int(state.players))
    count = int(sides(state))
    return points[:count], ranks[:count]
