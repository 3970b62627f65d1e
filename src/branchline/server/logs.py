"""Structured logs: one JSON object a line on standard error.  Paths are logged without their query; bodies never."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

log = logging.getLogger("branchline.server")


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
    """Send the house's log and uvicorn's to standard error as JSON lines."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("branchline.server", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(level.upper())


def silence_addresses() -> None:
    """Have uvicorn log no requests, whoever started it: its lines hold whole addresses, and secrets may stand in queries."""
    logging.getLogger("uvicorn.access").disabled = True


def note(event: str, level: int = logging.INFO, fault: BaseException | None = None, **facts: Any) -> None:
    """Log an event with its facts."""
    log.log(level, event, extra={"facts": facts}, exc_info=fault)
