"""Moves, and the draws that follow them as one whole."""

from __future__ import annotations

import bisect
import itertools
import random

from branchline.core.move import Move
from branchline.core.state import State
from branchline.match import entry as entries_of
from branchline.match.checks import Checked, Entries
from branchline.match.errors import NotYourSeat, NotYourTurn
from branchline.match.match_state import seen_by_whom
from branchline.texts import say

SYSTEM = random.SystemRandom()
"""Chance as it is drawn in earnest; tests pass a `random.Random` with a seed instead."""


class Moving(Checked):
    """The one way by which moves come on the board."""

    def play(
        self,
        seat: int,
        move: str | int | Move,
        ply: int,
        now: float,
        rng: random.Random = SYSTEM,
        *,
        version: int | None = None,
        by_bot: bool = False,
    ) -> Entries:
        """A move at the ply its sender saw, and all draws after it, as one whole.

        `version` is the one its sender saw, and closes a gap: a ply can come again after an undo.  A move that
        stands on the board at that ply already, by the same hand, is harmless and gives no entries.  A person who
        moves for a seat that a bot plays for the time being takes it back with that.
        """
        self._check_seat(seat)
        found = self.game.move(move)
        hand = "bot" if by_bot else "person"
        if self._is_repeated(seat, found, ply, version, hand):
            return ()
        self._check_playing()
        if by_bot and self.seats[seat].played_by != "bot":
            raise NotYourSeat(say("No bot plays seat {seat}.", seat=seat))
        back = () if by_bot else self._back(seat, now)
        self._check_fresh(ply, version)
        if self.state.actor != seat:
            sentence = say("Seat {actor} is to decide, not seat {seat}.", actor=self.state.actor, seat=seat)
            raise NotYourTurn(sentence, self.ply, self.version)
        after = self.state.copy().play(found)
        seen_by = seen_by_whom(self.state, found.id)
        level = self.level_of(seat) if by_bot else ""
        made = entries_of.action(seat, now, ply, found.text, hand, level, seen_by)
        return (*back, made, *draws(after, now, rng))

    def _is_repeated(self, seat: int, move: Move, ply: int, version: int | None, hand: str) -> bool:
        if not 0 <= ply < self.ply:
            return False
        deed = self.deeds[ply]
        return deed[:3] == (move.id, seat, hand) and (version is None or deed.version > version)


def draws(state: State, now: float, rng: random.Random) -> Entries:
    """Draw for chance until somebody is to decide; the state goes along."""
    found = []
    while state.is_chance:
        limits = list(itertools.accumulate(state.weights()))
        move = state.legal()[bisect.bisect(limits, rng.randrange(limits[-1]))]
        found.append(entries_of.action(None, now, state.ply, move.text, "chance", "", seen_by_whom(state, move.id)))
        state.push(move.id)
    return tuple(found)
