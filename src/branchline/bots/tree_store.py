"""The trees that a bot keeps for its next decision."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TypeAlias

from branchline.bots.tree import ONE_PLY_STREAM, SearchTree
from branchline.bots.viewed_position import ViewedPosition
from branchline.core.game import Game

MAX_KEPT = 4
"""A bot that serves several games or seats keeps the trees of its last four decisions."""
Key: TypeAlias = tuple[Game, int, bytes]
"""The game, the seat, and the position as the seat sees it."""


class TreeStore:
    """Trees by the position in which their seat decides next.  Several threads may use it."""

    def __init__(self) -> None:
        self._trees: OrderedDict[Key, list[SearchTree]] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._trees)

    def keep(self, viewed: ViewedPosition, choice: int, trees: list[SearchTree]) -> None:
        """Keep trees for the decision after a choice, if the same seat decides at once and nothing is drawn before."""
        after = viewed.state.resample(viewed.seat, viewed.stream(0, ONE_PLY_STREAM))
        after.push(choice)
        if after.actor != viewed.seat or not all(tree.advance(choice) for tree in trees):
            return
        after.game.engine.hide(after._raw, viewed.seat)
        with self._lock:
            self._trees[viewed.game, viewed.seat, after.key()] = trees
            while len(self._trees) > MAX_KEPT:
                self._trees.popitem(last=False)

    def take(self, viewed: ViewedPosition) -> list[SearchTree]:
        """Remove and return the trees kept for this position; an empty list if there are none."""
        with self._lock:
            trees = self._trees.pop((viewed.game, viewed.seat, viewed.state.key()), [])
        for tree in trees:
            tree.viewed = viewed
        return trees
