"""The bot that searches: Monte-Carlo tree search at a given budget, several trees at once."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from branchline.bots.thought import Glance, Seen, Thought
from branchline.kernel.rng import below, quiet
from branchline.kernel.search import ACTION, CHILD, COLUMNS, FIGURES, SIBLING, USED, VISITS

DEEPEST = 200
MOST_NODES = 300_000
BATCH_SECONDS = 0.02
LINE_VISITS = 4
"""A main line ends where a move was looked at fewer times."""


@dataclass(frozen=True)
class Strength:
    """How much a bot thinks, and how exact it is.  Budget by `simulations`, or by `seconds` if those are 0."""

    simulations: int = 0
    seconds: float = 0.0
    trees: int = 1
    """Searches side by side, each in a thread of its own; their number is part of what makes a choice reproducible."""
    blur: float = 0.0
    """Moves whose value is lower than the best by up to this may be chosen instead."""


class Tree:
    """Memory and course of one search."""

    def __init__(self, seen: Seen, seed: int, number: int, nodes: int) -> None:
        players, most = seen.game.players, seen.game.board.max_legal
        self.seen, self.done = seen, 0
        self.links = np.zeros((nodes, COLUMNS), np.int64)
        self.values = np.zeros((nodes, 2 * players))
        self.figures = np.zeros(FIGURES, np.int64)
        self.figures[USED] = 1
        self.memory = (
            seen.stream(seed, 1 + number),
            np.zeros((2, len(seen.raw)), np.uint8),
            np.zeros(most, np.int64),
            np.zeros(most, np.int64),
            np.zeros(most),
            np.zeros(seen.game.actions, np.int64),
            np.zeros(DEEPEST, np.int64),
            self.links,
            self.values,
            np.zeros(players),
            np.zeros(players, np.int64),
            np.zeros(2 * players),
            self.figures,
        )

    def run(self, simulations: int) -> None:
        """A number of simulations."""
        self.seen.parts["search"](self.seen.raw, self.seen.seat, simulations, *self.memory)
        self.done += simulations

    def run_until(self, deadline: float) -> None:
        """Simulations in batches until the clock has come to the deadline."""
        batch = 8
        while (before := time.perf_counter()) < deadline:
            self.run(batch)
            pace = batch / max(1e-6, time.perf_counter() - before)
            batch = max(1, min(4 * batch, int(pace * min(BATCH_SECONDS, deadline - time.perf_counter()))))

    def children(self, node: int) -> list[int]:
        """The nodes after a node."""
        found, child = [], int(self.links[node, CHILD])
        while child > 0:
            found.append(child)
            child = int(self.links[child, SIBLING])
        return found

    def line(self, action: int) -> list[int]:
        """The actions most looked at, from an action of the root on."""
        node = next((child for child in self.children(0) if self.links[child, ACTION] == action), 0)
        found = [action]
        while following := self.children(node) if node else []:
            node = max(following, key=lambda child: int(self.links[child, VISITS]))
            if self.links[node, VISITS] < LINE_VISITS:
                break
            found.append(int(self.links[node, ACTION]))
        return found


class Root:
    """The moves of the root, over all trees together."""

    def __init__(self, trees: list[Tree]) -> None:
        self.visits: dict[int, int] = {}
        self.values: dict[int, Any] = {}
        for tree in trees:
            for child in tree.children(0):
                action = int(tree.links[child, ACTION])
                self.visits[action] = self.visits.get(action, 0) + int(tree.links[child, VISITS])
                self.values[action] = self.values.get(action, 0.0) + tree.values[child]
        self.order = sorted(self.visits, key=lambda action: (-self.visits[action], action))

    def mean(self, action: int, column: int) -> float:
        """The mean outcome after an action."""
        return float(self.values[action][column]) / self.visits[action]

    def near(self, seat: int, blur: float) -> list[int]:
        """The best move and those nearly as good, among moves that were looked at seriously."""
        best = self.order[0]
        floor = self.mean(best, seat) - blur
        return [a for a in self.order if a == best or (3 * self.visits[a] >= self.visits[best] and self.mean(a, seat) >= floor)]


class SearchBot:
    """Plays by Monte-Carlo tree search on what its seat may see."""

    def __init__(self, name: str, strength: Strength, seed: int | None = None) -> None:
        self.name, self.strength = name, strength
        self.seed = secrets.randbits(63) if seed is None else seed

    def choose(self, view: Mapping[str, Any]) -> str:
        """One of the view's legal moves."""
        return self.think(view).choice

    def think(self, view: Mapping[str, Any]) -> Thought:
        """Search; where only one move is worth a thought, answer at once."""
        started = time.perf_counter()
        seen = Seen(view)
        glance = Glance(seen, seen.stream(self.seed), 1)
        places = glance.worthwhile
        if len(places) == 1:
            text = seen.game.board.texts[glance.ids[places[0]]]
            chances = seen.chances(glance.sums[places[0], seen.game.players :])
            return Thought(text, chances, {text: 1}, [text], 1, time.perf_counter() - started)
        trees = self._grow(seen, started)
        return self._thought(seen, trees, started)

    def _grow(self, seen: Seen, started: float) -> list[Tree]:
        strength, deadline = self.strength, started + self.strength.seconds
        each = -(-strength.simulations // strength.trees)
        nodes = min(MOST_NODES, each + 1) if each else MOST_NODES
        trees = [Tree(seen, self.seed, number, nodes) for number in range(strength.trees)]

        def grow(tree: Tree) -> None:
            if each:
                tree.run(each)
            else:
                tree.run(8)  # an answer even if the clock has run out already
                tree.run_until(deadline)

        if len(trees) == 1:
            grow(trees[0])
        else:
            with ThreadPoolExecutor(len(trees)) as threads:
                list(threads.map(grow, trees))
        return trees

    def _thought(self, seen: Seen, trees: list[Tree], started: float) -> Thought:
        root, texts, players = Root(trees), seen.game.board.texts, seen.game.players
        near = root.near(seen.seat, self.strength.blur) if self.strength.blur else root.order[:1]
        with quiet():
            choice = near[below(seen.stream(self.seed, 0), len(near))]
        chances = seen.chances([root.mean(choice, players + seat) for seat in range(players)])
        line = max((tree.line(choice) for tree in trees), key=len)
        return Thought(
            texts[choice],
            chances,
            {texts[action]: root.visits[action] for action in root.order},
            [texts[action] for action in line],
            sum(tree.done for tree in trees),
            time.perf_counter() - started,
        )
