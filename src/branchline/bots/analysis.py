"""What a bot answers, and how it reads a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

from branchline.bots.reading import read_deciders, read_game, read_ply, read_position, read_seat
from branchline.core.game import Game
from branchline.core.state import State
from branchline.kernel import search as kernel
from branchline.kernel.contract import Bytes
from branchline.kernel.heuristics import NO_HEURISTICS, Heuristics
from branchline.kernel.rng import Rng, following, quiet, seeded


@dataclass(frozen=True)
class Analysis:
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

    def think(self, view: Mapping[str, Any]) -> Analysis:
        """The choice, with what the bot can say for it."""


Parts = dict[str, Callable[..., Any]]
_parts: dict[tuple[str, str], Parts] = {}


def compiled_search(game: Game) -> Parts:
    """The search compiled for a game; the first use in the life of a machine compiles it."""
    key = (game.name, game.board.digest)
    if key not in _parts:
        names = heuristics_of(game).names(game.board)
        _parts[key] = game.engine.extend("search", kernel.search, names=names)
    return _parts[key]


def heuristics_of(game: Game) -> Heuristics:
    """What a game tells bots, if only that it tells nothing."""
    return game.spec.heuristics or NO_HEURISTICS


class ViewedPosition:
    """A view made into a position again, with nothing in it that the view does not say; raises BadPosition or BadOption.

    A view may come from a server elsewhere, so everything in it that bots use is checked.
    """

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.game = read_game(view)
        self.seat = read_seat(view, self.game)
        self.ply = read_ply(view, self.game)
        deciders = read_deciders(view, self.game)
        self.goes_on = bool(deciders) and deciders[-1] == self.seat
        """Whether the decision before this one was the same seat's."""
        self.state: State = read_position(view, self.game, self.seat)
        self.legal: list[str] = view["legal"]

    @cached_property
    def parts(self) -> Parts:
        """The search compiled for the game."""
        return compiled_search(self.game)

    @property
    def heuristics(self) -> Heuristics:
        """What the game tells bots."""
        return heuristics_of(self.game)

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
        sides = self.game.spec.rules.sides(self.state.fields_view)
        return [float(sum(shares[other] for other, its in enumerate(sides) if its == side)) for side in sides]
