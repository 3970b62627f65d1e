"""Searches of many positions at once, on all cores: what self-play needs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from branchline.bots.compiled import compiled_search, heuristics_of
from branchline.bots.simple import GreedyBot
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
    moves: int
    """The number of legal actions."""


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
    if simulations < 1:
        raise BadOption("A search has at least one simulation and one thread.")
    roots = _together(positions)
    game = roots[0].game
    compiled, settings = compiled_search(game), _settings(game)
    visits = np.zeros((len(roots), game.action_count), np.int32)
    values, chances = np.zeros((2, len(roots), game.players), np.float32)

    def work(number: int, buffers: SearchBuffers) -> None:
        root = roots[number]
        compiled(root.raw, root.seat, simulations, settings, buffers)
        for child in _children(buffers):
            visits[number, buffers.nodes[child, ACTION]] = buffers.nodes[child, VISITS]
        values[number] = buffers.values[0]
        chances[number] = _win_chances(buffers, root.sides)

    _for_each(roots, work, simulations, seed, threads)
    return Searched(np.array([root.seat for root in roots]), visits, values, chances)


def greedy(
    positions: Vector | Iterable[Position], *, rounds: int = GreedyBot.rounds, seed: int = 0, threads: int | None = None
) -> NDArray[np.int64]:
    """What the bot `greedy` plays in many positions at once: the action with the best evaluation after it.

    Hidden parts and chance are drawn so many times (`rounds`); where nothing is drawn once is enough.

    >>> import branchline as bl
    >>> games = bl.vector("northern-pacific", n=2, players=3)
    >>> [games.game.board.texts[action] for action in bl.greedy(games, rounds=1)]
    ['invest Lewiston large', 'invest Lewiston large']
    """
    if rounds < 1:
        raise BadOption("Moves are evaluated at least once.")
    roots = _together(positions)
    game = roots[0].game
    compiled, settings = compiled_search(game), _settings(game)._replace(rollout_plies=0, round_robin=1)
    choices = np.zeros(len(roots), np.int64)

    def work(number: int, buffers: SearchBuffers) -> None:
        root = roots[number]
        compiled(root.raw, root.seat, root.moves, settings, buffers)
        if rounds > 1:
            compiled(root.raw, root.seat, (rounds - 1) * len(_children(buffers)), settings, buffers)
        worth = [(float(buffers.values[child, root.seat]), -int(buffers.nodes[child, ACTION])) for child in _children(buffers)]
        choices[number] = -max(worth)[1]

    _for_each(roots, work, rounds * game.board.max_legal, seed, threads)
    return choices


def _settings(game: Game) -> SearchSettings:
    return SearchSettings(ROLLOUT_PLIES, 0, heuristics_of(game).exploration, STDEV_SCALE)


def _together(positions: Vector | Iterable[Position]) -> list[Root]:
    """The positions to search, all of one game."""
    roots = list(_roots(positions))
    if not roots:
        raise BadOption("There is no position to search.")
    if any(root.game is not roots[0].game for root in roots):
        raise BadOption("Positions that are searched together are of one game with the same players and options.")
    return roots


def _for_each(
    roots: list[Root], work: Callable[[int, SearchBuffers], None], simulations: int, seed: int, threads: int | None
) -> None:
    """Call `work` with the number of every position and an empty tree, on several threads."""
    if threads is not None and threads < 1:
        raise BadOption("A search has at least one simulation and one thread.")

    def share(first: int, step: int) -> None:
        buffers = _buffers(roots[0].game, simulations)
        with np.errstate(over="ignore"):  # uncompiled, the generator wraps around, and each thread has its own settings
            for number in range(first, len(roots), step):
                _clear(buffers, seed, number)
                work(number, buffers)

    count = min(threads or cores(), len(roots))
    with ThreadPoolExecutor(count) as pool:
        list(pool.map(share, range(count), [count] * count))


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
        yield Root(state.game, seat, raw, state.game.spec.rules.sides(state.fields_view), len(state.ids()))


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


def _children(buffers: SearchBuffers) -> list[int]:
    """The nodes after the moves of the root."""
    found, child = [], int(buffers.nodes[0, CHILD])
    while child > 0:
        found.append(child)
        child = int(buffers.nodes[child, SIBLING])
    return found


def _win_chances(buffers: SearchBuffers, sides: list[int]) -> list[float]:
    shares = buffers.wins.sum(axis=0)
    total = float(shares.sum()) or 1.0
    return [float(sum(shares[other] for other, its in enumerate(sides) if its == side)) / total for side in sides]
