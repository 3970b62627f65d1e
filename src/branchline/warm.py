"""Compiling games ahead or in the background, each in a process of its own, because compiling holds Python's lock.

`branchline warm GAME` is such a process.  It fills the cache, and prints a line when the rules and when the search are
compiled.  After each line `exchange_rules` or `exchange_search` loads them here in place of the plain Python.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress

from branchline.bots import compiled
from branchline.core.game import Game
from branchline.core.plain_start import plain_start
from branchline.kernel.folders import COMPLETE, cache_root, packaged_root
from branchline.kernel.jit import NotCompiled, compiling_anew, only_cached

RULES, SEARCH = "rules", "search"
"""The last word of the lines that `branchline warm` prints."""
NICENESS = 15
"""The priority of a compiling process: bots that play meanwhile think at 10."""


def compile_game(game: Game, report: Callable[[str], None]) -> None:
    """Compile the rules and the search of a game in this process, and report each.

    If several processes ask for the same game, one compiles and the others wait.
    """
    from filelock import FileLock

    root = cache_root()
    with suppress(OSError):  # the cache is then in a temporary folder
        root.mkdir(parents=True, exist_ok=True)
    with FileLock(root / f"{game.name}.lock") if os.access(root, os.W_OK) else nullcontext(), compiling_anew():
        game.engine.compile()
        report(RULES)
        compiled.compiled_search(game)
        report(SEARCH)


def warm_command(game: Game) -> list[str]:
    """The command that compiles a game in a process of its own."""
    changed = [word for name, value in game.changed_options.items() for word in ("--set", f"{name}={value}")]
    return [sys.executable, "-m", "branchline", "warm", game.name, *changed]


def step_back(process: int, niceness: int = NICENESS) -> None:
    """Lower the priority of a compiling process."""
    with suppress(AttributeError, OSError):  # AttributeError: Windows
        os.setpriority(os.PRIO_PROCESS, process, niceness)


def may_be_compiled(name: str) -> bool:
    """Whether there is compiled code for a game.  This check does not load the compiler."""
    return any(any(root.glob(f"{name}-*/{COMPLETE}")) for root in (cache_root(), packaged_root()))


def exchange_rules(game: Game) -> bool:
    """Load the compiled rules from the cache in place of plain Python; False if they are not compiled yet."""
    return _if_cached(game.engine.exchange)


def exchange_search(game: Game) -> bool:
    """The same for the rules and the search."""
    return _if_cached(lambda: compiled.exchange_search(game))


def _if_cached(load: Callable[[], object]) -> bool:
    try:
        with only_cached():
            load()
    except NotCompiled:
        return False
    return True


def play_at_once(game: Game) -> AbstractContextManager[None]:
    """A block in which this game is there at once: compiled if the cache has it, else as plain Python for now.

    Then it is compiled in the background.  With a seed, bots choose what they would always choose only if the cache has it.
    """
    if may_be_compiled(game.name) and exchange_search(game):
        return nullcontext()
    return plain_start(compile_in_background)


def compile_in_background(game: Game) -> None:
    """Compile a game in another process and load it here as soon as it is there: for `plain_start`."""
    threading.Thread(target=_compile_and_exchange, args=(game,), name=f"compiling {game.name}", daemon=True).start()


def _compile_and_exchange(game: Game) -> None:
    if may_be_compiled(game.name) and exchange_search(game):
        return
    child = subprocess.Popen(warm_command(game), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    atexit.register(child.kill)
    step_back(child.pid)
    assert child.stdout is not None
    for line in child.stdout:
        if line.split()[-1:] == [RULES]:
            exchange_rules(game)
    if child.wait() != 0 or not exchange_search(game):
        print(f"{game.spec.card.title} could not be compiled. hint: branchline warm {game.name} says why.", file=sys.stderr)
    atexit.unregister(child.kill)
