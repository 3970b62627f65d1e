"""The kinds of jobs, and what their work is given."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

KINDS = {
    "review": "branchline.server.jobs.reviewing:work",
    "puzzles": "branchline.server.jobs.puzzle_finding:work",
}
"""For each kind the function that does the work, by module and name, so that the server itself need not load it."""

Tell = Callable[[int, int, Callable[[], Any]], None]
"""Called with the steps done, all steps (0 if not known), and a function that gives what was found so far, JSON-safe."""


@dataclass(frozen=True)
class Assignment:
    """What the work on a job is given."""

    body: dict[str, Any]
    kept: Any
    """What an earlier run found that was interrupted; None at first."""
    threads: int
    tell: Tell


Work = Callable[[Assignment], Any]
"""Does a job and returns its result, JSON-safe.  A `BranchlineError` means that the job cannot be done."""


def work_of(kind: str) -> Work:
    """The function that does the work of a kind."""
    module, _, name = KINDS[kind].partition(":")
    found: Work = getattr(import_module(module), name)
    return found
