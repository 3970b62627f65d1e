"""Random games in bulk, on all cores, and the figures they give."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import Game
from branchline.core.share import Share, wilson
from branchline.errors import BadOption
from branchline.kernel.loops import DEAD_END
from branchline.machine import cores

CHUNK = 1000


@dataclass(frozen=True)
class Simulation:
    """The results of a batch: one row for each game."""

    game: Game
    lengths: NDArray[np.int64]
    scores: NDArray[np.int64]
    ranks: NDArray[np.int64]
    rounds: NDArray[np.int64]
    taken: NDArray[np.int64]
    """How often each action was played."""

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.lengths)

    def wins(self, seat: int) -> Share:
        """The share of games a seat won; a shared win counts in parts."""
        first = self.ranks == 1
        won = first[:, seat] / first.sum(axis=1)
        return wilson(float(won.mean()), len(won))

    def visits(self) -> dict[str, float]:
        """For a game with a map: how often a round came to each place."""
        total = int(self.rounds.sum())
        return {
            place: int(self.taken[ids].sum()) / total for place, ids in self.game.spec.reports.places(self.game.board).items()
        }

    def summary(self) -> dict[str, Any]:
        """All figures, JSON-safe."""
        seats = range(self.game.players)
        return {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.options,
            "games": self.games,
            "plies": _spread(self.lengths),
            "rounds": _spread(self.rounds),
            "seats": [{"seat": s, "score": _spread(self.scores[:, s]), "wins": vars(self.wins(s))} for s in seats],
            "visits": self.visits(),
        }


def _spread(values: NDArray[np.int64]) -> dict[str, float]:
    return {"mean": float(values.mean()), "sd": float(values.std()), "min": int(values.min()), "max": int(values.max())}


def simulate(
    game: Game, games: int, seed: int = 0, threads: int | None = None, progress: Callable[[int], None] | None = None
) -> Simulation:
    """Play random games from the start on all cores; game k uses stream k, whatever the number of threads.

    `progress` is called with the number of games just finished.

    >>> import branchline as bl
    >>> result = bl.simulate(bl.game("northern-pacific", players=3), games=200, seed=1)
    >>> result.games, int(result.ranks.min())
    (200, 1)
    """
    if games < 1:
        raise BadOption("A simulation has at least one game.")
    game.engine.compile()
    _ = game.max_plies  # worked out before the threads start
    firsts = range(0, games, CHUNK)
    if threads is not None and threads < 1:
        raise BadOption("A simulation has at least one thread.")
    parts = []
    pool = ThreadPoolExecutor(threads or cores())
    try:
        for part in pool.map(lambda first: _chunk(game, seed, first, min(CHUNK, games - first)), firsts):
            parts.append(part)
            if progress is not None:
                progress(part.games)
    finally:
        pool.shutdown(cancel_futures=True)  # an interrupt does not wait for games that have not begun
    joined = {
        name: np.concatenate([getattr(part, name) for part in parts]) for name in ("lengths", "scores", "ranks", "rounds")
    }
    return Simulation(game, taken=np.sum([part.taken for part in parts], axis=0), **joined)


def _chunk(game: Game, seed: int, first: int, count: int) -> Simulation:
    engine, board = game.engine, game.board
    lengths, taken = np.zeros(count, np.int64), np.zeros(game.action_count, np.int64)
    scores, ranks = np.zeros((count, game.players), np.int64), np.zeros((count, game.players), np.int64)
    finals = np.zeros((count, engine.size), np.uint8)
    memory = np.zeros(1, np.uint64), np.zeros(board.max_legal, np.int64), np.zeros(board.max_legal, np.int64)
    path = np.zeros(game.max_plies, np.int64)
    start = np.uint64(seed & 0xFFFFFFFFFFFFFFFF)
    with np.errstate(over="ignore"):  # uncompiled, the generator wraps around, and each thread has its own settings
        engine.random_games(game.start()._raw, start, first, *memory, path, lengths, scores, ranks, taken, finals)
    if (lengths < 0).any():
        worst = int(np.argmax(lengths < 0))
        kind = "a dead end" if lengths[worst] == DEAD_END else f"no end within {game.max_plies} plies"
        raise RuntimeError(f"{game!r}, seed {seed}, game {first + worst} came to {kind}: a bug in the rules.")
    rounds = game.spec.reports.rounds_played(finals.view(game.spec.rules.layout.dtype)[:, 0])
    return Simulation(game, lengths, scores, ranks, rounds, taken)
