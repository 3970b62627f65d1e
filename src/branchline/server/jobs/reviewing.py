"""The work of a review."""

from __future__ import annotations

from typing import Any

from branchline.core.record import Record
from branchline.errors import BadOption
from branchline.review import Review, Reviewer
from branchline.server.jobs.kinds import Assignment


def work(given: Assignment) -> Any:
    """Review the record in the body, or go on with its review."""
    record, depth = Record.from_json(given.body["record"]), given.body["depth"]
    try:
        reviewer = Reviewer(record, depth, kept=given.kept)
    except BadOption:  # an older version has kept it, which searched in another way
        reviewer = Reviewer(record, depth)
    reviewer.run(given.threads, lambda done, total: given.tell(done, total, lambda: reviewer.kept))
    return Review.of(reviewer).to_json()
