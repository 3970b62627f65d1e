"""What a second core gives to the arena: the same tournament with one worker and with several, by the clock on the wall."""

from __future__ import annotations

from statistics import median

import branchline as bl
from branchline import arena

BOTS = "a=medium:1000,b=medium:1000"
"""One tree each, so that a game keeps one core busy; simulations, so that all tournaments have the same games."""
WARMING_GAMES = 3


def games_a_minute(game: bl.Game, games: int, workers: int) -> float:
    """The pace of a whole tournament, the start of its processes included."""
    done = arena.run(game, BOTS, games, seed=1, workers=workers)
    return 60 * len(done.games) / done.seconds


def scaling(game: bl.Game, games: int, workers: int, rounds: int) -> tuple[float, float, float]:
    """Games a minute with one worker and with several, and the median of the rounds' ratios; measured by turns."""
    arena.run(game, BOTS, WARMING_GAMES, workers=workers)
    pairs = [(games_a_minute(game, games, 1), games_a_minute(game, games, workers)) for _ in range(rounds)]
    return median(one for one, _ in pairs), median(many for _, many in pairs), median(many / one for one, many in pairs)
