"""Compile one game into the cache: run as a process of its own, because compiling holds Python's lock for seconds.

python -m branchline.server.run.compile northern-pacific
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def main(name: str) -> None:
    """Compile rules and search of a game; one line on standard output for each step done."""
    from filelock import FileLock

    from branchline.bots.compiled import compiled_search
    from branchline.core.game import game
    from branchline.kernel.jit import cache_root

    with suppress(AttributeError, OSError):
        os.nice(5)  # the server goes first
    root = cache_root()
    root.mkdir(parents=True, exist_ok=True)
    with FileLock(root / f"{name}.lock"):  # several workers start at once; one compiles, the others find it done
        chosen = game(name)
        _ = chosen.engine
        print("rules", flush=True)
        compiled_search(chosen)
        print("search", flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
