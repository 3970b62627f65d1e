"""A running server for tests, and people who use it."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from branchline.core.plain_start import _open_blocks
from branchline.server.base.settings import Settings
from branchline.server.run.app import create_app
from branchline.server.services.container import Services
from branchline.server.web.connections import Config, ConnectionLimiter
from serving import UNLIMITED

GENEROUS: dict[str, Any] = {
    **UNLIMITED,
    "bot_pause": 0.0,
    "plan_pause": 0.0,
    "heartbeat": 0.5,
    "sweep": 0.1,
    "job_workers": 0,
}
"""Settings for tests that are not about limits.  Jobs wait: what asks for reviews at random must not have them made."""


class Running:
    """A server in a thread of this process, on a port of its own."""

    def __init__(self, settings: Settings, proxies: str = "127.0.0.1") -> None:
        self.settings = settings
        self.app = create_app(settings)
        self._config = Config(self.app, settings, proxies, host="127.0.0.1", port=0)
        self._server = uvicorn.Server(self._config)
        self._thread = threading.Thread(target=self._server.run)
        self._clients: list[Client] = []

    def start(self) -> Running:
        self._thread.start()
        wait_until(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started, "the server did not start"
        if self.settings.warm:
            wait_until(lambda: self.services.warmup.ready, 300)
            # Tests in this process are scripts: games that nobody has loaded yet wait for the compiler, as theirs do.
            _open_blocks.remove(self.services.warmup.compile_later)
        return self

    def stop(self) -> None:
        """Stop as at a signal: streams end, then everything else.  A second time is harmless."""
        if self._thread.is_alive():
            if self.settings.warm:
                _open_blocks.append(self.services.warmup.compile_later)
            self.call(self.services.hub.close)
            self._server.should_exit = True
            self._thread.join(90)
            assert not self._thread.is_alive(), "the server did not stop"
        for client in self._clients:
            client.http.close()

    def call(self, action: Callable[[], Any]) -> None:
        """Do something in the server's own thread."""
        self.services.loop.call_soon_threadsafe(action)

    @property
    def services(self) -> Services:
        found: Services = self.app.state.services
        return found

    @property
    def limiter(self) -> ConnectionLimiter:
        return self._config.limiter

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.servers[0].sockets[0].getsockname()[1]}"

    def client(self, token: str | None = None) -> Client:
        self._clients.append(Client(self.url, token))
        return self._clients[-1]


@contextmanager
def running(data: Path, proxies: str = "127.0.0.1", **settings: Any) -> Iterator[Running]:
    server = Running(Settings(data=str(data), **{**GENEROUS, **settings}), proxies).start()
    try:
        yield server
    finally:
        server.stop()


def wait_until(condition: Callable[[], Any], seconds: float = 90.0) -> Any:
    """Wait for something to become true, and return it."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)
    return found


class Client:
    """A browser or a program."""

    def __init__(self, url: str, token: str | None = None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=url, headers=headers, timeout=60)

    def like(self, other: Client) -> Client:
        """The same person, through another connection."""
        self.http.cookies.clear()
        self.http.cookies.update(dict(other.http.cookies))
        return self

    def get(self, path: str, expect: int = 200, **more: Any) -> Any:
        return self._send("GET", path, expect, **more)

    def post(self, path: str, body: Any = None, expect: int = 200, **more: Any) -> Any:
        return self._send("POST", path, expect, json={} if body is None else body, **more)

    def delete(self, path: str, expect: int = 204) -> Any:
        return self._send("DELETE", path, expect)

    def _send(self, method: str, path: str, expect: int, **more: Any) -> Any:
        response = self.http.request(method, path, **more)
        assert response.status_code == expect, f"{method} {path}: {response.status_code} {response.text[:600]}"
        if response.headers.get("content-type", "").startswith("application/json"):
            return response.json()
        return response.text

    def open(self, game: str = "northern-pacific", seats: str = "me bot:random bot:random", **more: Any) -> Any:
        """Open a table; seats as words such as `me link open bot:easy`."""
        given = []
        for word in seats.split():
            kind, _, level = word.partition(":")
            given.append({"kind": kind, "level": level} if level else {"kind": kind})
        return self.post("/api/tables", {"game": game, "seats": given, **more}, 201)

    def table(self, table: str, **more: Any) -> Any:
        return self.get(f"/api/tables/{table}", **more)

    def move(self, table: str, move: str, ply: int, expect: int = 200, **more: Any) -> Any:
        return self.post(f"/api/tables/{table}/moves", {"move": move, "ply": ply, **more}, expect)

    def events(self, table: str, **more: Any) -> Generator[dict[str, Any], None, None]:
        """The events of a table's stream: `event`, `id` and `data` of each."""
        yield from self.stream(f"/api/tables/{table}/events", **more)

    def stream(self, path: str, **more: Any) -> Generator[dict[str, Any], None, None]:
        with self.http.stream("GET", path, **more) as response:
            assert response.status_code == 200, response.read()
            found: dict[str, Any] = {}
            for line in response.iter_lines():
                name, _, value = line.partition(": ")
                if line == "" and "event" in found:
                    yield found
                    found = {}
                elif name in ("id", "event"):
                    found[name] = value
                elif name == "data":
                    found["data"] = json.loads(value)
