"""A run of chance nodes without a decision between them: how lucky was its outcome for every seat?

A run is one event, such as all tiles that a player draws at the end of a turn, or a whole set-up.  Its luck is the value after
it, minus the weighted mean of the values after all its outcomes.  The outcomes that did not happen get the same kind of search
as the one that did.  So the mean luck is 0 whatever the errors of the search are.

A run is measured once.  A second measure of those whose luck looks large would bias it: what looks small by chance would stay
as it is, and what looks large would be corrected.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from branchline.core.state import State
from branchline.kernel.rng import Rng, below, quiet
from branchline.review.budget import DRAW_OUTCOMES, DRAW_TREES, Budget
from branchline.review.estimates import Estimate, estimate, estimate_from
from branchline.review.evaluator import EVERYTHING, Evaluator, stream
from branchline.review.values import WINS, Values

FIRST = 0
"""The number of the pass in random streams: draws have no second one."""
HAPPENED, MIGHT, SAMPLES = 3, 4, 5
"""Numbers of random streams: of the outcome that happened, of those that might have, and of the sample of outcomes."""
Outcome = tuple[float, State]
"""A probability and the position after the run."""


@dataclass(frozen=True)
class Luck:
    """The luck of one run, in values by seat."""

    before: list[list[float]]
    """The weighted mean of the values after all outcomes, or after a sample of them."""
    after: list[list[float]]
    luck: list[float]
    """The difference of the win shares."""
    spread: list[float]
    """Its standard errors."""
    outcomes: int
    """The number of outcomes, or 0 if a sample was taken."""
    simulations: int


def measure(before: State, after: State, evaluator: Evaluator, budget: Budget, seed: int, ply: int) -> Luck:
    """Value a run by what the game really held."""
    spent = 0

    def value(state: State, kind: int, *numbers: int) -> Values:
        nonlocal spent
        spent += budget.draw_tree
        return evaluator.value(state, EVERYTHING, budget.draw_tree, stream(seed, ply, FIRST, kind, *numbers))

    happened = estimate(lambda tree: value(after, HAPPENED, tree), DRAW_TREES)
    known = outcomes(before, DRAW_OUTCOMES)
    if known is None:
        rng = stream(seed, ply, FIRST, SAMPLES)
        mean = estimate_from([value(sampled(before, rng), MIGHT, number) for number in range(DRAW_OUTCOMES)])
        luck = happened.minus(mean)
    else:
        mean = Estimate(np.zeros_like(happened.mean), np.zeros_like(happened.mean), DRAW_TREES)
        for number, (probability, state) in enumerate(known):
            if state.key() == after.key():
                one, share = happened, 1.0 - probability
            else:
                count = max(1, round(DRAW_OUTCOMES * probability))
                one = estimate_from([value(state, MIGHT, number, tree) for tree in range(count)])
                one = Estimate(one.mean, happened.variance * happened.trees / count, count)  # few trees show no variance
                share = probability
            mean = Estimate(mean.mean + probability * one.mean, mean.variance + share**2 * one.variance, DRAW_TREES)
        luck = Estimate(happened.mean - mean.mean, mean.variance, DRAW_TREES)
    return Luck(
        mean.mean.tolist(),
        happened.mean.tolist(),
        luck.mean[WINS].tolist(),
        np.sqrt(luck.variance)[WINS].tolist(),
        len(known or []),
        spent,
    )


def outcomes(state: State, most: int) -> list[Outcome] | None:
    """Every position after the run of chance nodes that begins here, with its probability; None if they are more than `most`.

    Draws in another order that lead to the same position are one outcome.
    """
    waiting: dict[bytes, Outcome] = {state.key(): (1.0, state)}
    done: dict[bytes, Outcome] = {}
    while waiting:
        after: dict[bytes, Outcome] = {}
        for probability, one in waiting.values():
            weights = one.weights()
            for action, weight in zip(one.ids().tolist(), weights, strict=True):
                drawn = one.copy()
                drawn.push(action)
                found = after if drawn.is_chance else done
                share = probability * weight / sum(weights)
                found[drawn.key()] = (share + found.get(drawn.key(), (0.0, None))[0], drawn)
                if len(after) + len(done) > most:
                    return None
        waiting = after
    return list(done.values())


def sampled(state: State, rng: Rng) -> State:
    """A position after the run of chance nodes that begins here, drawn by the weights."""
    state = state.copy()
    while state.is_chance:
        weights = np.cumsum(state.weights())
        with quiet():
            place = below(rng, int(weights[-1]))
        state.push(int(state.ids()[np.searchsorted(weights, place, side="right")]))
    return state
