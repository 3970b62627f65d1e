"""A child process that reads and writes lines of JSON: a worker of the arena, or a bot that is a program."""

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

MAX_LINE_LENGTH = 1_000_000
"""Bytes; a longer line is garbage."""
UNREAD_LINES = 16
"""Lines that wait to be read; a child that writes more is blocked until they are."""
POLITE_SECONDS = 1.0
"""Time that a process has to end by itself once its input is closed."""
LISTEN_SECONDS = 0.2
"""How often a silent process is checked for its end."""
KEPT_ERROR_OUTPUT = 2_000
"""The last bytes of standard error that are kept."""
CHUNK, FLOOD, FLOOD_PAUSE = 65_536, 1_000_000, 0.01
"""Bytes of a chunk of standard error; after FLOOD bytes there is a pause of FLOOD_PAUSE seconds after each chunk."""


_open: set[Child] = set()


class Silent(Exception):
    """No line came in time."""


class Ended(Exception):
    """The process has ended, or closed its output."""


class Garbage(Exception):
    """A line that is no JSON object."""


class Child:
    """A process with its input and output.  The end of its standard error is kept, to explain why it ended."""

    def __init__(self, command: Sequence[str], mark: str = "") -> None:
        """`mark` is put into the environment, so that all processes that this one starts can be found and ended."""
        self.mark = mark
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, MARK: mark} if mark else None,
            start_new_session=True,  # Ctrl-C goes to the arena only, and all processes of the session can be ended at once
        )
        _open.add(self)
        self._error_output = b""
        self._incoming: queue.Queue[bytes | None] = queue.Queue(UNREAD_LINES)
        self._outgoing: queue.Queue[bytes | None] = queue.Queue()
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
            while (line := lines.readline(MAX_LINE_LENGTH)) and not self._closed:
                self._put(line)
        self._put(None)

    def _write(self) -> None:
        """Write in a separate thread: a child that does not read must not block the arena."""
        assert self.process.stdin is not None
        with self.process.stdin as out, contextlib.suppress(OSError):  # OSError: the child does not read any more
            while (line := self._outgoing.get()) is not None:
                rest = memoryview(line)
                while rest:
                    rest = rest[out.write(rest) :]

    def _drain(self) -> None:
        """Keep the end of standard error.  A child that floods it is read slowly, so that it takes no time from others."""
        assert self.process.stderr is not None
        total = 0
        with contextlib.suppress(OSError):
            while chunk := self.process.stderr.read(CHUNK):
                self._error_output = (self._error_output + chunk)[-KEPT_ERROR_OUTPUT:]
                total += len(chunk)
                if total > FLOOD:
                    time.sleep(FLOOD_PAUSE)

    def _put(self, line: bytes | None) -> None:
        """Queue a line until it is read or the child is closed."""
        while not self._closed:
            with contextlib.suppress(queue.Full):
                self._incoming.put(line, timeout=0.2)
                return

    def send(self, message: Mapping[str, Any]) -> None:
        """Send a line.  Whether the child has read it only shows in its answer."""
        self._outgoing.put(json.dumps(message, separators=(",", ":")).encode() + b"\n")

    def receive(self, seconds: float) -> dict[str, Any]:
        """The next object; raises Silent, Ended or Garbage."""
        line = self._next_line(time.monotonic() + seconds)
        if line is None:
            with contextlib.suppress(queue.Full):
                self._incoming.put_nowait(None)
            raise Ended
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise Garbage(line[:80].decode(errors="replace").strip())
        return found

    def _next_line(self, deadline: float) -> bytes | None:
        """The next line; None at the end of the output, or when the process has ended but one of its own children holds the
        output open."""
        ended = False
        while True:
            left = deadline - time.monotonic()
            with contextlib.suppress(queue.Empty):
                return self._incoming.get(timeout=min(max(left, 0.0), LISTEN_SECONDS))
            if ended:
                return None
            if left <= LISTEN_SECONDS:
                raise Silent
            ended = self.process.poll() is not None

    @property
    def has_spoken(self) -> bool:
        """Whether the child has written a line that was not asked for."""
        with self._incoming.mutex:
            return bool(self._incoming.queue) and self._incoming.queue[0] is not None

    def how_it_ended(self) -> str:
        """How the process ended, with the last line of its standard error."""
        try:
            code = self.process.wait(POLITE_SECONDS)
            how = f"exit code {code}" if code >= 0 else f"signal {_signal_name(-code)}"
        except subprocess.TimeoutExpired:
            how = "its output closed"
        self._threads[2].join(POLITE_SECONDS)
        rows = self._error_output.decode(errors="replace").split("\n")
        last = next((row.strip() for row in reversed(rows) if row.strip()), "")
        return f"{how}: {printable(last)}" if last else how

    def close(self, seconds: float = POLITE_SECONDS) -> None:
        """End the process by closing its input, and kill it with its descendants if it does not end in time."""
        if self._closed:
            return
        self._closed = True
        self._outgoing.put(None)
        try:
            self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            pass
        finally:
            self.kill()
        for thread, stream in zip(self._threads, (self.process.stdout, None, self.process.stderr), strict=True):
            thread.join(POLITE_SECONDS)
            if stream is not None and not thread.is_alive():  # else a surviving process still writes, and the thread reads
                stream.close()
        _open.discard(self)

    def kill(self) -> None:
        """Kill the process and its descendants."""
        if self.process.returncode is None:
            kill_below(self.process.pid)
        kill_group(self.process.pid)
        if self.mark:
            kill_marked(self.mark)
        self.process.wait()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # real-time signals have no name
        return str(number)


def kill_all() -> None:
    """Kill every open child of this process."""
    for child in list(_open):
        child.kill()


def printable(text: str, length: int = 200) -> str:
    """A foreign text as one short line that cannot disturb a terminal or a record."""
    return "".join(char if char.isprintable() else " " for char in text[:length]).strip()
