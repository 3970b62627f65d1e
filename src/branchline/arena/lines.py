"""A child process that is spoken to in lines of JSON: a worker of the arena, or somebody's bot."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from typing import Any

LONGEST_LINE = 1_000_000
"""Bytes; who writes more in one line talks garbage."""
UNREAD_LINES = 16
"""Lines kept for later; a child that writes more waits until they are read."""
POLITE_SECONDS = 1.0
"""Time to end by itself once its input is closed."""


_open: set[Child] = set()


class Silent(Exception):
    """No line came in time."""


class Ended(Exception):
    """The process has ended, or closed its output."""


class Garbage(Exception):
    """A line that is no JSON object."""


class Child:
    """One process, its input and its output; what it writes to standard error is kept for its obituary."""

    def __init__(self, command: Sequence[str]) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                start_new_session=True,  # Ctrl-C is for the arena, and the whole family can be ended at once
            )
        except BaseException:
            self._errors.close()
            raise
        _open.add(self)
        self._heard: queue.Queue[bytes | None] = queue.Queue(UNREAD_LINES)
        self._to_say: queue.Queue[bytes | None] = queue.Queue()
        self._closed = False
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._write)]
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
        try:
            line = self._heard.get(timeout=seconds)
        except queue.Empty:
            raise Silent from None
        if line is None:
            self._heard.put(None)
            raise Ended
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise Garbage(line[:80].decode(errors="replace").strip())
        return found

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
        self._errors.seek(max(0, os.fstat(self._errors.fileno()).st_size - 2000))
        complaints = self._errors.read().decode(errors="replace").split("\n")
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
        for thread in self._threads:
            thread.join(POLITE_SECONDS)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._errors.close()
        _open.discard(self)

    def kill(self) -> None:
        """End the process by force, with its whole family."""
        kill_family(self.process.pid)
        self.process.wait()


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # those without a name of their own
        return str(number)


def kill_family(pid: int) -> None:
    """End a child by force, one's own or somebody else's, with all children of its own, also those that outlived it."""
    with contextlib.suppress(OSError):
        if os.name == "posix":
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGTERM)  # there it asks nobody


def kill_all() -> None:
    """End every child of this process by force."""
    for child in list(_open):
        child.kill()


def printable(text: str, length: int = 200) -> str:
    """A text from elsewhere as one short line that cannot disturb a terminal or a record."""
    return "".join(char if char.isprintable() else " " for char in text[:length]).strip()
