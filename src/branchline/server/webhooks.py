"""Telling a person's own address that it is his turn: a queue, with retries, that cannot be aimed at our own network."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import socket
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import httpx

from branchline.server.logs import note
from branchline.server.problems import Problem
from branchline.texts import say

TRIES, FIRST_PAUSE, PAUSE_FACTOR = 4, 2.0, 5.0
SECONDS = 5.0
QUEUE = 1000
SENDERS = 4
WEB_PORTS = (None, 80, 443, 8080, 8443)
SIGNATURE = "Branchline-Signature"


@dataclass
class Letter:
    """One message to one address."""

    url: str
    secret: str
    body: dict[str, Any] = field(default_factory=dict)


def check_url(url: str, allow_private: bool) -> None:
    """Refuse an address that no webhook may have; names are resolved again whenever something is sent."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), 0
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username or parts.password:
        raise Problem(422, "bad-url", say("A webhook is an http or https address without a password."), field="url")
    if allow_private:
        return
    if port not in WEB_PORTS:
        raise Problem(422, "bad-url", say("A webhook uses a usual port of the web, not {port}.", port=port), field="url")
    try:
        literal = ipaddress.ip_address(parts.hostname)
    except ValueError:
        private = parts.hostname == "localhost" or parts.hostname.endswith((".localhost", ".local", ".internal"))
    else:
        private = not is_public(literal)
    if private:
        raise Problem(422, "bad-url", say("Webhooks go to public addresses only."), field="url")


def is_public(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Whether an address is of the open internet, also where an IPv4 address hides in an IPv6 one."""
    if isinstance(address, ipaddress.IPv6Address):
        hidden = address.ipv4_mapped or address.sixtofour or (address.teredo[1] if address.teredo else None)
        if hidden is not None:
            return is_public(hidden)
    return address.is_global and not address.is_multicast


class Postman:
    """Sends letters in the background."""

    def __init__(self, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._queue: asyncio.Queue[Letter] = asyncio.Queue(QUEUE)
        self.pause = FIRST_PAUSE
        self._carrying = 0

    def post(self, letter: Letter) -> None:
        """Queue a letter; when the queue is full it is dropped and logged."""
        try:
            self._queue.put_nowait(letter)
        except asyncio.QueueFull:
            note("a webhook was dropped: the queue is full", level=30)

    @property
    def idle(self) -> bool:
        """Whether everything has been sent."""
        return self._queue.empty() and self._carrying == 0

    async def run(self) -> None:
        """Send letters as long as the server runs."""
        # Proxies of the environment are not used: they would be asked for addresses inside our network.
        client = httpx.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False)
        async with client, asyncio.TaskGroup() as group:
            for _ in range(SENDERS):
                group.create_task(self._carry(client))

    async def _carry(self, client: httpx.AsyncClient) -> None:
        while True:
            letter = await self._queue.get()
            self._carrying += 1
            try:
                await self._try(client, letter)
            except Exception as fault:  # one strange address must not stop the mail
                note("a webhook failed", level=40, fault=fault)
            finally:
                self._carrying -= 1

    async def _try(self, client: httpx.AsyncClient, letter: Letter) -> None:
        """Send a letter, a few times if need be."""
        pause = self.pause
        for attempt in range(TRIES):
            if await self._deliver(client, letter):
                break
            if attempt + 1 < TRIES:
                await asyncio.sleep(pause)
                pause *= PAUSE_FACTOR

    async def _deliver(self, client: httpx.AsyncClient, letter: Letter) -> bool:
        """Send a letter once; True if nothing more is to be done."""
        host = urlsplit(letter.url).hostname or ""
        try:
            request = await self._request(client, letter)
            if request is None:
                note("a webhook points into a private network", level=30, host=host)
                return True
            response = await client.send(request)
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            note("a webhook failed", level=30, host=host, why=type(error).__name__)
            return False
        note("webhook", host=host, status=response.status_code)
        return response.status_code < 500 and response.status_code != 429

    async def _request(self, client: httpx.AsyncClient, letter: Letter) -> httpx.Request | None:
        """The request, aimed at the very address that was checked: a name could change its mind in between."""
        parts = urlsplit(letter.url)
        host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        addresses = [str(entry[4][0]) for entry in found]
        if not addresses or (
            not self._allow_private and not all(is_public(ipaddress.ip_address(one.partition("%")[0])) for one in addresses)
        ):
            return None
        content = json.dumps(letter.body, separators=(",", ":")).encode()
        address = f"[{addresses[0]}]" if ":" in addresses[0] else addresses[0]
        headers = {
            "Host": parts.netloc.rpartition("@")[2],
            "Content-Type": "application/json",
            "User-Agent": "branchline-webhook/1",
            SIGNATURE: sign(letter.secret, content),
        }
        url = urlunsplit((parts.scheme, f"{address}:{port}", parts.path or "/", parts.query, ""))
        return client.build_request("POST", url, content=content, headers=headers, extensions={"sni_hostname": host})


def sign(secret: str, content: bytes) -> str:
    """What the receiver can check: HMAC-SHA256 of the body with the secret told when the webhook was made."""
    return "sha256=" + hmac.new(secret.encode(), content, "sha256").hexdigest()
