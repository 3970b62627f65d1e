"""How well bots choose: greedy, easy and search against simpler players, and what evaluations are worth."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from statistics import mean

import numpy as np
import pytest

import branchline as bl
from branchline.kernel.heuristics import NONE
from branchline.kernel.returns import share_ranks
from choices import worth
from tests.bots.test_bots import GAMES, opening


def test_greedy_takes_the_best_evaluation_after_one_move() -> None:
    """Nothing is hidden in Northern Pacific and nothing drawn in a round, so no seed changes it."""
    game = bl.game("northern-pacific", 3)
    heuristics = game.spec.heuristics
    assert heuristics is not None
    for seed in range(6):
        state = opening(game, seed, decisions=3 + 2 * seed)
        best = {}
        for move in state.legal():
            points = np.zeros(3)
            spread = heuristics.evaluate(state.copy().play(move).fields_view, points)
            shares = np.zeros(3)
            share_ranks(points, spread, shares)
            best[move.text] = round(float(shares[state.actor]), 6)
        chosen = {bl.bot("greedy", number).choose(state.view(state.actor)) for number in range(4)}
        assert len(chosen) == 1
        assert best[chosen.pop()] == max(best.values())


def test_search_and_greedy_beat_random() -> None:
    """A tiny match; bench/strength.py plays longer ones."""
    weak = bl.bot("random", 1)
    for strong in (bl.bot("medium", 1, simulations=1500), bl.bot("greedy", 1)):
        ahead = 0
        for seat in range(2):
            state = bl.game("northern-pacific", 2, duo="plain").start()
            while not state.is_over:
                bot = strong if state.actor == seat else weak
                state.play(bot.choose(state.view(state.actor)))
            ahead += state.ranks[seat] < state.ranks[1 - seat]
        assert ahead == 2


@pytest.mark.parametrize("name", GAMES)
def test_evaluations_are_finite_and_end_in_the_score(name: str) -> None:
    for players, seed in itertools.product(bl.game(name).spec.card.players, range(2)):
        state, rng = bl.game(name, players).start(), bl.seeded(seed)
        heuristics = state.game.spec.heuristics
        assert heuristics is not None
        points, priors = np.zeros(players), np.zeros(state.game.board.max_legal)
        ids = np.zeros(state.game.board.max_legal, np.int64)
        while not state.is_over:
            if state.ply % 23 == 0:
                assert heuristics.evaluate(state.fields_view, points) > 0
                assert np.isfinite(points).all()
            if state.actor >= 0 and state.ply % 11 == 0:
                legal = state.ids()
                ids[: len(legal)] = legal
                heuristics.priors(state.fields_view, ids, len(legal), NONE, priors)
                assert (priors[: len(legal)] >= 0).all()
                assert priors[: len(legal)].sum() > 0
            state.push(state.random_move(rng).id)
        heuristics.evaluate(state.fields_view, points)
        assert points.tolist() == state.scores


def losses(state: bl.State, choices: Sequence[str]) -> list[float]:
    """How much worse than the best of them and of a strong bot's choice each choice is, by longer searches after them."""
    ids = state.game.board.ids
    strong = bl.bot("hard", 1, simulations=3000).choose(state.view(state.actor))
    values = {choice: worth(state, ids[choice], 1500, searches=3) for choice in {*choices, strong}}
    return [max(values.values()) - values[choice] for choice in choices]


def losses_of_easy(game: bl.Game, seed: int) -> list[float]:
    """How much the choices of `easy` would lose in positions of a game among greedy players."""
    state, rng = game.start(), bl.seeded(seed)
    found: list[float] = []
    while not state.is_over:
        if state.is_chance:
            state.push(state.random_move(rng).id)
            continue
        view = state.view(state.actor)
        if state.ply % 7 == 0 and len(view["legal"]) > 1:
            found += losses(state, [bl.bot("easy", number).choose(view) for number in range(2)])
        state.play(bl.bot("greedy", 1).choose(view))
    return found


@pytest.mark.parametrize("name", GAMES)
def test_easy_never_looks_stupid(name: str) -> None:
    """Over two games its choices cost a twelfth of a rival or less on average, hardly ever a third of one."""
    found = [loss for seed in (8, 9) for loss in losses_of_easy(bl.game(name, 3), seed)]
    assert mean(found) < 1 / 12
    assert sum(loss > 1 / 3 for loss in found) <= 0.05 * len(found)


def test_easy_takes_a_game_that_lies_on_the_table() -> None:
    """NP: whoever can end the last round as the only winner does so, rather than leave it to others."""
    ends = 0
    for seed in range(30):
        state = bl.game("northern-pacific", 3, rounds=1).start().play_out(seed).back()
        wins = {move.text for move in state.legal() if is_won_by(state.copy().play(move), state.actor)}
        if wins and len(wins) < len(state.legal()):
            ends += 1
            view = state.view(state.actor)
            assert {bl.bot("easy", number).choose(view) for number in range(5)} <= wins
    assert ends > 0


def is_won_by(state: bl.State, seat: int) -> bool:
    """Whether the game is over and the seat its only winner."""
    return state.is_over and state.ranks[seat] == 1 and state.ranks.count(1) == 1
