"""A game's rules for one board, compiled or for now as plain Python."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from branchline.kernel import calls, loops
from branchline.kernel.calls import ACTOR_MASK, UNLISTED
from branchline.kernel.contract import OVER, Board, Bytes, Ids
from branchline.kernel.fingerprint import ANY_PROCESSOR
from branchline.kernel.jit import bind, bind_plain, direct_call, is_compiled, load
from branchline.kernel.layout import Layout
from branchline.kernel.rule_graph import Linked

CALLS = (
    calls.call_new,
    calls.call_actor,
    calls.call_legal,
    calls.call_weights,
    calls.call_step,
    calls.call_why_not,
    calls.call_why_not_all,
    calls.call_standings,
    calls.call_hide,
    calls.call_resample,
    calls.call_encode,
    calls.call_sees,
    loops.random_game,
    loops.random_games,
    loops.perft,
)

Standings = tuple[tuple[int, ...], tuple[int, ...]]
"""The score and the rank of each seat."""
STANDINGS_KEPT = 512
"""The number of positions whose standings an engine caches."""
NO_IDS: Ids = np.empty(0, np.int64)


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
    """The rules and loops of one game on one board; `calls` and `loops` say what each function does.

    An engine is compiled when it is made.  Or it starts with the same functions as plain Python, and `compile` later puts
    the compiled ones in their place, even while other threads use it.  Nobody notices.  A rule is a plain function
    that `bind` copies, so both kinds exist in one process.  Both do the same to the bytes of a position, and nothing else is
    kept between two calls.
    """

    new: Callable[..., int]
    actor: Callable[..., int]
    legal: Callable[..., int]
    weights: Callable[..., int]
    step: Callable[..., int]
    why_not: Callable[..., int]
    why_not_all: Callable[..., None]
    standings: Callable[..., None]
    hide: Callable[..., None]
    resample: Callable[..., None]
    encode: Callable[..., None]
    sees: Callable[..., None]
    random_game: Callable[..., int]
    random_games: Callable[..., None]
    perft: Callable[..., int]

    def __init__(self, rules: RuleSet, board: Board, plain: bool = False) -> None:
        self.layout = rules.layout.dtype
        self.names: dict[str, object] = {
            **board.constants,
            **rules.functions,
            "STATE": self.layout,
            "ACTION_COUNT": len(board.texts),
        }
        self.label, self.slug = rules.title, rules.name
        self.size = self.layout.itemsize
        functions: tuple[Callable[..., Any], ...] = (*CALLS, *rules.queries.values())
        self._entries = {function.__name__: function for function in functions}
        self._query_names = {name: function.__name__ for name, function in rules.queries.items()}
        self._linked: Linked = {}
        self.awaits_compiler = plain
        """Whether the functions are plain Python for now."""
        self.lists_ahead = 0
        """1 if it pays to list the legal actions with every step: as plain Python that would take a third of its time."""
        self._put(bind_plain(self._entries, self.names) if plain else self._bind())
        self.standings_of: Callable[[bytes, int], Standings] = lru_cache(STANDINGS_KEPT)(self._standings_of)
        """The scores and ranks of a position with so many players, cached."""

    def _bind(self) -> dict[str, Callable[..., Any]]:
        return bind(self.label, self.slug, self._entries, self.names, self._linked)

    def _put(self, bound: Mapping[str, Callable[..., Any]]) -> None:
        """Put functions under the names by which they are called."""
        self.queries = {name: bound[function] for name, function in self._query_names.items()}
        vars(self).update({call.__name__.removeprefix("call_"): bound[call.__name__] for call in CALLS})
        self.lists_ahead = int(is_compiled(self.step))
        self.step, self.legal = direct_call(self.step), direct_call(self.legal)

    def apply(self, raw: Bytes, action: int) -> int:
        """Apply an action without checking it; return the next actor."""
        return (self.step(raw, action, NO_IDS, 0, UNLISTED, 0) & ACTOR_MASK) + OVER

    def compile(self) -> None:
        """Exchange plain functions for compiled ones, which are compiled or loaded from the cache; else do nothing."""
        if self.awaits_compiler:
            self.exchange()

    def exchange(self) -> None:
        """Put the best functions that there are now in the place of those in use."""
        bound = self._bind()
        load(bound)
        self._put(bound)
        self.awaits_compiler = False

    @property
    def is_for_any_processor(self) -> bool:
        """Whether the functions came with the package and were not compiled on this machine."""
        return getattr(self.actor, "built_for", None) == ANY_PROCESSOR

    def extend(
        self, work: str, *functions: Callable[..., Any], names: Mapping[str, object] | None = None, plain: bool = False
    ) -> dict[str, Callable[..., Any]]:
        """Compile further generic functions, such as a search, for this game; `work` names them while they are compiled.

        `names` are global names to replace in addition to those of the rules.  With `plain` nothing is compiled.
        """
        entries: dict[str, Callable[..., Any]] = {function.__name__: function for function in functions}
        replaced = {**self.names, **(names or {})}
        if plain:
            return bind_plain(entries, replaced)
        self.compile()
        return bind(f"{self.label} {work}", f"{self.slug}-{work}", entries, replaced, self._linked)

    def _standings_of(self, position: bytes, players: int) -> Standings:
        scores, ranks = np.zeros(players, np.int64), np.zeros(players, np.int64)
        self.standings(np.frombuffer(position, np.uint8).copy(), scores, ranks)
        return tuple(scores.tolist()), tuple(ranks.tolist())

    def empty(self) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
        """Zeroed bytes for one position."""
        return np.zeros(self.size, np.uint8)


_engines: dict[tuple[str, str], Engine] = {}
_lock = threading.Lock()


def engine_of(rules: RuleSet, board: Board, plain: bool = False) -> Engine:
    """The engine for some rules and a board, made once in a process; with `plain` it may start as plain Python."""
    key = (rules.name, board.digest)
    with _lock:
        if key not in _engines:
            _engines[key] = Engine(rules, board, plain)
        return _engines[key]
