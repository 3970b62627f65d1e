"""A child process that is spoken to in lines of JSON: a worker of the arena, or somebody's bot."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from typing import Any

from branchline.arena.descendants import MARK, kill_below, kill_group, kill_marked

LONGEST_LINE = 1_000_000
"""Bytes; who writes more in one line talks garbage."""
UNREAD_LINES = 16
"""Lines kept for later; a child that writes more waits until they are read."""
POLITE_SECONDS = 1.0
"""Time to end by itself once its input is closed."""
LISTEN_SECONDS = 0.2
"""How often to look whether a process that says nothing has ended."""
KEPT_COMPLAINTS = 2_000
"""Bytes of standard error that are kept, the last."""
CHUNK, FLOOD, FLOOD_PAUSE = 65_536, 1_000_000, 0.01
"""Standard error is read in chunks, and beyond so many bytes with a pause in seconds after each."""


_open: set[Child] = set()


class Silent(Exception):
    """No line came in time."""


class Ended(Exception):
    """The process has ended, or closed its output."""


class Garbage(Exception):
    """A line that is no JSON object."""


class Child:
    """One process, its input and its output; the end of what it writes to standard error is kept for its obituary."""

    def __init__(self, command: Sequence[str], mark: str = "") -> None:
        """`mark` is put into the environment, by which all processes that this one starts can be ended with it."""
        self.mark = mark
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, MARK: mark} if mark else None,
            start_new_session=True,  # Ctrl-C is for the arena, and the whole family can be ended at once
        )
        _open.add(self)
        self._complaints = b""
        self._heard: queue.Queue[bytes | None] = queue.Queue(UNREAD_LINES)
        self._to_say: queue.Queue[bytes | None] = queue.Queue()
        self._closed = False
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._write, self._drain)]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self.process.pid

    def _read(self) -> None:
        assert self.process.stdout is not None
        with open(self.process.stdout.fileno(), "rb", closefd=False) as lines, contextlib.suppress(OSError):
            while (line := lines.readline(LONGEST_LINE)) and not self._closed:
                self._put(line)
        self._put(None)

    def _write(self) -> None:
        """Write in a thread of its own: a child that does not read must not hold up the arena."""
        assert self.process.stdin is not None
        with self.process.stdin as out, contextlib.suppress(OSError):  # OSError: nobody reads any more
            while (line := self._to_say.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[out.write(rest) :]

    def _drain(self) -> None:
        """Keep the end of standard error; a child that floods it is read slowly, so that others can think."""
        assert self.process.stderr is not None
        total = 0
        with contextlib.suppress(OSError):
            while chunk := self.process.stderr.read(CHUNK):
                self._complaints = (self._complaints + chunk)[-KEPT_COMPLAINTS:]
                total += len(chunk)
                if total > FLOOD:
                    time.sleep(FLOOD_PAUSE)

    def _put(self, line: bytes | None) -> None:
        """Keep a line until somebody asks for it or nobody will."""
        while not self._closed:
            with contextlib.suppress(queue.Full):
                self._heard.put(line, timeout=0.2)
                return

    def send(self, message: Mapping[str, Any]) -> None:
        """Write one line; whether anybody reads it shows in what comes back."""
        self._to_say.put(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def receive(self, seconds: float) -> dict[str, Any]:
        """The next object; raises Silent, Ended or Garbage."""
        line = self._next_line(time.monotonic() + seconds)
        if line is None:
            with contextlib.suppress(queue.Full):
                self._heard.put_nowait(None)
            raise Ended
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise Garbage(line[:80].decode(errors="replace").strip())
        return found

    def _next_line(self, deadline: float) -> bytes | None:
        """The next line; None at the end of the output, or of the process if a child of its own holds the output open."""
        ended = False
        while True:
            left = deadline - time.monotonic()
            with contextlib.suppress(queue.Empty):
                return self._heard.get(timeout=min(max(left, 0.0), LISTEN_SECONDS))
            if ended:
                return None
            if left <= LISTEN_SECONDS:
                raise Silent
            ended = self.process.poll() is not None

    @property
    def has_spoken(self) -> bool:
        """Whether there is a line that nobody has asked for yet."""
        with self._heard.mutex:
            return bool(self._heard.queue) and self._heard.queue[0] is not None

    def obituary(self) -> str:
        """How the process ended, with the last line of its complaints."""
        try:
            code = self.process.wait(POLITE_SECONDS)
            how = f"exit code {code}" if code >= 0 else f"signal {_signal_name(-code)}"
        except subprocess.TimeoutExpired:
            how = "its output closed"
        self._threads[2].join(POLITE_SECONDS)
        complaints = self._complaints.decode(errors="replace").split("\n")
        last = next((row.strip() for row in reversed(complaints) if row.strip()), "")
        return f"{how}: {printable(last)}" if last else how

    def close(self, seconds: float = POLITE_SECONDS) -> None:
        """End the process: by closing its input, and by force with its whole family if that does not help in time."""
        if self._closed:
            return
        self._closed = True
        self._to_say.put(None)
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            pass
        finally:
            self.kill()
        for thread, stream in zip(self._threads, (self.process.stdout, None, self.process.stderr), strict=True):
            thread.join(POLITE_SECONDS)
            if stream is not None and not thread.is_alive():  # else somebody who survived writes on, and the thread reads
                stream.close()
        _open.discard(self)

    def kill(self) -> None:
        """End the process by force, with its whole family."""
        if self.process.returncode is None:
            kill_below(self.process.pid)
        kill_group(self.process.pid)
        if self.mark:
            kill_marked(self.mark)
        self.process.wait()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # those without a name of their own
        return str(number)


def kill_all() -> None:
    """End every child of this process by force."""
    for child in list(_open):
        child.kill()


def printable(text: str, length: int = 200) -> str:
    """A text from elsewhere as one short line that cannot disturb a terminal or a record."""
    return "".join(char if char.isprintable() else " " for char in text[:length]).strip()
