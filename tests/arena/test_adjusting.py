"""Results corrected for luck stay unbiased and get narrower."""

from __future__ import annotations

import io
import json
import math
import statistics
from collections.abc import Sequence

import numpy as np
import pytest
from rich.console import Console

import branchline as bl
from branchline import arena
from branchline.arena import adjusting, report
from branchline.arena.adjusting import adjust, measure_luck, share_of
from branchline.arena.play import Played
from branchline.review.luck import luck_of
from tests.review.made_up import MadeUpGame, Noisy, chance, decide, end, record_of

A_WINS, B_WINS = end(1, 2), end(2, 1)
TOSS = chance([1, 1], heads=A_WINS, tails=B_WINS)
DEAL = chance(
    [1, 2, 1],
    good=decide(0, go=chance([9, 1], heads=A_WINS, tails=B_WINS), wait=TOSS),
    fair=decide(0, go=TOSS, wait=chance([2, 3], heads=A_WINS, tails=B_WINS)),
    poor=decide(0, go=chance([1, 9], heads=A_WINS, tails=B_WINS), wait=B_WINS),
)
"""A draw, a decision and another draw.  Who always waits wins 1/4 · 1/2 + 1/2 · 2/5 + 0 = 0.325."""
WAITING = 0.325


def played(number: int, result: Sequence[int]) -> Played:
    """A game of the bots a and b; every game is a deal of its own."""
    actions = (number,)
    return Played(number, number, ("a", "b"), (0, 1), (0, 0), tuple(result), 3, actions)


def tournament(seed: int, games: int) -> tuple[list[Played], list[list[float]]]:
    """Games of a player who always waits, with the luck that wrong and noisy searches find."""
    game, rng = MadeUpGame(DEAL, 2), np.random.default_rng(seed)
    evaluator = Noisy(game)
    found, lucks = [], []
    for number in range(games):
        state, moves = game.start(), []
        while not state.is_over:
            weights = np.array(state.weights() if state.is_chance else [0, 1])
            names = [game.board.texts[action] for action in state.ids().tolist()]
            moves.append(str(rng.choice(names, p=weights / weights.sum())))
            state.push(game.board.ids[moves[-1]])
        found.append(played(number, state.ranks))
        lucks.append(luck_of(record_of(game, *moves), 120, seed * games + number, evaluator))
    return found, lucks


def test_corrected_results_are_unbiased_and_narrower() -> None:
    """Over many tournaments the mean of the corrected share is the true one within 4 sigma, and it varies less."""
    runs = [adjust(["a"], *tournament(seed, 12))[0] for seed in range(30)]
    plain, corrected = ([getattr(run, kind).mean for run in runs] for kind in ("plain", "adjusted"))
    assert abs(statistics.fmean(corrected) - WAITING) < 4 * statistics.stdev(corrected) / math.sqrt(len(runs))
    assert statistics.stdev(corrected) < 0.7 * statistics.stdev(plain)
    assert statistics.fmean(run.factor for run in runs if run.factor is not None) < 0.7


def test_luck_that_says_nothing_is_not_taken_off() -> None:
    rng = np.random.default_rng(3)
    games = [played(number, [1, 2] if rng.random() < 0.5 else [2, 1]) for number in range(300)]
    (found,) = adjust(["a"], games, [[luck, -luck] for luck in rng.normal(0, 0.5, 300).tolist()])
    assert found.factor == pytest.approx(1, abs=0.03)
    assert found.adjusted.mean == pytest.approx(found.plain.mean, abs=0.02)


def test_without_chance_nothing_changes() -> None:
    game = bl.game("northern-pacific", 2, rounds=1, duo="plain")
    state = game.start().play_out(seed=1)
    one = Played(0, 0, ("a", "b"), (0, 1), tuple(state.scores), tuple(state.ranks), state.ply, tuple(state.actions))
    assert measure_luck(game, [one]) == [[0.0, 0.0]]
    (found, _) = adjust(["a", "b"], [one], [[0.0, 0.0]])
    assert found.plain == found.adjusted


def test_a_game_that_was_broken_off_counts_its_draws_so_far() -> None:
    game = MadeUpGame(DEAL, 2)
    whole = luck_of(record_of(game, "good", "wait", "heads"), 120, 1, Noisy(game))
    part = luck_of(record_of(game, "good", "wait"), 120, 1, Noisy(game))
    assert part != whole
    assert any(part)


def test_a_tournament_with_corrected_results(alone: arena.Tournament) -> None:
    done = arena.adjusted(alone)
    assert [one.name for one in done.adjusted] == [one.name for one in done.figures.standings]
    data = json.loads(json.dumps(arena.to_json(done), allow_nan=False))
    assert data["adjusted"][0]["adjusted"]["mean"] == data["adjusted"][0]["win_share"]["mean"]
    assert "adjusted" not in arena.to_json(alone)
    console = Console(file=io.StringIO(), width=120)
    report.show_adjusted(console, done)
    assert isinstance(console.file, io.StringIO)
    assert "There was no luck to correct." in console.file.getvalue()


def test_limits_are_those_of_deals() -> None:
    assert share_of([1.0], [1]).high == math.inf
    assert share_of([1.0, 1.0], [2, 2]).low == 0.5
    wide, narrow = share_of([2.0, 0.0] * 4, [2] * 8), share_of([1.0, 0.0] * 8, [1] * 16)
    assert wide.high - wide.low > narrow.high - narrow.low
    assert adjusting.FEW_DEALS > 2
