"""What a game may tell bots beside its rules: an evaluation, a taste in moves, and where a stage of play ends.

The functions below do without any knowledge of a game; a title puts its own in their place (see `Heuristics`).  Search
imports them from here, and `bind` replaces them by name, as it does with the contract's functions.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from branchline.kernel.contract import Ids
from branchline.kernel.jit import rule

Reals: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float64]]
RealTable: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float64]]


@rule
def evaluate(state: Any, out: Reals) -> float:
    """Write the points that each seat may expect at the end of the game; returns the lead that is about decisive.

    Once the game is over the points are the score.  Without a heuristics all seats are equal.
    """
    for seat in range(len(out)):
        out[seat] = 0.0
    return 1.0


NONE = -1
"""No action."""


@rule
def priors(state: Any, ids: Ids, count: int, last: int, out: Reals) -> None:
    """Write how willingly a quick player would take each of the legal actions; 0 leaves an action out of the search.

    `last` is the action before, if search chose it for the same seat, else `NONE`: of actions whose order does not matter one
    order is enough.
    """
    for index in range(count):
        out[index] = 1.0


@rule
def stage(state: Any) -> int:
    """A number that changes when a stage of play ends; there quick play stops and the position is evaluated."""
    return 0


@dataclass(frozen=True)
class Heuristics:
    """A game's own functions for the names above, and what they were compiled with."""

    evaluate: Callable[..., float]
    priors: Callable[..., None] = priors
    stage: Callable[..., int] = stage
    tables: Callable[[Any], Mapping[str, object]] = lambda board: {}
    """Global names of these functions that a board replaces."""
    exploration: float = 1.6
    """How much search explores; more where good plans are many and easily overlooked."""
    effort: float = 1.0
    """Share of a named strength's simulations that suits the game: less where a few find nearly what many find, so that the
    strengths are as far apart as elsewhere."""

    def names(self, board: Any) -> dict[str, object]:
        """Everything to be replaced when search is bound to a game."""
        return {**self.tables(board), "evaluate": self.evaluate, "prefer": self.priors, "stage": self.stage}


NO_HEURISTICS = Heuristics(evaluate)
"""For a title that tells bots nothing."""
