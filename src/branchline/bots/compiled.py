"""The search, compiled for a game with the game's heuristics."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from branchline.core.game import Game
from branchline.kernel import search as kernel
from branchline.kernel.heuristics import NO_HEURISTICS, Heuristics

CompiledSearch: TypeAlias = Callable[..., None]
"""`kernel.search.search`, compiled."""
_compiled: dict[tuple[str, str], CompiledSearch] = {}


def compiled_search(game: Game) -> CompiledSearch:
    """The search for a game.  It is compiled at its first use on a machine and loaded from the cache afterwards."""
    key = (game.name, game.board.digest)
    if key not in _compiled:
        _compiled[key] = compile_search(game)
    return _compiled[key]


def compile_search(game: Game, **constants: Any) -> CompiledSearch:
    """The search for a game with other values for some constants of `kernel.search`: for experiments."""
    names = {**heuristics_of(game).names(game.board), **constants}
    return game.engine.extend("search", kernel.search, names=names)["search"]


def heuristics_of(game: Game) -> Heuristics:
    """The game's heuristics, or those that know nothing."""
    return game.spec.heuristics or NO_HEURISTICS
