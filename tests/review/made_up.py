"""Made-up games in plain Python, small enough for exact values, and evaluators for them.

A game is a tree.  A node is a decision of a seat, a chance node or an end with ranks.  The positions behave like `State` as far
as a review uses it.  Two nodes with the same `looks` cannot be told apart by the seat that decides there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import numpy as np

from branchline.core.record import Record
from branchline.kernel import CHANCE, OVER, Rng
from branchline.kernel.rng import quiet, unit
from branchline.review.values import Values, result_of


@dataclass(frozen=True)
class Node:
    """A place in the tree."""

    actor: int
    moves: Mapping[str, Node] = field(default_factory=dict)
    weights: Sequence[int] = ()
    ranks: Sequence[int] = ()
    looks: str = ""


def decide(actor: int, looks: str = "", **moves: Node) -> Node:
    return Node(actor, moves, looks=looks)


def chance(weights: Sequence[int], **moves: Node) -> Node:
    return Node(CHANCE, moves, weights)


def end(*ranks: int) -> Node:
    return Node(OVER, ranks=ranks)


class MadeUpGame:
    """Stands for `Game`: the tree with its moves by id, in order of their names."""

    def __init__(self, root: Node, players: int) -> None:
        self.root, self.players, self.name = root, players, "made-up"
        self.nodes = list({id(node): node for node in walk(root)}.values())
        texts = tuple(sorted({text for node in self.nodes for text in node.moves}))
        self.board = SimpleNamespace(texts=texts, ids={text: action for action, text in enumerate(texts)})
        self.spec = SimpleNamespace(
            rules=SimpleNamespace(sides=lambda fields: list(range(players)), version=1),
            heuristics=None,
            card=SimpleNamespace(title="Made up"),
            text=SimpleNamespace(preview=lambda position, action: ""),
            drawing=SimpleNamespace(seat_marks=lambda position: [(seat, "ABCDEF"[seat]) for seat in range(players)]),
        )
        self.changed_options: dict[str, Any] = {}

    def start(self) -> Any:
        return MadeUpState(self, self.root)


class MadeUpState:
    """Stands for `State`."""

    def __init__(self, game: MadeUpGame, node: Node, ply: int = 0) -> None:
        self.game, self.node, self.ply = game, node, ply
        self.last: tuple[Node, str] = (node, "")
        """The node before this one, and the move that was made there."""
        self.fields_view = self.position = None
        self.is_any = False
        """Whether it stands for every position that the actor cannot tell from it."""

    @property
    def actor(self) -> int:
        return self.node.actor

    @property
    def is_over(self) -> bool:
        return self.node.actor == OVER

    @property
    def is_chance(self) -> bool:
        return self.node.actor == CHANCE

    @property
    def ranks(self) -> list[int]:
        return list(self.node.ranks)

    @property
    def scores(self) -> list[int]:
        return [-rank for rank in self.node.ranks] or [0] * self.game.players

    def ids(self) -> Any:
        return np.array(sorted(self.game.board.ids[text] for text in self.node.moves))

    def weights(self) -> list[int]:
        by_text = dict(zip(self.node.moves, self.node.weights, strict=True))
        return [by_text[self.game.board.texts[action]] for action in self.ids().tolist()]

    def push(self, action: int) -> None:
        move = self.game.board.texts[action]
        self.last, self.node = (self.node, move), self.node.moves[move]
        self.ply += 1

    def hide(self, seat: int) -> Any:
        return self.position

    def copy(self) -> MadeUpState:
        return MadeUpState(self.game, self.node, self.ply)

    def key(self) -> bytes:
        return str(id(self.node)).encode()


def walk(node: Node) -> list[Node]:
    return [node, *(found for after in node.moves.values() for found in walk(after))]


def record_of(game: MadeUpGame, *moves: str) -> Record:
    made_up: Any = game
    return Record(made_up, tuple(game.board.ids[move] for move in moves), ("",) * game.players, "2026-11-18")


class Exact:
    """Exact values: everybody plays the best move, the first of equal ones, from what they know.

    What a seat knows is a set of nodes, with the chance of getting to each of them by draws alone.
    """

    def __init__(self, game: MadeUpGame) -> None:
        self.game = game
        self.odds: dict[int, float] = {}
        self._spread(game.root, 1.0)
        self.sets: dict[str, list[Node]] = {}
        for node in game.nodes:
            self.sets.setdefault(node.looks or str(id(node)), []).append(node)

    def _spread(self, node: Node, odds: float) -> None:
        self.odds[id(node)] = odds
        for place, after in enumerate(node.moves.values()):
            self._spread(after, odds * node.weights[place] / sum(node.weights) if node.weights else odds)

    def same(self, node: Node) -> list[Node]:
        """The nodes that the actor cannot tell from this one."""
        return self.sets[node.looks or str(id(node))]

    def true(self, node: Node) -> Values:
        if node.actor == OVER:
            return result_of(node.ranks, range(self.game.players))
        if node.actor == CHANCE:
            parts = [weight * self.true(after) for weight, after in zip(node.weights, node.moves.values(), strict=True)]
            return np.array(sum(parts) / sum(node.weights))
        return self.true(node.moves[self.choice(node)])

    def known(self, node: Node, move: str) -> Values:
        worlds = self.same(node)
        odds = np.array([self.odds[id(world)] for world in worlds])
        return np.tensordot(odds / odds.sum(), np.array([self.true(world.moves[move]) for world in worlds]), 1)

    def choice(self, node: Node) -> str:
        return max(sorted(node.moves), key=lambda move: round(float(self.known(node, move)[0, node.actor]), 12))

    # -- as an Evaluator ---------------------------------------------------------------------------

    def value(self, state: Any, seat: int | None, simulations: int, rng: Rng, since: Any = None) -> Values:
        return self.true(state.node) if seat is None and not state.is_any else self.known(*state.last)

    def best(self, state: Any, simulations: int, rng: Rng) -> list[int]:
        return [self.game.board.ids[self.choice(state.node)]]

    def hides(self, state: Any, seat: int) -> bool:
        return len(self.same(state.node)) > 1

    def sample(self, state: Any, seat: int, rng: Rng) -> Any:
        sampled = state.copy()
        sampled.is_any = True  # the mean over all of them, so that nothing depends on the sample
        return sampled


class Noisy(Exact):
    """The same with noise, and with errors of its own that no search would notice: others at every position, and others when
    everything is known."""

    noise, bias = 0.15, 0.1

    def sample(self, state: Any, seat: int, rng: Rng) -> Any:
        worlds = self.same(state.node)
        odds = np.cumsum([self.odds[id(world)] for world in worlds])
        with quiet():
            place = int(np.searchsorted(odds, odds[-1] * unit(rng), side="right"))
        return MadeUpState(self.game, worlds[place], state.ply)

    def value(self, state: Any, seat: int | None, simulations: int, rng: Rng, since: Any = None) -> Values:
        exact = super().value(state, seat, simulations, rng, since)
        if state.is_over:
            return exact
        place = self.game.nodes.index(state.node)
        wrong = self.bias * np.sin((place + 3 * (seat is None)) * (1 + np.arange(exact.shape[1])))
        with quiet():
            return exact + wrong + self.noise * (np.array([unit(rng) for _ in range(exact.shape[1])]) - 0.5)
