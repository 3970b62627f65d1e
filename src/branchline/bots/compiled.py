"""The search for a game with the game's heuristics: compiled, or for now as plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from branchline.core.game import Game
from branchline.core.plain_start import starts_plain
from branchline.kernel import search as kernel
from branchline.kernel.heuristics import NO_HEURISTICS, Heuristics
from branchline.kernel.jit import load

CompiledSearch: TypeAlias = Callable[..., None]
"""`kernel.search.search`, compiled."""
_compiled: dict[tuple[str, str], CompiledSearch] = {}
_plain: dict[tuple[str, str], CompiledSearch] = {}


def search_for_play(game: Game) -> CompiledSearch:
    """The search with which bots play: within `plain_start` it is plain Python until the compiled one is there."""
    key = (game.name, game.board.digest)
    if key in _compiled or not starts_plain():
        return compiled_search(game)
    if key not in _plain:
        names = heuristics_of(game).names(game.board)
        _plain[key] = game.engine.extend("search", kernel.search, names=names, plain=True)["search"]
    return _plain[key]


def search_awaits_compiler(game: Game) -> bool:
    """Whether bots still play this game with a search in plain Python, and look one move ahead only."""
    return starts_plain() and (game.name, game.board.digest) not in _compiled


def awaits_compiler(game: Game, search: CompiledSearch) -> bool:
    """Whether a search is plain Python for now."""
    return search is _plain.get((game.name, game.board.digest))


def compiled_search(game: Game) -> CompiledSearch:
    """The search for a game.  It is compiled at its first use on a machine and loaded from the cache afterwards."""
    key = (game.name, game.board.digest)
    if key not in _compiled:
        _compiled[key] = compile_search(game)
    return _compiled[key]


def exchange_search(game: Game) -> None:
    """Put the best rules and search that there are now in the place of those in use."""
    game.engine.exchange()
    _compiled[game.name, game.board.digest] = compile_search(game)


def compile_search(game: Game, **constants: Any) -> CompiledSearch:
    """The search for a game with other values for some constants of `kernel.search`: for experiments."""
    names = {**heuristics_of(game).names(game.board), **constants}
    found = game.engine.extend("search", kernel.search, names=names)
    load(found)
    return found["search"]


def heuristics_of(game: Game) -> Heuristics:
    """The game's heuristics, or those that know nothing."""
    return game.spec.heuristics or NO_HEURISTICS
