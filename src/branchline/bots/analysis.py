"""What a bot is, and what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True)
class Analysis:
    """A choice with its reasons; it also serves as a hint."""

    choice: str
    chances: list[float]
    """The chance of every seat to win.  Each partner of a team has the chance of the team."""
    visits: dict[str, int] = field(default_factory=dict)
    """How often each move was visited, the most visited first.  Visits of a reused tree count as well."""
    move_chances: dict[str, float] = field(default_factory=dict)
    """The actor's chance to win after each of the most visited moves, in the same order."""
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
    """A bot that gives reasons for its choice."""

    def think(self, view: Mapping[str, Any]) -> Analysis:
        """The choice and its reasons."""
