"""What a position is worth to every seat, and which move is best: by search, with a budget in simulations."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from branchline.bots.compiled import compiled_search, heuristics_of
from branchline.bots.tree import LINE_VISITS, MAX_DEPTH, ROLLOUT_PLIES, STDEV_SCALE, max_nodes
from branchline.core.game import Game
from branchline.core.state import State
from branchline.kernel.heuristics import NONE
from branchline.kernel.rng import Rng, following, quiet, seeded
from branchline.kernel.search import SearchSettings
from branchline.kernel.search_tree import ACTION, AVAILABLE, CHILD, ROOT, SIBLING, VISITS, SearchBuffers, allocate
from branchline.review.values import Calibration, Values, calibrated, calibration_of, result_of

EVERYTHING = None
"""In place of a seat: nothing is hidden, as the game is over."""
EXPECTED_VISITS = 0.5
"""Moves with this share of the most visited move's visits make up the value of a position."""


class Evaluator(Protocol):
    """Values of positions.  Equal arguments give equal values."""

    def value(self, state: State, seat: int | None, simulations: int, rng: Rng, since: State | None = None) -> Values:
        """The values of a position as a seat knows it, or with everything known.

        Positions that are compared with each other come from one position, `since`: the search looks equally far from there.
        """

    def best(self, state: State, simulations: int, rng: Rng) -> list[int]:
        """The best action for the actor, from what the actor knows, and the decisions that are expected after it."""

    def hides(self, state: State, seat: int) -> bool:
        """Whether anything in a position is hidden from a seat."""

    def sample(self, state: State, seat: int, rng: Rng) -> State:
        """A position that the seat cannot tell from this one, as likely as the seat must think."""


class SearchEvaluator:
    """Values by the tree search of the bots.  Several threads may use it."""

    def __init__(self, game: Game, calibration: Calibration | None = None) -> None:
        self.game = game
        self.calibration = calibration_of(game.name) if calibration is None else calibration
        heuristics = heuristics_of(game)
        self.settings = SearchSettings(ROLLOUT_PLIES, 0, heuristics.exploration, STDEV_SCALE)
        self.stage, self.stages = heuristics.stage, game.players if heuristics.stage_is_turn else 1
        self.search = compiled_search(game)

    def value(self, state: State, seat: int | None, simulations: int, rng: Rng, since: State | None = None) -> Values:
        """The mean result of the simulations that follow a move which the search expects."""
        sides = self.game.spec.rules.sides(state.fields_view)
        if state.is_over:
            return result_of(state.ranks, sides)
        ended = since is not None and self.stage(state.fields_view) != self.stage(since.fields_view)
        settings = self.settings._replace(horizon=self.stages - int(ended))
        buffers = self._grow(state, seat, simulations, rng, settings)
        expected = [] if state.is_chance else _expected(buffers)
        if expected:
            visits = buffers.nodes[expected, VISITS].astype(float)
            shares = buffers.wins[buffers.nodes[expected, ACTION]].sum(axis=0)
            ranks = visits @ buffers.values[expected].astype(float) / visits.sum()
        else:
            shares, ranks = buffers.win_totals, buffers.values[buffers.counters[ROOT]].astype(float)
        sharpness = self.calibration.at((since or state).ply, self.game.max_plies)
        return np.array([calibrated(shares / shares.sum(), sides, sharpness), ranks])

    def best(self, state: State, simulations: int, rng: Rng) -> list[int]:
        """The most visited move, and the line of most visited decisions after it.  Chance is left out."""
        buffers = self._grow(state, state.actor, simulations, rng, self.settings)
        nodes = buffers.nodes
        found: list[int] = []
        node = _favourite(buffers, int(buffers.counters[ROOT]))
        while node and (not found or nodes[node, VISITS] >= LINE_VISITS):
            if nodes[node, AVAILABLE]:
                found.append(int(nodes[node, ACTION]))
            node = _favourite(buffers, node)
        return found or [int(state.ids()[0])]

    def hides(self, state: State, seat: int) -> bool:
        """Whether hiding changes any byte."""
        return state.hide(seat).fields.tobytes() != state.key()

    def sample(self, state: State, seat: int, rng: Rng) -> State:
        """By the game's `resample`."""
        return state.resample(seat, rng)

    def _grow(self, state: State, seat: int | None, simulations: int, rng: Rng, settings: SearchSettings) -> SearchBuffers:
        game, raw = self.game, state._raw.copy()
        if seat is not None:
            game.engine.hide(raw, seat)
        buffers = allocate(
            rng=rng.copy(),
            position_bytes=len(raw),
            players=game.players,
            action_count=game.action_count,
            max_legal=game.board.max_legal,
            max_nodes=max_nodes(simulations, game.players),
            max_depth=MAX_DEPTH,
        )
        with quiet():
            self.search(raw, NONE if seat is None else seat, simulations, settings, buffers)
        return buffers


def _children(buffers: SearchBuffers, parent: int) -> list[int]:
    """The nodes after a node."""
    found, node = [], int(buffers.nodes[parent, CHILD])
    while node > 0:
        found.append(node)
        node = int(buffers.nodes[node, SIBLING])
    return found


def _favourite(buffers: SearchBuffers, parent: int) -> int:
    """The most visited node after a node; 0 if there is none."""
    nodes = buffers.nodes
    return max(_children(buffers, parent), key=lambda node: (nodes[node, VISITS], -nodes[node, ACTION]), default=0)


def _expected(buffers: SearchBuffers) -> list[int]:
    """The nodes of the moves that the search expects; simulations of others only explore."""
    moves = _children(buffers, int(buffers.counters[ROOT]))
    most = max((int(buffers.nodes[node, VISITS]) for node in moves), default=0)
    return [node for node in moves if buffers.nodes[node, VISITS] >= EXPECTED_VISITS * most]


def stream(seed: int, *numbers: int) -> Rng:
    """The random numbers of one search.  Different numbers give independent streams.

    >>> stream(1, 2, 3) == stream(1, 2, 3), stream(1, 2, 3) == stream(1, 3, 2)
    (array([ True]), array([False]))
    """
    rng = seeded(seed)
    with quiet():
        for number in numbers:
            rng = seeded(int(following(rng)), number)
    return rng
