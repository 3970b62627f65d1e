"""Connections that are silent, slow or many do not keep others out, and do not fill the log."""

from __future__ import annotations

import json
import logging
import re
import select
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from branchline.server.base import logs
from branchline.server.base.logs import JsonLines, ThrottledLog
from branchline.server.base.settings import Settings
from tests.server.running import GENEROUS, Running, wait_until

PATIENT: dict[str, Any] = {"header_seconds": 600.0, "body_seconds": 600.0, "stall_seconds": 600.0}
"""Times that no test reaches: what is closed is closed for another reason."""
HEAD = b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
FORM = b"POST /new HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 1000\r\n\r\n"


@contextmanager
def sockets(url: str, count: int) -> Iterator[list[socket.socket]]:
    """Connections that send nothing."""
    parts = urlsplit(url)
    with ExitStack() as stack:
        yield [stack.enter_context(socket.create_connection((parts.hostname, parts.port), 60)) for _ in range(count)]


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has closed it; what it sent before is read and forgotten."""
    try:
        readable = select.poll()  # `select` itself knows no socket with a number above 1023
        readable.register(connection, select.POLLIN)
        while readable.poll(0):
            if not connection.recv(65536):
                return True
    except ConnectionError:
        return True
    return False


def drip(connection: socket.socket, part: bytes = b"x") -> None:
    """Send a little again and again until the server has enough of it."""

    def once() -> bool:
        try:
            connection.sendall(part)
        except (BrokenPipeError, ConnectionResetError):
            return True
        return is_closed(connection)

    wait_until(once)


def answer(connection: socket.socket, request: bytes) -> bytes:
    """The first part of the answer to a request."""
    connection.sendall(request)
    return connection.recv(65536)


# -- slow ones --------------------------------------------------------------------------------------------


def test_silent_connections_are_closed(start: Callable[..., Running]) -> None:
    server = start(warm=False, **{**PATIENT, "header_seconds": 0.3})
    with sockets(server.url, 50) as silent:
        wait_until(lambda: all(is_closed(connection) for connection in silent))
    wait_until(lambda: not server.limiter.connections)


@pytest.mark.parametrize("first", [b"", b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"], ids=["first", "second"])
@pytest.mark.parametrize("part", [b"x", b"\r\n", b"X: y\r\n"], ids=["byte", "empty line", "header"])
def test_a_dripping_head_is_cut_off(start: Callable[..., Running], first: bytes, part: bytes) -> None:
    """The time runs from the connection's beginning or the last answer, whatever comes meanwhile."""
    server = start(warm=False, **{**PATIENT, "header_seconds": 1.0})
    with sockets(server.url, 1) as (slow,):
        if first:
            assert answer(slow, first).startswith(b"HTTP/1.1 200")
        if part != b"\r\n":
            slow.sendall(b"GET /health HTTP/1.1\r\n")
        drip(slow, part)


@pytest.mark.parametrize("head", [HEAD, FORM], ids=["json", "form"])
def test_a_dripping_body_is_cut_off(start: Callable[..., Running], head: bytes, caplog: pytest.LogCaptureFixture) -> None:
    server = start(warm=False, **{**PATIENT, "body_seconds": 0.4})
    with caplog.at_level(logging.INFO, "branchline.server"), sockets(server.url, 1) as (slow,):
        slow.sendall(head)
        drip(slow)
        wait_until(lambda: "request" in events(caplog))
    assert "fault" not in events(caplog)


def test_a_dripping_body_that_nobody_reads_is_cut_off(start: Callable[..., Running]) -> None:
    """A refused request is answered before its body has come; the body has no more time for that."""
    server = start(warm=False, **{**PATIENT, "body_seconds": 1.0})
    with sockets(server.url, 1) as (slow,):
        refused = HEAD.replace(b"Host:", b"Origin: https://evil.example\r\nHost:")
        assert answer(slow, refused).startswith(b"HTTP/1.1 403")
        drip(slow)


def test_an_answer_that_nobody_takes_is_cut_off(start: Callable[..., Running]) -> None:
    server = start(warm=False, **{**PATIENT, "stall_seconds": 0.4})
    with sockets(server.url, 1) as (slow,):
        slow.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 300)
        wait_until(lambda: server.limiter.connections)
        wait_until(lambda: not server.limiter.connections)


def test_streams_stay_open(start: Callable[..., Running]) -> None:
    """A stream sends nothing but heartbeats for longer than any of the times, and nobody sends anything to it."""
    server = start(header_seconds=1.0, body_seconds=1.0, stall_seconds=1.0, heartbeat=0.1)
    client = server.client()
    opened = client.open(name="Ann")
    with client.http.stream("GET", f"/api/tables/{opened['id']}/events") as stream:
        lines = stream.iter_lines()
        assert sum(next(lines) == ": still here" for _ in range(40)) > 12


# -- many of them -----------------------------------------------------------------------------------------


def test_connections_are_limited_by_address(start: Callable[..., Running]) -> None:
    """The one that has waited longest for a request goes, so that who asks is served."""
    server = start(warm=False, proxies="", connections_per_address=10, **PATIENT)
    with sockets(server.url, 40) as silent:
        wait_until(lambda: sum(is_closed(connection) for connection in silent) == 30)
        assert not any(is_closed(connection) for connection in silent[-10:])
        assert server.client().get("/health") == {"status": "alive"}
        assert len(server.limiter.connections) <= 10


def test_connections_are_limited_in_all(start: Callable[..., Running]) -> None:
    server = start(warm=False, connections=20, connections_per_address=10, **PATIENT)
    with sockets(server.url, 60) as silent:  # from a proxy of ours, which may have more than 10
        wait_until(lambda: sum(is_closed(connection) for connection in silent) == 40)
        assert server.client().get("/health") == {"status": "alive"}
        assert len(server.limiter.connections) == 20


def test_who_is_served_is_not_closed_for_who_comes(start: Callable[..., Running]) -> None:
    server = start(proxies="", connections_per_address=3, **PATIENT)
    client = server.client()
    opened = client.open(name="Ann")
    client.http.close()
    wait_until(lambda: not server.limiter.connections)
    streams = [server.client().like(client).events(opened["id"]) for _ in range(3)]
    assert [next(stream)["event"] for stream in streams] == ["table"] * 3
    with pytest.raises(httpx.TransportError):
        server.client().get("/health")
    assert len(server.limiter.connections) == 3
    for stream in streams:
        stream.close()


def test_watchers_leave_room_for_players() -> None:
    usual = Settings(data="")
    assert usual.connections_per_address >= 2 * usual.watchers_per_address


# -- the log ----------------------------------------------------------------------------------------------


def events(caplog: pytest.LogCaptureFixture) -> Counter[str]:
    return Counter(record.getMessage() for record in caplog.records)


def test_one_line_a_minute_with_the_count(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    seldom = ThrottledLog(seconds=60, clock=lambda: now)
    with caplog.at_level(logging.INFO, "branchline.server"):
        for second in range(150):
            now = float(second)
            seldom.note("key", "too many", address=f"192.0.2.{second}")
        now = 200.0
        seldom.flush()
        now = 300.0
        seldom.flush()
        seldom.note("key", "too many")
    lines = [json.loads(JsonLines().format(record)) for record in caplog.records]
    assert [line.get("times", 1) for line in lines] == [1, 59, 60, 30, 1]
    assert [line.get("address") for line in lines] == ["192.0.2.0", "192.0.2.59", "192.0.2.119", "192.0.2.149", None]


def test_what_was_counted_is_written_when_a_server_stops() -> None:
    log, written = ThrottledLog(seconds=60), []
    handler = logging.Handler()
    handler.emit = lambda record: written.append(getattr(record, "facts", {}))  # type: ignore[method-assign]
    logger = logging.getLogger("branchline.server")
    logger.addHandler(handler)
    try:
        for _ in range(3):
            log.note("key", "something often", logging.ERROR)
        log.flush(everything=True)
        log.flush(everything=True)
    finally:
        logger.removeHandler(handler)
    assert written == [{}, {"times": 2}]


def test_keys_of_lines_are_few(caplog: pytest.LogCaptureFixture) -> None:
    seldom = ThrottledLog(most=20)
    with caplog.at_level(logging.INFO, "branchline.server"):
        for number in range(1000):
            seldom.note(f"key {number}", "event")
    assert len(caplog.records) == 21


def test_too_many_requests_are_one_line(
    start: Callable[..., Running], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = start(warm=False, requests_per_second=0.001, request_burst=5)
    monkeypatch.setattr(logs, "_by_event", ThrottledLog())  # other tests may have been refused in the same minute
    client = server.client()
    with caplog.at_level(logging.INFO, "branchline.server"):
        found = Counter(client.http.get("/api/games").status_code for _ in range(100))
    assert found == {200: 5, 429: 95}
    assert (events(caplog)["request"], events(caplog)["too many requests"]) == (5, 1)


# -- a whole server with few files ------------------------------------------------------------------------

ORDER = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_NOFILE, ({soft}, {hard}))
import branchline.server.web.connections as connections
{before}
from branchline.server.run.serve import run
from branchline.server.base.settings import Settings
run(Settings(**json.loads(sys.argv[1])), "127.0.0.1", 0)
"""


class Small:
    """A server that may open few files."""

    def __init__(self, url: str, log: Path) -> None:
        self.url, self._log = url, log

    def answers(self) -> bool:
        """Whether a new visitor is served."""
        try:
            return httpx.get(f"{self.url}/health", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def log(self) -> list[dict[str, Any]]:
        """The lines of its log, which is JSON and nothing else."""
        return [json.loads(line) for line in self._log.read_text().splitlines()]


@contextmanager
def small(data: Path, soft: int, hard: int, before: str = "", **settings: Any) -> Iterator[Small]:
    chosen = {**GENEROUS, "data": str(data), "warm": False, **settings}
    with (data / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-c", ORDER.format(soft=soft, hard=hard, before=before), json.dumps(chosen)],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert process.stdout is not None
    try:
        found = re.search(r"http://\S+:\d+", process.stdout.readline())
        assert found, (data / "log").read_text()
        server = Small(found.group(), data / "log")
        wait_until(server.answers)
        yield server
        process.terminate()
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait(60)
        process.stdout.close()


def test_more_silent_connections_than_files(tmp_path: Path) -> None:
    with small(tmp_path, 64, 512, **PATIENT) as server, ExitStack() as stack:
        (limit,) = [line for line in server.log() if line["event"] == "limit of open files"]
        assert (limit["before"], limit["files"]) == (64, 512)
        silent: list[socket.socket] = []
        for _ in range(8):
            silent += stack.enter_context(sockets(server.url, 100))
            assert server.answers()
        assert sum(is_closed(connection) for connection in silent) >= len(silent) - 256
        lines = Counter(line["event"] for line in server.log())
        assert lines["closed a connection: too many connections"] == 1
        assert lines["socket.accept() out of system resource"] == 0
        assert sum(lines.values()) < 40


def test_accept_errors_and_nonsense_are_a_line_a_minute(tmp_path: Path) -> None:
    """Where files run out all the same, the server goes on when some are free, and says so at most once."""
    reckless = "connections.PART_FOR_CONNECTIONS = 100.0"
    with small(tmp_path, 128, 128, reckless, header_seconds=3.0) as server:
        with sockets(server.url, 300) as silent:
            wait_until(lambda: any(map(is_closed, silent)))  # uvloop closes at once what it has no file for
            wait_until(server.answers)  # the other silent ones have been closed
        assert server.answers()
        for _ in range(100):
            with sockets(server.url, 1) as (connection,):
                assert answer(connection, b"nonsense\r\n\r\n").startswith(b"HTTP/1.1 400")
        lines = Counter(line["event"] for line in server.log())
        assert lines["socket.accept() out of system resource"] <= 1
        assert lines["Invalid HTTP request received."] == 1
        assert lines["closed a connection: the head of a request was late"] == 1
        assert sum(lines.values()) < 40
