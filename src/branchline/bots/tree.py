"""One search tree: how it grows, and what it found."""

from __future__ import annotations

import math
import sys
import time

from branchline.bots.viewed_position import ViewedPosition
from branchline.kernel.heuristics import NONE
from branchline.kernel.search import SearchSettings
from branchline.kernel.search_tree import ACTION, AVAILABLE, CHILD, HIDDEN, ROOT, SIBLING, USED, VISITS, allocate

MAX_DEPTH = 200
MAX_NODES = 600_000
ROLLOUT_PLIES = 400
"""A rollout ends after so many decisions even if no stage of the game ends."""
STDEV_SCALE = 8.0
"""See `kernel.search.SearchSettings`."""
BATCH_SECONDS = 0.02
FIRST_BATCH = 8
LINE_VISITS = 4
"""A main line ends before a move that was visited fewer times."""
ONE_PLY_STREAM, TREE_STREAM = 0, 1
"""Numbers of random streams: of a search of one ply, and of the first of several trees."""


def max_nodes(simulations: int, players: int) -> int:
    """The nodes that so many simulations can need: each adds at most a decision and an outcome before it, for each seat."""
    return min(MAX_NODES, 2 * players * simulations + 1)


class SearchTree:
    """The tree of one search.  Trees of the same view need different stream numbers to have different random numbers."""

    def __init__(self, viewed: ViewedPosition, seed: int, stream: int, nodes: int) -> None:
        self.viewed, self.simulations = viewed, 0
        self.settings = SearchSettings(ROLLOUT_PLIES, 0, viewed.heuristics.exploration, STDEV_SCALE)
        self.buffers = allocate(
            rng=viewed.stream(seed, stream),
            position_bytes=len(viewed.raw),
            players=viewed.game.players,
            action_count=viewed.game.action_count,
            max_legal=viewed.game.board.max_legal,
            max_nodes=nodes,
            max_depth=MAX_DEPTH,
        )
        self.nodes, self.values, self.wins = self.buffers.nodes, self.buffers.values, self.buffers.wins

    # -- growing -----------------------------------------------------------------------------------

    def run(self, simulations: int, deadline: float = math.inf) -> None:
        """Run a number of simulations; after the deadline only the first few of them."""
        if deadline < math.inf:
            self._run_batches(simulations, deadline)
        else:
            self._search(simulations, self.settings)

    def run_until(self, deadline: float) -> None:
        """Run simulations until the deadline."""
        if time.perf_counter() < deadline:
            self._run_batches(sys.maxsize, deadline)

    def evaluate_moves(self, rounds: int) -> None:
        """Evaluate the position after each move of the root whose prior is not 0, so many times."""
        one_ply = self.settings._replace(rollout_plies=0, round_robin=1)
        self._search(len(self.viewed.legal), one_ply)
        if rounds > 1:
            self._search((rounds - 1) * len(self.children(self.root)), one_ply)

    def advance(self, action: int) -> bool:
        """Make the child of the root after an action the new root; whether there is one, and room to grow."""
        node = self.child(action)
        self.buffers.counters[ROOT] = node
        self.wins[:] = 0.0
        self.buffers.win_totals[:] = 0.0
        self.simulations = 0
        return node > 0 and 2 * self.used < len(self.nodes)

    def _run_batches(self, simulations: int, deadline: float) -> None:
        """Run simulations in batches of a few hundredths of a second, until all are done or the deadline has passed."""
        batch, left = FIRST_BATCH, simulations
        while left > 0:
            before = time.perf_counter()
            batch = min(batch, left)
            self._search(batch, self.settings)
            left -= batch
            now = time.perf_counter()
            if now >= deadline:
                return
            pace = batch / max(1e-6, now - before)
            batch = max(1, min(4 * batch, int(pace * min(BATCH_SECONDS, deadline - now))))

    def _search(self, simulations: int, settings: SearchSettings) -> None:
        self.viewed.search(self.viewed.raw, self.viewed.seat, simulations, settings, self.buffers)
        self.simulations += simulations

    # -- what was found ----------------------------------------------------------------------------

    @property
    def root(self) -> int:
        """The node of the position to decide in."""
        return int(self.buffers.counters[ROOT])

    @property
    def used(self) -> int:
        """The number of nodes in use."""
        return int(self.buffers.counters[USED])

    def children(self, node: int) -> list[int]:
        """The children of a node."""
        found, child = [], int(self.nodes[node, CHILD])
        while child > 0:
            found.append(child)
            child = int(self.nodes[child, SIBLING])
        return found

    def hidden_child(self, node: int) -> list[int]:
        """The child of the seats that do not see which decision was made at a node; an empty list if there is none."""
        return [child] if (child := int(self.nodes[node, HIDDEN])) else []

    def child(self, action: int) -> int:
        """The child of the root after an action; 0 if there is none."""
        return next((child for child in self.children(self.root) if self.nodes[child, ACTION] == action), 0)

    def visits(self, action: int) -> int:
        """How often an action of the root was visited."""
        node = self.child(action)
        return int(self.nodes[node, VISITS]) if node else 0

    def main_line(self, action: int) -> list[int]:
        """The most visited decisions, from an action of the root on.

        Chance outcomes, and decisions hidden from a seat whose nodes the line has come to, are followed but not listed.
        """
        node, found = self.child(action), [action]
        while following := (self.children(node) or self.hidden_child(node)) if node else []:
            node = max(following, key=lambda child: int(self.nodes[child, VISITS]))
            if self.nodes[node, VISITS] < LINE_VISITS:
                break
            if self.nodes[node, AVAILABLE] and self.nodes[node, ACTION] != NONE:
                found.append(int(self.nodes[node, ACTION]))
        return found
