"""The result of a simulation for every seat: by the final ranks, or by the game's evaluation if it stopped before the end."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.kernel.contract import OVER, Numbers, actor, rank
from branchline.kernel.heuristics import Reals, evaluate
from branchline.kernel.jit import rule

RANK_POINTS = 1.0e6
"""Points between two final ranks: so many that the lead is always decisive."""
MAX_LEAD = 40.0
"""Larger leads count as this one, so that `exp` does not overflow."""


@rule
def write_returns(state: Any, points: Reals, ranks: Numbers, returns: Reals, win_shares: Reals) -> None:
    """Write the returns and the win share of each seat; `points` and `ranks` are working memory."""
    if actor(state) == OVER:
        rank(state, ranks)
        share_win(ranks, win_shares)
        for seat in range(len(ranks)):
            points[seat] = -RANK_POINTS * ranks[seat]
        share_ranks(points, 1.0, returns)
    else:
        spread = evaluate(state, points)
        share_ranks(points, spread, returns)
        expect_win(points, spread, win_shares)


@rule
def share_ranks(points: Reals, spread: float, returns: Reals) -> None:
    """The mean chance of each seat to finish ahead of a rival; a tie counts half."""
    players = len(points)
    for seat in range(players):
        total = 0.0
        for other in range(players):
            if other != seat:
                lead = (points[seat] - points[other]) / spread
                total += 1.0 / (1.0 + np.exp(-min(MAX_LEAD, max(-MAX_LEAD, lead))))
        returns[seat] = total / (players - 1)


@rule
def share_win(ranks: Numbers, win_shares: Reals) -> None:
    """The win, shared by all seats of rank 1."""
    winners = 0
    for seat in range(len(ranks)):
        winners += 1 if ranks[seat] == 1 else 0
    for seat in range(len(ranks)):
        win_shares[seat] = 1.0 / winners if ranks[seat] == 1 else 0.0


@rule
def expect_win(points: Reals, spread: float, win_shares: Reals) -> None:
    """The chance of each seat to win, as the softmax of the expected points."""
    players = len(points)
    most, total = points[0], 0.0
    for seat in range(players):
        most = max(most, points[seat])
    for seat in range(players):
        win_shares[seat] = np.exp((points[seat] - most) / spread)
        total += win_shares[seat]
    for seat in range(players):
        win_shares[seat] /= total
