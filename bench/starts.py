"""How long a fresh process takes: to compile a game with an empty cache, to start with a full one, to answer --help."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import branchline as bl

SCRIPT = """
import branchline as bl
state = bl.game({name!r}, players={players}).start()
state.play(state.legal()[0])
"""


def first_move(game: bl.Game, cache: Path, python: Sequence[str] = (sys.executable,)) -> tuple[float, float]:
    """Seconds on the wall and of processor until a fresh process has made the first move, with this cache folder."""
    script = SCRIPT.format(name=game.name, players=game.players)
    return _run([*python, "-c", script], {**os.environ, "BRANCHLINE_CACHE": str(cache)})


def answer_help() -> tuple[float, float] | None:
    """The same for `branchline --help`; None where the command is not installed."""
    command = Path(sys.executable).parent / "branchline"
    return _run([str(command), "--help"], dict(os.environ)) if command.exists() else None


def _run(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, env=environment, capture_output=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
