"""With values that are noisy and wrong the account still adds up, luck stays unbiased, and noise is no error."""

from __future__ import annotations

import itertools
import math
import statistics
from typing import Any

import numpy as np
import pytest

from branchline.kernel.rng import quiet, unit
from branchline.review import Review, Reviewer, review
from branchline.review.budget import budget_of
from branchline.review.draws import measure
from tests.review.made_up import Exact, MadeUpGame, MadeUpState, Node, Noisy, chance, decide, record_of
from tests.review.test_exact import A_WINS, B_WINS, GUESS, OPEN

EVEN = decide(0, one=chance([1, 1], heads=A_WINS, tails=B_WINS), other=chance([1, 1], heads=A_WINS, tails=B_WINS))
"""Two moves of the same worth."""


def wide(outcomes: int) -> Node:
    """A draw with so many outcomes; seat 0 is the likelier to win the higher it is."""
    after = [chance([place, outcomes - place], heads=A_WINS, tails=B_WINS) for place in range(1, outcomes)]
    roots = [decide(1, go=node) for node in after]
    return chance(range(1, outcomes), **{f"d{place:02}": node for place, node in enumerate(roots)})


@pytest.mark.parametrize(("root", "games"), [(wide(6), 150), (wide(90), 100)], ids=["every outcome", "a sample of outcomes"])
def test_luck_is_unbiased_with_noisy_and_wrong_values(root: Node, games: int) -> None:
    """The mean luck over outcomes drawn by their weights is 0 within 4 sigma, though every value has an error of its own."""
    game = MadeUpGame(root, 3)
    made_up: Any = game
    evaluator, budget = Noisy(game), budget_of(made_up, 120)
    start: Any = MadeUpState(game, root)
    weights = np.array(root.weights) / sum(root.weights)
    drawn = np.random.default_rng(7).choice(len(weights), size=games, p=weights)
    found = []
    for seed, outcome in enumerate(drawn):
        after = start.copy()
        after.push(int(start.ids()[outcome]))
        found.append(measure(start, after, evaluator, budget, seed, 0).luck)
    for seat in range(3):
        luck = [one[seat] for one in found]
        assert abs(statistics.fmean(luck)) < 4 * statistics.stdev(luck) / math.sqrt(len(luck))


class Restless(Exact):
    """So much noise that luck is often taken for large though it is small, and the other way round."""

    def value(self, state: Any, seat: int | None, simulations: int, rng: Any, since: Any = None) -> Any:
        exact = super().value(state, seat, simulations, rng, since)
        with quiet():
            noise = 0.3 * (unit(rng) - 0.5)
        return exact + noise * np.array([1, -1, 0])


MANY = chance([1] * 20, **{f"d{place:02}": decide(1, go=B_WINS if place else A_WINS) for place in range(20)})
"""One outcome of twenty is a great deal of luck for seat 0, the others are a little bad luck."""

RIGHT, WRONG = (decide(1, go=after) for after in (A_WINS, B_WINS))
NAMED = chance([6, 4], red=decide(0, "dark", red=RIGHT, black=WRONG), black=decide(0, "dark", red=WRONG, black=RIGHT))
"""Seat 0 names the colour of a hidden card, and the game goes on."""


@pytest.mark.parametrize(
    ("root", "evaluator", "games", "rounds"),
    [
        (MANY, Restless, [(f"d{place:02}", "go") for place in range(20)], 20),
        (NAMED, Noisy, [("red", "black", "go")] * 6 + [("black", "black", "go")] * 4, 15),
    ],
    ids=["draws", "a hidden card"],
)
def test_the_luck_of_a_whole_review_is_unbiased(
    root: Node, evaluator: type[Exact], games: list[tuple[str, ...]], rounds: int
) -> None:
    """Whatever is searched again must not depend on the outcome: some hundred games, each outcome as often as its weight."""
    game = MadeUpGame(root, 3)
    judge, luck = evaluator(game), []
    for number in range(rounds):
        seeds = itertools.count(number * len(games))
        found = [review(record_of(game, *moves), seed=next(seeds), evaluator=judge, threads=1) for moves in games]
        luck.append([statistics.fmean(one.seats[seat].luck for one in found) for seat in range(3)])
    for seat in range(3):
        own = [one[seat] for one in luck]
        assert abs(statistics.fmean(own)) <= 4 * statistics.stdev(own) / math.sqrt(len(own))


def test_the_spread_of_luck_is_that_of_the_searches() -> None:
    """The luck of one outcome, measured again and again, differs about as much as it says."""
    root = wide(6)
    game = MadeUpGame(root, 3)
    made_up: Any = game
    start: Any = MadeUpState(game, root)
    after = start.copy()
    after.push(int(start.ids()[2]))
    found = [measure(start, after, Noisy(game), budget_of(made_up, 120), seed, 0) for seed in range(150)]
    real = statistics.stdev(one.luck[0] for one in found)
    told = statistics.fmean(one.spread[0] for one in found)
    assert 0.7 < told / real < 1.4


def noisy(root: Node, *moves: str, seed: int = 0) -> Review:
    game = MadeUpGame(root, 3)
    return review(record_of(game, *moves), seed=seed, evaluator=Noisy(game), threads=1)


@pytest.mark.parametrize("moves", [("sun", "left", "roll", "lucky"), ("rain", "right", "give"), ("rain", "left", "safe")])
def test_the_account_adds_up_with_noise(moves: tuple[str, ...]) -> None:
    for account in noisy(OPEN, *moves).seats:
        total = account.start + account.errors + account.luck + account.gifts + account.residue
        assert total == pytest.approx(account.result, abs=1e-12)


def test_what_is_within_the_noise_is_no_error() -> None:
    """Of 150 decisions between equal moves at most a few are called errors: both passes would have to be wrong."""

    class Fair(Noisy):
        bias = 0.0

        def best(self, state: Any, simulations: int, rng: Any) -> list[int]:
            return [self.game.board.ids["other"]]

    game = MadeUpGame(EVEN, 3)
    record = record_of(game, "one", "heads")
    found = [review(record, seed=seed, evaluator=Fair(game), threads=1).steps[0] for seed in range(150)]
    assert sum(step.error > 0 for step in found) <= 4
    assert all(step.best == "one" for step in found if step.error == 0)
    assert all(step.high > 0 for step in found[:5])


def test_a_review_is_the_same_with_any_number_of_threads_and_after_any_break() -> None:
    game = MadeUpGame(OPEN, 3)
    record = record_of(game, "sun", "left", "roll", "lucky")
    whole = review(record, seed=3, evaluator=Noisy(game), threads=1).to_json()
    assert review(record, seed=3, evaluator=Noisy(game), threads=4).to_json() == whole
    work = Reviewer(record, seed=3, evaluator=Noisy(game))
    while work.step():
        work = Reviewer(record, seed=3, evaluator=Noisy(game), kept=work.kept)
    assert Review.of(work).to_json() == whole
    assert review(record, seed=4, evaluator=Noisy(game), threads=1).to_json() != whole


def test_progress_is_told_task_by_task() -> None:
    game = MadeUpGame(OPEN, 3)
    told: list[tuple[int, int]] = []
    review(record_of(game, "sun", "left", "roll", "lucky"), evaluator=Exact(game), progress=lambda *now: told.append(now))
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
    assert told[-1][0] == told[-1][1]


def test_what_the_actor_did_not_know_changes_no_error() -> None:
    """The same decision with another card below: the same error, from the same searches."""
    red, black = (noisy(GUESS, card, "black").steps[1] for card in ("red", "black"))
    assert red.error > 0.1
    assert red.error == pytest.approx(black.error, abs=0.1)
