"""A mail server and a push service for tests: they keep what they get, and fail when they are told to."""

from __future__ import annotations

import asyncio
import email
import email.policy
import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.smtp import SMTP
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from branchline.server.notifications.web_push import encode

AUTH = b"sixteen letters!"


class MailBox:
    """A mail server on a port of its own, which can be switched off and on."""

    def __init__(self) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.mails: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.nobody: set[str] = set()
        """Addresses that nobody has."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._server: asyncio.Server | None = None

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    def open(self) -> None:
        """Take mails."""
        self._run(self._open())

    async def _open(self) -> None:
        self._server = await self._loop.create_server(lambda: SMTP(self, hostname="mail.example"), "127.0.0.1", self.port)

    def close(self) -> None:
        """Take no mails."""
        if self._server is not None:
            self._run(self._close(self._server))
            self._server = None

    async def _close(self, server: asyncio.Server) -> None:
        server.close()
        await server.wait_closed()

    def stop(self) -> None:
        self.close()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Any) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        if address in self.nobody:
            return "550 Nobody has this address"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        self.raw.append(envelope.content)
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        """The mails to an address."""
        return [mail for mail in self.mails if mail["To"] == address]


def link_in(mail: EmailMessage, act: str) -> str:
    """The path of a link in a mail."""
    found = re.search(rf"https?://[^/\s]+(/mail/{act}\?key=\S+)", mail.get_content())
    assert found is not None, mail.get_content()
    return found[1]


class PushService:
    """The push service of a browser, and the browser."""

    def __init__(self) -> None:
        self.status = 201
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.key = ec.generate_private_key(ec.SECP256R1())
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.requests.append((dict(self.headers), body))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *args: object) -> None: ...

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}/push/ann"

    @property
    def subscription(self) -> dict[str, Any]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": encode(point), "auth": encode(AUTH)}, "expirationTime": None}

    def messages(self) -> list[dict[str, Any]]:
        """What the browser reads."""
        return [self._read(body) for _, body in self.requests]

    def _read(self, body: bytes) -> dict[str, Any]:
        plain = http_ece.decrypt(body, private_key=self.key, auth_secret=AUTH, version="aes128gcm")
        found: dict[str, Any] = json.loads(plain)
        return found

    def is_signed_by_us(self, key: str) -> bool:
        """Whether the last message is signed with the key that the browser was given."""
        header = self.requests[-1][0]["Authorization"]
        return bool(Vapid02.verify(header)) and header.endswith(f"k={key}")

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


@contextmanager
def mail_box() -> Iterator[MailBox]:
    box = MailBox()
    box.open()
    try:
        yield box
    finally:
        box.stop()


@contextmanager
def push_service() -> Iterator[PushService]:
    service = PushService()
    try:
        yield service
    finally:
        service.stop()
