"""Workers: processes that play one game after the other, and the owner's handle of such a process.

The owner sends jobs and receives results as lines of JSON.  The worker notes events in a journal.  So the owner notices a bot
that stalls, even one that blocks its whole process, kills the worker with its programs, and still knows what was played.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from branchline.arena.child_process import Child, Ended, Garbage, Silent, kill_all
from branchline.arena.descendants import adopt_orphans, kill_group, kill_marked, kill_orphans, marks_of
from branchline.arena.external import HELLO_SECONDS
from branchline.arena.forfeit import Forfeit
from branchline.arena.journal import NOBODY, OF_PROGRAMS, WATCHED, Event, Journal, Kind, Note, noting, running_programs
from branchline.arena.play import Played, forfeited, play
from branchline.arena.schedule import Job
from branchline.errors import WorkerFailed

LIVES = 3
"""A game whose worker was lost is played again.  After so many losses a bot forfeits it."""
CHECK_SECONDS = 0.25
"""How often an owner checks whether a bot stalls."""
GRACE_SECONDS = 60.0
"""A worker in which nothing happens for so long, while no bot inside it thinks, counts as lost."""
MAX_LINGER = 20.0
"""The most seconds that a trial waits for a program to fail again."""
START = "import sys; sys.path[:] = sys.argv[2:]; del sys.argv[2:]; from branchline.arena.worker import main; main()"
"""The worker gets its owner's module path by arguments, not by its environment: programs inherit that, and their
Python may be another."""


class Lost(Exception):
    """The worker has ended or stands still during a game, after these events."""

    def __init__(self, events: list[Event], how: str, kind: str = "crash") -> None:
        super().__init__(how)
        self.events, self.how, self.kind = events, how, kind
        self.time = time.monotonic()
        self.seat = events[-1].seat if events else NOBODY
        """The seat that was at work, or NOBODY."""


class Interrupted(Exception):
    """The worker was closed by its owner during a game."""


class Worker:
    """The owner's handle of a worker process.  A lost process is started again."""

    def __init__(self) -> None:
        self._journal = Journal()
        self._child: Child | None = None
        self._closing = False
        self._lock = threading.Lock()

    @property
    def pid(self) -> int | None:
        """The number of the process, if it runs."""
        return self._child.pid if self._child else None

    def play(self, job: Job) -> Played:
        """Play a game.  If the process is lost, it is replaced and the game is played again."""
        for life in range(1, LIVES + 1):
            try:
                return self._play_once(job)
            except Lost as lost:
                self._end_child()
                if life == LIVES or lost.kind == "stall":
                    return self._judged(job, lost)
        raise AssertionError("The last life was judged.")

    def _judged(self, job: Job, lost: Lost) -> Played:
        """The result of a game whose process was lost too often: a forfeit of the bot at fault."""
        seat = self._culprit(job, lost)
        if seat == NOBODY:
            raise WorkerFailed(
                f"Game {job.number} was lost {LIVES} times with its process while no bot was thinking: {lost.how}."
            )
        if seat != lost.seat:
            reason = f"made its worker fail while others were at work: {lost.how}"
        else:
            reason = lost.how if lost.kind == "stall" else f"ended its process {LIVES} times: {lost.how}"
        return forfeited(job, lost.events, Forfeit(seat, lost.kind if seat == lost.seat else "crash", reason))

    def _culprit(self, job: Job, lost: Lost) -> int:
        """The seat at fault.  It is found by trials, since a program can kill or stop the worker while another bot thinks.

        A trial repeats the game up to that point.  If it fails without any program, the bot that was at work is at fault.  If
        it fails with one program alone, that program is.  If no trial fails, the program that was asked last is.
        """
        programs = job.programs
        if not programs or (lost.seat not in programs and self._fails(job, lost, ())):
            return lost.seat
        asked = [event.seat for event in reversed(lost.events) if event.kind in OF_PROGRAMS and event.seat in programs]
        suspects = list(dict.fromkeys([*asked, *programs]))
        if len(suspects) > 1:
            suspects = [seat for seat in suspects if self._fails(job, lost, (seat,))] or suspects
        return suspects[0]

    def _fails(self, job: Job, lost: Lost, live: tuple[int, ...]) -> bool:
        """Whether the process is lost again in a trial with only these programs."""
        actions = tuple(event.value for event in lost.events if event.kind is Kind.PUSHED)
        since = max((event.time for event in lost.events if event.seat in live), default=lost.time)
        linger = min(lost.time - since + 1.0, MAX_LINGER) if live else 0.0
        try:
            self._play_once(replace(job, trial=actions, live=live, linger=linger))
        except Lost:
            self._end_child()
            return True
        except WorkerFailed:
            pass
        return False

    def _play_once(self, job: Job) -> Played:
        """Play a game once.  The worker sends the result, then an empty answer when its programs are ended and it is free."""
        child, played = self._ready(), None
        child.send(job.to_json())
        while True:
            try:
                answer = child.receive(min(CHECK_SECONDS, job.move_seconds / 4))
            except Silent:
                if self._closing:
                    raise Interrupted from None
                lost = self._stalled(job)
                if lost is not None and played is None:
                    raise lost from None
                if lost is not None and played is not None:
                    self._end_child()
                    return played
            except (Ended, Garbage):
                if self._closing:
                    raise Interrupted from None
                if played is None:
                    raise Lost(self._journal.events(), child.how_it_ended()) from None
                self._end_child()
                return played
            else:
                if played is not None:
                    return played
                played = _received(answer)

    def _stalled(self, job: Job) -> Lost | None:
        """The loss, if a bot inside the worker takes too long or the worker stands still (a program can stop it)."""
        events = self._journal.events()
        if not events:  # it is still loading or compiling
            return None
        quiet = time.monotonic() - events[-1].time
        if events[-1].kind in WATCHED:
            late = f"did not answer within {job.move_seconds:g} s"
            return Lost(events, late, "stall") if quiet > job.move_seconds else None
        patience = GRACE_SECONDS
        if events[-1].kind in OF_PROGRAMS:  # these are timed by the worker itself
            patience += max(HELLO_SECONDS, job.move_seconds)
        return Lost(events, f"stood still for {patience:g} s") if quiet > patience else None

    def _ready(self) -> Child:
        with self._lock:
            if self._closing:
                raise Interrupted
            self._journal.clear()
            if self._child is None:
                paths = [path or os.getcwd() for path in sys.path]
                self._child = Child([sys.executable, "-c", START, self._journal.path, *paths])
            return self._child

    def _end_child(self) -> None:
        with self._lock:
            if self._child is not None:
                self._child.kill()
                self._child.close()
                self._end_programs()
                self._child = None

    def _end_programs(self) -> None:
        """Programs have sessions of their own; they are ended with the worker, however it ended."""
        for pid in running_programs(self._journal.events()):
            kill_group(pid)
        if self._child is not None:
            kill_marked(marks_of(self._child.pid))

    def close(self) -> None:
        """End the process, also during a game."""
        self._closing = True
        with self._lock:
            if self._child is not None:
                self._child.close()
                self._end_programs()
        self._journal.remove()


def _received(answer: Mapping[str, Any]) -> Played:
    if "error" in answer:
        raise WorkerFailed(f"A worker could not play: {answer['error']}")
    return Played.from_json(answer)


# -- inside the worker -------------------------------------------------------------------------------


def main() -> None:
    """Play the jobs that come in.  End at once when the owner closes the input."""
    signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C is for the owner; not SIG_IGN, which programs would inherit
    adopt_orphans()
    jobs, results = _private_streams()
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in jobs:
            waiting.put(line)
        kill_all()
        with contextlib.suppress(OSError):  # an owner that was killed cannot remove it
            os.unlink(sys.argv[1])
        os._exit(0)

    def tell(answer: Mapping[str, Any]) -> None:
        results.write(json.dumps(answer) + "\n")
        results.flush()

    threading.Thread(target=read, daemon=True).start()
    with noting(sys.argv[1]) as note:
        while True:
            _serve(waiting.get(), note, tell)


def _serve(line: str, note: Note, tell: Callable[[Mapping[str, Any]], None]) -> None:
    try:
        job = Job.from_json(json.loads(line))
        play(job, note, lambda played: tell(played.to_json()))
        if job.programs and not any(entrant.is_python for entrant in job.seats):  # a Python bot may have processes of its own
            kill_orphans()
    except Exception as error:
        tell({"error": f"{type(error).__name__}: {error}"})
    else:
        tell({})


def _private_streams() -> tuple[Any, Any]:
    """Input and output for the owner only.  What a bot prints goes to standard error."""
    jobs, results = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return jobs, results
