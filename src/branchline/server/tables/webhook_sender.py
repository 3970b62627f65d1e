"""Sending webhook messages ("it is your turn") in the background, with retries.

Receivers are not trusted.  One attempt has a short time limit, from resolving the host name to the status of the answer.  The
body of the answer is never read.  `webhook_addresses` checks the addresses; `webhook_queue` chooses the next message.
"""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from branchline.server.run.logs import ThrottledLog, note
from branchline.server.tables.webhook_addresses import Resolver, Target, authority, is_public, read_target
from branchline.server.tables.webhook_queue import AT_ONCE, Delivery, DeliveryQueue

if TYPE_CHECKING:
    import httpx

TRIES, FIRST_PAUSE, PAUSE_FACTOR = 4, 2.0, 5.0
SECONDS = 5.0
"""Time limit for one whole attempt."""
SIGNATURE = "Branchline-Signature"


class WebhookSender:
    """Sends messages as long as the server runs."""

    def __init__(self, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._loop = asyncio.get_running_loop()
        self._deliveries = DeliveryQueue(self._loop.time)
        self._changed = asyncio.Event()
        self._log = ThrottledLog()
        self.pause = FIRST_PAUSE

    def post(self, delivery: Delivery) -> None:
        """Queue a message.  If too many wait, one is dropped and logged."""
        try:
            delivery.host = read_target(delivery.url).host
        except ValueError:
            self._log.note("url", "a webhook has an address that cannot be used", level=30)
            return
        self._add(delivery)

    @property
    def idle(self) -> bool:
        """Whether no message waits or is being sent."""
        return self._deliveries.is_empty

    async def run(self) -> None:
        """Send messages as long as the server runs."""
        await self._changed.wait()
        import httpx  # here, because most servers never need it, and it would delay the start

        # Proxies from the environment are not used: they could reach addresses inside our network.
        client = httpx.AsyncClient(
            timeout=SECONDS,
            follow_redirects=False,
            trust_env=False,
            limits=httpx.Limits(max_keepalive_connections=0),
        )
        resolver = Resolver(AT_ONCE)
        try:
            async with client, asyncio.TaskGroup() as group:
                while True:
                    self._changed.clear()
                    while (delivery := self._deliveries.next()) is not None:
                        group.create_task(self._send(client, resolver, delivery))
                    await self._wait()
        finally:
            resolver.close()

    def _add(self, delivery: Delivery) -> None:
        for dropped in self._deliveries.add(delivery):
            self._log.note("full", "a webhook was dropped: too many wait", level=30, host=dropped.host)
        self._changed.set()

    async def _wait(self) -> None:
        """Wait until something changes or the next message is due."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._deliveries.next_due()):
                await self._changed.wait()

    async def _send(self, client: httpx.AsyncClient, resolver: Resolver, delivery: Delivery) -> None:
        """Send a message once; if that fails, queue it again.  No error here may stop other messages."""
        again, target = False, read_target(delivery.url)
        lookup = resolver.addresses(target)
        try:
            again = not await self._attempt(client, target, lookup, delivery)
            if not lookup.done():  # a slow name server keeps a thread busy; count that time for this person
                await asyncio.wait([lookup])
        except Exception as fault:
            self._log.note(delivery.host, "a webhook failed", level=40, fault=fault, host=delivery.host)
        finally:
            lookup.cancel()
            self._deliveries.done(delivery)
            self._changed.set()
        if again and delivery.attempts + 1 < TRIES:
            delivery.due = self._loop.time() + self.pause * PAUSE_FACTOR**delivery.attempts
            delivery.attempts += 1
            self._add(delivery)

    async def _attempt(
        self, client: httpx.AsyncClient, target: Target, lookup: asyncio.Future[list[str]], delivery: Delivery
    ) -> bool:
        """Send a message once; True if no retry is needed."""
        import httpx

        try:
            async with asyncio.timeout(SECONDS):
                addresses = await asyncio.shield(lookup)
                if not self._may_call(addresses):
                    self._log.note(target.host, "a webhook points into a private network", level=30, host=target.host)
                    return True
                request = _request(client, target, addresses[0], delivery)
                response = await client.send(request, stream=True)
                await response.aclose()  # the body is not read; this closes the connection
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            self._log.note(target.host, "a webhook failed", level=30, host=target.host, why=type(error).__name__)
            return False
        note("webhook", host=target.host, status=response.status_code)
        return response.status_code < 500 and response.status_code != 429

    def _may_call(self, addresses: list[str]) -> bool:
        return bool(addresses) and (self._allow_private or all(is_public(ipaddress.ip_address(one)) for one in addresses))


def _request(client: httpx.AsyncClient, target: Target, address: str, delivery: Delivery) -> httpx.Request:
    """The request, sent to the address that was checked: resolving the name again could give another one."""
    content = json.dumps(delivery.body, separators=(",", ":")).encode()
    headers = {
        "Host": target.authority,
        "Accept": "*/*",
        "Accept-Encoding": "identity",
        "Connection": "close",
        "Content-Type": "application/json",
        "User-Agent": "branchline-webhook/1",
        SIGNATURE: sign(delivery.secret, content),
    }
    url = f"{target.scheme}://{authority(address, target.port)}{target.path}"
    return client.build_request("POST", url, content=content, headers=headers, extensions={"sni_hostname": target.host})


def sign(secret: str, content: bytes) -> str:
    """The signature for the receiver to check: HMAC-SHA256 of the body with the webhook's secret."""
    return "sha256=" + hmac.new(secret.encode(), content, "sha256").hexdigest()
