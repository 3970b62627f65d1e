"""A real PostgreSQL that is thrown away: a cluster of its own in a temporary folder, for tests and for the load script."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


class NoPostgres(Exception):
    """PostgreSQL is not installed here."""

    def __str__(self) -> str:
        return "PostgreSQL is not installed. hint: `sh tools/system.sh` (Debian: apt install postgresql)."


@dataclass
class Cluster:
    """A running server."""

    port: int
    folder: Path

    def url(self, name: str) -> str:
        """The URL of a database."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        import psycopg

        name = f"test_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}"'.encode())
        return self.url(name)


def binaries() -> Path | None:
    """The newest folder with `initdb`."""
    if found := shutil.which("initdb"):
        return Path(found).parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[4]))
    return folders[-1].parent if folders else None


@contextmanager
def throwaway_cluster() -> Iterator[Cluster]:
    """Make a cluster, run it, throw it away."""
    folder = binaries()
    if folder is None:
        raise NoPostgres
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    home = Path(tempfile.mkdtemp(prefix="branchline-postgres-"))
    if os.geteuid() == 0:
        shutil.chown(home, "postgres", "postgres")
    data = home / "data"
    try:
        run([str(folder / "initdb"), "-D", str(data), "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"], home)
        # Commits are on the disk (fsync stays on): kill -9 must lose nothing.
        options = f"-c port={port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={home} -c max_connections=100"
        run([str(folder / "pg_ctl"), "-D", str(data), "-w", "-l", str(home / "log"), "-o", options, "start"], home)
        try:
            yield Cluster(port, home)
        finally:
            run([str(folder / "pg_ctl"), "-D", str(data), "-w", "-m", "immediate", "stop"], home)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def as_user(command: list[str]) -> list[str]:
    """The command as a user PostgreSQL will run for: it refuses root."""
    if os.geteuid() != 0:
        return command
    return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups", *command]


def run(command: list[str], folder: Path) -> None:
    """Run a command of PostgreSQL; its output is shown if it fails."""
    with (folder / "output").open("w+") as output:  # a pipe would be held open by the server that pg_ctl starts
        done = subprocess.run(as_user(command), stdout=output, stderr=subprocess.STDOUT, cwd=folder, check=False)
        output.seek(0)
        assert done.returncode == 0, output.read()
