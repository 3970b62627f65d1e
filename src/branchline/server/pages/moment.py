"""A table at one moment, as one reader may see it: the drawing, the sentences and the choices."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from branchline.core.state import State
from branchline.games.position import Position
from branchline.games.spec import GameSpec, SheetRow
from branchline.kernel import CHANCE
from branchline.match import Match
from branchline.match.view import state_at
from branchline.server.pages.choices import add_gone, hand_of, offer_of
from branchline.server.pages.log_text import Line, LogText
from branchline.server.pages.pictures import part, pictures_of, shown_layers
from branchline.server.pages.words import level_of, time_left
from branchline.texts import You, count, say, seat, sentence

SHOWN_LINES = 60
"""The number of sentences of the log on a page; the page fetches the rest on demand."""


class Event(NamedTuple):
    """Something that happened since the reader's turn."""

    ply: int
    """The ply after it."""
    name: str
    """The player who did it; empty for chance."""
    colour: int
    letter: str
    text: str
    """What was done, in a few words, and what it did to the reader's points."""
    whole: str
    """Everything that the log says of it."""
    counts: bool
    """Whether the text is a headline."""
    again: bool
    """Whether the event before it has the same name, so that the name need not be repeated."""


@dataclass
class Moment:
    """What one reader sees, at `ply` or now."""

    match: Match
    reader: int | None
    """The reader's seat; None for a spectator."""
    log_text: LogText
    now: float
    looked_at: int | None = None
    passing: bool = False
    """Whether the reader follows what happens: `looked_at` is not the current ply yet, but the reader does not look back."""

    @property
    def spec(self) -> GameSpec:
        """The game's specification."""
        return self.match.game.spec

    @property
    def ply(self) -> int:
        """The ply that is shown."""
        return self.match.ply if self.looked_at is None else self.looked_at

    @cached_property
    def state(self) -> State:
        """The complete position that is shown, hidden parts included.  It must never reach a page."""
        return self.match.state if self.looked_at is None else state_at(self.match, self.looked_at)

    @cached_property
    def position(self) -> Position:
        """The position as the reader may see it."""
        return self._seen(self.state)

    @property
    def counted(self) -> Position:
        """The position whose scores and ranks the reader may see."""
        return self.state.position if self.match.is_finished else self.state.counted(self.reader)

    def _seen(self, state: State) -> Position:
        return state.position if self.match.is_finished else state.hide(self.reader)

    @property
    def is_live(self) -> bool:
        """Whether the reader sees the current position."""
        return self.looked_at is None

    @property
    def is_looking_back(self) -> bool:
        """Whether the reader looks at an earlier position on purpose."""
        return self.looked_at is not None and not self.passing

    @cached_property
    def stops(self) -> list[int]:
        """The plies at which somebody decides, and the current one: what the slider stops at."""
        return stops_of(self.match)

    @property
    def step(self) -> int:
        """The number of the stop that is shown, or of the next one."""
        return bisect_left(self.stops, self.ply)

    @property
    def stop_before(self) -> int:
        """The stop before the one that is shown: the last decision came after it."""
        return self.stops[max(0, self.step - 1)]

    @cached_property
    def own_ply(self) -> int:
        """The ply after the reader's last decision, or the first stop if there was none.

        A spectator sees the latest decisions, as many as there are seats.
        """
        first = self.stops[0]
        if self.reader is None:
            return self.stops[max(0, len(self.stops) - 1 - self.match.game.players)]
        played = self.match.played
        return next((ply for ply in range(len(played), first, -1) if played[ply - 1].seat == self.reader), first)

    @property
    def mine(self) -> bool:
        """Whether the reader is to decide now."""
        waiting = self.match.waiting_for
        return self.is_live and waiting is not None and waiting.by == "person" and waiting.seat == self.reader

    @property
    def turn_ply(self) -> int:
        """The ply after the reader's last turn that is over.  A turn is over when another player has decided something."""
        played, own = self.match.played, self.own_ply
        if self.reader is None or any(past.seat != CHANCE for past in played[own:]):
            return own
        while own > self.stops[0] and played[own - 1].seat in (self.reader, CHANCE):
            own -= 1
        return next((ply for ply in range(own, self.stops[0], -1) if played[ply - 1].seat == self.reader), self.stops[0])

    @property
    def marked_ply(self) -> int | None:
        """The ply after which the log is marked as new: that of the reader's last turn in a game that is on."""
        if self.match.phase != "playing" or self.reader is None or self.is_looking_back:
            return None
        ply = self.turn_ply if self.mine else self.own_ply
        return ply if ply > self.stops[0] else None

    @cached_property
    def turn_began(self) -> State | None:
        """The position at the reader's first decision of this turn, if a later one is shown.

        A draw does not end the turn, another seat's decision does, and so does another phase of the game.
        """
        if not self.mine:
            return None
        phase, found = self.spec.text.progress(self.position).current, None
        for ply in range(self.ply - 1, -1, -1):
            past = self.match.played[ply].seat
            if past == CHANCE:
                continue
            state = self.state.back(self.ply - ply)
            if past != self.reader or self.spec.text.progress(self._seen(state)).current != phase:
                break
            found = state
        return found

    # -- the drawing -------------------------------------------------------------------------------

    @cached_property
    def layers(self) -> dict[str, str]:
        """The layers of the drawing by name, without the panel, because the page shows the players itself."""
        return shown_layers(self.spec, self.position, self.reader, self._earlier)

    @property
    def _earlier(self) -> Position | None:
        """The position since which changes are marked: after the reader's last decision, or at the stop before."""
        if not self.ply:
            return None
        stop = self.stop_before
        if not self.is_looking_back and self.reader is not None and self.own_ply < self.ply:
            stop = self.own_ply
        return self._seen(self.state.back(self.ply - min(stop, self.ply - 1)))

    def drawing(self) -> dict[str, Any]:
        """The layers for the page."""
        return {"layers": {name: part(svg) for name, svg in self.layers.items()}}

    def pictures(self, layers: dict[str, str]) -> list[str]:
        """The pictures that the page starts with, from the layers drawn: the board, and the second one if the game has one."""
        return pictures_of(self.spec, self.position, self.reader, layers)

    # -- the choices -------------------------------------------------------------------------------

    def offer(self) -> dict[str, Any]:
        """The legal moves with their paths of picks, and a label for each pick."""
        if not self.mine:
            now = self.what_happened() if self.is_looking_back else self.whose_turn
            return {"choices": [], "labels": {}, "pictures": {}, "token": "", "now": now}
        offer = offer_of(self.state, self.position, str(self.match.version))
        if self.turn_began is not None:
            add_gone(offer, self.turn_began)
        if self.match.persons != [self.reader]:
            for choice in offer["choices"]:
                if self._is_final(choice["move"]):
                    choice["sure"] = True
        return offer

    def _is_final(self, move: str) -> bool:
        """Whether a move cannot be undone without consent.

        It ends the game, a draw follows, a bot decides next and at once, or the turn passes on in a game with hidden hands.
        """
        after = self.state.copy()
        after.push(self.match.game.move(move).id)
        if after.is_chance or after.is_over or after.actor == self.reader:
            return after.actor != self.reader
        return self.match.seats[after.actor].played_by == "bot" or after.has_secrets

    def ghosts(self, moves: Collection[str]) -> dict[str, dict[str, str]]:
        """What these moves would put on the board and bring; empty unless it is the reader's turn."""
        if not self.mine:
            return {}
        legal = {move.text: move.id for move in self.state.legal()}
        return {
            move: {
                "svg": self.spec.picks.ghost(self.position, legal[move]),
                "preview": self.spec.text.preview(self.position, legal[move]),
            }
            for move in moves
            if move in legal
        }

    # -- words and figures ---------------------------------------------------------------------------

    @property
    def todo(self) -> str:
        """What the actor has to do, in words."""
        return sentence(self.spec.text.prompt(self.position))

    @property
    def whose_turn(self) -> str:
        """Why the reader has nothing to choose: the game is over, or somebody else is to move; empty if it is their turn."""
        waiting = self.match.waiting_for
        if self.passing:
            return ""
        if self.match.is_finished:
            return say("The game is over.")
        return "" if self.mine or waiting is None else say("{name} is to move.", name=seat(waiting.seat))

    def lines(self, every: bool = False) -> list[Line]:
        """The log in words: all sentences if `every`, otherwise only the latest."""
        found = self.log_text.lines(self.ply, self.match.notices)
        return found if every else found[-SHOWN_LINES:]

    def since(self) -> list[Event]:
        """What others did since the reader's last turn, one event for each of their decisions; also what chance did, if it
        counts."""
        marks = self.spec.drawing.seat_marks(self.position)
        found: list[Event] = []
        for ply, told in self.log_text.moves(self.turn_ply, self.match.ply):
            if not told.lines or (told.seat in (CHANCE, self.reader) and not told.milestone):
                continue
            name = "" if told.seat == CHANCE else seat(told.seat)
            colour, letter = (0, "") if told.seat == CHANCE else marks[told.seat]
            text = told.milestone or told.lines[0].text.removeprefix(f"{name} ")
            if self.reader is not None and not told.tally and (gain := told.gains[self.reader]):
                text += " · " + say("you {gain:+d}", gain=gain)
            whole = ". ".join(line.text for line in told.lines)
            again = bool(found) and found[-1].name == name
            found.append(Event(ply, name, colour, letter, text, whole, bool(told.milestone), again))
        return found

    def news(self, seen: int | None = None) -> tuple[str, list[tuple[str, list[int], bool]]]:
        """The headline of what led here, and the tally of the round that it ended; both are mostly empty.

        It tells of the last decision, or of all that came after the ply `seen`.  A tally has the headline of its round.
        """
        start = self.stop_before if seen is None else seen
        moves = [told for _, told in self.log_text.moves(min(start, self.ply), self.ply)]
        headline = " · ".join(told.milestone for told in moves if told.milestone)
        tally: Sequence[SheetRow] = ()
        for told in moves:
            if told.tally:
                headline, tally = told.milestone, told.tally
        rows = [(sentence(row.label), list(row.values), row is tally[-1]) for row in tally]
        gained = [sum(values) for values in zip(*(row.values for row in tally if row.counts), strict=True)]
        before = [score - gain for score, gain in zip(tally[-1].values, gained, strict=True)] if gained else []
        if any(before):
            rows.insert(0, (say("Before"), before, False))
        return sentence(headline), rows

    def what_happened(self) -> str:
        """The latest decision and what came of it, in words."""
        moves = [told for _, told in self.log_text.moves(min(self.stop_before, self.ply), self.ply) if told.seat != CHANCE]
        return ". ".join(line.text for told in moves for line in told.lines)

    def seats(self) -> list[dict[str, Any]]:
        """All seats of the table, each with its player, its status and what it holds."""
        match = self.match
        waiting = match.waiting_for if self.is_live else None
        actor = waiting.seat if waiting else self.state.actor
        marks = self.spec.drawing.seat_marks(self.position)
        holdings = self.spec.text.holdings(self.position)
        scores, ranks = self.counted.scores, self.counted.ranks
        return [
            {
                "number": number,
                "name": sentence(seat(number)),
                "me": number == self.reader and not isinstance(seat(number), You),
                "note": _note(match, number, self.now),
                "colour": marks[number][0],
                "letter": marks[number][1],
                "to_move": number == actor,
                "score": scores[number],
                "rank": ranks[number],
                "clock": match.clocks.remaining(number, self.now),
                "running": match.clocks.running == number and match.resting[number] <= self.now,
                "holdings": [(sentence(held.label), held.value) for held in holdings[number]],
            }
            for number in range(match.game.players)
        ]

    def hand(self) -> list[dict[str, Any]]:
        """The things in the reader's hand with pictures: those that can be picked, and those that could when the turn began."""
        if self.reader is None:
            return []
        things = hand_of(self.spec, self.position, self.reader)
        before = [] if self.turn_began is None else hand_of(self.spec, self._seen(self.turn_began), self.reader)
        picks = {thing["pick"] for thing in things}
        return things + [{**thing, "gone": True} for thing in before if thing["pick"] not in picks]

    def sheet(self) -> list[tuple[str, list[int], bool]]:
        """The score sheet: the rows that count, their sum, then the other rows."""
        rows = self.state.score_sheet(self.reader)
        counted = [(sentence(row.label), list(row.values), False) for row in rows if row.counts]
        other = [(sentence(row.label), list(row.values), False) for row in rows if not row.counts]
        return [*counted, (say("Points"), list(self.counted.scores), True), *other]

    def headline(self) -> str:
        """The sentence that names the winners."""
        winners = [number for number, rank in enumerate(self.counted.ranks) if rank == 1]
        if len(winners) == 1:
            return say("You have won!") if winners[0] == self.reader else say("{name} has won.", name=seat(winners[0]))
        *others, last = [say("You") if number == self.reader else seat(number) for number in winners]
        if len(winners) == self.match.game.players:
            return say("A draw: everybody shares the win.")
        return say("{names} and {last} share the win.", names=", ".join(others), last=last)


def place_of(reader: int | None, ranks: list[int], scores: list[int]) -> str:
    """Sentences for the end: the place of a player who has not won, and that a tie-break decided if one did."""
    best = max(scores)
    tie = say("Equal points: the tie-break of the rules decided.") if scores.count(best) > ranks.count(1) else ""
    if reader is None or ranks[reader] == 1:
        return tie
    behind, rank = best - scores[reader], ranks[reader]
    if not behind:
        return f"{say('You are number {rank}.', rank=rank)} {tie}"
    told = count("You are number {rank}, {n} point behind.", "You are number {rank}, {n} points behind.", behind, rank=rank)
    return f"{told} {tie}".rstrip()


def stops_of(match: Match) -> list[int]:
    """The plies at which somebody decides, and the current one.  Draws, set-up among them, are no stops."""
    return [ply for ply, past in enumerate(match.played) if past.seat != CHANCE] + [match.ply]


def _note(match: Match, number: int, now: float) -> str:
    given = match.seats[number]
    if given.kind == "open":
        return say("free seat")
    if given.gone:
        return say("left; a bot plays on")
    if given.away:
        return say("away; a bot plays")
    if match.phase == "playing" and match.resting[number] > now:
        return say("on holiday, {left}", left=time_left(match.resting[number] - now))
    return level_of(given.level) if given.kind == "bot" else ""
