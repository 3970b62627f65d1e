"""Traces: games decision by decision with every legal set, for referees, datasets and debugging."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from branchline.core.game import Game
from branchline.core.move import Move
from branchline.core.state import State
from branchline.kernel.rng import seeded

Chooser = Callable[[State], Move]


def trace(game: Game, games: int = 1, seed: int = 0, choose: Chooser | None = None) -> Iterator[dict[str, Any]]:
    """The lines of a trace: for each game a header, a line for each decision, and the result.

    Game k is played by stream k of the seed.  Without `choose` each legal move is equally likely.

    >>> import branchline as bl
    >>> lines = list(bl.trace(bl.game("northern-pacific", players=2), games=1, seed=5))
    >>> lines[0]["players"], lines[1]["ply"], lines[-1]["over"]
    (2, 0, True)
    """
    for number in range(games):
        yield {"game": game.name, "players": game.players, "options": game.options}
        yield from _decisions(game, seed, number, choose)


def _decisions(game: Game, seed: int, number: int, choose: Chooser | None) -> Iterator[dict[str, Any]]:
    state = game.start()
    rng = seeded(seed, number)
    path = iter(_random_path(game, rng)) if choose is None else None
    texts = game.board.texts
    while not state.is_over:
        actor = state.actor
        line: dict[str, Any] = {"ply": state.ply, "actor": "chance" if state.is_chance else actor}
        line["legal"] = [texts[action] for action in state.ids().tolist()]
        if state.is_chance:
            line["weights"] = state.weights()
        if path is not None:
            action = next(path)
        elif state.is_chance or choose is None:
            action = state.random_move(rng).id
        else:
            action = choose(state).id
        line["move"] = texts[action]
        state.push(action)
        yield line
    yield {"over": True, "scores": state.scores, "ranks": state.ranks, **state.extra_scores}


def _random_path(game: Game, rng: Any) -> list[int]:
    """The actions of a random game, played inside the kernel; with stream k it is game k of a simulation."""
    path = np.empty(game.max_plies, np.int64)
    ids, weights = (np.empty(game.board.max_legal, np.int64) for _ in range(2))
    count = game.engine.random_game(game.start()._raw, rng, ids, weights, path)
    if count < 0:
        raise RuntimeError(f"{game!r} came to no end: a bug in its rules.")
    found: list[int] = path[:count].tolist()
    return found
