"""Sending webhook messages ("it is your turn") in the background, with retries.

`outgoing` sends one message; `webhook_queue` chooses the next.
"""

from __future__ import annotations

import asyncio
import hmac
import json
from contextlib import suppress

from branchline.server.base.logs import ThrottledLog, note
from branchline.server.notifications.outgoing import Outgoing, PrivateAddress, Unreachable
from branchline.server.notifications.webhook_addresses import read_target
from branchline.server.notifications.webhook_queue import AT_ONCE, Delivery, DeliveryQueue

TRIES, FIRST_PAUSE, PAUSE_FACTOR = 4, 2.0, 5.0
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
        async with Outgoing(self._allow_private, AT_ONCE) as outgoing, asyncio.TaskGroup() as group:
            while True:
                self._changed.clear()
                while (delivery := self._deliveries.next()) is not None:
                    group.create_task(self._send(outgoing, delivery))
                await self._wait()

    def _add(self, delivery: Delivery) -> None:
        for dropped in self._deliveries.add(delivery):
            self._log.note("full", "a webhook was dropped: too many wait", level=30, host=dropped.host)
        self._changed.set()

    async def _wait(self) -> None:
        """Wait until something changes or the next message is due."""
        with suppress(TimeoutError):
            async with asyncio.timeout_at(self._deliveries.next_due()):
                await self._changed.wait()

    async def _send(self, outgoing: Outgoing, delivery: Delivery) -> None:
        """Send a message once; if that fails, queue it again.  No error here may stop other messages."""
        again = False
        try:
            again = not await self._attempt(outgoing, delivery)
        except Exception as fault:
            self._log.note(delivery.host, "a webhook failed", level=40, fault=fault, host=delivery.host)
        finally:
            self._deliveries.done(delivery)
            self._changed.set()
        if again and delivery.attempts + 1 < TRIES:
            delivery.due = self._loop.time() + self.pause * PAUSE_FACTOR**delivery.attempts
            delivery.attempts += 1
            self._add(delivery)

    async def _attempt(self, outgoing: Outgoing, delivery: Delivery) -> bool:
        """Send a message once; True if no retry is needed."""
        content = json.dumps(delivery.body, separators=(",", ":")).encode()
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "branchline-webhook/1",
            SIGNATURE: sign(delivery.secret, content),
        }
        host = delivery.host
        try:
            status = await outgoing.post(read_target(delivery.url), content, headers)
        except PrivateAddress:
            self._log.note(host, "a webhook points into a private network", level=30, host=host)
            return True
        except Unreachable as error:
            self._log.note(host, "a webhook failed", level=30, host=host, why=str(error))
            return False
        note("webhook", host=host, status=status)
        return status < 500 and status != 429


def sign(secret: str, content: bytes) -> str:
    """The signature for the receiver to check: HMAC-SHA256 of the body with the webhook's secret."""
    return "sha256=" + hmac.new(secret.encode(), content, "sha256").hexdigest()
