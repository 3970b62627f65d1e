"""The fair queue by itself, on a clock of its own."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from branchline.server.tables import fair_queue
from branchline.server.tables.fair_queue import FairQueue

Path = tuple[str, str, str]


def serve(cost: Callable[[Path], float], tables: Sequence[Path], rounds: int, workers: int = 1) -> list[Path]:
    """Serve tables that each come back as soon as they are done, so many times in all; the order in which they began."""

    async def work() -> list[Path]:
        queue: FairQueue[Path] = FairQueue(5.0)
        for path in tables:
            queue.put(path, path)
        running: list[tuple[float, Path]] = []
        begun: list[Path] = []
        now = 0.0
        while len(begun) < rounds:
            while len(running) < workers and len(queue):
                named, job = await queue.take()
                assert named == job
                begun.append(job)
                running.append((now + cost(job), job))
            running.sort(key=lambda found: found[0])
            now, done = running.pop(0)
            queue.settle(done, cost(done))
            queue.put(done, done)
        return begun

    return asyncio.run(work())


def longest_wait(order: Sequence[Path], network: str) -> int:
    """The most jobs of others between two of a network."""
    at = [index for index, path in enumerate(order) if path[0] == network]
    return max(later - earlier - 1 for earlier, later in zip([-1, *at], at, strict=False))


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_experts_of_one_payer_do_not_delay_easy_bots_of_another(workers: int) -> None:
    flood: list[Path] = [("flood", "flood", f"table {number}") for number in range(60)]
    order = serve(lambda path: 3.0 if path[0] == "flood" else 0.05, [*flood, ("ann", "ann", "hers")], 300, workers)
    assert longest_wait(order, "ann") <= workers
    assert any(path[0] == "flood" for path in order)


def test_time_is_shared_not_turns() -> None:
    order = serve(lambda path: 3.0 if path[0] == "slow" else 0.5, [("slow", "a", "t"), ("quick", "b", "t")], 700)
    turns = Counter(path[0] for path in order)
    assert turns["quick"] / turns["slow"] == pytest.approx(6, rel=0.05)


def test_payers_of_one_network_share_its_part() -> None:
    socks: list[Path] = [("there", f"sock {number}", "t") for number in range(20)]
    order = serve(lambda path: 1.0, [*socks, ("here", "ann", "t")], 400)
    turns = Counter(path[0] for path in order)
    assert turns["here"] == pytest.approx(200, abs=2)
    assert max(Counter(path[1] for path in order if path[0] == "there").values()) <= 11
    assert longest_wait(order, "here") <= 1


def test_tables_of_one_payer_take_turns() -> None:
    tables: list[Path] = [("n", "p", f"table {number}") for number in range(7)]
    assert Counter(serve(lambda path: 1.0, tables, 70)) == dict.fromkeys(tables, 10)


def test_nobody_saves_up_time() -> None:
    """Who comes after a long rest goes next, and then takes turns: the rest is not made up for."""

    async def work() -> list[str]:
        queue: FairQueue[str] = FairQueue(5.0)
        order = []

        async def once() -> None:
            path, job = await queue.take()
            order.append(job)
            queue.settle(path, 1.0)

        for _ in range(100):
            queue.put(("old", "old", "t"), "old")
        queue.put(("new", "new", "t"), "new")
        for _ in range(60):
            await once()
        for _ in range(10):
            queue.put(("new", "new", "t"), "new")
        order.clear()
        for _ in range(10):
            await once()
        return order

    order = asyncio.run(work())
    assert order[0] == "new"
    assert 4 <= order.count("new") <= 6


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many names that come once are forgotten, in part before the queue is empty."""
    monkeypatch.setattr(fair_queue, "MAX_NAMES", 20)

    async def work() -> None:
        queue: FairQueue[int] = FairQueue(5.0)
        queue.put(("stays", "x", "t"), 0)
        await queue.take()
        for number in range(1000):
            queue.put((f"guest {number}", "x", "t"), number)
            path, _ = await queue.take()
            queue.settle(path, 1.0 + number)
            assert len(queue._root.parts) <= 22
        queue.settle(("stays", "x", "t"), 1.0)
        assert not queue._root.parts

    asyncio.run(work())
