"""Compile one game into the cache.  It runs as a separate process, because compiling holds Python's lock for seconds.

python -m branchline.server.run.compile northern-pacific
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def main(name: str) -> None:
    """Compile the rules and the search of a game, and print a line after each step."""
    from filelock import FileLock

    from branchline.bots.compiled import compiled_search
    from branchline.core.game import game
    from branchline.kernel.jit import cache_root

    with suppress(AttributeError, OSError):
        os.nice(5)  # a lower priority than the server's
    root = cache_root()
    root.mkdir(parents=True, exist_ok=True)
    with FileLock(root / f"{name}.lock"):  # if several workers start at once, one compiles and the others wait
        chosen = game(name)
        _ = chosen.engine
        print("rules", flush=True)
        compiled_search(chosen)
        print("search", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
