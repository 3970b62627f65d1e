"""What a bot answers, and how it reads a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from branchline.core.errors import BadPosition
from branchline.core.game import Game, game
from branchline.core.state import State
from branchline.kernel import search as kernel
from branchline.kernel.contract import Bytes
from branchline.kernel.judgement import NO_JUDGEMENT, Judgement
from branchline.kernel.rng import Rng, following, quiet, seeded


@dataclass(frozen=True)
class Thought:
    """A choice with its reasons; the same serves as a hint."""

    choice: str
    chances: list[float]
    """The chance of every seat to win, as the bot sees it; partners in a team each have the chance of the team."""
    visits: dict[str, int] = field(default_factory=dict)
    """How often each move was looked at, the most first; also while its seat thought about the decision right before."""
    line: list[str] = field(default_factory=list)
    """The decisions that the bot expects, its own first; chance is left out."""
    simulations: int = 0
    seconds: float = 0.0


class Bot(Protocol):
    """Anything that chooses a move from a view."""

    name: str

    def choose(self, view: Mapping[str, Any]) -> str:
        """One of the view's legal moves."""


class Thinker(Bot, Protocol):
    """A bot that can say why."""

    def think(self, view: Mapping[str, Any]) -> Thought:
        """The choice, with what the bot can say for it."""


MOST_DRAWS = 16
"""Chance moves after which a decision no longer counts as going on with the one before."""

Parts = dict[str, Callable[..., Any]]
_parts: dict[tuple[str, str], Parts] = {}


def parts_of(game: Game) -> Parts:
    """The search compiled for a game; the first use in the life of a machine compiles it."""
    key = (game.name, game.board.digest)
    if key not in _parts:
        names = judgement_of(game).names(game.board)
        _parts[key] = game.engine.extend("search", kernel.search, names=names)
    return _parts[key]


def judgement_of(game: Game) -> Judgement:
    """What a game tells bots, if only that it tells nothing."""
    return game.title.judgement or NO_JUDGEMENT


def nothing_to_decide(view: Mapping[str, Any]) -> ValueError:
    """For a view in which it is not the seat's turn."""
    return ValueError(f"Seat {view['seat']} has nothing to decide in this view: the actor is {view['actor']}.")


class Seen:
    """A view made into a position again, with nothing in it that the view does not say."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        if not view["legal"]:
            raise nothing_to_decide(view)
        self.seat: int = view["seat"]
        self.ply: int = view.get("ply", 0)
        self.legal: list[str] = view["legal"]
        deciders = [entry["actor"] for entry in view.get("log", ())[-MOST_DRAWS:] if entry["actor"] != "chance"]
        self.goes_on = bool(deciders) and deciders[-1] == self.seat
        """Whether the decision before this one was the same seat's."""
        self.game = game(view["game"], view["players"], **view["options"])
        if view.get("board", self.game.board.digest) != self.game.board.digest:
            raise BadPosition(f"The view is of board {view['board']!r}, this game has {self.game.board.digest!r}.")
        self.state: State = self.game.position(view["position"], trusted=True)
        self.parts = parts_of(self.game)

    @property
    def judgement(self) -> Judgement:
        """What the game tells bots."""
        return judgement_of(self.game)

    @property
    def raw(self) -> Bytes:
        """The bytes of the position, hidden parts blank."""
        return self.state._raw

    def stream(self, seed: int, number: int = 0) -> Rng:
        """Random numbers for this seat at this ply: the same view and seed give the same."""
        rng = seeded(seed, self.ply * 64 + self.seat)
        with quiet():
            return seeded(int(following(rng)), number)

    def chances(self, shares: Any) -> list[float]:
        """Shares of the win by seat; partners hold theirs together."""
        sides = self.game.title.sides(self.state.record)
        return [float(sum(shares[other] for other, its in enumerate(sides) if its == side)) for side in sides]
