"""The command `branchline serve` as a process: start, cold start, signals, several workers."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from click.testing import CliRunner

from branchline.cli.main import command
from branchline.server.run.serve import listen
from tests.server.postgres import Cluster
from tests.server.running import Client, wait_until
from tests.server.test_events import collect, ply_is


class Process:
    """A server in a process of its own."""

    def __init__(self, data: Path, *arguments: str, **environment: str) -> None:
        self.started = time.monotonic()
        order = "from branchline.cli import main; main()"
        self.errors = (data / "log").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-c", order, "serve", "--port", "0", "--data", str(data), "--bot-pause", "0", *arguments],
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
            env={**os.environ, **environment},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+:\d+", line)
        assert found, self.log()
        self.client = Client(found.group())

    def wait(self) -> Process:
        """Until it answers."""
        wait_until(self._answers)
        return self

    def _answers(self) -> bool:
        try:
            return bool(self.client.http.get("/health").status_code == 200)
        except httpx.TransportError:
            assert self.process.poll() is None, self.log()
            return False

    def until_ready(self) -> Process:
        """Until the game of these tests can be played; the others are still being loaded."""
        self.wait()
        wait_for_the_game(self.client)
        return self

    def ready_workers(self) -> int:
        """The processes in which the game of these tests can be played."""
        return sum('"game ready"' in line and '"northern-pacific"' in line for line in self.log().splitlines())

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.client.http.close()
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(90)
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.client.http.close()
        return code

    def log(self) -> str:
        self.errors.seek(0)
        return self.errors.read()


@contextmanager
def serving(data: Path, *arguments: str, **environment: str) -> Iterator[Process]:
    process = Process(data, *arguments, **environment)
    try:
        yield process
    finally:
        process.stop(signal.SIGKILL)
        process.errors.close()


def test_on_a_cold_server_games_are_played_at_once(tmp_path: Path) -> None:
    """With an empty cache people and bots move while the games are compiled by processes beside; nobody waits for them."""
    with serving(tmp_path, BRANCHLINE_CACHE=str(tmp_path / "cache")) as server:
        client = server.wait().client
        assert "bots look only one move ahead" in client.get("/")
        table = client.open("wensleydale", seats="me bot:hard bot:hard")["id"]
        shown = wait_until(lambda: found if (found := client.table(table))["view"]["legal"] else None)
        client.move(table, shown["view"]["legal"][0], shown["ply"])
        assert "bots look only one move ahead" in client.get(f"/t/{table}")
        steps = wait_until(lambda: [game for game in client.get("/api/status")["games"] if game["step"] == "compiling rules"])
        assert "last-train-to-wensleydale" in {game["game"] for game in steps}
        assert client.get("/ready")["status"] == "ready"
        assert server.stop() == 0


FIRST_PAGE = """
import asyncio, sys, tempfile
from branchline.server.run.app import create_app
from branchline.server.base.settings import Settings

async def main() -> None:
    with tempfile.TemporaryDirectory() as data:
        app, sent = create_app(Settings(data=data, warm=False)), []
        async with app.router.lifespan_context(app):
            scope = {"type": "http", "method": "GET", "path": "/", "raw_path": b"/", "query_string": b"", "root_path": "",
                     "scheme": "http", "headers": [(b"host", b"localhost")], "client": ("::1", 1), "server": ("::1", 2)}
            async def receive():
                return {"type": "http.request", "body": b"", "more_body": False}
            async def send(message):
                sent.append(message)
            await app(scope, receive, send)
    assert sent[0]["status"] == 200, sent

asyncio.run(main())
print(*sys.modules)
"""


def test_the_first_page_does_not_wait_for_what_it_does_not_need() -> None:
    """The compiler, the games' code, migrations and so on take seconds to load: the first page answers before."""
    done = subprocess.run([sys.executable, "-c", FIRST_PAGE], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "branchline.games.northern_pacific.card" in loaded
    late = {"numba", "llvmlite", "alembic", "httpx", "openskill", "markdown_it", "psycopg", "rich"}
    assert not loaded & late
    assert not {name for name in loaded if name.startswith("branchline.games.") and name.endswith(".game")}


def test_a_signal_ends_streams_and_leaves_whole_tables(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        client = server.until_ready().client
        opened = client.open(seats="bot:random bot:random", name="Ann")
        found: list[Any] = []

        def watch() -> None:
            for event in client.events(opened["id"]):
                found.append(event)  # noqa: PERF402 -- one by one, for who waits for the first

        thread = threading.Thread(target=watch)
        thread.start()
        wait_until(lambda: found and client.table(opened["id"])["ply"] >= 3)
        server.process.send_signal(signal.SIGTERM)
        assert server.process.wait(90) == 0
        thread.join(60)
        assert found[-1]["event"] == "end"
        assert server.stop() == 0
        events = [json.loads(line)["event"] for line in server.log().splitlines() if line.startswith("{")]
        assert "closed" in events
        assert "fault" not in events
    with serving(tmp_path) as server:
        client = server.until_ready().client
        wait_until(lambda: client.table(opened["id"])["phase"] == "over")
        server.stop(signal.SIGINT)


def test_two_workers_share_tables(tmp_path: Path, postgres: Cluster) -> None:
    with serving(tmp_path, "--workers", "2", "--database", postgres.new_database()) as server:
        server.until_ready()
        wait_until(lambda: server.ready_workers() == 2, 300)
        clients = [Client(str(server.client.http.base_url)) for _ in range(6)]  # so many that both workers are met
        try:
            opened = clients[0].open(seats="me me", name="Ann")
            table = opened
            clients += (watchers := [Client(str(server.client.http.base_url)) for _ in range(6)])
            streams = [collect(watcher, opened["id"], ply_is(12)) for watcher in watchers]
            wait_until(lambda: all(found for _, found in streams))
            for ply in range(12):
                client = clients[ply % 6] if ply % 6 == 0 else clients[ply % 6].like(clients[0])
                table = client.move(opened["id"], table["view"]["legal"][0], ply)
            assert {client.table(opened["id"])["ply"] for client in clients} == {12}
            for thread, found in streams:
                thread.join(60)
                assert [event["data"]["data"]["ply"] for event in found if event["event"] == "entry"] == list(range(12))
        finally:
            for client in clients:
                client.http.close()
        assert server.stop() == 0


def test_workers_stop_when_their_supervisor_is_killed(tmp_path: Path, postgres: Cluster) -> None:
    """Nobody would replace them or tell them to stop: the port is free again, and another server takes over."""
    database = postgres.new_database()
    with serving(tmp_path, "--workers", "2", "--database", database) as server:
        opened = server.until_ready().client.open(seats="me me", name="Ann")
        cookies = dict(server.client.http.cookies)
        port = str(server.client.http.base_url.port)
        supervisor = server.process.pid
        workers = [child for child in children_of(supervisor) if b"multiprocessing.spawn" in command_of(child)]
        assert len(workers) == 2
        server.process.kill()
        server.process.wait(90)
        wait_until(lambda: not any(is_running(worker) for worker in workers))
        events = [json.loads(line)["event"] for line in server.log().splitlines() if line.startswith("{")]
        assert events.count("closed") == 2
    with serving(tmp_path, "--port", port, "--database", database) as server:
        server.client.http.cookies.update(cookies)
        server.until_ready().client.move(opened["id"], "extend Fargo", 0)
        assert server.stop() == 0


def children_of(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def command_of(process: int) -> bytes:
    return Path(f"/proc/{process}/cmdline").read_bytes()


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_for_the_game(client: Client) -> None:
    def is_ready() -> bool:
        return any(game["name"] == "northern-pacific" and game["ready"] for game in client.get("/api/games")["games"])

    wait_until(is_ready, 300)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--workers", "2"], "2 workers need PostgreSQL"),
        (["--database", "mysql://x/y"], "are not supported"),
        (["--database", "postgresql://127.0.0.1:1/x"], "The database cannot be opened"),
        (["--address", "trains"], "is no web address"),
        (["--address", "http://[::bad"], "is no web address"),
        (["--address", "ftp://trains.example"], "is no web address"),
        (["--proxies", "trains.example"], "does not appear to be an IPv4 or IPv6 network"),
        (["--host", "203.0.113.1"], "Cannot listen on"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_sentence(tmp_path: Path, arguments: list[str], sentence: str) -> None:
    done = CliRunner().invoke(command, ["serve", "--data", str(tmp_path), *arguments])
    assert sentence in str(done.exception)


def test_answers_are_not_held_back_by_nagle() -> None:
    """Asyncio switches the delay off only on sockets that say they are TCP; connections inherit it from the listener."""
    listening = listen(uvicorn.Config("unused", "127.0.0.1", 0))
    try:
        assert listening.proto == socket.IPPROTO_TCP
    finally:
        listening.close()
