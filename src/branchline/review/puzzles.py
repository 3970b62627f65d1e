"""Puzzles: positions from games of bots in which exactly one move is good.

A puzzle is a list of moves up to a decision.  People see the position as its actor does.  `puzzle_making` finds puzzles; a game
may ship some in its file `data/puzzles.json`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache, cached_property
from typing import Any

from branchline.core.game import Game, set_up
from branchline.core.state import State
from branchline.errors import BadRecord, BranchlineError
from branchline.games import find_card, folder
from branchline.games.spec import Value
from branchline.texts import say

FILE = "puzzles.json"
ID_LENGTH = 16


@dataclass(frozen=True)
class Puzzle:
    """A position, its one good move, and what the other moves cost.

    >>> one = shipped("northern-pacific")[0]
    >>> one.state.is_legal(one.best), one.losses[one.best], Puzzle.from_json(one.to_json()) == one
    (True, 0.0, True)
    """

    game: str
    players: int
    options: Mapping[str, Value]
    rules: int
    board: str
    """Rules version and digest of the board: with other ones the position would be another."""
    moves: tuple[str, ...]
    """All moves from the start of the game, chance included."""
    best: str
    line: tuple[str, ...]
    """The best move and the decisions that are expected after it."""
    losses: Mapping[str, float]
    """What every legal move costs the actor, in shares of the win."""
    gap: float
    """The lower 95 % limit of what the second best move costs."""
    easy: float
    """How often the bot `easy` finds the move."""
    simulations: int
    """The simulations behind the comparison of the moves."""

    @cached_property
    def id(self) -> str:
        """A name that follows from the position."""
        told = json.dumps([self.game, self.players, dict(self.options), self.rules, self.board, self.moves])
        return hashlib.blake2b(told.encode(), digest_size=ID_LENGTH // 2).hexdigest()

    @cached_property
    def core(self) -> Game:
        """The game with its options and board."""
        return set_up(self.game, self.players, self.options, files=False)

    @cached_property
    def state(self) -> State:
        """The position, with everything in it.  Copy it before you change it."""
        return self.core.replay(self.moves)

    @property
    def actor(self) -> int:
        """The seat that is to find the move."""
        return self.state.actor

    def check(self) -> Puzzle:
        """The puzzle itself; BadRecord if it does not fit the game as it is now."""
        try:
            game = self.core
            if (self.rules, self.board) != (game.spec.rules.version, game.board.digest):
                raise BadRecord(say("The puzzle was made for other rules or another board."))
            legal = {move.text for move in self.state.legal()}
        except BranchlineError as error:
            raise BadRecord(say("The puzzle cannot be shown: {error}", error=error)) from None
        if self.state.actor < 0 or self.best not in legal or set(self.losses) != legal:
            raise BadRecord(say("The puzzle does not fit its position."))
        return self

    def to_json(self) -> dict[str, Any]:
        """JSON-safe data."""
        return {**asdict(self), "options": dict(self.options), "losses": dict(self.losses)}

    @classmethod
    def from_json(cls, data: Any) -> Puzzle:
        """Read what `to_json` wrote; BadRecord if something is missing."""
        names = [field.name for field in fields(cls)]
        if not isinstance(data, Mapping) or set(data) != set(names):
            raise BadRecord(say("A puzzle is an object with {names}.", names=", ".join(names)))
        lists = {name: tuple(data[name]) for name in ("moves", "line")}
        return cls(**{**data, **lists})


def shipped(name: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, by its name or an alias; none if it has no file of them."""
    return _shipped(find_card(name).name)


@cache
def _shipped(name: str) -> tuple[Puzzle, ...]:
    file = folder(name).joinpath("data", FILE)
    return tuple(map(Puzzle.from_json, json.loads(file.read_text(encoding="utf-8")))) if file.is_file() else ()
