"""One search: its memory, its course, and what its tree says."""

from __future__ import annotations

import math
import sys
import time
from typing import Any

import numpy as np

from branchline.bots.analysis import ViewedPosition
from branchline.kernel.search import ACTION, AVAILABLE, CHILD, COLUMNS, FIGURES, ROOT, SIBLING, USED, VISITS

DEEPEST = 200
MOST_NODES = 600_000
QUICK_PLIES = 400
"""Quick play is cut off after so many plies even where no stage ends."""
BATCH_SECONDS = 0.02
FIRST_BATCH = 8
LINE_VISITS = 4
"""A main line ends where a move was looked at fewer times."""
SHARPNESS = 8.0
"""How search weighs exploration where moves hardly differ; see `kernel.search`."""
LOOK, GROW = 0, 1
"""Numbers of the random streams: of a look around, and of the first of several trees."""


def room_for(simulations: int) -> int:
    """Nodes that so many simulations can need: each adds a decision at most, and an outcome of chance before it."""
    return min(MOST_NODES, 2 * simulations + 1)


class Tree:
    """Memory and course of one search."""

    def __init__(self, seen: ViewedPosition, seed: int, number: int, nodes: int) -> None:
        """`number` tells apart searches of one view: each has random numbers of its own."""
        players, most = seen.game.players, seen.game.board.max_legal
        self.seen, self.done = seen, 0
        self.temper = (seen.heuristics.exploration, SHARPNESS)
        # The system hands out memory of zeros only where it is written to: a large bound costs nothing by itself.
        self.links = np.zeros((nodes, COLUMNS), np.int32)
        self.values = np.zeros((nodes, players), np.float32)
        self.wins = np.zeros((seen.game.action_count, players))
        self.figures = np.zeros(FIGURES, np.int64)
        self.figures[USED] = 1
        self.memory = (
            seen.stream(seed, number),
            np.zeros(len(seen.raw), np.uint8),
            np.zeros(most, np.int64),
            np.zeros(most, np.int64),
            np.zeros(most),
            np.zeros(seen.game.action_count, np.int64),
            np.zeros(DEEPEST, np.int64),
            self.links,
            self.values,
            self.wins,
            np.zeros(players),
            np.zeros(players, np.int64),
            np.zeros(2 * players),
            self.figures,
        )

    def run(self, simulations: int, deadline: float = math.inf) -> None:
        """A number of simulations; after the deadline no more than the first few of them."""
        if deadline < math.inf:
            self._run_batches(simulations, deadline)
            return
        self.seen.parts["search"](self.seen.raw, self.seen.seat, simulations, QUICK_PLIES, 0, *self.temper, *self.memory)
        self.done += simulations

    def look_around(self, rounds: int) -> None:
        """Evaluate the position after each move of the root that is worth a thought, in so many rounds."""
        moves = len(self.seen.legal)
        self.seen.parts["search"](self.seen.raw, self.seen.seat, moves, 0, 1, *self.temper, *self.memory)
        if rounds > 1:
            more = (rounds - 1) * len(self.children(self.root))
            self.seen.parts["search"](self.seen.raw, self.seen.seat, more, 0, 1, *self.temper, *self.memory)

    def run_until(self, deadline: float) -> None:
        """Simulations in batches until the clock has come to the deadline."""
        if time.perf_counter() < deadline:
            self._run_batches(sys.maxsize, deadline)

    def _run_batches(self, simulations: int, deadline: float) -> None:
        """Simulations in batches of a few hundredths of a second, until all are done or the clock has come to the deadline."""
        batch, left = FIRST_BATCH, simulations
        while left > 0:
            before = time.perf_counter()
            batch = min(batch, left)
            self.run(batch)
            left -= batch
            now = time.perf_counter()
            if now >= deadline:
                return
            pace = batch / max(1e-6, now - before)
            batch = max(1, min(4 * batch, int(pace * min(BATCH_SECONDS, deadline - now))))

    @property
    def root(self) -> int:
        """The node of the position to decide in."""
        return int(self.figures[ROOT])

    def move_on(self, action: int) -> bool:
        """Make the node after an action of the root the new one; whether there is one, and room to grow on."""
        node = self.after(action)
        self.figures[ROOT] = node
        self.wins[:] = 0.0
        self.done = 0
        return node > 0 and 2 * int(self.figures[USED]) < len(self.links)

    def children(self, node: int) -> list[int]:
        """The nodes after a node."""
        found, child = [], int(self.links[node, CHILD])
        while child > 0:
            found.append(child)
            child = int(self.links[child, SIBLING])
        return found

    def after(self, action: int) -> int:
        """The node after an action of the root; 0 if there is none."""
        return next((child for child in self.children(self.root) if self.links[child, ACTION] == action), 0)

    def visits_of(self, action: int) -> int:
        """How often an action of the root was looked at."""
        node = self.after(action)
        return int(self.links[node, VISITS]) if node else 0

    def line(self, action: int) -> list[int]:
        """The decisions most looked at, from an action of the root on, and after the outcomes of chance most looked at."""
        node, found = self.after(action), [action]
        while following := self.children(node) if node else []:
            node = max(following, key=lambda child: int(self.links[child, VISITS]))
            if self.links[node, VISITS] < LINE_VISITS:
                break
            if self.links[node, AVAILABLE]:
                found.append(int(self.links[node, ACTION]))
        return found


class Root:
    """The moves of the root, over all trees together."""

    def __init__(self, trees: list[Tree]) -> None:
        self.visits: dict[int, int] = {}
        self.values: dict[int, Any] = {}
        self.wins = np.sum([tree.wins for tree in trees], axis=0)
        for tree in trees:
            for child in tree.children(tree.root):
                action, visits = int(tree.links[child, ACTION]), int(tree.links[child, VISITS])
                self.visits[action] = self.visits.get(action, 0) + visits
                self.values[action] = self.values.get(action, 0.0) + visits * tree.values[child].astype(float)
        self.order = sorted(self.visits, key=lambda action: (-self.visits[action], action))

    def mean(self, action: int, seat: int) -> float:
        """The mean rank share of a seat after an action."""
        return float(self.values[action][seat]) / self.visits[action]

    def chances(self, action: int) -> list[float]:
        """The mean share of the win of every seat after an action; after any, if this one was not looked at since the last."""
        shares = self.wins[action] if self.wins[action].any() else self.wins.sum(axis=0)
        return [float(share) / float(shares.sum()) for share in shares]

    @property
    def lead(self) -> int:
        """By how many visits the first move is ahead of the second."""
        first, second = ([self.visits[action] for action in self.order[:2]] + [0, 0])[:2]
        return first - second

    def near(self, seat: int, tolerance: float) -> list[int]:
        """The best move and those nearly as good, among moves that were looked at seriously."""
        best = self.order[0]
        floor = self.mean(best, seat) - tolerance
        return [a for a in self.order if a == best or (3 * self.visits[a] >= self.visits[best] and self.mean(a, seat) >= floor)]
