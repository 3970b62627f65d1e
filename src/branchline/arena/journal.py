"""A journal of the events of a game in a file.  It tells what happened in a game whose process was lost.

The worker writes the journal and its owner reads it.  An event is a few bytes that are appended in one step.  That takes
microseconds, needs no answer, and lasts whatever happens to the process.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import struct
import tempfile
import time
from collections.abc import Callable, Iterator
from enum import IntEnum
from typing import NamedTuple

NOBODY = -1
LAYOUT = struct.Struct("=iiqd")


class Kind(IntEnum):
    """The kinds of events.  After `IDLE`, `PUSHED` and `ENDED` no bot is at work."""

    MAKING = 0
    """The bot of `seat` is being made inside the worker's process."""
    CHOOSING = 1
    """That bot chooses a move."""
    STARTING = 2
    """The program of `seat` is being started."""
    STARTED = 3
    """That program runs as process `value` and is greeted."""
    ASKED = 4
    """That program chooses a move."""
    IDLE = 5
    """The bot has finished."""
    PUSHED = 6
    """Action `value` was played, by a bot or by chance."""
    ENDED = 7
    """The program with process `value` was ended."""


KINDS = frozenset(Kind)
MAX_EVENTS = 100_000
"""More than any game has; further events were not written by the worker."""
WATCHED = (Kind.MAKING, Kind.CHOOSING)
"""Events that the owner times.  Programs are timed by the worker that asks them."""
DECISIONS = (Kind.CHOOSING, Kind.ASKED)
OF_PROGRAMS = (Kind.STARTING, Kind.STARTED, Kind.ASKED)


class Event(NamedTuple):
    """Something that happened at a time, by the monotonic clock that all processes of a machine share."""

    kind: Kind
    seat: int
    value: int
    time: float


Note = Callable[[Kind, int, int], None]
"""Notes an event that happens now: kind, seat or `NOBODY`, value or 0."""


def forget(kind: Kind, seat: int, value: int) -> None:
    """Note nothing: for games in a process without an owner."""


@contextlib.contextmanager
def noting(path: str) -> Iterator[Note]:
    """The worker's end, which writes events."""
    with open(path, "ab", buffering=0) as file:

        def note(kind: Kind, seat: int, value: int) -> None:
            file.write(LAYOUT.pack(kind, seat, value, time.monotonic()))

        yield note


class Journal:
    """The owner's end: the file, which holds one game at a time."""

    def __init__(self) -> None:
        handle, self.path = tempfile.mkstemp(prefix="branchline-worker-")
        os.close(handle)

    def clear(self) -> None:
        """Empty the file before the next game."""
        with open(self.path, "wb"):
            pass

    def events(self) -> list[Event]:
        """The events since then; none if the file is gone, which a worker removes when it ends in order."""
        try:
            with open(self.path, "rb") as file:
                data = file.read(LAYOUT.size * MAX_EVENTS)
        except OSError:
            return []
        whole = len(data) - len(data) % LAYOUT.size
        rows = itertools.takewhile(lambda row: row[0] in KINDS, LAYOUT.iter_unpack(data[:whole]))
        return [Event(Kind(kind), *rest) for kind, *rest in rows]

    def remove(self) -> None:
        """Remove the file."""
        with contextlib.suppress(OSError):
            os.unlink(self.path)


def running_programs(events: list[Event]) -> set[int]:
    """The process numbers of programs that were started and not ended."""
    started, ended = ({event.value for event in events if event.kind is kind} for kind in (Kind.STARTED, Kind.ENDED))
    return started - ended
