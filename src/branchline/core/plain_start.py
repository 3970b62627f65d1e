"""Starting without the compiler: until the rules of a game are compiled, they run as plain Python.

Compiling a game takes up to a minute, once on a machine.  A script waits for it.  The site and the terminal do not: there the
first person of a game plays at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from branchline.core.game import Game

CompileLater: TypeAlias = Callable[["Game"], None]
_open_blocks: list[CompileLater] = []
"""The `compile_later` of every `plain_start` that is open, the innermost last."""


@contextmanager
def plain_start(compile_later: CompileLater) -> Iterator[None]:
    """In this block the games of this process start at once, as plain Python.

    `compile_later` is called for every game that does, in any thread, and returns at once.  It has the game compiled and
    loaded elsewhere, as `branchline.warm.compile_in_background` does.  What needs speed still waits for the compiler:
    `simulate`, `vector`, `search` and `review`.  Bots look one move ahead until their search is compiled.
    """
    _open_blocks.append(compile_later)
    try:
        yield
    finally:
        _open_blocks.remove(compile_later)


def starts_plain() -> bool:
    """Whether games of this process start as plain Python now."""
    return bool(_open_blocks)


def ask_for_compiler(game: Game) -> None:
    """Tell whoever started this that a game waits for the compiler."""
    for compile_later in _open_blocks[-1:]:
        compile_later(game)
