"""One decision: was there a better move, as far as the actor could know?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from branchline.core.state import State
from branchline.kernel.rng import Rng
from branchline.review.budget import REFINED_GROWTH, REFINED_TREES, TREES, Budget
from branchline.review.estimates import Estimate, estimate
from branchline.review.evaluator import EVERYTHING, Evaluator, stream
from branchline.review.values import WINS, Values

CHOICE, KNOWN, TRUE, POSSIBLE = 0, 1, 2, 8
"""Numbers of random streams: of the search for the best move, of what the actor knew, of what the game really held, and of what
it might have held."""
TINY = 1e-12
"""Differences below this are those of rounding."""


@dataclass(frozen=True)
class Verdict:
    """What one decision did, in values by seat."""

    best: int
    """The best action; the one that was played if nothing better is known."""
    error: float
    """What the actor lost; 0 if the difference is within the noise."""
    low: float
    high: float
    """The 95 % limits of the loss, at least 0."""
    change: list[float]
    """What the departure from the best move did to every seat, from what the actor knew.  The actor's own is −error."""
    unknown: list[float]
    """What the departure did by what the game really held, beyond the mean over all that was possible for the actor."""
    spread: list[float]
    """The standard errors of `change`."""
    after: list[list[float]]
    """The values after the move, with everything known."""
    simulations: int
    line: list[int] = field(default_factory=list)
    """If there was an error: the best action and the decisions that are expected after it."""

    @property
    def undecided(self) -> float:
        """How much a closer look may still find."""
        return self.high


def judge(state: State, action: int, evaluator: Evaluator, budget: Budget, seed: int, ply: int, refined: bool) -> Verdict:
    """Compare the move that was played with the best one.

    One search chooses the best move.  Fresh searches of the same size then value both moves, so that the choice does not
    flatter the move that it chose.
    """
    look = _Look(state, evaluator, budget, seed, ply, refined)
    line = evaluator.best(state, look.choice, look.stream(CHOICE, 0, 0))
    best = line[0]
    look.spent += look.choice
    hidden = evaluator.hides(state, state.actor)
    true = look.true(action)
    none = [0.0] * true.mean.shape[1]
    if best == action:
        return Verdict(action, 0.0, 0.0, 0.0, none, none, none, true.mean.tolist(), look.spent)
    change = (look.known(action).minus(look.known(best))) if hidden else true.minus(look.true(best))
    loss, half = -float(change.mean[WINS, state.actor]), float(change.half_width()[WINS, state.actor])
    low, high = max(0.0, loss - half), max(0.0, loss + half)
    if low <= TINY:
        return Verdict(action, 0.0, 0.0, high, none, none, none, true.mean.tolist(), look.spent)
    unknown = look.unknown(true, action, best) if hidden else none
    spread = np.sqrt(change.variance)[WINS].tolist()
    values = true.mean.tolist()
    return Verdict(best, loss, low, high, change.mean[WINS].tolist(), unknown, spread, values, look.spent, line)


class _Look:
    """The searches around one decision."""

    def __init__(self, state: State, evaluator: Evaluator, budget: Budget, seed: int, ply: int, refined: bool) -> None:
        self.state, self.evaluator, self.seed, self.ply, self.refined = state, evaluator, seed, ply, refined
        growth = REFINED_GROWTH if refined else 1
        self.trees, self.tree = REFINED_TREES if refined else TREES, budget.tree * growth
        self.choice = budget.choice * growth * (REFINED_TREES if refined else TREES) // TREES
        self.spent = 0

    def stream(self, *numbers: int) -> Rng:
        return stream(self.seed, self.ply, int(self.refined), *numbers)

    def known(self, action: int) -> Estimate:
        """The values after an action from what the actor knows.  Tree k has the same random numbers for every action."""

        def search(tree: int) -> Values:
            rng = self.stream(KNOWN, tree)
            world = self.evaluator.sample(self.state, self.state.actor, rng)
            world.push(action)
            return self.evaluator.value(world, self.state.actor, self.tree, rng, self.state)

        return self._estimate(search)

    def true(self, action: int) -> Estimate:
        """The values after an action with everything known."""
        after = self.state.copy()
        after.push(action)
        value = self.evaluator.value
        return self._estimate(lambda tree: value(after, EVERYTHING, self.tree, self.stream(TRUE, tree), self.state))

    def unknown(self, true: Estimate, action: int, best: int) -> list[float]:
        """What the departure really did, minus its mean over the positions that the actor cannot tell from the real one.

        All of them are searched alike and afresh.  So the mean of this is 0 whatever the errors of the search are, though it is
        asked for only after something that looked like an error.
        """

        def possible(played: int) -> Estimate:
            def search(tree: int) -> Values:
                rng = self.stream(POSSIBLE, tree)
                world = self.evaluator.sample(self.state, self.state.actor, rng)
                world.push(played)
                return self.evaluator.value(world, EVERYTHING, self.tree, rng, self.state)

            return self._estimate(search)

        really, expected = true.minus(self.true(best)), possible(action).minus(possible(best))
        found: list[float] = really.minus(expected).mean[WINS].tolist()
        return found

    def _estimate(self, search: Callable[[int], Values]) -> Estimate:
        self.spent += self.trees * self.tree
        return estimate(search, self.trees)
