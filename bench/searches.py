"""Searches from the opening on one core: ours, and OpenSpiel's in C++ and in Python; simulations a second."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import Any

import branchline as bl
from branchline.bots import SearchBot, Strength
from branchline.speed import rate
from peers import Peer

SIMULATIONS = 1000
"""Of one search; every search begins with an empty tree."""
EXPLORATION = 2.0
MEMORY_MB = 200
GAMES = ("connect_four", "hex")

Work = Callable[[int], int]


def opening(game: bl.Game) -> dict[str, Any]:
    """What the first seat to decide may see; the set-up is drawn."""
    state, rng = game.start(), bl.seeded(1)
    while state.is_chance:
        state.push(state.random_move(rng).id)
    return state.view(state.actor)


def search_rate(game: bl.Game, seconds: float) -> float:
    """Simulations a second of a bot with one tree, everything counted from the view to the answer."""
    view, strength = opening(game), Strength(simulations=SIMULATIONS, stop_early=False)
    bl.bot("medium", 0, simulations=8).think(view)  # loaded before it is measured

    def work(times: int) -> int:
        return sum(SearchBot("measured", strength, number).think(view).simulations for number in range(times))

    return rate(work, seconds)


def in_cpp(name: str) -> Callable[[], Work]:
    """OpenSpiel's MCTSBot in C++ with its random rollouts."""

    def prepare() -> Work:
        spiel: Any = importlib.import_module("pyspiel")
        game = spiel.load_game(name)
        start, rollouts = game.new_initial_state(), spiel.RandomRolloutEvaluator(1, 7)
        bot = spiel.MCTSBot(game, rollouts, EXPLORATION, SIMULATIONS, MEMORY_MB, False, 7, False)
        return lambda times: _steps(bot, start, times)

    return prepare


def in_python(name: str) -> Callable[[], Work]:
    """OpenSpiel's MCTSBot in Python with its random rollouts."""

    def prepare() -> Work:
        import numpy as np

        spiel: Any = importlib.import_module("pyspiel")
        mcts: Any = importlib.import_module("open_spiel.python.algorithms.mcts")
        game, rng = spiel.load_game(name), np.random.RandomState(7)
        rollouts = mcts.RandomRolloutEvaluator(1, rng)
        bot = mcts.MCTSBot(game, EXPLORATION, SIMULATIONS, rollouts, solve=False, random_state=rng)
        return lambda times: _steps(bot, game.new_initial_state(), times)

    return prepare


def _steps(bot: Any, start: Any, times: int) -> int:
    for _ in range(times):
        bot.step(start)
    return times * SIMULATIONS


def peers() -> Iterator[Peer]:
    """The searches of others."""
    for name in GAMES:
        yield Peer(f"OpenSpiel {name}, MCTSBot in C++", "open_spiel", "random rollout to the end of the game", in_cpp(name))
    for name in GAMES:
        yield Peer(
            f"OpenSpiel {name}, MCTSBot in Python", "open_spiel", "random rollout to the end of the game", in_python(name)
        )
