"""How much a review searches.  Budgets are simulations, so that a review can be made again."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.core.game import Game
from branchline.errors import BadOption
from branchline.kernel.heuristics import NO_HEURISTICS
from branchline.texts import say

QUICK, DEEP = "quick", "deep"
SIMULATIONS = {QUICK: 16_000, DEEP: 160_000}
"""Simulations for each decision, by the name of a depth.  The game's `Heuristics.simulation_share` applies to them."""
LONG = 2
"""Simulations that last until every player has had a turn take about so many times as long, so there are fewer of them."""
LEAST, MOST = 120, 10_000_000
"""The limits of a depth that is given as a number."""
TREES = 4
"""Independent searches of a position in the first pass; how much they differ is the noise."""
REFINED_TREES, REFINED_GROWTH = 8, 2
"""The same in the second pass, and the factor by which trees are larger then."""
DRAW_TREES, DRAW_OUTCOMES, DRAW_SHARE = 24, 96, 4
"""Draws get more and smaller trees, since it matters most how many outcomes are looked at.  These are the searches of the
outcome that happened, those for the mean over all outcomes, and how many times smaller the trees are.  A draw with more
outcomes than searches is sampled.  Draws have no second pass, which would bias their luck."""


@dataclass(frozen=True)
class Budget:
    """The simulations of a review.

    A third of `simulations` goes into the choice of the best move.  A third goes into the trees after it, and a third into
    those after the move that was played.
    """

    depth: str
    simulations: int
    """For each decision in the first pass."""

    @property
    def tree(self) -> int:
        """The simulations of one tree."""
        return max(1, self.simulations // (3 * TREES))

    @property
    def draw_tree(self) -> int:
        """The simulations of one tree after a draw."""
        return max(1, self.tree // DRAW_SHARE)

    @property
    def choice(self) -> int:
        """The simulations of the search for the best move."""
        return max(1, self.simulations // 3)


def budget_of(game: Game, depth: str | int) -> Budget:
    """The budget for a depth: `quick`, `deep`, or the simulations for each decision as a number or its digits.

    >>> import branchline as bl
    >>> budget_of(bl.game("northern-pacific"), "quick").simulations, budget_of(bl.game("northern-pacific"), 900).tree
    (16000, 75)
    """
    if isinstance(depth, str) and depth in SIMULATIONS:
        heuristics = game.spec.heuristics or NO_HEURISTICS
        share = heuristics.simulation_share / (LONG if heuristics.stage_is_turn else 1)
        return Budget(depth, round(SIMULATIONS[depth] * share))
    digits = str(depth)
    if isinstance(depth, bool) or not (digits.isascii() and digits.isdigit()) or not LEAST <= int(digits[:9]) <= MOST:
        raise BadOption(
            say(
                "A depth is quick, deep, or a number of simulations from {least} to {most}, not {depth!r:.40}.",
                least=LEAST,
                most=MOST,
                depth=depth,
            )
        )
    return Budget(digits, int(digits))
