"""Bots that look ahead: one move by evaluation, or a tree of moves at a given budget, several trees at once."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from branchline.bots.thought import Seen, Thought
from branchline.bots.tree import GROW, LOOK, MOST_NODES, Root, Tree
from branchline.kernel.rng import below, quiet


@dataclass(frozen=True)
class Strength:
    """How much a bot thinks, and how exact it is.  Budget by `simulations`, or by `seconds` if those are 0."""

    simulations: int = 0
    seconds: float = 0.0
    trees: int = 1
    """Searches side by side, each in a thread of its own; their number is part of what makes a choice reproducible."""
    blur: float = 0.0
    """Moves whose value is lower than the best by up to this may be chosen instead."""


def look_around(seen: Seen, seed: int, rounds: int) -> Root:
    """The positions after every move that is worth a thought, evaluated."""
    tree = Tree(seen, seed, LOOK, len(seen.legal) + 1)
    tree.look_around(rounds)
    return Root([tree])


def thought(seen: Seen, root: Root, choice: int, started: float, line: list[int] | None = None) -> Thought:
    """What a bot answers when it has chosen."""
    texts, players = seen.game.board.texts, seen.game.players
    return Thought(
        choice=texts[choice],
        chances=seen.chances([root.mean(choice, players + seat) for seat in range(players)]),
        visits={texts[action]: root.visits[action] for action in root.order},
        line=[texts[action] for action in line or [choice]],
        simulations=sum(root.visits.values()),
        seconds=time.perf_counter() - started,
    )


class GreedyBot:
    """Looks one move ahead and takes what the game's evaluation likes best for its seat."""

    name = "greedy"
    rounds = 8
    """Times that hidden parts and chance are drawn anew."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = secrets.randbits(63) if seed is None else seed

    def choose(self, view: Mapping[str, Any]) -> str:
        """One of the view's legal moves."""
        return self.think(view).choice

    def think(self, view: Mapping[str, Any]) -> Thought:
        """The move with the best evaluation after it."""
        started = time.perf_counter()
        seen = Seen(view)
        root = look_around(seen, self.seed, self.rounds)
        root.order.sort(key=lambda action: -root.mean(action, seen.seat))
        return thought(seen, root, root.order[0], started)


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
        around = look_around(seen, self.seed, 1)
        if len(around.order) == 1:
            return thought(seen, around, around.order[0], started)
        trees = self._grow(seen, started)
        return self._thought(seen, trees, started)

    def _grow(self, seen: Seen, started: float) -> list[Tree]:
        strength, deadline = self.strength, started + self.strength.seconds
        each = -(-strength.simulations // strength.trees)
        nodes = min(MOST_NODES, each + 1) if each else MOST_NODES
        trees = [Tree(seen, self.seed, GROW + number, nodes) for number in range(strength.trees)]

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
        root = Root(trees)
        near = root.near(seen.seat, self.strength.blur) if self.strength.blur else root.order[:1]
        with quiet():
            choice = near[below(seen.stream(self.seed, LOOK), len(near))]
        line = max((tree.line(choice) for tree in trees), key=len)
        return thought(seen, root, choice, started, line)
