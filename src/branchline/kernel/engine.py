"""A game's rules, compiled for one board, as a handful of callables."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from branchline.kernel import doors, loops
from branchline.kernel.contract import Board, Title
from branchline.kernel.jit import bind

DOORS = (
    doors.begin,
    doors.whose,
    doors.choices,
    doors.odds,
    doors.push,
    doors.check,
    doors.refusals,
    doors.standings,
    doors.blank,
    doors.imagine,
    doors.numbers,
    doors.witness,
    loops.random_game,
    loops.random_games,
    loops.perft,
)

Standings = tuple[tuple[int, ...], tuple[int, ...]]
"""The score and the rank of each seat."""
STANDINGS_KEPT = 512
"""Positions whose standings an engine remembers."""


class Engine:
    """The compiled doors and loops of one title on one board; see `doors` and `loops` for what each does."""

    begin: Callable[..., int]
    whose: Callable[..., int]
    choices: Callable[..., int]
    odds: Callable[..., int]
    push: Callable[..., int]
    check: Callable[..., int]
    refusals: Callable[..., None]
    standings: Callable[..., None]
    blank: Callable[..., None]
    imagine: Callable[..., None]
    numbers: Callable[..., None]
    witness: Callable[..., None]
    random_game: Callable[..., int]
    random_games: Callable[..., None]
    perft: Callable[..., int]

    def __init__(self, title: Title, board: Board) -> None:
        self.names: dict[str, object] = {**board.tables, **title.rules, "STATE": title.layout.dtype}
        self.label, self.slug = title.title, title.name
        self.size = title.layout.dtype.itemsize
        vars(self).update(bind(self.label, self.slug, {door.__name__: door for door in DOORS}, self.names))
        self.standings_of: Callable[[bytes, int], Standings] = lru_cache(STANDINGS_KEPT)(self._standings_of)
        """Scores and ranks of a position with so many players: worked out once, however many ask."""

    def extend(
        self, work: str, *functions: Callable[..., Any], names: Mapping[str, object] | None = None
    ) -> dict[str, Callable[..., Any]]:
        """Compile further generic functions (a search, say) against this game; `work` names them in the progress line.

        `names` are global names to be replaced beside those of the rules.
        """
        label, slug = f"{self.label} {work}", f"{self.slug}-{work}"
        entries = {function.__name__: function for function in functions}
        return bind(label, slug, entries, {**self.names, **(names or {})})

    def _standings_of(self, position: bytes, players: int) -> Standings:
        scores, ranks = np.zeros(players, np.int64), np.zeros(players, np.int64)
        self.standings(np.frombuffer(position, np.uint8).copy(), scores, ranks)
        return tuple(scores.tolist()), tuple(ranks.tolist())

    def empty(self) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
        """Zeroed bytes for one position."""
        return np.zeros(self.size, np.uint8)


_engines: dict[tuple[str, str], Engine] = {}
_lock = threading.Lock()


def engine_of(title: Title, board: Board) -> Engine:
    """The engine for a title and board, compiled or loaded once in a process."""
    key = (title.name, board.digest)
    with _lock:
        if key not in _engines:
            _engines[key] = Engine(title, board)
        return _engines[key]
