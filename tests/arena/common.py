"""What tests of tournaments share: a small tournament, and what must be the same wherever it is played."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import branchline as bl
from branchline import arena

GAME = bl.game("northern-pacific", 3, rounds=1)
DUEL = bl.game("northern-pacific", 2, rounds=1)
"""Two games in a deal, so that few processes are started."""
BOTS = ["greedy", "medium:40", "random"]


def same_everywhere(done: arena.Tournament) -> str:
    """The JSON file without what depends on the machine."""
    data = arena.to_json(done)
    del data["timing"]
    return json.dumps(data)


def wait_for_the_end(log: Path, least: int) -> None:
    """Of all processes that the stubborn program has logged."""
    pids = [int(word) for word in log.read_text(encoding="utf-8").split()]
    assert len(pids) >= least
    deadline = time.monotonic() + 60
    while any(map(is_running, pids)) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not list(filter(is_running, pids))


def is_running(pid: int) -> bool:
    """Whether a process is there and more than a corpse that nobody has buried yet."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    return not (stat.exists() and stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z")
