"""What a game may tell bots beside its rules: an evaluation, priors for moves, and where a stage of the game ends.

The functions below know nothing about a game.  A game may give functions of its own (`Heuristics`).  Search imports the ones
below, and `bind` replaces them by name, as it does with the functions of the contract.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from branchline.kernel.contract import Ids
from branchline.kernel.jit import rule

Reals: TypeAlias = np.ndarray[tuple[int], np.dtype[np.float64]]
RealMatrix: TypeAlias = np.ndarray[tuple[int, int], np.dtype[np.float64]]


@rule
def evaluate(state: Any, out: Reals) -> float:
    """Write the points that each seat may expect at the end of the game; return the lead that is about decisive.

    When the game is over, the points are the score.  This default finds all seats equal.
    """
    for seat in range(len(out)):
        out[seat] = 0.0
    return 1.0


NONE = -1
"""No action."""


@rule
def priors(state: Any, ids: Ids, count: int, last: int, out: Reals) -> None:
    """Write the prior of each legal action: how likely a good player takes it, up to a factor.  0 leaves it out of the search.

    `last` is the action before this one if search chose it for the same seat, else `NONE`.  With it, a game can leave out all
    but one order of actions whose order does not matter.
    """
    for index in range(count):
        out[index] = 1.0


@rule
def stage(state: Any) -> int:
    """A number that changes when a stage of the game ends; rollouts stop there and the position is evaluated."""
    return 0


@dataclass(frozen=True)
class Heuristics:
    """A game's own functions for the names above, and how its search explores."""

    evaluate: Callable[..., float]
    priors: Callable[..., None] = priors
    stage: Callable[..., int] = stage
    constants: Callable[[Any], Mapping[str, object]] = lambda board: {}
    """For a board, the global names that these functions read, with their values."""
    exploration: float = 1.6
    """The weight of exploration in PUCT.  A game in which good moves are easily overlooked needs more."""
    simulation_share: float = 1.0
    """The share of a named strength's simulations that bots use in this game.  It is less than 1 if few simulations find
    nearly as much as many, so that the strengths are as far apart as in other games."""
    stage_is_turn: bool = False
    """Whether a stage is the turn of one seat.  A review then looks ahead until every seat has had a turn, else to the end of
    the stage."""

    def names(self, board: Any) -> dict[str, object]:
        """All global names to replace when search is compiled for a board."""
        return {**self.constants(board), "evaluate": self.evaluate, "priors": self.priors, "stage": self.stage}


NO_HEURISTICS = Heuristics(evaluate)
"""For a game without heuristics."""
