"""The known figures of random play, within 4 sigma, and the bounds."""

from __future__ import annotations

import pytest

import branchline as bl
from branchline.testing import settings

KNOWN_GOOD = {(2, "plain"): 0.99, (2, "two-colours"): 1.67, (3, ""): 1.47, (4, ""): 1.67, (5, ""): 1.88, (6, ""): 2.02}
STATED_ERROR = 0.02


@pytest.mark.parametrize(("players", "duo"), KNOWN_GOOD)
def test_good_per_colour_and_round(players: int, duo: str) -> None:
    options = {"duo": duo} if duo else {}
    result = bl.simulate(bl.game("northern-pacific", players, **options), games=4000, seed=11)
    colours = 4 if duo == "two-colours" else players
    a_game = result.scores.sum(axis=1) / (colours * 3)
    error = (a_game.var() / len(a_game) + STATED_ERROR**2) ** 0.5
    assert abs(a_game.mean() - KNOWN_GOOD[players, duo]) < 4 * error


def test_visits_of_random_play_are_those_of_random_exits() -> None:
    """Investing does not steer the railroad, so the visit odds are the exact ones of the map."""
    visits = bl.simulate(bl.game("northern-pacific", 4), games=5000, seed=2).visits()
    for city, chance in {"Lewiston": 0.829, "Great Falls": 0.821, "Casper": 0.104}.items():
        assert abs(visits[city] - chance) < 4 * (chance * (1 - chance) / 15000) ** 0.5 + 0.0005


@pytest.mark.parametrize("game", settings("northern-pacific", 24), ids=repr)
def test_rounds_stay_within_their_bound(game: bl.Game) -> None:
    result = bl.simulate(game, games=200, seed=3)
    capacity = int(game.start().fields_view.capacity)
    lines = game.players if game.options["line"] == "own" else 1
    seating = game.players if game.options["order"] == "shuffled" else 0
    assert (result.lengths <= result.rounds * (16 * lines + 23 * capacity + seating)).all()
    assert game.max_plies <= 9 * (24 * lines + 23 * capacity + game.players)


def test_small_cubes_stay_within_their_bound() -> None:
    """The most a colour can ever hold: every one of the 23 cities pays, the large cube again and again."""
    most = 0
    for seed in range(300):
        state = bl.game("northern-pacific", 6, cubes_per_city="many").start()
        rng = bl.seeded(seed)
        while not state.is_over:
            state.play(state.random_move(rng))
            most = max(most, int(state.fields_view.small.max()))
    assert most <= 118
