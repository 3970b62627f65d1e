"""The draws of chance."""

from __future__ import annotations

import bisect
import itertools
import random
from collections.abc import Callable

from branchline.core.state import State
from branchline.kernel import CHANCE
from branchline.match import entry as entries_of
from branchline.match.checks import CheckedMatch, Entries
from branchline.match.deal import Deal, drawn, kind_of
from branchline.match.match_state import seen_by_whom

SYSTEM = random.SystemRandom()
"""Draws of tables without a deal; tests pass a `random.Random` with a seed instead."""

Place = Callable[[State, int], int]
"""For a chance node and a number of equally likely outcomes: which of them is drawn, from 0."""


class ChanceDraws(CheckedMatch):
    """Draws for chance."""

    def _draws(self, state: State, now: float, rng: random.Random | None) -> Entries:
        """The draws from a position on, until a seat is to decide.  `apply` gets the positions that are reached."""
        found, reached = [], [state]
        place = self._places() if rng is None and self.setup.deal else _places(rng or SYSTEM)
        while state.is_chance:
            limits = list(itertools.accumulate(state.weights()))
            move = state.legal()[bisect.bisect(limits, place(state, limits[-1]))]
            found.append(entries_of.action(None, now, state.ply, move.text, "chance", "", seen_by_whom(state, move.id)))
            state = state.copy()
            state.push(move.id)
            reached.append(state)
        self._decided = tuple(reached)
        return tuple(found)

    def _places(self) -> Place:
        """The draws of the table's deal, after those on the board."""
        deal, texts = Deal(self.setup.deal), self.game.board.texts
        before = drawn(texts[past.action] for past in self.played if past.seat == CHANCE)
        again = sum(notice.kind == "undo" and bool(notice.why) for notice in self.notices)

        def place(state: State, total: int) -> int:
            kind = kind_of(state)
            before[kind] += 1
            return deal.place(kind, before[kind], again, total)

        return place


def _places(rng: random.Random) -> Place:
    return lambda state, total: rng.randrange(total)
