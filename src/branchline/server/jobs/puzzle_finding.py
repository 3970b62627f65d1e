"""The work of finding puzzles: one game of bots for each job, so that no review waits for long."""

from __future__ import annotations

from typing import Any

from branchline.review.puzzle_making import puzzles_of_game
from branchline.server.jobs.kinds import Assignment


def work(given: Assignment) -> Any:
    """Look for a puzzle in the game of a number.  An interrupted search begins anew."""
    body, found = given.body, []
    for decisions, puzzle in enumerate(puzzles_of_game(body["game"], body["seed"], body["number"]), 1):
        if puzzle is not None:
            found.append(puzzle.to_json())
        given.tell(decisions, 0, lambda: None)
    return {"puzzles": found}
