"""Structured logs: one JSON object per line on standard error.  Paths are logged without query; bodies are never logged."""

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
"""Time between two lines with the same key."""
MAX_KEYS = 1000
OTHERS = "others"
"""The key for all events beyond the first `MAX_KEYS` keys."""


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
    """Stop uvicorn from logging requests: its lines hold whole URLs, and a query may contain a secret."""
    logging.getLogger("uvicorn.access").disabled = True


def silence_forms() -> None:
    """Stop the form parser from logging malformed forms: the sender gets an error, and anybody can send a million."""
    logging.getLogger("python_multipart").setLevel(logging.ERROR)


def note(event: str, level: int = logging.INFO, fault: BaseException | None = None, **facts: Any) -> None:
    """Log an event with its facts."""
    log.log(level, event, extra={"facts": facts}, exc_info=fault)


# -- events that anybody can cause at will ----------------------------------------------------------------


@dataclass
class _Counted:
    """The events with one key: when a line was last written, and what has happened since."""

    written: float
    event: str
    level: int
    times: int = 0
    facts: dict[str, Any] = field(default_factory=dict)


class ThrottledLog:
    """A log for frequent events: the first event with a key is logged at once, later ones as one line a minute.

    That line has the number of events as `times`, and the facts of the last one.
    """

    def __init__(
        self, seconds: float = THROTTLE_SECONDS, most: int = MAX_KEYS, clock: Callable[[], float] = time.monotonic
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

    def flush(self, everything: bool = False) -> None:
        """Write the counts that are a minute old, and forget keys without events in that minute; or write and forget all."""
        with self._lock:
            now = self._clock()
            for key, counted in list(self._keys.items()):
                if now - counted.written < self._seconds and not everything:
                    break  # the others are younger
                del self._keys[key]
                if counted.times:
                    if not everything:
                        self._keys[key] = _Counted(now, counted.event, counted.level)
                    note(counted.event, counted.level, **{**counted.facts, "times": counted.times})


_all: weakref.WeakSet[ThrottledLog] = weakref.WeakSet()
_by_event = ThrottledLog()


def note_throttled(event: str, level: int = logging.INFO, fault: BaseException | None = None, **facts: Any) -> None:
    """Log an event that anybody can cause as often as they like; see `ThrottledLog`."""
    _by_event.note(event, event, level, fault, **facts)


def flush_throttled(everything: bool = False) -> None:
    """Write the counts that are due, or all of them: a server that stops leaves none behind."""
    for log in list(_all):
        log.flush(everything)


class ThrottleFilter(logging.Filter):
    """Sends warnings and errors of other libraries through `note_throttled`, with one key per message."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the logger itself writes the record."""
        if record.levelno < logging.WARNING:
            return True
        kind, text = str(record.msg).partition("\n")[0], record.getMessage().strip()
        fault = record.exc_info[1] if record.exc_info else None
        facts = {} if text == kind else {"detail": text[:500]}
        note_throttled(kind[:200], record.levelno, fault, logger=record.name, **facts)
        return False
