"""Structured logs: one JSON object a line on standard error.  Paths are logged without their query; bodies never."""

from __future__ import annotations

import json
import logging
import sys
import threading
import time
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

log = logging.getLogger("branchline.server")

THROTTLE_SECONDS = 60.0
"""Time between two lines about the same thing."""
MOST_KEYS = 1000
OTHERS = "others"
"""The key of all further events together."""


class JsonLines(logging.Formatter):
    """A log record as one line of JSON; `extra={"facts": {...}}` adds fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        line: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "facts", {}),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


def install(level: str = "info") -> None:
    """Send the server's log, uvicorn's and asyncio's to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("branchline.server", "uvicorn", "uvicorn.error", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(level.upper())
        if name in ("uvicorn.error", "asyncio"):
            logger.filters = [ThrottleFilter()]


def silence_addresses() -> None:
    """Have uvicorn log no requests: its lines hold whole addresses, and secrets may stand in queries."""
    logging.getLogger("uvicorn.access").disabled = True


def silence_forms() -> None:
    """Have the reader of forms log nothing about malformed ones: who sent it is told, and anybody can send a million."""
    logging.getLogger("python_multipart").setLevel(logging.ERROR)


def note(event: str, level: int = logging.INFO, fault: BaseException | None = None, **facts: Any) -> None:
    """Log an event with its facts."""
    log.log(level, event, extra={"facts": facts}, exc_info=fault)


# -- what strangers can make happen at will ---------------------------------------------------------------


@dataclass
class _Counted:
    """Events with one key: when the last line was written, and what has happened since."""

    written: float
    event: str
    level: int
    times: int = 0
    facts: dict[str, Any] = field(default_factory=dict)


class ThrottledLog:
    """Logs what may happen again and again: the first event with a key at once, and then one line a minute with its count.

    That line has the number of `times`, and the facts of the last event.
    """

    def __init__(
        self, seconds: float = THROTTLE_SECONDS, most: int = MOST_KEYS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._seconds, self._most, self._clock = seconds, most, clock
        self._keys: dict[str, _Counted] = {}
        self._lock = threading.RLock()
        _all.add(self)

    def note(self, key: str, event: str, level: int = logging.INFO, fault: BaseException | None = None, **facts: Any) -> None:
        """Log an event with its facts, or only count it."""
        with self._lock:
            self.flush()
            if key not in self._keys and len(self._keys) >= self._most:
                key = OTHERS
            counted = self._keys.get(key)
            if counted is None:
                self._keys[key] = _Counted(self._clock(), event, level)
                note(event, level, fault, **facts)
            else:
                counted.times += 1
                counted.event, counted.level, counted.facts = event, level, facts

    def flush(self) -> None:
        """Write what has been counted for a minute, and forget keys that have not been used for as long."""
        with self._lock:
            now = self._clock()
            for key, counted in list(self._keys.items()):
                if now - counted.written < self._seconds:
                    break  # the others are younger
                del self._keys[key]
                if counted.times:
                    self._keys[key] = _Counted(now, counted.event, counted.level)
                    note(counted.event, counted.level, **{**counted.facts, "times": counted.times})


_all: weakref.WeakSet[ThrottledLog] = weakref.WeakSet()
_by_event = ThrottledLog()


def note_throttled(event: str, level: int = logging.INFO, fault: BaseException | None = None, **facts: Any) -> None:
    """Log an event that strangers can make happen as often as they like; see `ThrottledLog`."""
    _by_event.note(event, event, level, fault, **facts)


def flush_throttled() -> None:
    """Write the counts that are due."""
    for seldom in list(_all):
        seldom.flush()


class ThrottleFilter(logging.Filter):
    """Warnings and errors of a logger that is not ours go through `note_throttled`, one key for each text."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the logger itself writes the record."""
        if record.levelno < logging.WARNING:
            return True
        kind, text = str(record.msg).partition("\n")[0], record.getMessage().strip()
        fault = record.exc_info[1] if record.exc_info else None
        facts = {} if text == kind else {"detail": text[:500]}
        note_throttled(kind[:200], record.levelno, fault, logger=record.name, **facts)
        return False
