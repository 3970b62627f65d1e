"""The bot that plays by tree search, within a budget of simulations or seconds."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from branchline.bots.analysis import Analysis
from branchline.bots.root_moves import RootMoves, analysis_of, evaluate_moves
from branchline.bots.simple import best_after_one_ply, seed_or_new
from branchline.bots.tree import MAX_NODES, ONE_PLY_STREAM, TREE_STREAM, SearchTree, max_nodes
from branchline.bots.tree_store import TreeStore
from branchline.bots.viewed_position import ViewedPosition
from branchline.kernel.rng import below, quiet
from branchline.machine import cores

STEPS = 16
"""A budget is spent in so many steps; between two steps the trees are looked at together."""
DECISIVE_LEAD = 0.5
"""With `stop_early` a search ends when the lead in visits exceeds this share of the simulations still to come."""
LEAST_SIMULATIONS = 8
"""Each step by the clock runs at least so many, so that there is an answer even if the time is over already."""


@dataclass(frozen=True)
class Strength:
    """How much a bot searches: `simulations`, or `seconds` if those are 0."""

    simulations: int = 0
    seconds: float = 0.0
    trees: int = 1
    """Trees that grow side by side, each in its own thread.  Choices are reproducible only with the same number of them."""
    tolerance: float = 0.0
    """Moves whose value is lower than the best by up to this may be chosen instead."""
    scales_with_game: bool = False
    """Whether the game's `Heuristics.simulation_share` applies to the simulations."""
    followup_share: float = 1.0
    """The share of the budget for a decision that follows another one of the same seat: people wait for a whole turn."""
    stop_early: bool = True
    """Whether to stop when the rest of the budget can hardly change the choice."""
    limit: float = 0.0
    """Seconds after which a decision ends even if its budget is not spent; 0 is no limit.  A choice that was cut off is not
    reproducible."""

    @property
    def reuses_trees(self) -> bool:
        """Whether trees are kept for the next decision of the same turn: by the clock only, where nothing is reproducible."""
        return not self.simulations


class SearchBot:
    """Plays by Monte-Carlo tree search on what its seat may see.

    One bot may serve several games, seats and threads.  Without a seed, every choice has a new one.
    """

    def __init__(self, name: str, strength: Strength, seed: int | None = None) -> None:
        self.name, self.strength, self.seed = name, strength, seed
        self.kept = TreeStore()

    def choose(self, view: Mapping[str, Any]) -> str:
        """One of the view's legal moves."""
        return self.think(view).choice

    def think(self, view: Mapping[str, Any]) -> Analysis:
        """Search; if only one move has a prior above 0, answer at once.

        Until the search is compiled (see `plain_start`), look one move ahead: plain Python is a hundred times slower, and it
        holds Python's lock.
        """
        viewed, seed = ViewedPosition(view), seed_or_new(self.seed)
        if viewed.awaits_compiler:  # the search is compiled or loaded here, before the time runs
            return best_after_one_ply(viewed, seed, 1)
        started = time.perf_counter()
        moves = evaluate_moves(viewed, seed, 1)
        trees = self.kept.take(viewed) if self.strength.reuses_trees else []
        if len(moves.order) == 1:
            analysis = analysis_of(viewed, moves, moves.order[0], started)
        else:
            trees = trees or self._plant(viewed, seed)
            self._grow(viewed, trees, started)
            analysis = self._analyse(viewed, trees, seed, started)
        if self.strength.reuses_trees and trees:
            self.kept.keep(viewed, viewed.game.board.ids[analysis.choice], trees)
        return analysis

    def _budget_share(self, viewed: ViewedPosition) -> float:
        share = self.strength.followup_share if viewed.is_followup else 1.0
        return share * viewed.heuristics.simulation_share if self.strength.scales_with_game else share

    def _budget(self, viewed: ViewedPosition) -> int:
        """The simulations of all trees together; 0 if the clock decides."""
        simulations = self.strength.simulations
        return max(1, round(simulations * self._budget_share(viewed))) if simulations else 0

    def _plant(self, viewed: ViewedPosition, seed: int) -> list[SearchTree]:
        """New trees; by the clock never more than there are processors."""
        budget = self._budget(viewed)
        count = min(self.strength.trees, budget or cores())
        nodes = max_nodes(budget // count, viewed.game.players) if budget else MAX_NODES
        return [SearchTree(viewed, seed, TREE_STREAM + number, nodes) for number in range(count)]

    def _grow(self, viewed: ViewedPosition, trees: list[SearchTree], started: float) -> None:
        """Grow the trees side by side until the budget is spent or the rest can hardly change the choice."""
        strength, each = self.strength, self._budget(viewed) // len(trees)
        seconds = strength.seconds * self._budget_share(viewed)
        limit = started + strength.limit if strength.limit else math.inf

        def grow(tree: SearchTree, step: int) -> None:
            if each:
                tree.run(each * (step + 1) // STEPS - each * step // STEPS, limit)
            else:
                tree.run(LEAST_SIMULATIONS)
                tree.run_until(min(limit, started + seconds * (step + 1) / STEPS))

        with ThreadPoolExecutor(len(trees)) as threads:
            side_by_side = threads.map if len(trees) > 1 else map
            for step in range(STEPS):
                list(side_by_side(grow, trees, [step] * len(trees)))
                done = sum(tree.simulations for tree in trees)
                if done and time.perf_counter() >= limit:
                    break
                rest = done * (STEPS - 1 - step) / (step + 1)
                if strength.stop_early and done and RootMoves(trees).lead > DECISIVE_LEAD * rest:
                    break

    def _analyse(self, viewed: ViewedPosition, trees: list[SearchTree], seed: int, started: float) -> Analysis:
        moves, tolerance = RootMoves(trees), self.strength.tolerance
        candidates = moves.nearly_best(viewed.seat, tolerance) if tolerance else moves.order[:1]
        with quiet():
            choice = candidates[below(viewed.stream(seed, ONE_PLY_STREAM), len(candidates))]
        line = max(trees, key=lambda tree: tree.visits(choice)).main_line(choice)
        return analysis_of(viewed, moves, choice, started, line)
