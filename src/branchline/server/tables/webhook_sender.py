"""LogText a person's own address that it is their turn, in the background, with retries.

A receiver is not trusted.  It gets one short time for the whole attempt, from asking for its address to the status of its
answer; the answer's body is never read.  Where messages may go is in `webhook_addresses`, who waits for whom in `deliveries`.
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
"""For one attempt in all."""
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
        """Have a message sent.  When too many wait, one is dropped and logged."""
        try:
            delivery.host = read_target(delivery.url).host
        except ValueError:
            self._log.note("url", "a webhook has an address that cannot be used", level=30)
            return
        self._add(delivery)

    @property
    def idle(self) -> bool:
        """Whether everything has been sent."""
        return self._deliveries.is_empty

    async def run(self) -> None:
        """Send messages as long as the server runs."""
        await self._changed.wait()
        import httpx  # here: most servers never send a message, and none should wait for it at its start

        # Proxies of the environment are not used: they would be asked for addresses inside our network.
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
        """Send a message once; if that fails it waits for another try.  Nothing that happens here may stop the others."""
        again, target = False, read_target(delivery.url)
        lookup = resolver.addresses(target)
        try:
            again = not await self._attempt(client, target, lookup, delivery)
            if not lookup.done():  # a thread is still busy with this person's name server: that counts as theirs
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
        """Send a message once; True if nothing more is to be done."""
        import httpx

        try:
            async with asyncio.timeout(SECONDS):
                addresses = await asyncio.shield(lookup)
                if not self._may_call(addresses):
                    self._log.note(target.host, "a webhook points into a private network", level=30, host=target.host)
                    return True
                request = _request(client, target, addresses[0], delivery)
                response = await client.send(request, stream=True)
                await response.aclose()  # unread: this closes the connection
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            self._log.note(target.host, "a webhook failed", level=30, host=target.host, why=type(error).__name__)
            return False
        note("webhook", host=target.host, status=response.status_code)
        return response.status_code < 500 and response.status_code != 429

    def _may_call(self, addresses: list[str]) -> bool:
        return bool(addresses) and (self._allow_private or all(is_public(ipaddress.ip_address(one)) for one in addresses))


def _request(client: httpx.AsyncClient, target: Target, address: str, delivery: Delivery) -> httpx.Request:
    """The request, aimed at the very address that was checked: a name could lead elsewhere the next time."""
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
    """What the receiver can check: HMAC-SHA256 of the body with the secret told when the webhook was made."""
    return "sha256=" + hmac.new(secret.encode(), content, "sha256").hexdigest()
