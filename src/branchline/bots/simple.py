"""Bots that do not search: a random player and a greedy one."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import Any

from branchline.bots.analysis import Analysis
from branchline.bots.root_moves import analysis_of, evaluate_moves
from branchline.bots.viewed_position import ViewedPosition
from branchline.kernel.rng import below, quiet, seeded


def seed_or_new(seed: int | None) -> int:
    """The seed, or a random one if there is none."""
    return secrets.randbits(63) if seed is None else seed


class RandomBot:
    """Plays every legal move with equal chance."""

    name = "random"

    def __init__(self, seed: int | None = None) -> None:
        self._rng = seeded(secrets.randbits(64) if seed is None else seed)

    def choose(self, view: Mapping[str, Any]) -> str:
        """One of the view's legal moves."""
        return self.think(view).choice

    def think(self, view: Mapping[str, Any]) -> Analysis:
        """A random move, and equal chances for every side."""
        viewed = ViewedPosition(view)
        with quiet():
            choice = viewed.legal[below(self._rng, len(viewed.legal))]
        sides = viewed.game.spec.rules.sides(viewed.state.fields_view)
        return Analysis(choice, [1 / len(set(sides))] * len(sides), line=[choice])


class GreedyBot:
    """Looks one move ahead and takes the best evaluation for its seat.  Without a seed, every choice has a new one."""

    name = "greedy"
    rounds = 8
    """How often hidden parts and chance are drawn for each move; once until the search is compiled."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = seed

    def choose(self, view: Mapping[str, Any]) -> str:
        """One of the view's legal moves."""
        return self.think(view).choice

    def think(self, view: Mapping[str, Any]) -> Analysis:
        """The move with the best evaluation after it."""
        viewed = ViewedPosition(view)
        return best_after_one_ply(viewed, seed_or_new(self.seed), 1 if viewed.awaits_compiler else self.rounds)


def best_after_one_ply(viewed: ViewedPosition, seed: int, rounds: int) -> Analysis:
    """The move with the best evaluation after it, with hidden parts and chance drawn so many times."""
    started = time.perf_counter()
    moves = evaluate_moves(viewed, seed, rounds)
    moves.order.sort(key=lambda action: -moves.value(action, viewed.seat))
    return analysis_of(viewed, moves, moves.order[0], started)
