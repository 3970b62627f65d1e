"""Requests that cross each other: a right that is lost between two steps, a connection that everybody waits for."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

import httpx

from tests.server.running import Running

AT_ONCE = 48
"""More requests than the database has connections."""


def test_a_new_seat_link_used_by_many_at_once(start: Callable[..., Running], database: str) -> None:
    """The first use of a link is written down.  Whoever writes must not keep the connection by which they read."""
    server = start(database=database)
    ann = server.client()
    table = ann.open(seats="me open", name="Ann")["id"]
    secret = ann.post(f"/api/tables/{table}/links", {"seat": 0})["secret"]

    async def storm() -> Counter[int]:
        limits = httpx.Limits(max_connections=AT_ONCE)
        headers = {"Authorization": f"Bearer {secret}"}
        async with httpx.AsyncClient(base_url=server.url, timeout=90, limits=limits, headers=headers) as client:
            found = await asyncio.gather(*(client.get(f"/api/tables/{table}") for _ in range(AT_ONCE)))
        return Counter(response.status_code for response in found)

    assert asyncio.run(storm()) == {200: AT_ONCE}
    assert ann.table(table)["you"]["shared"] == [0]
