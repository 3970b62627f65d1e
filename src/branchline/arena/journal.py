"""What happens in a game, noted in a file as it happens: what is known of a game whose process was lost.

The worker that plays writes, its owner reads.  An event is a few bytes that are appended at once, so that noting costs
microseconds, needs no answer, and holds whatever becomes of the process.
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
    """What an event tells; after `IDLE`, `PUSHED` and `ENDED` no bot is at work."""

    MAKING = 0
    """A bot of the worker's own process is made for `seat`."""
    CHOOSING = 1
    """It chooses a move."""
    STARTING = 2
    """The program of `seat` is started."""
    STARTED = 3
    """It runs as process `value` and is greeted."""
    ASKED = 4
    """It chooses a move."""
    IDLE = 5
    """The bot has finished."""
    PUSHED = 6
    """Action `value` was played, by a bot or by chance."""
    ENDED = 7
    """The program with process `value` was ended."""


KINDS = frozenset(Kind)
MOST_EVENTS = 100_000
"""More than any game has: what else is in the file was written by somebody else."""
WATCHED = (Kind.MAKING, Kind.CHOOSING)
"""The owner looks at the clock; programs are timed by the worker that asks them."""
DECISIONS = (Kind.CHOOSING, Kind.ASKED)
OF_PROGRAMS = (Kind.STARTING, Kind.STARTED, Kind.ASKED)


class Event(NamedTuple):
    """Something that happened at a time, by a clock that all processes of a machine share."""

    kind: Kind
    seat: int
    value: int
    time: float


Note = Callable[[Kind, int, int], None]
"""Notes an event of now: kind, seat or `NOBODY`, value or 0."""


def forget(kind: Kind, seat: int, value: int) -> None:
    """Note nothing: for games whose process nobody owns."""


@contextlib.contextmanager
def noting(path: str) -> Iterator[Note]:
    """The writing end."""
    with open(path, "ab", buffering=0) as file:

        def note(kind: Kind, seat: int, value: int) -> None:
            file.write(LAYOUT.pack(kind, seat, value, time.monotonic()))

        yield note


class Journal:
    """The owner's end: a file for one game at a time."""

    def __init__(self) -> None:
        handle, self.path = tempfile.mkstemp(prefix="branchline-worker-")
        os.close(handle)

    def clear(self) -> None:
        """Begin anew, before the next game."""
        with open(self.path, "wb"):
            pass

    def events(self) -> list[Event]:
        """What happened since; nothing if the file is gone, which a worker removes as it ends in order."""
        try:
            with open(self.path, "rb") as file:
                data = file.read(LAYOUT.size * MOST_EVENTS)
        except OSError:
            return []
        whole = len(data) - len(data) % LAYOUT.size
        rows = itertools.takewhile(lambda row: row[0] in KINDS, LAYOUT.iter_unpack(data[:whole]))
        return [Event(Kind(kind), *rest) for kind, *rest in rows]

    def remove(self) -> None:
        """Leave no file behind."""
        with contextlib.suppress(OSError):
            os.unlink(self.path)


def running_programs(events: list[Event]) -> set[int]:
    """The processes of programs that were started and not ended."""
    started, ended = ({event.value for event in events if event.kind is kind} for kind in (Kind.STARTED, Kind.ENDED))
    return started - ended
