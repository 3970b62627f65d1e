"""The log of a table in words, for one seat in one language.  It grows with the game, and an undo shortens it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from branchline.core.state import State
from branchline.games.position import Position
from branchline.games.spec import SheetRow
from branchline.kernel import CHANCE
from branchline.match import Match
from branchline.match.match_state import PlayedAction
from branchline.match.notices import Notice
from branchline.server.pages.words import lasting
from branchline.texts import count, say, seat, sentence

PORTION = 25
"""The number of moves that are put into words before other requests get their turn."""


class Line(NamedTuple):
    """One sentence of the log."""

    ply: int
    """The ply after the move that the sentence describes."""
    text: str
    rule: str = ""
    first: bool = False
    """Whether it is the first sentence of its move."""
    kind: str = "move"
    """`move`, `draw` for what chance did, or `notice` for what is no move."""


class ToldMove(NamedTuple):
    """A move in words."""

    seat: int
    """The seat that decided, or `CHANCE`."""
    lines: tuple[Line, ...]
    milestone: str
    """A headline, if the move did something that counts."""
    tally: tuple[SheetRow, ...]
    """What everybody gained in the round that the move ended."""
    gains: tuple[int, ...]
    """By how much the move changed each seat's score."""


class LogText:
    """The log as sentences.  Sentences that were made once are kept."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self._everything, self._seat = match.is_finished, seat
        self._state: State = match.game.start()
        self._moves: list[ToldMove] = []
        self._lock = asyncio.Lock()

    async def catch_up(self, match: Match) -> None:
        """Add the sentences of new moves.  A long game is done in portions, so that other requests are served in between."""
        async with self._lock:
            actions = [past.action for past in match.played]
            self._forget_undone(actions)
            for ply in range(len(self._moves), len(actions)):
                self._moves.append(self._told(match, ply))
                if ply % PORTION == 0:
                    await asyncio.sleep(0)

    def moves(self, start: int, stop: int) -> list[tuple[int, ToldMove]]:
        """The moves after the ply `start` up to the ply `stop`, each with the ply after it."""
        return [(ply + 1, self._moves[ply]) for ply in range(start, min(stop, len(self._moves)))]

    def lines(self, upto: int, notices: list[Notice]) -> list[Line]:
        """The sentences on the moves up to a ply, with the notices among them."""
        found: list[Line] = []
        told = sorted(notices, key=lambda notice: notice.ply)
        for ply in range(min(upto, len(self._moves)) + 1):
            if ply:
                found += self._moves[ply - 1].lines
            while told and told[0].ply == ply:
                found.append(Line(ply, sentence(_notice(told.pop(0))), kind="notice"))
        return found

    def _forget_undone(self, actions: list[int]) -> None:
        known = self._state.actions
        pairs = zip(known, actions, strict=False)
        same = next((ply for ply, (old, new) in enumerate(pairs) if old != new), min(len(known), len(actions)))
        if same < len(known):
            self._state = self._state.back(len(known) - same)
            del self._moves[same:]

    def _told(self, match: Match, ply: int) -> ToldMove:
        past, move, text = match.played[ply], match.log(self._seat, ply)[0]["move"], match.game.spec.text
        before, scores = self._position(), self._scores()
        self._state.push(past.action)
        after = self._position()
        lines = tuple(_lines(text.tell(before, move, after), ply + 1, past, match))
        gains = tuple(new - old for new, old in zip(self._scores(), scores, strict=True))
        tally = tuple(text.round_tally(before, move, after))
        return ToldMove(past.seat, lines, text.milestone(before, move, after), tally, gains)

    def _scores(self) -> Sequence[int]:
        return self._state.scores if self._everything else self._state.counted(self._seat).scores

    def _position(self) -> Position:
        return self._state.copy().position if self._everything else self._state.hide(self._seat)


def _lines(told: list[tuple[str, str]], ply: int, past: PlayedAction, match: Match) -> Iterator[Line]:
    kind = "draw" if past.seat == CHANCE else "move"
    is_stand_in = past.by == "bot" and match.seats[past.seat].kind == "person"
    for number, (what, rule) in enumerate(told):
        text = say("{what} (played by a bot)", what=what) if is_stand_in and number == 0 else what
        yield Line(ply, sentence(text), rule, number == 0, kind)


def _notice(notice: Notice) -> str:
    """A notice in words."""
    if notice.kind == "downtime":
        return say("The server was down for {time}; nobody lost time by that", time=lasting(notice.number))
    name = seat(notice.seat)
    match notice.kind:
        case "undo":
            return count("{name} took back {n} decision", "{name} took back {n} decisions", notice.number, name=name)
        case "refuse" if notice.why == "withdrawn":
            return say("{name} withdrew the wish to undo", name=name)
        case "refuse":
            return say("{name} refused the undo", name=name)
        case "leave":
            return say("{name} left the table; a bot plays on", name=name)
        case "flag":
            return say("{name} has no time left", name=name)
        case "forfeit":
            return say("{name} lost the seat on time; a bot plays on", name=name)
        case "hand-back":
            return say("{name} is back", name=name)
        case "holiday" if notice.why == "ended":
            return say("{name} is back from the holiday", name=name)
        case "holiday":
            return count(
                "{name} is on holiday for {n} day; the clock stands still",
                "{name} is on holiday for {n} days; the clock stands still",
                notice.number,
                name=name,
            )
        case "pause":
            return say("By agreement the clock is paused")
        case "resume":
            return say("The clock runs again: {name} wants to go on", name=name)
        case "device" if notice.why == "ended":
            return say("{name} ended play on other devices", name=name)
        case "device":
            return say("{name} plays on another device, too", name=name)
    known = {
        "asked": say("{name} lets a bot play", name=name),
        "vote": say("By vote a bot plays for {name}", name=name),
        "time": say("The clock gave the seat of {name} to a bot", name=name),
    }
    return known.get(notice.why, say("{name} is away; a bot plays", name=name))
