"""Limits on connections: their number, and the time for each step of a request.

A client that opens a thousand connections and sends nothing, or a byte a minute, must not keep others out.  Every
connection has a limited time for the head of a request, for its body and for taking the answer.  If there are too many
connections, from one network or in all, the connection that has waited longest for a request is closed.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from branchline.server.base.addresses import UNKNOWN, Proxies, network_of, read_address
from branchline.server.base.logs import flush_throttled, note_throttled
from branchline.server.base.settings import Settings

SWEEP_SECONDS = 1.0
MAX_HEAD_BYTES = 32 * 1024
INVALID = "Invalid HTTP request received."
"""What uvicorn says to a request that cannot be read."""
GRACE_SECONDS = 10
HANG_SECONDS = 60
"""A worker that does not answer its supervisor for so long is replaced.  A busy machine may well take some seconds."""
PART_FOR_CONNECTIONS = 0.5
"""The share of open files for connections; the rest is for the database, the logs and connections being accepted."""
PART_AT_ONCE = 0.0625
MIN_AT_ONCE, MAX_AT_ONCE = 128, 2048
"""Connections accepted in one step of the event loop, before any can be refused; also the length of the queue."""


def file_limit() -> int | None:
    """The number of files that this process may have open; None if the system has no such limit."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


class Config(uvicorn.Config):
    """Uvicorn's configuration, the same for `branchline serve`, its workers and tests."""

    def __init__(self, app: Any, settings: Settings, proxies: str, **more: Any) -> None:
        limit = file_limit()
        super().__init__(
            app,
            http=Connection,
            ws="none",
            access_log=False,  # the security middleware writes its own log, without query strings
            log_config=None,
            server_header=False,
            forwarded_allow_ips=proxies,
            timeout_graceful_shutdown=GRACE_SECONDS,
            timeout_worker_healthcheck=HANG_SECONDS,
            backlog=MAX_AT_ONCE if limit is None else max(MIN_AT_ONCE, min(MAX_AT_ONCE, int(limit * PART_AT_ONCE))),
            **more,
        )
        self.settings, self.proxies = settings, proxies
        self.limiter: ConnectionLimiter

    def load(self) -> None:
        """Load the application and create the limiter, in the process that serves."""
        limit, most = file_limit(), self.settings.connections
        self.limiter = ConnectionLimiter(
            self.settings, Proxies(self.proxies), most if limit is None else min(most, int(limit * PART_FOR_CONNECTIONS))
        )
        super().load()


class Connection(HttpToolsProtocol):
    """A connection with its network.  It notes since when it waits for a request, and since when the client takes no data."""

    config: Config

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client has connected."""
        super().connection_made(transport)
        if self.client is not None and (found := read_address(self.client[0])) is not None:
            self.client = (str(found), self.client[1])  # an IPv4 address is written as one, also on an IPv6 socket
        self.network = network_of(self.client[0]) if self.client else UNKNOWN
        self.has_body_to_come = False
        self._head_bytes = 0
        self.is_waiting, self._served = True, self.cycle
        self.since = self.loop.time()
        self.stalled_since: float | None = None
        self.config.limiter.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client has disconnected."""
        super().connection_lost(exc)
        self.config.limiter.leave(self)

    def data_received(self, data: bytes) -> None:
        """A part of a request."""
        before, was_body = self.cycle, self.has_body_to_come
        super().data_received(data)
        if was_body or self.has_body_to_come or self.cycle is not before:
            self._head_bytes = 0
        else:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
                self.logger.warning(INVALID)
                self.send_400_response(INVALID)
        self._mark()

    def on_headers_complete(self) -> None:
        """The head of a request is complete.  The parser calls this, and the next one when its body is complete too."""
        super().on_headers_complete()
        self.has_body_to_come = True

    def on_message_complete(self) -> None:
        """A request is complete."""
        super().on_message_complete()
        self.has_body_to_come = False

    def on_response_complete(self) -> None:
        """An answer is complete, and the next request may come."""
        super().on_response_complete()
        self._mark()

    def _mark(self) -> None:
        """Restart the time if a new step has begun: waiting begins after an answer, the body after the head of a request."""
        waiting = not self.has_body_to_come and (self.cycle is None or self.cycle.response_complete)
        if (waiting, self.cycle) != (self.is_waiting, self._served):
            self.is_waiting, self._served, self.since = waiting, self.cycle, self.loop.time()
            self.config.limiter.changed(self)

    def lateness(self, now: float, settings: Settings) -> str | None:
        """Why the connection is to be closed, or None."""
        if not self.transport.get_write_buffer_size():
            self.stalled_since = None
        elif self.stalled_since is None:
            self.stalled_since = now
        if self.stalled_since is not None:
            return "an answer was not taken" if now - self.stalled_since > settings.stall_seconds else None
        if self.is_waiting and now - self.since > settings.header_seconds:
            return "the head of a request was late"
        if self.has_body_to_come and now - self.since > settings.body_seconds:
            return "the body of a request was late"
        return None

    def cut(self) -> None:
        """Close at once.  Data that was not sent yet is lost."""
        self.transport.abort()


class _Network:
    """The number of connections of one network, and those that wait for a request, the longest waiting first."""

    def __init__(self) -> None:
        self.count = 0
        self.waiting: OrderedDict[Connection, None] = OrderedDict()


class ConnectionLimiter:
    """Counts connections, and closes them if they are too many or too slow."""

    def __init__(self, settings: Settings, proxies: Proxies, most: int) -> None:
        self.settings, self.proxies, self.most = settings, proxies, most
        self.connections: set[Connection] = set()
        self._networks: dict[str, _Network] = {}
        self._waiting: OrderedDict[Connection, None] = OrderedDict()
        self._sweeping = False
        times = (settings.header_seconds, settings.body_seconds, settings.stall_seconds)
        self._every = min(SWEEP_SECONDS, min(times) / 4)

    def enter(self, connection: Connection) -> None:
        """Add a connection; if there are too many, the one that has waited longest for a request is closed."""
        network = self._networks.setdefault(connection.network, _Network())
        network.count += 1
        self.connections.add(connection)
        self.changed(connection)
        if network.count > self.settings.connections_per_address and not self._is_proxy(connection):
            self._close_one(network.waiting, "too many connections from one address", address=connection.network)
        elif len(self.connections) > self.most:
            self._close_one(self._waiting, "too many connections", most=self.most)
        if not self._sweeping:
            self._sweeping = True
            self._later(connection.loop)

    def leave(self, connection: Connection) -> None:
        """Remove a connection.  Removing it twice is harmless."""
        if connection not in self.connections:
            return
        self.connections.discard(connection)
        self._waiting.pop(connection, None)
        network = self._networks[connection.network]
        network.waiting.pop(connection, None)
        network.count -= 1
        if not network.count:
            del self._networks[connection.network]

    def changed(self, connection: Connection) -> None:
        """Note that a connection has begun or ended its wait for a request."""
        if connection not in self.connections:
            return
        for waiting in (self._waiting, self._networks[connection.network].waiting):
            if connection.is_waiting:
                waiting[connection] = None
            else:
                waiting.pop(connection, None)

    def _is_proxy(self, connection: Connection) -> bool:
        return connection.client is not None and connection.client[0] in self.proxies

    def _close_one(self, waiting: OrderedDict[Connection, None], why: str, **facts: Any) -> None:
        """Close the connection that has waited longest.  That is the newest one if all others are being served."""
        oldest = next(iter(waiting))
        self.leave(oldest)
        oldest.cut()
        note_throttled(f"closed a connection: {why}", **facts)

    def _later(self, loop: asyncio.AbstractEventLoop) -> None:
        loop.call_later(self._every, self._sweep, loop)

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """Close connections that are late, and write due counts to the log."""
        now = loop.time()
        for connection in list(self.connections):
            why = connection.lateness(now, self.settings)
            if why is not None:
                connection.cut()
                note_throttled(f"closed a connection: {why}", address=connection.network)
        flush_throttled()
        self._later(loop)
