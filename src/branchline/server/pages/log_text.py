"""The log of a table in words, for one seat in one language.  It grows with the game, and an undo shortens it."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

from branchline.core.state import State
from branchline.games.position import Position
from branchline.match import Match
from branchline.texts import sentence

PORTION = 25
"""The number of moves that are put into words before other requests get their turn."""


class Line(NamedTuple):
    """One sentence of the log."""

    ply: int
    """The ply after the move that the sentence describes."""
    text: str
    rule: str
    first: bool
    """Whether it is the first sentence of its move."""


class LogText:
    """The log as sentences.  Sentences that were made once are kept."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self._everything, self._seat = match.is_finished, seat
        self._state: State = match.game.start()
        self._moves: list[list[Line]] = []
        self._lock = asyncio.Lock()

    async def catch_up(self, match: Match) -> None:
        """Add the sentences of new moves.  A long game is done in portions, so that other requests are served in between."""
        async with self._lock:
            actions = [past.action for past in match.played]
            self._forget_undone(actions)
            for ply in range(len(self._moves), len(actions)):
                self._moves.append(self._told(match, ply, actions[ply]))
                if ply % PORTION == 0:
                    await asyncio.sleep(0)

    def lines(self, upto: int) -> list[Line]:
        """The sentences on the moves up to a ply."""
        return [line for move in self._moves[:upto] for line in move]

    def _forget_undone(self, actions: list[int]) -> None:
        known = self._state.actions
        pairs = zip(known, actions, strict=False)
        same = next((ply for ply, (old, new) in enumerate(pairs) if old != new), min(len(known), len(actions)))
        if same < len(known):
            self._state = self._state.back(len(known) - same)
            del self._moves[same:]

    def _told(self, match: Match, ply: int, action: int) -> list[Line]:
        text = match.log(self._seat, ply)[0]["move"]
        before = self._position()
        self._state.push(action)
        told = match.game.spec.text.tell(before, text, self._position())
        return [Line(ply + 1, sentence(what), rule, first=number == 0) for number, (what, rule) in enumerate(told)]

    def _position(self) -> Position:
        return self._state.copy().position if self._everything else self._state.hide(self._seat)
