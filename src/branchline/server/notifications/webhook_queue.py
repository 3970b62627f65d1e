"""The queue of messages to webhooks: it chooses the next message, and drops one when there are too many.

Each message has a time before which it is not sent, so a retry waits here and not in a sender.  The senders are shared: a
host gets one message at a time and a person two.  The person whose messages have used the least sending time goes first.
When the queue is full, the person with the most messages loses one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

MAX_WAITING = 1000
MAX_OF_PERSON = 50
MAX_OF_HOST = 200
AT_ONCE, AT_ONCE_OF_PERSON = 16, 2
REMEMBERED_SECONDS = 600.0
"""The counts of sending time are reset after this many seconds."""


@dataclass(eq=False)
class Delivery:
    """One message to one address."""

    person: str
    url: str
    secret: str
    body: dict[str, Any] = field(default_factory=dict)
    host: str = ""
    due: float = 0.0
    """The earliest time to send it, by the event loop's clock."""
    attempts: int = 0


class DeliveryQueue:
    """All messages of a process that are not done yet.  `clock` is the event loop's clock."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._waiting: list[Delivery] = []
        self._running: dict[Delivery, float] = {}
        """The messages being sent, each with its starting time."""
        self._busy: dict[str, float] = {}
        """The seconds of sending time that each person has used."""
        self._forget_at = clock() + REMEMBERED_SECONDS

    @property
    def is_empty(self) -> bool:
        """Whether no message waits or is being sent."""
        return not self._waiting and not self._running

    def add(self, delivery: Delivery) -> list[Delivery]:
        """Add a message; returns the messages dropped for it."""
        self._waiting.append(delivery)
        dropped = self._shorten([other for other in self._waiting if other.person == delivery.person], MAX_OF_PERSON)
        dropped += self._shorten([other for other in self._waiting if other.host == delivery.host], MAX_OF_HOST)
        return dropped + self._shorten(self._waiting, MAX_WAITING)

    def _shorten(self, group: list[Delivery], most: int) -> list[Delivery]:
        """If a group is too large, drop a message of the person with the most: the one tried most often, then the oldest."""
        if len(group) <= most:
            return []
        counts = Counter(delivery.person for delivery in group)
        dropped = max(group, key=lambda delivery: (counts[delivery.person], delivery.attempts))
        self._waiting.remove(dropped)
        return [dropped]

    def next(self) -> Delivery | None:
        """The next message to send now, or None.  Call `done` after the attempt."""
        now = self._clock()
        if now >= self._forget_at:
            self._busy.clear()
            self._forget_at = now + REMEMBERED_SECONDS
        if len(self._running) >= AT_ONCE:
            return None
        hosts = {delivery.host for delivery in self._running}
        persons = Counter(delivery.person for delivery in self._running)
        free = [
            delivery
            for delivery in self._waiting
            if delivery.due <= now and delivery.host not in hosts and persons[delivery.person] < AT_ONCE_OF_PERSON
        ]
        if not free:
            return None
        found = min(free, key=lambda delivery: (self._busy.get(delivery.person, 0.0), delivery.due))
        self._waiting.remove(found)
        self._running[found] = now
        return found

    def done(self, delivery: Delivery) -> None:
        """Note that a message is no longer being sent."""
        seconds = self._clock() - self._running.pop(delivery)
        self._busy[delivery.person] = self._busy.get(delivery.person, 0.0) + seconds

    def next_due(self) -> float | None:
        """The earliest time at which a message that is not due yet may be sent; None if there is none."""
        now = self._clock()
        return min((delivery.due for delivery in self._waiting if delivery.due > now), default=None)
