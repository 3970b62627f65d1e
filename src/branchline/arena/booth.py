"""A worker: a process that plays games one after the other, and the handle by which its owner watches it.

The owner sends jobs and receives results as lines of JSON.  A few bytes of shared memory say which seat is thinking, so
that the owner notices a bot that stalls, even one that never gives Python back to its process, and ends the booth.
"""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import queue
import struct
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from typing import Any

from branchline.arena.lines import Child, Ended, Garbage, Silent, kill_all
from branchline.arena.play import NOBODY, Played, forfeited, play
from branchline.arena.schedule import Job
from branchline.core.errors import BranchlineError

STATUS = struct.Struct("=qq")
"""How often a seat began or ended thinking, and which seat it is."""
LIVES = 3
"""A game whose booth was lost is played again; when it happens so often, it is the fault of who was thinking."""
GLANCE_SECONDS = 0.25
"""How often an owner looks whether a seat stalls."""


class Lost(Exception):
    """The booth has ended in the middle of a game; `seat` was thinking."""

    def __init__(self, seat: int, how: str) -> None:
        super().__init__(how)
        self.seat, self.how = seat, how


class WorkerFailed(BranchlineError):
    """A game could not be played for a reason that is no bot's: a map file that a node lacks, or a fault of the arena."""


class Interrupted(Exception):
    """The booth was closed by its owner in the middle of a game."""


class Booth:
    """The owner's handle of a worker process, started anew whenever it was lost."""

    def __init__(self) -> None:
        handle, self._path = tempfile.mkstemp(prefix="branchline-booth-")
        os.close(handle)
        self._child: Child | None = None
        self._closing = False
        self._lock = threading.Lock()

    @property
    def pid(self) -> int | None:
        """The number of the process, if it runs."""
        return self._child.pid if self._child else None

    def play(self, job: Job) -> Played:
        """Play a game; a lost process is replaced and the game played again."""
        for life in range(1, LIVES + 1):
            try:
                return self._play_once(job)
            except Lost as lost:
                self._end_child()
                if life == LIVES and lost.seat != NOBODY:
                    return forfeited(job, lost.seat, "crash", f"ended its process {LIVES} times: {lost.how}")
                cause = lost
        raise WorkerFailed(f"Game {job.number} was lost {LIVES} times with its process while no bot was thinking: {cause.how}.")

    def _play_once(self, job: Job) -> Played:
        child = self._ready()
        child.send(job.to_json())
        seen, since, glance = self._status(), time.monotonic(), min(GLANCE_SECONDS, job.move_seconds / 4)
        while True:
            try:
                answer = child.receive(glance)
            except Silent:
                if self._closing:
                    raise Interrupted from None
                now = self._status()
                if now != seen:
                    seen, since = now, time.monotonic()
                elif now[1] != NOBODY and time.monotonic() - since > job.move_seconds:
                    self._end_child()
                    return forfeited(job, now[1], "stall", f"did not answer within {job.move_seconds:g} s")
            except (Ended, Garbage):
                if self._closing:
                    raise Interrupted from None
                raise Lost(self._status()[1], child.obituary()) from None
            else:
                return self._received(answer)

    @staticmethod
    def _received(answer: dict[str, Any]) -> Played:
        if "error" in answer:
            raise WorkerFailed(f"A worker could not play: {answer['error']}")
        return Played.from_json(answer)

    def _ready(self) -> Child:
        with self._lock:
            if self._closing:
                raise Interrupted
            if self._child is None:
                self._reset()
                paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
                command = [sys.executable, "-m", "branchline.arena.booth", self._path]
                self._child = Child(command, {**os.environ, "PYTHONPATH": paths})
            return self._child

    def _status(self) -> tuple[int, int]:
        with open(self._path, "rb") as file:
            count, seat = STATUS.unpack(file.read(STATUS.size))
        return count, seat

    def _reset(self) -> None:
        """Nobody thinks in a new process, whoever was thinking when the last one ended."""
        with open(self._path, "wb") as file:
            file.write(STATUS.pack(0, NOBODY))

    def _end_child(self) -> None:
        with self._lock:
            if self._child is not None:
                self._child.kill()
                self._child.close()
                self._child = None

    def close(self) -> None:
        """End the process, also in the middle of a game."""
        self._closing = True
        with self._lock:
            if self._child is not None:
                self._child.close()
        with contextlib.suppress(OSError):
            os.unlink(self._path)


# -- inside the worker -------------------------------------------------------------------------------


def main() -> None:
    """Play the jobs that come in; end when the owner closes the line, whatever is going on."""
    jobs, results = _private_lines()
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in jobs:
            waiting.put(line)
        kill_all()
        with contextlib.suppress(OSError):  # an owner that was killed could not tidy up
            os.unlink(sys.argv[1])
        os._exit(0)

    threading.Thread(target=read, daemon=True).start()
    with _status_memory(sys.argv[1]) as memory:
        count = 0

        def watch(seat: int) -> None:
            nonlocal count
            count += 1
            memory[: STATUS.size] = STATUS.pack(count, seat)

        while True:
            results.write(_answer(waiting.get(), watch) + "\n")
            results.flush()


def _answer(line: str, watch: Any) -> str:
    try:
        return json.dumps(play(Job.from_json(json.loads(line)), watch).to_json())
    except Exception as error:
        return json.dumps({"error": f"{type(error).__name__}: {error}"})


def _private_lines() -> tuple[Any, Any]:
    """Input and output for the owner alone: what a bot prints goes to standard error."""
    jobs, results = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return jobs, results


@contextlib.contextmanager
def _status_memory(path: str) -> Iterator[mmap.mmap]:
    with open(path, "r+b") as file, mmap.mmap(file.fileno(), STATUS.size) as memory:
        yield memory


if __name__ == "__main__":
    main()
