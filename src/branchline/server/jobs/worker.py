"""A process that works on jobs, one after the other, at the lowest priority.  The server starts and stops it.

The server writes a line of JSON for each job.  The worker answers with messages: a line of JSON with `state` and `size`,
followed by that many bytes, which are packed JSON.  The states are `progress`, `done` and `failed`.  The worker ends as soon
as its input ends, so it does not outlive the server.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
import time
import traceback
from base64 import b64decode
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

NICENESS = 19
"""Lower than that of bots, which is 10."""


def main() -> None:
    """Work until the input ends."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    requests: queue.Queue[bytes] = queue.Queue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, requests), daemon=True).start()
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not come between the messages
    while True:
        answer(json.loads(requests.get()), out)


def _read(lines: BinaryIO, requests: queue.Queue[bytes]) -> None:
    for line in lines:
        requests.put(line)
    os._exit(0)  # the server is gone, or does not need us any more


def answer(request: dict[str, Any], out: BinaryIO) -> None:
    """Do one job."""
    from branchline.errors import BranchlineError
    from branchline.server.jobs.kinds import Assignment, work_of
    from branchline.server.store.job_rows import pack, unpack

    told = time.monotonic()

    def tell(done: int, total: int, kept: Callable[[], Any]) -> None:
        nonlocal told
        if time.monotonic() - told >= request["seconds"]:
            told = time.monotonic()
            _send(out, {"state": "progress", "done": done, "total": total}, pack(kept()))

    try:
        before = request["kept"]
        given = Assignment(request["body"], unpack(b64decode(before)) if before else None, request["threads"], tell)
        _send(out, {"state": "done"}, pack(work_of(request["kind"])(given)))
    except BranchlineError as error:
        _send(out, {"state": "failed", "why": str(error)})
    except Exception:
        _send(out, {"state": "failed", "why": traceback.format_exc()})


def _send(out: BinaryIO, message: dict[str, Any], content: bytes = b"") -> None:
    try:
        out.write(json.dumps({**message, "size": len(content)}).encode() + b"\n" + content)
        out.flush()
    except OSError:  # the server is gone
        os._exit(0)


if __name__ == "__main__":
    main()
