"""A review as values for its page: what each part of the page shows, in the reader's language."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any, NamedTuple

from branchline.core.state import State
from branchline.match import Match
from branchline.match.view import state_at
from branchline.review import Review, Step, TurningPoint
from branchline.review.accounts import ERROR, LUCK
from branchline.review.graph import BOTTOM, HEIGHT, TOP, WIDTH, places, seat_marks
from branchline.review.html_rows import signed
from branchline.review.sentences import run_begin
from branchline.server.pages.log_text import LogText
from branchline.server.pages.pictures import pictures_of, shown_layers
from branchline.texts import count, say, translated

SYMBOLS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
"""The marks as players know them."""
FORESEEN = 5
"""The number of decisions that are told of a line."""
NOTABLE = 0.03
"""A draw is told in the list of moves if it changed a chance by so much."""


class Foreseen(NamedTuple):
    """A move of a line that was not played."""

    text: str
    after: State
    """The position after it."""


@dataclass
class ReviewValues:
    """A review for one reader.  Use it within `naming`."""

    match: Match
    review: Review
    log_text: LogText
    mine: Collection[int] = ()
    """The seats of the reader."""

    @cached_property
    def plies(self) -> list[int]:
        """The last ply of each event: each decision, and each run of draws."""
        return [plies - 1 for plies, _ in self.review.graph[1:]]

    def event_at(self, move: int | None) -> int:
        """The number of the event that contains a ply; without a ply, of the first turning point or the largest error."""
        if move is None:
            first = [point.ply for point in self.review.turning_points] + [step.ply for step in self.review.errors]
            move = first[0] if first else self.plies[-1]
        return min(bisect_left(self.plies, move), len(self.plies) - 1)

    @cached_property
    def players(self) -> list[dict[str, Any]]:
        """Name, colour and letter of each seat."""
        marks = seat_marks(self.review.record)
        return [
            {"name": f"{name} ({say('you')})" if seat in self.mine else name, "colour": colour, "letter": letter}
            for seat, (name, (colour, letter)) in enumerate(zip(self.review.names, marks, strict=True))
        ]

    # -- the graph and the tables --------------------------------------------------------------------

    def graph(self, event: int) -> str:
        """The graph with a line at the event that is shown; the page moves the line."""
        line = f'<path id="here" d="M0 {TOP}V{HEIGHT - BOTTOM}" transform="translate({self.across[event]:.1f} 0)"/>'
        return self.review.svg().replace("</svg>", f"{line}</svg>")

    @cached_property
    def across(self) -> list[float]:
        """Where each event stands in the graph."""
        return places(len(self.plies) + 1)[1:]

    def data(self, event: int) -> dict[str, Any]:
        """What the page's module has to know."""
        return {"moves": self.plies, "across": [round(x, 1) for x in self.across], "width": WIDTH, "event": event}

    @property
    def events(self) -> list[Step]:
        """The step at the end of each event."""
        return [self.review.steps[ply] for ply in self.plies]

    @cached_property
    def _texts(self) -> list[str]:
        """Each event in words."""
        told = [move for _, move in self.log_text.moves(0, self.match.ply)]
        found = []
        for step in self.events:
            lines = told[step.ply].lines
            text = lines[0].text if lines else step.move
            if (begin := run_begin(step, self.review.steps)) < step.ply:
                text = count("{n} draw", "{n} draws", step.ply + 1 - begin)
            found.append(text)
        return found

    def moves(self) -> list[dict[str, Any]]:
        """The list of moves with their marks."""
        found = []
        for text, step in zip(self._texts, self.events, strict=True):
            luckiest = _luckiest(step)
            notable = step.kind == "chance" and abs(step.luck[luckiest]) >= NOTABLE
            found.append(
                {
                    "ply": step.ply,
                    "seat": self.players[step.actor] if isinstance(step.actor, int) else None,
                    "text": text,
                    "symbol": SYMBOLS.get(step.mark, ""),
                    "mark": translated(step.mark) if step.mark else "",
                    "lost": f"{step.error * 100:.0f}" if step.mark else "",
                    "lucky": self.players[luckiest] if notable else None,
                    "luck": signed(step.luck[luckiest]),
                }
            )
        return found

    def turning_points(self) -> list[tuple[int, str]]:
        """Ply and sentence of each turning point."""
        return [(point.ply, told) for point, told in zip(self.review.turning_points, self.review.sentences, strict=False)]

    def accounts(self) -> list[dict[str, Any]]:
        """The account of each seat, in points."""
        return [
            {
                "player": player,
                "start": f"{account.start * 100:.1f}",
                "parts": [
                    (signed(getattr(account, part)), f"± {account.spread[part] * 100:.1f}")
                    for part in ("errors", "luck", "gifts")
                ],
                "residue": signed(account.residue),
                "result": f"{account.result * 100:.1f}",
                "marks": [(symbol, account.marks[mark], translated(mark)) for mark, symbol in SYMBOLS.items()],
                "given": [None if seat == account.seat else signed(gift) for seat, gift in enumerate(account.given)],
            }
            for player, account in zip(self.players, self.review.seats, strict=True)
        ]

    def errors(self) -> list[dict[str, Any]]:
        """The decisions that cost something, the most expensive first."""
        return [
            {
                "ply": step.ply,
                "player": self.players[step.actor],
                "played": step.move,
                "best": step.best,
                "lost": f"{step.error * 100:.1f}",
                "limits": f"{step.low * 100:.1f} – {step.high * 100:.1f}",
                "symbol": SYMBOLS.get(step.mark, ""),
                "mark": translated(step.mark) if step.mark else "",
            }
            for step in self.review.errors
            if isinstance(step.actor, int)
        ]

    def chances(self) -> list[tuple[int, str, list[str]]]:
        """The graph as rows: ply, event in words, chance of each seat."""
        rows = zip(self.plies, self._texts, self.events, strict=True)
        return [(ply, text, [f"{share * 100:.0f}" for share in step.chances]) for ply, text, step in rows]

    # -- one moment ----------------------------------------------------------------------------------

    def moment(self, event: int, place: int = 0) -> dict[str, Any]:
        """One event: the board, what was played, what was better and how that might have gone on.

        With a `place` the board is shown after so many moves of the better line.
        """
        step = self.events[event]
        line = self._line(step)
        place = min(place, len(line))
        begin = run_begin(step, self.review.steps)
        before = self.review.chances[begin]
        gains = [signed(after - share) for share, after in zip(before, step.chances, strict=True)]
        errors = [number for number, other in enumerate(self.events) if other.mark]
        return {
            "told": f"{step.ply}, {place}: {line[place - 1].text}" if place else self.told(event),
            "ply": step.ply,
            "player": self.players[step.actor] if isinstance(step.actor, int) else None,
            "text": self._texts[event],
            "symbol": SYMBOLS.get(step.mark, ""),
            "mark": translated(step.mark) if step.mark else "",
            "said": self.said(step),
            "drawn": self._drawn_in(step, begin),
            "line": [one.text for one in line],
            "place": place,
            "pictures": self._pictures_after(step, line, place) if place else self._pictures(step, begin),
            "is_decision": step.kind == "decision",
            "seats": [
                {**player, "before": f"{share * 100:.0f}", "after": f"{after * 100:.0f}", "gain": gain, "points": points}
                for player, share, after, gain, points in zip(
                    self.players, before, step.chances, gains, step.points, strict=True
                )
            ],
            "previous": self.plies[event - 1] if event else None,
            "next": self.plies[event + 1] if event + 1 < len(self.plies) else None,
            "next_error": next((self.plies[number] for number in errors if number > event), None),
        }

    def told(self, event: int) -> str:
        """An event and the chances after it, for a screen reader."""
        step = self.events[event]
        shares = [f"{name} {share * 100:.0f}" for name, share in zip(self.review.names, step.chances, strict=True)]
        return f"{step.ply}, {self._texts[event]}: {', '.join(shares)}"

    def said(self, step: Step) -> str:
        """What there is to say about an event, as a sentence."""
        point = next((point for point in self.review.turning_points if point.ply == step.ply), None)
        if point is None and step.error > 0 and isinstance(step.actor, int):
            point = TurningPoint(step.ply, ERROR, step.actor, -step.error)
        seat = _luckiest(step)
        if point is None and step.kind == "chance" and abs(step.luck[seat]) >= NOTABLE:
            point = TurningPoint(step.ply, LUCK, seat, step.luck[seat])
        if point is not None:
            return self.review.told(point)
        if step.kind == "decision":
            return say("No better move was found.")
        return say("Nobody decides here: chance does.")

    def _drawn_in(self, step: Step, begin: int) -> list[str]:
        """Each draw of a run in words; a single draw is told already."""
        if begin == step.ply:
            return []
        return [line.text for _, told in self.log_text.moves(begin, step.ply + 1) for line in told.lines]

    def _line(self, step: Step) -> list[Foreseen]:
        """How the better move might have gone on, up to the next draw."""
        if step.error <= 0 or not step.line:
            return []
        state, found = self._before(step.ply), list[Foreseen]()
        for move in step.line[:FORESEEN]:
            if state.is_chance or state.is_over or not state.is_legal(move):
                break
            text = state.tell(move, state.actor)[0][0]
            state.play(move)
            found.append(Foreseen(text, state.copy()))
        return found

    def _before(self, ply: int) -> State:
        return state_at(self.match, ply).copy()

    def _pictures_after(self, step: Step, line: list[Foreseen], place: int) -> list[str]:
        """The board after some moves of a line; what the last of them changed is marked."""
        states = [self._before(step.ply), *(one.after for one in line)]
        return self._drawn(step, states[place], states[place - 1])

    def _drawn(self, step: Step, state: State, earlier: State | None) -> list[str]:
        """The pictures of a position around a step, as the seat that decides in the step sees it, with its hand."""
        spec, reader = self.match.game.spec, step.actor if isinstance(step.actor, int) else None
        position, before = state.hide(reader), None if earlier is None else earlier.hide(reader)
        return pictures_of(spec, position, reader, shown_layers(spec, position, reader, before))

    def _pictures(self, step: Step, begin: int) -> list[str]:
        """The board: before a decision with the moves drawn on it, after draws with what they brought."""
        game, spec = self.match.game, self.match.game.spec
        if step.kind == "chance":
            return self._drawn(step, self._before(step.ply + 1), self._before(begin))
        state = self._before(step.ply)
        position, pictures = state.position, self._drawn(step, state, None)
        moves = {"played": step.move}
        if step.error > 0 and step.best is not None:
            moves["better"] = step.best
        ghosts, parts = "", dict[str, list[str]]()
        for name, move in moves.items():
            action = game.move(move).id
            ghosts += f'<g class="{name}">{spec.picks.ghost(position, action)}</g>'
            for pick in game.picks[action]:
                parts.setdefault(pick, []).append(name)
        for pick, names in parts.items():
            pictures = [_marked(one, pick, names, list(moves)[-1]) for one in pictures]
        return [pictures[0].replace("</svg></div>", f"{ghosts}</svg></div>"), *pictures[1:]]


def _luckiest(step: Step) -> int:
    """The seat for which luck changed most, in either direction."""
    return max(range(len(step.luck)), key=lambda seat: abs(step.luck[seat]))


def _marked(picture: str, pick: str, names: list[str], shown: str) -> str:
    """A picture in which a thing is marked as part of the moves `names`, and as picked if `shown` is among them."""
    place = picture.find(f'data-pick="{escape(pick)}"')
    if place < 0:
        return picture
    start, end = picture.rindex("<", 0, place), picture.index(">", place)
    tag = picture[start:place] + f'data-of="{" ".join(names)}" ' + picture[place:end]
    if shown in names:
        tag = tag.replace('class="pick', 'class="pick picked', 1)
    return picture[:start] + tag + picture[end:]
