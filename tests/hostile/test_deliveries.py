"""Who is next among the messages to webhooks, and who loses when there are too many."""

from __future__ import annotations

from collections import Counter

from branchline.server.notifications.webhook_queue import (
    AT_ONCE,
    AT_ONCE_OF_PERSON,
    MAX_OF_HOST,
    MAX_OF_PERSON,
    MAX_WAITING,
    Delivery,
    DeliveryQueue,
)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def message(person: str, host: str, due: float = 0.0) -> Delivery:
    return Delivery(person, f"http://{host}/", "secret", host=host, due=due)


def running(deliveries: DeliveryQueue) -> list[Delivery]:
    """Everything that can be sent now."""
    found = []
    while (delivery := deliveries.next()) is not None:
        found.append(delivery)
    return found


def test_a_host_gets_one_message_at_a_time_and_a_person_a_few() -> None:
    deliveries = DeliveryQueue(Clock())
    for person in "ab":
        for number in range(5):
            deliveries.add(message(person, f"{person}{number}"))
    for person in "cdef":
        deliveries.add(message(person, "shared"))
    begun = Counter(delivery.person for delivery in running(deliveries))
    assert (begun["a"], begun["b"]) == (AT_ONCE_OF_PERSON, AT_ONCE_OF_PERSON)
    assert sum(begun[person] for person in "cdef") == 1


def test_the_senders_are_limited() -> None:
    deliveries = DeliveryQueue(Clock())
    for number in range(3 * AT_ONCE):
        deliveries.add(message(f"p{number}", f"h{number}"))
    assert len(running(deliveries)) == AT_ONCE


def test_a_message_waits_for_its_time() -> None:
    clock = Clock()
    deliveries = DeliveryQueue(clock)
    deliveries.add(message("a", "a", due=10.0))
    assert (deliveries.next(), deliveries.next_due()) == (None, 10.0)
    clock.now = 10.0
    assert deliveries.next() is not None
    assert deliveries.next_due() is None


def test_whoever_kept_the_senders_busy_comes_last() -> None:
    clock = Clock()
    deliveries = DeliveryQueue(clock)
    deliveries.add(message("slow", "s"))
    (begun,) = running(deliveries)
    clock.now = 5.0
    deliveries.done(begun)
    for person in ("slow", "slow", "quick"):
        deliveries.add(message(person, f"{person}{clock.now}", due=clock.now))
        clock.now += 1.0
    assert [delivery.person for delivery in running(deliveries)] == ["quick", "slow", "slow"]


def test_a_person_has_so_many_messages_and_keeps_the_newest() -> None:
    deliveries = DeliveryQueue(Clock())
    sent = [message("a", f"h{number}") for number in range(MAX_OF_PERSON + 3)]
    dropped = [lost for delivery in sent for lost in deliveries.add(delivery)]
    assert dropped == sent[:3]
    again = message("a", "again")
    again.attempts = 1
    assert deliveries.add(again) == [again], "what was tried before goes first"


def test_a_full_queue_costs_only_those_who_filled_it() -> None:
    deliveries = DeliveryQueue(Clock())
    for person in range(MAX_WAITING // MAX_OF_PERSON):
        for number in range(MAX_OF_PERSON):
            assert deliveries.add(message(f"p{person}", f"h{person}-{number}")) == []
    (lost,) = deliveries.add(message("quiet", "q"))
    assert lost.person != "quiet"


def test_a_host_has_so_many_messages() -> None:
    deliveries = DeliveryQueue(Clock())
    for person in range(MAX_OF_HOST // 20):
        for _ in range(20):
            assert deliveries.add(message(f"p{person}", "shared")) == []
    (lost,) = deliveries.add(message("quiet", "shared"))
    assert lost.person != "quiet"
