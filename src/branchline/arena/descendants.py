"""Ending a program together with all processes that it has started, so that none outlives its game.

Every program gets a mark in its environment, which its children inherit.  On Linux all processes with the mark are found and
killed, also those that left the program's session.  A worker adopts orphans, so that children without the mark are found too.
On other systems only the program's session is killed.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import os
import signal
import sys
import time
from pathlib import Path

MARK = "BRANCHLINE_PROGRAM"
"""The environment variable that holds the mark."""
PROC = Path("/proc")
SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of <sys/prctl.h>."""
ROUNDS = 50
"""How often to look again for processes that were started in the meantime."""
EMPTY_ROUNDS, PAUSE = 3, 0.01
"""So many rounds without a find, with so many seconds between them, mean that there is no process any more.  One is not
enough: a process that forks and ends at once, or that is just being executed, shows no environment for a moment."""


def adopt_orphans() -> None:
    """Become the parent of all descendants whose own parent ends (Linux)."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def new_mark() -> str:
    """A mark for one program of this process."""
    return f"{marks_of(os.getpid())}{next(_numbers)}."


def marks_of(pid: int) -> str:
    """The beginning of the marks of all programs of a process."""
    return f"{pid}."


_numbers = itertools.count()


def kill_group(pid: int) -> None:
    """Kill a process with all processes of its session."""
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGTERM)  # on Windows this kills at once


def kill_marked(mark: str) -> None:
    """Kill all processes whose mark begins with this text."""
    empty = 0
    for _ in range(ROUNDS):
        empty = 0 if _kill(_marked(mark)) else empty + 1
        if empty == EMPTY_ROUNDS:
            break
        time.sleep(PAUSE)


def kill_below(pid: int) -> None:
    """Kill all descendants of a running process."""
    _kill(_below(pid))


def kill_orphans() -> None:
    """Kill the adopted orphans, except those in this process's own session."""
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
    """Kill processes; returns whether there were any.  They are stopped first, so that they start no others."""
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
    """Parent, session and state of every visible process; empty without /proc."""
    found = {}
    for folder in _folders():
        with contextlib.suppress(OSError, ValueError):
            state, parent, _, session = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()[:4]
            found[int(folder.name)] = int(parent), int(session), state
    return found


def _marked(mark: str) -> set[int]:
    """The running processes with a mark.  The processes of other users cannot be read."""
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
