"""A position with its board and the compiled rules.  Texts and drawings are made from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from branchline.kernel import Board, Engine
from branchline.kernel.contract import Bytes


@dataclass(frozen=True)
class Position:
    """One position, as its reader may know it.

    The rules are compiled when they are first used, so a board can be drawn before that.
    """

    fields: Any
    """The named fields of the position: `position.fields.heads[0]`."""
    board: Board
    load_engine: Callable[[], Engine] = field(repr=False)

    @property
    def engine(self) -> Engine:
        """The compiled rules."""
        return self.load_engine()

    @property
    def players(self) -> int:
        """The number of seats."""
        return int(self.fields.players)

    @cached_property
    def raw(self) -> Bytes:
        """The position as bytes, for compiled code.  Do not change them."""
        return np.frombuffer(self.fields.tobytes(), np.uint8).copy()

    @cached_property
    def actor(self) -> int:
        """The seat to decide, or `CHANCE`, or `OVER`."""
        return int(self.engine.actor(self.raw))

    @cached_property
    def legal(self) -> list[int]:
        """The legal actions, ascending.  Hidden parts are blank here; they do not affect the actor's own legal actions."""
        out = np.empty(self.board.max_legal, np.int64)
        return [int(action) for action in out[: self.engine.legal(self.raw, out)]]

    def why_not(self, action: int) -> int:
        """0 if an action is legal, else the paragraph that forbids it."""
        return int(self.engine.why_not(self.raw, action))

    @property
    def scores(self) -> tuple[int, ...]:
        """The current score of each seat, as far as the reader may know it."""
        return self.engine.standings_of(self.raw.tobytes(), self.players)[0]

    @property
    def ranks(self) -> tuple[int, ...]:
        """The current rank of each seat, as far as the reader may know it: 1 is best, and ties share a rank."""
        return self.engine.standings_of(self.raw.tobytes(), self.players)[1]

    def ask(self, query: str, *arguments: Any) -> Any:
        """The answer of one of the game's `Rules.queries`."""
        return self.engine.queries[query](self.raw, *arguments)

    def ask_position(self, query: str, *arguments: Any) -> Position:
        """The position that one of the game's `Rules.queries` writes into its last argument."""
        raw = np.empty_like(self.raw)
        self.ask(query, *arguments, raw)
        return self._of(raw)

    def after(self, action: int) -> Position:
        """The position after a legal action."""
        raw = self.raw.copy()
        self.engine.apply(raw, action)
        return self._of(raw)

    def _of(self, raw: Bytes) -> Position:
        return Position(raw.view(self.engine.layout)[0], self.board, self.load_engine)
