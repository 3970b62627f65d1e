"""A position as a question: the board as its actor sees it, the moves to choose from, and the solution in words."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from branchline.core.state import State
from branchline.server.base.inputs import MoveName
from branchline.server.pages.choices import hand_of, offer_of
from branchline.server.pages.hint import foreseen, told
from branchline.server.pages.pictures import is_square, part, pictures_of, shown_layers
from branchline.server.pages.rendering import render
from branchline.server.pages.words import ENGINES, choosing
from branchline.texts import seat, sentence, you


class AnswerRequest(BaseModel):
    """A move as the answer; an empty one asks for the solution."""

    model_config = ConfigDict(extra="forbid")
    move: MoveName


class GhostsRequest(BaseModel):
    """A request for the effects of some moves."""

    model_config = ConfigDict(extra="forbid")
    moves: list[MoveName] = Field(max_length=40)


def names_of(state: State) -> list[str]:
    """The names of the seats: the actor is addressed, the others have the names of bots."""
    return [you() if number == state.actor else ENGINES[number % len(ENGINES)] for number in range(state.game.players)]


@dataclass(frozen=True)
class Question:
    """A position with its actor as the reader.  Everything here is told as the actor may know it.  Use it within `naming`."""

    state: State
    address: str
    """Where the page is; answers and questions go to addresses below it."""

    @property
    def reader(self) -> int:
        """The seat that is asked."""
        return self.state.actor

    def values(self) -> dict[str, Any]:
        """The values of the page for the template."""
        state, spec = self.state, self.state.game.spec
        position = state.hide(self.reader)
        pictures = pictures_of(spec, position, self.reader, shown_layers(spec, position, self.reader, None))
        return {
            "address": self.address,
            "pictures": pictures,
            "square": is_square(pictures[0]),
            "hand": render("table/hand.html", things=hand_of(spec, position, self.reader)),
            "players": render("table/players.html", seats=self._seats(), over=False, rating="", lost=[]),
            "moves": [(move.text, told(state, move.text, self.reader)) for move in state.legal()],
            "progress": spec.text.progress(position),
            "data": {
                "offer": offer_of(state, position, self.address),
                "words": choosing(),
                "rules": f"/rules/{spec.name}",
                "answer": f"{self.address}/answer",
                "ghosts": f"{self.address}/ghosts",
                "why": f"{self.address}/why",
            },
        }

    def _seats(self) -> list[dict[str, Any]]:
        state, spec, position = self.state, self.state.game.spec, self.state.hide(self.reader)
        marks, holdings = spec.drawing.seat_marks(position), spec.text.holdings(position)
        scores = state.counted(self.reader).scores
        return [
            {
                "name": sentence(seat(number)),
                "me": False,
                "note": "",
                "colour": marks[number][0],
                "letter": marks[number][1],
                "to_move": number == self.reader,
                "score": scores[number],
                "rank": 0,
                "clock": None,
                "running": False,
                "holdings": [(sentence(held.label), held.value) for held in holdings[number]],
                "actions": [],
            }
            for number in range(state.game.players)
        ]

    def ghosts(self, moves: Collection[str]) -> dict[str, dict[str, str]]:
        """What some moves would put on the board and bring."""
        spec, position = self.state.game.spec, self.state.hide(self.reader)
        legal = {move.text: move.id for move in self.state.legal()}
        return {
            move: {
                "svg": spec.picks.ghost(position, legal[move]),
                "preview": spec.text.preview(position, legal[move]),
            }
            for move in moves
            if move in legal
        }

    def told(self, move: str) -> str:
        """A move in words."""
        return told(self.state, move, self.reader)

    def preview(self, move: str) -> str:
        """What a move brings, as far as its actor can know."""
        return self.state.game.spec.text.preview(self.state.hide(self.reader), self.state.game.board.ids[move])

    def line(self, moves: Collection[str]) -> list[str]:
        """The decisions that are expected after the first of these moves, in words, up to the next draw."""
        first, *after = moves
        return foreseen(self.state, after, first, self.reader)

    def after(self, move: str) -> dict[str, dict[str, str]]:
        """The layers of the drawing that a move changes."""
        spec, before = self.state.game.spec, self.state.hide(self.reader)
        layers = shown_layers(spec, before, self.reader, None)
        played = self.state.copy().play(move).hide(self.reader)
        return {
            layer: part(svg) for layer, svg in shown_layers(spec, played, self.reader, before).items() if svg != layers[layer]
        }
