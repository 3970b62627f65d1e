"""What the moves of one position are worth to the actor, from what the actor knows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from branchline.core.state import State
from branchline.review.estimates import Estimate, estimate
from branchline.review.evaluator import Evaluator, stream
from branchline.review.values import WINS, Values

MOVES = 7
"""The number of a random stream: of moves that are compared with each other."""


@dataclass(frozen=True)
class Loss:
    """What a move costs the actor against another one, in shares of the win, with its 95 % limits.  A gain is negative."""

    loss: float
    low: float
    high: float


def value_moves(
    state: State, actions: Iterable[int], evaluator: Evaluator, tree: int, trees: int, seed: int, salt: int = 0
) -> dict[int, Estimate]:
    """The values after some moves: for each, `trees` searches of `tree` simulations.

    Hidden parts are sampled anew for every search.  Search k has the same random numbers for every move.  Another `salt` gives
    independent searches.
    """
    actor = state.actor

    def search(action: int, number: int) -> Values:
        rng = stream(seed, state.ply, salt, MOVES, number)
        world = evaluator.sample(state, actor, rng)
        world.push(action)
        return evaluator.value(world, actor, tree, rng, state)

    return {action: estimate(lambda number, action=action: search(action, number), trees) for action in actions}  # type: ignore[misc]


def loss_of(move: Estimate, best: Estimate, actor: int) -> Loss:
    """What a move costs the actor against the best one."""
    change = best.minus(move)
    loss, half = float(change.mean[WINS, actor]), float(change.half_width()[WINS, actor])
    return Loss(loss, loss - half, loss + half)
