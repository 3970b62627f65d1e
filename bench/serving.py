"""The server as a process of its own, with limits that do not matter: for the load script and for tests that kill it."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from branchline.server.base.settings import Settings

UNLIMITED: dict[str, Any] = {
    "requests_per_second": 1e6,
    "request_burst": 1_000_000,
    "posts_per_second": 1e6,
    "post_burst": 1_000_000,
    "strict_per_minute": 1e6,
    "strict_burst": 1_000_000,
    "watchers_per_address": 100_000,
    "tables_per_person": 1_000_000,
    "tables_per_address": 1_000_000,
    "reviews_per_person": 1_000_000,
    "reviews_per_address": 1_000_000,
}
"""Settings for a load that comes from one address."""

ORDER = """
import sys
from branchline.server.run.serve import run
from branchline.server.base.settings import Settings
run(Settings.model_validate_json(sys.argv[1]), "127.0.0.1", int(sys.argv[2]), log_level="warning")
"""


class Serving:
    """A server on the loopback; what it says is in the file `log` of its data folder."""

    def __init__(self, settings: Settings, port: int = 0) -> None:
        settings.folder.mkdir(parents=True, exist_ok=True)
        with (settings.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", ORDER, settings.model_dump_json(), str(port)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,  # so that workers can be killed with it
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+:(\d+)", line)
        assert found, (settings.folder / "log").read_text()
        self.url, self.port = found.group(), int(found.group(1))

    @property
    def processes(self) -> list[int]:
        """The server's process ids: itself, or its workers if there are several."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        workers = [int(child) for child in children if b"multiprocessing.spawn" in Path(f"/proc/{child}/cmdline").read_bytes()]
        return workers or [self.process.pid]

    def processor(self) -> float:
        """Seconds of processor that its processes have taken so far."""
        return sum(map(processor, self.processes))

    def memory(self) -> float:
        """Kilobytes in use by its processes."""
        status = "".join(Path(f"/proc/{process}/status").read_text() for process in self.processes)
        return sum(float(found) for found in re.findall(r"^VmRSS:\s+(\d+)", status, re.MULTILINE))

    def kill(self) -> None:
        """kill -9 of all its processes; a second time is harmless."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self._gone()

    def stop(self) -> None:
        """Stop as an operator does."""
        if self.process.poll() is None:
            self.process.terminate()
        self._gone()

    def _gone(self) -> None:
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def serving(settings: Settings, port: int = 0) -> Iterator[Serving]:
    """A server for a while."""
    server = Serving(settings, port)
    try:
        yield server
        server.stop()
    finally:
        server.kill()


@contextmanager
def server(**environment: str) -> Iterator[tuple[str, int]]:
    """`branchline serve` on an empty data folder: its address as soon as it is known, and its process."""
    with tempfile.TemporaryDirectory() as data:
        words = ["serve", "--port", "0", "--data", data, "--log-level", "error"]
        command = [sys.executable, "-c", "from branchline.cli import main; main()", *words]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})
        assert process.stdout is not None
        try:
            yield process.stdout.readline().split()[3].rstrip("/"), process.pid
        finally:
            process.terminate()
            process.wait()


def is_good(status: int, path: str, body: str) -> bool:
    """Whether an answer is a good one.  False for those after which one asks again; any other failure ends the program."""
    if status < 400:
        return True
    if status in (429, 503):
        return False
    sys.exit(f"The server answers {path} with {status}: {body[:300]}\nhint: its own messages say why.")


def processor(process: int) -> float:
    """The seconds of processor that a process has taken so far."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
