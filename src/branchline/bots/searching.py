"""Bots that look ahead: one move by evaluation, or a tree of moves at a given budget, several trees at once."""

from __future__ import annotations

import math
import os
import secrets
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from branchline.bots import kept
from branchline.bots.analysis import Analysis, ViewedPosition
from branchline.bots.tree import GROW, LOOK, MOST_NODES, Root, Tree, room_for
from branchline.kernel.rng import below, quiet


@dataclass(frozen=True)
class Strength:
    """How much a bot thinks, and how exact it is.  Budget by `simulations`, or by `seconds` if those are 0."""

    simulations: int = 0
    seconds: float = 0.0
    trees: int = 1
    """Searches side by side, each in a thread of its own; their number is part of what makes a choice reproducible."""
    tolerance: float = 0.0
    """Moves whose value is lower than the best by up to this may be chosen instead."""
    elastic: bool = False
    """Whether a game may want fewer simulations or more for this strength (`Heuristics.effort`)."""
    later: float = 1.0
    """Share of the budget for a decision that follows another of the same seat: a person waits for a turn as a whole."""
    stop_early: bool = True
    """Whether to stop once the rest of the budget can hardly change the choice."""
    limit: float = 0.0
    """Seconds after which a decision ends even if its budget is not spent; 0: none.  A choice that it cuts off is not
    reproducible."""

    @property
    def keeps(self) -> bool:
        """Whether a tree is kept for the further decisions of a turn: by the clock, where no choice is reproducible anyway."""
        return not self.simulations


PARTS = 16
"""Steps in which a budget is spent; between them the trees are looked at together."""
HASTE = 0.5
"""Thinking ends when the first move leads the second by more than this share of the simulations still to come."""


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def look_around(seen: ViewedPosition, seed: int, rounds: int) -> Root:
    """The positions after every move that is worth a thought, evaluated."""
    tree = Tree(seen, seed, LOOK, len(seen.legal) + 1)
    tree.look_around(rounds)
    return Root([tree])


def thought(seen: ViewedPosition, root: Root, choice: int, started: float, line: list[int] | None = None) -> Analysis:
    """What a bot answers when it has chosen."""
    texts = seen.game.board.texts
    return Analysis(
        choice=texts[choice],
        chances=seen.chances(root.chances(choice)),
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

    def think(self, view: Mapping[str, Any]) -> Analysis:
        """The move with the best evaluation after it."""
        seen = ViewedPosition(view)
        started = time.perf_counter()
        root = look_around(seen, self.seed, self.rounds)
        root.order.sort(key=lambda action: -root.mean(action, seen.seat))
        return thought(seen, root, root.order[0], started)


class SearchBot:
    """Plays by Monte-Carlo tree search on what its seat may see.  One bot may serve several games, seats and threads."""

    def __init__(self, name: str, strength: Strength, seed: int | None = None) -> None:
        self.name, self.strength = name, strength
        self.seed = secrets.randbits(63) if seed is None else seed

    def choose(self, view: Mapping[str, Any]) -> str:
        """One of the view's legal moves."""
        return self.think(view).choice

    def think(self, view: Mapping[str, Any]) -> Analysis:
        """Search; where only one move is worth a thought, answer at once."""
        seen = ViewedPosition(view)  # on a new machine this compiles, at nobody's expense
        started = time.perf_counter()
        around = look_around(seen, self.seed, 1)
        trees = kept.take(seen, self.strength) if self.strength.keeps else []
        if len(around.order) == 1:
            answer = thought(seen, around, around.order[0], started)
        else:
            share = self.strength.later if seen.goes_on else 1.0
            trees = self._grow(seen, started, share, trees)
            answer = self._thought(seen, trees, started)
        if self.strength.keeps and trees:
            kept.keep(seen, seen.game.board.ids[answer.choice], trees, self.strength)
        return answer

    def _grow(self, seen: ViewedPosition, started: float, share: float, trees: list[Tree]) -> list[Tree]:
        """Grow trees, new ones if none, side by side until the budget is spent or the rest can hardly change the choice."""
        strength = self.strength
        if strength.elastic:
            share *= seen.heuristics.effort
        budget = max(1, round(strength.simulations * share)) if strength.simulations else 0
        count = min(strength.trees, budget or cores())
        each = budget // count
        if not trees:
            nodes = room_for(each) if each else MOST_NODES
            trees = [Tree(seen, self.seed, GROW + number, nodes) for number in range(count)]

        deadline = started + strength.limit if strength.limit else math.inf

        def grow(tree: Tree, part: int) -> None:
            if each:
                tree.run(each * (part + 1) // PARTS - each * part // PARTS, deadline)
            else:
                tree.run(8)  # an answer even if the clock has run out already
                tree.run_until(min(deadline, started + strength.seconds * share * (part + 1) / PARTS))

        with ThreadPoolExecutor(len(trees)) as threads:
            for part in range(PARTS):
                list(threads.map(grow, trees, [part] * len(trees)))
                done = sum(tree.done for tree in trees)
                if done and time.perf_counter() >= deadline:
                    break
                rest = done * (PARTS - 1 - part) / (part + 1)
                if strength.stop_early and done and Root(trees).lead > HASTE * rest:
                    break
        return trees

    def _thought(self, seen: ViewedPosition, trees: list[Tree], started: float) -> Analysis:
        root = Root(trees)
        near = root.near(seen.seat, self.strength.tolerance) if self.strength.tolerance else root.order[:1]
        with quiet():
            choice = near[below(seen.stream(self.seed, LOOK), len(near))]
        line = max(trees, key=lambda tree: tree.visits_of(choice)).line(choice)
        return thought(seen, root, choice, started, line)
