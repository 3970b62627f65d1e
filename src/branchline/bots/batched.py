"""Searches of many positions at once, on all cores: what self-play needs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.bots.compiled import compiled_search, heuristics_of
from branchline.bots.tree import MAX_DEPTH, ROLLOUT_PLIES, STDEV_SCALE, max_nodes
from branchline.bots.viewed_position import ViewedPosition
from branchline.core.game import Game
from branchline.core.state import State
from branchline.core.vector import Vector
from branchline.errors import BadOption, BadPosition
from branchline.kernel.contract import Bytes
from branchline.kernel.rng import seeded
from branchline.kernel.search import SearchSettings
from branchline.kernel.search_tree import ACTION, CHILD, ROOT, SIBLING, USED, VISITS, SearchBuffers, allocate
from branchline.machine import cores

Position: TypeAlias = Mapping[str, Any] | State
"""A view, or a state that is searched as its actor sees it."""


class Root(NamedTuple):
    """A position to search, with hidden parts blank."""

    game: Game
    seat: int
    raw: Bytes
    sides: list[int]


@dataclass(frozen=True)
class Searched:
    """What the searches found, a row for each position."""

    seats: NDArray[np.int64]
    """(n,): the seat that decides."""
    visits: NDArray[np.int32]
    """(n, actions): how often each move was visited."""
    values: NDArray[np.float32]
    """(n, players): the share of rivals that each seat is expected to rank above; 1/2 if all are equal."""
    chances: NDArray[np.float32]
    """(n, players): the chance of each seat to win.  Each partner of a team has the chance of the team."""

    @property
    def policies(self) -> NDArray[np.float32]:
        """(n, actions): the share of the visits that each move has."""
        total = self.visits.sum(axis=1, keepdims=True)
        shares: NDArray[np.float32] = (self.visits / np.maximum(1, total)).astype(np.float32)
        return shares

    @property
    def choices(self) -> NDArray[np.int64]:
        """(n,): the most visited action of each position."""
        return self.visits.argmax(axis=1)


def search(positions: Vector | Iterable[Position], simulations: int, *, seed: int = 0, threads: int | None = None) -> Searched:
    """Search many positions of one game, each with so many simulations.

    Positions are views, or states that are searched as their actor sees them; or all environments of a vector.  Position k
    uses stream k of the seed, so the results do not depend on the number of threads.

    >>> import branchline as bl
    >>> state = bl.game("northern-pacific", players=3).start()
    >>> found = bl.search([state.view(seat=0), state.copy().play("extend Fargo")], simulations=50)
    >>> found.visits.sum(axis=1).tolist(), found.values.shape
    ([50, 50], (2, 3))
    """
    if simulations < 1 or (threads is not None and threads < 1):
        raise BadOption("A search has at least one simulation and one thread.")
    roots = list(_roots(positions))
    if not roots:
        raise BadOption("There is no position to search.")
    game = roots[0].game
    if any(root.game is not game for root in roots):
        raise BadOption("Positions that are searched together are of one game with the same players and options.")
    compiled, settings = compiled_search(game), SearchSettings(ROLLOUT_PLIES, 0, heuristics_of(game).exploration, STDEV_SCALE)
    visits = np.zeros((len(roots), game.action_count), np.int32)
    values, chances = np.zeros((2, len(roots), game.players), np.float32)

    def work(first: int, step: int) -> None:
        buffers = _buffers(game, simulations)
        with np.errstate(over="ignore"):  # uncompiled, the generator wraps around, and each thread has its own settings
            for number in range(first, len(roots), step):
                root = roots[number]
                _clear(buffers, seed, number)
                compiled(root.raw, root.seat, simulations, settings, buffers)
                for action, count in _root_visits(buffers):
                    visits[number, action] = count
                values[number] = buffers.values[0]
                chances[number] = _win_chances(buffers, root.sides)

    count = min(threads or cores(), len(roots))
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(work, range(count), [count] * count))
    return Searched(np.array([root.seat for root in roots]), visits, values, chances)


def _roots(positions: Vector | Iterable[Position]) -> Iterator[Root]:
    found = (positions.state(number) for number in range(positions.n)) if isinstance(positions, Vector) else positions
    for position in found:
        if isinstance(position, State):
            if position.actor < 0:
                raise BadPosition(f"Nobody has to decide in {position!r}.")
            state, seat, raw = position, position.actor, position._raw.copy()
            state.game.engine.hide(raw, seat)
        else:
            viewed = ViewedPosition(position)
            state, seat, raw = viewed.state, viewed.seat, viewed.raw
        yield Root(state.game, seat, raw, state.game.spec.rules.sides(state.fields_view))


def _buffers(game: Game, simulations: int) -> SearchBuffers:
    return allocate(
        rng=seeded(0),
        position_bytes=game.engine.size,
        players=game.players,
        action_count=game.action_count,
        max_legal=game.board.max_legal,
        max_nodes=max_nodes(simulations, game.players),
        max_depth=MAX_DEPTH,
    )


def _clear(buffers: SearchBuffers, seed: int, number: int) -> None:
    """Empty the tree for the next search: only the root is in use."""
    used = int(buffers.counters[USED])
    buffers.nodes[:used], buffers.values[:used], buffers.wins[:] = 0, 0.0, 0.0
    buffers.counters[USED], buffers.counters[ROOT] = 1, 0
    buffers.rng[:] = seeded(seed, number)


def _root_visits(buffers: SearchBuffers) -> Iterator[tuple[int, int]]:
    nodes = buffers.nodes
    child = int(nodes[0, CHILD])
    while child > 0:
        yield int(nodes[child, ACTION]), int(nodes[child, VISITS])
        child = int(nodes[child, SIBLING])


def _win_chances(buffers: SearchBuffers, sides: list[int]) -> list[float]:
    shares = buffers.wins.sum(axis=0)
    total = float(shares.sum()) or 1.0
    return [float(sum(shares[other] for other, its in enumerate(sides) if its == side)) / total for side in sides]
