"""The queue of messages to webhooks: which is next, and which is dropped when there are too many.

Each message has a time before which it is not sent, so a retry waits here and not in a sender.  Nobody can take more than a
share of the senders: a host gets one message at a time, a person a few, and of those who wait the one goes first whose
messages have kept the senders busy for the shortest time.  When there is no more room, the person with the most messages
loses one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

MOST_WAITING = 1000
MOST_OF_PERSON = 50
MOST_OF_HOST = 200
AT_ONCE, AT_ONCE_OF_PERSON = 16, 2
REMEMBERED_SECONDS = 600.0
"""How long it counts that somebody's messages have kept the senders busy."""


@dataclass(eq=False)
class Delivery:
    """One message to one address."""

    person: str
    url: str
    secret: str
    body: dict[str, Any] = field(default_factory=dict)
    host: str = ""
    due: float = 0.0
    """It is not sent before this time (of the event loop)."""
    attempts: int = 0


class DeliveryQueue:
    """All messages of a process that are not done yet.  `clock` is the event loop's."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._waiting: list[Delivery] = []
        self._running: dict[Delivery, float] = {}
        """What is being sent, and since when."""
        self._busy: dict[str, float] = {}
        """For how many seconds each person's messages have kept a sender busy."""
        self._forget_at = clock() + REMEMBERED_SECONDS

    @property
    def is_empty(self) -> bool:
        """Whether everything is done."""
        return not self._waiting and not self._running

    def add(self, delivery: Delivery) -> list[Delivery]:
        """Let a message wait; returns what was dropped for it."""
        self._waiting.append(delivery)
        dropped = self._shorten([other for other in self._waiting if other.person == delivery.person], MOST_OF_PERSON)
        dropped += self._shorten([other for other in self._waiting if other.host == delivery.host], MOST_OF_HOST)
        return dropped + self._shorten(self._waiting, MOST_WAITING)

    def _shorten(self, group: list[Delivery], most: int) -> list[Delivery]:
        """If there are too many, drop one of the person who has the most: the one tried most often, then the oldest."""
        if len(group) <= most:
            return []
        counts = Counter(delivery.person for delivery in group)
        dropped = max(group, key=lambda delivery: (counts[delivery.person], delivery.attempts))
        self._waiting.remove(dropped)
        return [dropped]

    def next(self) -> Delivery | None:
        """The message to be sent now, if there is one; `done` says that it is no longer being sent."""
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
        """A message is no longer being sent."""
        seconds = self._clock() - self._running.pop(delivery)
        self._busy[delivery.person] = self._busy.get(delivery.person, 0.0) + seconds

    def next_due(self) -> float | None:
        """When the next message that waits for its time may be sent."""
        now = self._clock()
        return min((delivery.due for delivery in self._waiting if delivery.due > now), default=None)
