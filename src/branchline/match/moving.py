"""Moves of persons and bots."""

from __future__ import annotations

import random

from branchline.core.move import Move
from branchline.errors import NotYourSeat, NotYourTurn
from branchline.match import entry as entries_of
from branchline.match.chance import ChanceDraws
from branchline.match.checks import Entries
from branchline.match.match_state import seen_by_whom
from branchline.texts import say


class Moves(ChanceDraws):
    """The only way to put moves on the board."""

    def play(
        self,
        seat: int,
        move: str | int | Move,
        ply: int,
        now: float,
        rng: random.Random | None = None,
        *,
        version: int | None = None,
        by_bot: bool = False,
    ) -> Entries:
        """A move at the ply that its sender saw, with all draws after it: those of the table's deal, unless `rng` is given.

        `version` is the version that the sender saw: the ply alone is not enough, since the same ply comes again after an
        undo.  A move that the same hand has already played at that ply gives no entries.  A person who moves for a seat that a
        bot plays for a while takes the seat back.
        """
        self._check_seat(seat)
        found = self.game.move(move)
        hand = "bot" if by_bot else "person"
        if self._is_repeated(seat, found, ply, version, hand):
            return ()
        self._check_playing()
        if by_bot and self.seats[seat].played_by != "bot":
            raise NotYourSeat(say("No bot plays for {player}.", player=self._called(seat)))
        back = () if by_bot else self._back(seat, now)
        self._check_fresh(ply, version)
        if self.state.actor != seat:
            sentence = say("It is not your turn: {player} is to decide.", player=self._called(self.state.actor))
            raise NotYourTurn(sentence, self.ply, self.version)
        after = self.state.copy().play(found)
        seen_by = seen_by_whom(self.state, found.id)
        level = self.level_of(seat) if by_bot else ""
        made = entries_of.action(seat, now, ply, found.text, hand, level, seen_by)
        return (*back, made, *self._draws(after, now, rng))

    def _is_repeated(self, seat: int, move: Move, ply: int, version: int | None, hand: str) -> bool:
        if not 0 <= ply < self.ply:
            return False
        past = self.played[ply]
        return past[:3] == (move.id, seat, hand) and (version is None or past.version > version)
