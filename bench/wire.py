"""A client on bare sockets, so that a load shows the server and not its client: keep-alive, one request at a time on each.

It speaks only what our server sends: answers with a length, and streams in chunks.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n")
COOKIE = re.compile(rb"\r\nset-cookie: ([^;\r]+)")
END = b"\r\n\r\n"


class Gone(Exception):
    """The server has closed the connection."""


@dataclass(frozen=True)
class Answer:
    """What the server has answered."""

    status: int
    head: bytes
    body: bytes

    def json(self) -> Any:
        return json.loads(self.body)

    def checked(self) -> Answer:
        """The answer itself if it is a good one."""
        if not 200 <= self.status < 300:
            raise RuntimeError(f"{self.status}: {self.body[:300]!r}")
        return self


class Wire(asyncio.Protocol):
    """One connection."""

    def __init__(self, heard: Callable[[bytes], None] | None = None) -> None:
        self._heard = heard
        self._data = b""
        self._waiting: asyncio.Future[Answer] | None = None
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def connection_lost(self, error: Exception | None) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(Gone())

    def data_received(self, data: bytes) -> None:
        if self._heard is not None:
            self._heard(data)
            return
        self._data += data
        head, end, rest = self._data.partition(END)
        length = LENGTH.search(head + b"\r\n")
        if not end or length is None or len(rest) < int(length[1]):
            return
        self._data = b""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(Answer(int(head[9:12]), head, rest))

    async def send(self, request: bytes) -> Answer:
        """Send a prepared request and wait for its answer."""
        if self.transport.is_closing():
            raise Gone
        self._waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self._waiting


class Client:
    """One person at one server, with as many connections as they have requests at the same time."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self.url = url
        self._host, self._port = parts.hostname or "", parts.port or 80
        self._free: list[Wire] = []
        self._streams: list[Wire] = []
        self.cookie = b""

    async def connect(self, heard: Callable[[bytes], None] | None = None) -> Wire:
        """A new connection."""
        _, wire = await asyncio.get_running_loop().create_connection(lambda: Wire(heard), self._host, self._port)
        return wire

    def prepared(self, method: str, path: str, data: Any = None) -> bytes:
        """A request as bytes."""
        body = b"" if data is None else json.dumps(data, separators=(",", ":")).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: {self._host}:{self._port}\r\n".encode()
        if data is not None:
            head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n".encode()
        if self.cookie:
            head += b"Cookie: " + self.cookie + b"\r\n"
        return head + b"\r\n" + body

    async def send(self, request: bytes) -> Answer:
        """Send a request by a free connection.  One that was closed for its idleness is replaced."""
        while self._free:
            wire = self._free.pop()
            if not wire.transport.is_closing():
                break
        else:
            wire = await self.connect()
        answer = await wire.send(request)
        self._free.append(wire)
        if (given := COOKIE.search(answer.head)) is not None:
            self.cookie = given[1]
        return answer

    async def get(self, path: str) -> Answer:
        return await self.send(self.prepared("GET", path))

    async def post(self, path: str, data: Any) -> Answer:
        return await self.send(self.prepared("POST", path, data))

    async def watch(self, path: str, heard: Callable[[bytes], None]) -> None:
        """Open a stream; `heard` is called with everything that comes, its head too."""
        wire = await self.connect(heard)
        wire.transport.write(self.prepared("GET", path))
        self._streams.append(wire)

    def close(self) -> None:
        """Close every connection."""
        for wire in (*self._free, *self._streams):
            wire.transport.close()
        self._free, self._streams = [], []
