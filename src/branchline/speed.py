"""Measuring the speed of a game on this machine: random games inside the kernel and from Python.

Figures are based on the processor time of this process, so that other processes disturb them less.  Only `simulate_rate`, which
measures several cores together, uses wall-clock time.  A function measures for about `seconds` and returns one number.  To
compare two of them fairly, call them in turn and take medians.

>>> import branchline as bl
>>> push_rate(bl.game("northern-pacific", players=4), seconds=0.01) > 0
True
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import numpy as np

from branchline.core.game import Game
from branchline.core.simulate import simulate
from branchline.kernel import loops

SLICE = 0.5
"""Default duration of a measurement in seconds."""
FIRST_GAMES = 20
"""Games in the first batch."""


def rate(work: Callable[[int], int], seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Units of work done in a second.  `work(times)` returns how much it did.

    It is called with growing `times` until a call takes about `seconds`; that call counts.
    """
    times = 1
    while True:
        start = clock()
        done = work(times)
        taken = max(clock() - start, 1e-9)
        if taken >= seconds / 2:
            return done / taken
        times *= min(10, max(2, int(seconds / taken)))


def kernel_rate(game: Game, seconds: float = SLICE, seed: int = 0) -> float:
    """Decisions a second of random games inside the kernel, on one core."""
    return rate(lambda times: _simulated(game, FIRST_GAMES * times, seed, 1), seconds)


def simulate_rate(game: Game, threads: int, seconds: float = SLICE, seed: int = 0) -> float:
    """Decisions a second of `simulate` with a number of threads, by wall-clock time."""
    return rate(lambda times: _simulated(game, FIRST_GAMES * times, seed, threads), seconds, time.perf_counter)


def _simulated(game: Game, games: int, seed: int, threads: int) -> int:
    return int(simulate(game, games, seed, threads).lengths.sum())


def copy_seconds(game: Game, seconds: float = SLICE) -> float:
    """Seconds for one `State.copy`, in the middle of a random game."""
    state = game.start()
    for action in game.start().play_out().actions[: game.max_plies // 4]:
        state.push(action)

    def work(times: int) -> int:
        copies = 200 * times
        for _ in range(copies):
            state.copy()
        return copies

    return 1 / rate(work, seconds)


def play_rate(game: Game, seconds: float = SLICE, games: int = 20) -> float:
    """Checked moves a second: `State.play` of the texts of random games."""
    scripts = [[move.text for move in game.start().play_out(seed).history] for seed in range(games)]

    def work(times: int) -> int:
        for _ in range(times):
            for script in scripts:
                state = game.start()
                for text in script:
                    state.play(text)
        return times * sum(map(len, scripts))

    return rate(work, seconds)


def choose_and_play_rate(game: Game, seconds: float = SLICE, seed: int = 0) -> float:
    """Decisions a second of random games from Python with checked moves: `State.legal`, then `State.play`."""
    pick = random.Random(seed).random

    def work(times: int) -> int:
        plies = 0
        for _ in range(times):
            state = game.start()
            while not state.is_over:
                moves = state.legal()
                state.play(moves[int(pick() * len(moves))])
            plies += state.ply
        return plies

    return rate(work, seconds)


def push_rate(game: Game, seconds: float = SLICE, seed: int = 0) -> float:
    """Decisions a second of random games from Python with unchecked moves: `State.ids`, then `State.push`."""
    pick = random.Random(seed).random

    def work(times: int) -> int:
        plies = 0
        for _ in range(times):
            state = game.start()
            while not state.is_over:
                ids = state.ids()
                state.push(ids[int(pick() * len(ids))])
            plies += state.ply
        return plies

    return rate(work, seconds)


def profile(game: Game, seconds: float = SLICE, games: int = 40) -> dict[str, float]:
    """Seconds for `legal`, `apply` and the rest of one decision of a random game inside the kernel.

    Known games are replayed with and without `legal`.  The rest is choosing an action, the actor and the score.
    """
    retrace = game.engine.extend("profile", loops.retrace)["retrace"]
    scripts = [np.array(game.start().play_out(seed).actions, np.int64) for seed in range(games)]
    start, raw = game.start()._raw, game.engine.empty()
    ids = np.zeros(game.board.max_legal, np.int64)

    def replayed(with_legal: int) -> float:
        def work(times: int) -> int:
            for script in scripts:
                retrace(start, raw, script, len(script), ids, times, with_legal)
            return times * sum(len(script) for script in scripts)

        return 1 / rate(work, seconds)

    only_apply, both, whole = replayed(0), replayed(1), 1 / kernel_rate(game, seconds)
    return {"legal": both - only_apply, "apply": only_apply, "rest": max(0.0, whole - both)}
