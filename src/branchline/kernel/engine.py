"""A game's rules, compiled for one board."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from branchline.kernel import calls, loops
from branchline.kernel.contract import Board
from branchline.kernel.jit import Linked, bind
from branchline.kernel.layout import Layout

CALLS = (
    calls.call_new,
    calls.call_actor,
    calls.call_legal,
    calls.call_weights,
    calls.call_apply,
    calls.call_why_not,
    calls.call_why_not_all,
    calls.call_standings,
    calls.call_hide,
    calls.call_resample,
    calls.call_encode,
    calls.call_witness,
    loops.random_game,
    loops.random_games,
    loops.perft,
)

Standings = tuple[tuple[int, ...], tuple[int, ...]]
"""The score and the rank of each seat."""
STANDINGS_KEPT = 512
"""The number of positions whose standings an engine caches."""


@dataclass(frozen=True)
class RuleSet:
    """The rules of a game as the kernel compiles them."""

    name: str
    title: str
    """The game's name for people, shown while it is compiled."""
    layout: type[Layout]
    functions: Mapping[str, Callable[..., Any]]
    """The functions of the contract by name."""
    queries: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """Further functions over the bytes of a position, by name; they are compiled with the others."""


class Engine:
    """The compiled rules and loops of one game on one board; `calls` and `loops` say what each function does."""

    new: Callable[..., int]
    actor: Callable[..., int]
    legal: Callable[..., int]
    weights: Callable[..., int]
    apply: Callable[..., int]
    why_not: Callable[..., int]
    why_not_all: Callable[..., None]
    standings: Callable[..., None]
    hide: Callable[..., None]
    resample: Callable[..., None]
    encode: Callable[..., None]
    witness: Callable[..., None]
    random_game: Callable[..., int]
    random_games: Callable[..., None]
    perft: Callable[..., int]

    def __init__(self, rules: RuleSet, board: Board) -> None:
        self.layout = rules.layout.dtype
        self.names: dict[str, object] = {**board.tables, **rules.functions, "STATE": self.layout}
        self.label, self.slug = rules.title, rules.name
        self.size = self.layout.itemsize
        functions: tuple[Callable[..., Any], ...] = (*CALLS, *rules.queries.values())
        entries = {function.__name__: function for function in functions}
        self._linked: Linked = {}
        bound = bind(self.label, self.slug, entries, self.names, self._linked)
        vars(self).update({call.__name__.removeprefix("call_"): bound[call.__name__] for call in CALLS})
        self.queries = {name: bound[function.__name__] for name, function in rules.queries.items()}
        self.standings_of: Callable[[bytes, int], Standings] = lru_cache(STANDINGS_KEPT)(self._standings_of)
        """The scores and ranks of a position with so many players, cached."""

    def extend(
        self, work: str, *functions: Callable[..., Any], names: Mapping[str, object] | None = None
    ) -> dict[str, Callable[..., Any]]:
        """Compile further generic functions, such as a search, for this game; `work` names them while they are compiled.

        `names` are global names to replace in addition to those of the rules.
        """
        label, slug = f"{self.label} {work}", f"{self.slug}-{work}"
        entries: dict[str, Callable[..., Any]] = {function.__name__: function for function in functions}
        return bind(label, slug, entries, {**self.names, **(names or {})}, self._linked)

    def _standings_of(self, position: bytes, players: int) -> Standings:
        scores, ranks = np.zeros(players, np.int64), np.zeros(players, np.int64)
        self.standings(np.frombuffer(position, np.uint8).copy(), scores, ranks)
        return tuple(scores.tolist()), tuple(ranks.tolist())

    def empty(self) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
        """Zeroed bytes for one position."""
        return np.zeros(self.size, np.uint8)


_engines: dict[tuple[str, str], Engine] = {}
_lock = threading.Lock()


def engine_of(rules: RuleSet, board: Board) -> Engine:
    """The engine for some rules and a board; each is compiled or loaded once in a process."""
    key = (rules.name, board.digest)
    with _lock:
        if key not in _engines:
            _engines[key] = Engine(rules, board)
        return _engines[key]
