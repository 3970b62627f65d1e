"""The processes that somebody's program has started, also those that left its session: none outlives its game.

Every program is given a mark in its environment, which its children inherit.  On Linux all processes with the mark are found
and ended, and a worker adopts what a program leaves behind, so that even a child without the mark is found.  Elsewhere only
the program's own session is ended.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import os
import signal
import sys
from pathlib import Path

MARK = "BRANCHLINE_PROGRAM"
"""The name in the environment."""
PROC = Path("/proc")
SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of <sys/prctl.h>."""
ROUNDS = 50
"""Times to look for processes that were started while others were ended."""


def adopt_orphans() -> None:
    """Become the parent of all descendants whose parent ends (Linux): they cannot hide by ending it."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def new_mark() -> str:
    """A mark for one program of this process."""
    return f"{marks_of(os.getpid())}{next(_numbers)}."


def marks_of(pid: int) -> str:
    """How the marks of all programs of a process begin."""
    return f"{pid}."


_numbers = itertools.count()


def kill_group(pid: int) -> None:
    """End a child by force, one's own or somebody else's, with all processes of its session."""
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGTERM)  # there it asks nobody


def kill_marked(mark: str) -> None:
    """End all processes whose mark begins so."""
    for _ in range(ROUNDS):
        if not _kill(_marked(mark)):
            break


def kill_below(pid: int) -> None:
    """End all descendants of a process that has not ended."""
    _kill(_below(pid))


def kill_orphans() -> None:
    """End what this process has adopted, sessions of others only: its own helpers are in its own."""
    for _ in range(ROUNDS):
        mine, session = os.getpid(), os.getsid(0) if os.name == "posix" else 0
        orphans = {pid for pid, (parent, sid, _) in _processes().items() if parent == mine and sid != session}
        if not orphans:
            break
        _kill(orphans.union(*map(_below, orphans)))
        for pid in orphans:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)


def _kill(pids: set[int]) -> bool:
    """End processes; whether there were any.  They are stopped first: what is stopped starts no other."""
    for number in (signal.SIGSTOP, signal.SIGKILL) if pids else ():
        for pid in pids:
            with contextlib.suppress(OSError):
                os.kill(pid, number)
    return bool(pids)


def _below(pid: int) -> set[int]:
    """All descendants of a process."""
    parents = {child: parent for child, (parent, _, _) in _processes().items()}
    found: set[int] = set()
    waiting = [pid]
    while waiting:
        above = waiting.pop()
        below = {child for child, parent in parents.items() if parent == above} - found
        found |= below
        waiting += below
    return found


def _processes() -> dict[int, tuple[int, int, str]]:
    """Parent, session and state of every process that can be seen; none where there is no /proc."""
    found = {}
    for folder in _folders():
        with contextlib.suppress(OSError, ValueError):
            state, parent, _, session = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[:4]
            found[int(folder.name)] = int(parent), int(session), state
    return found


def _marked(mark: str) -> set[int]:
    """The living processes that have inherited a mark; nobody can read what belongs to somebody else."""
    wanted, found = f"{MARK}={mark}".encode(), set()
    for folder in _folders():
        with contextlib.suppress(OSError):
            if any(entry.startswith(wanted) for entry in (folder / "environ").read_bytes().split(b"\0")):
                found.add(int(folder.name))
    return found - {os.getpid()}


def _folders() -> list[Path]:
    try:
        return [folder for folder in PROC.iterdir() if folder.name.isdigit()]
    except OSError:
        return []
