"""The luck of a game alone, without its errors: what the arena takes off results."""

from __future__ import annotations

from branchline.core.record import Record
from branchline.review.budget import QUICK, budget_of
from branchline.review.draws import measure
from branchline.review.evaluator import Evaluator, SearchEvaluator
from branchline.review.plan import events_so_far


def luck_of(record: Record, depth: str | int = QUICK, seed: int = 0, evaluator: Evaluator | None = None) -> list[float]:
    """The luck of each seat, summed over all draws, in shares of the win.  The game may have been broken off.

    Its expectation is 0, whoever plays and however good the searches are.
    """
    game = record.game
    total = [0.0] * game.players
    runs = [event for event in events_so_far(record) if event.is_chance]
    if not runs:
        return total
    judge, budget = evaluator or SearchEvaluator(game), budget_of(game, depth)
    for run in runs:
        luck = measure(run.before, run.after, judge, budget, seed, run.first).luck
        total = [sum_so_far + one for sum_so_far, one in zip(total, luck, strict=True)]
    return total
