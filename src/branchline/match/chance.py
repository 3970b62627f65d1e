"""The draws of chance."""

from __future__ import annotations

import bisect
import itertools
import random

from branchline.core.state import State
from branchline.match import entry as entries_of
from branchline.match.checks import CheckedMatch, Entries
from branchline.match.match_state import seen_by_whom

SYSTEM = random.SystemRandom()
"""Draws of real games; tests pass a `random.Random` with a seed instead."""


class ChanceDraws(CheckedMatch):
    """Draws for chance."""

    def _draws(self, state: State, now: float, rng: random.Random) -> Entries:
        """The draws from a position on, until a seat is to decide.  `apply` gets the positions that are reached."""
        found, reached = [], [state]
        while state.is_chance:
            limits = list(itertools.accumulate(state.weights()))
            move = state.legal()[bisect.bisect(limits, rng.randrange(limits[-1]))]
            found.append(entries_of.action(None, now, state.ply, move.text, "chance", "", seen_by_whom(state, move.id)))
            state = state.copy()
            state.push(move.id)
            reached.append(state)
        self._decided = tuple(reached)
        return tuple(found)
