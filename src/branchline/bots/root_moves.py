"""The moves of a position with what searches found out about them, and the analysis made from it."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from branchline.bots.analysis import Analysis
from branchline.bots.tree import ONE_PLY_STREAM, SearchTree
from branchline.bots.viewed_position import ViewedPosition
from branchline.kernel.search_tree import ACTION, VISITS

COMPARED = 3
"""The number of moves whose chances an analysis gives."""


class RootMoves:
    """The moves of the root with the statistics of all trees together."""

    def __init__(self, trees: list[SearchTree]) -> None:
        self.visits: dict[int, int] = {}
        self._values: dict[int, Any] = {}
        self._wins = np.sum([tree.wins for tree in trees], axis=0)
        for tree in trees:
            for child in tree.children(tree.root):
                action, visits = int(tree.nodes[child, ACTION]), int(tree.nodes[child, VISITS])
                self.visits[action] = self.visits.get(action, 0) + visits
                self._values[action] = self._values.get(action, 0.0) + visits * tree.values[child].astype(float)
        self.order = sorted(self.visits, key=lambda action: (-self.visits[action], action))
        """The actions, the most visited first."""

    def value(self, action: int, seat: int) -> float:
        """The mean value of a seat after an action."""
        return float(self._values[action][seat]) / self.visits[action]

    def win_shares(self, action: int) -> list[float]:
        """The mean win share of every seat after an action; if a reused tree did not visit it again, after all actions."""
        shares = self._wins[action] if self._wins[action].any() else self._wins.sum(axis=0)
        return [float(share) / float(shares.sum()) for share in shares]

    @property
    def lead(self) -> int:
        """By how many visits the most visited move leads the second."""
        first, second = ([self.visits[action] for action in self.order[:2]] + [0, 0])[:2]
        return first - second

    def nearly_best(self, seat: int, tolerance: float) -> list[int]:
        """The most visited move, and those with a third of its visits whose value is lower by at most the tolerance."""
        best = self.order[0]
        floor = self.value(best, seat) - tolerance
        return [
            action
            for action in self.order
            if action == best or (3 * self.visits[action] >= self.visits[best] and self.value(action, seat) >= floor)
        ]


def evaluate_moves(viewed: ViewedPosition, seed: int, rounds: int) -> RootMoves:
    """The moves with the evaluation of the position after each of them; moves with prior 0 are left out."""
    tree = SearchTree(viewed, seed, ONE_PLY_STREAM, len(viewed.legal) + 1)
    tree.evaluate_moves(rounds)
    return RootMoves([tree])


def analysis_of(
    viewed: ViewedPosition, moves: RootMoves, choice: int, started: float, line: list[int] | None = None
) -> Analysis:
    """A choice among the moves of a root, with its reasons."""
    texts = viewed.game.board.texts
    return Analysis(
        choice=texts[choice],
        chances=viewed.chances(moves.win_shares(choice)),
        visits={texts[action]: moves.visits[action] for action in moves.order},
        move_chances={
            texts[action]: viewed.chances(moves.win_shares(action))[viewed.seat] for action in moves.order[:COMPARED]
        },
        line=[texts[action] for action in line or [choice]],
        simulations=sum(moves.visits.values()),
        seconds=time.perf_counter() - started,
    )
