"""Clocks, absence, and bots that fail."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from branchline.bots import BOTS
from branchline.server.store import seat_rows
from tests.server.running import Client, Running, running, wait_until


def seat_of(client: Client, table: str, seat: int = 0) -> Any:
    return client.table(table)["view"]["seats"][seat]


def test_when_time_is_out_a_bot_plays_on(ann: Client) -> None:
    opened = ann.open(
        seats="me bot:random", name="Ann", clock={"kind": "move", "seconds": 1}, on_time_out="bot", stand_in="random"
    )
    assert opened["view"]["clocks"]["running"] == 0
    wait_until(lambda: seat_of(ann, opened["id"])["away"] == "time")
    wait_until(lambda: ann.table(opened["id"])["ply"] > 0)
    wait_until(lambda: ann.http.post(f"/api/tables/{opened['id']}/back", json={}).status_code in (200, 409))


def test_who_forfeits_alone_ends_the_table(ann: Client) -> None:
    opened = ann.open(seats="me bot:random", name="Ann", clock={"kind": "move", "seconds": 1}, on_time_out="forfeit")
    wait_until(lambda: ann.table(opened["id"])["phase"] == "closed")
    assert seat_of(ann, opened["id"])["gone"] == "forfeit"


def test_the_time_without_a_server_is_nobodys(tmp_path: Path) -> None:
    clock = {"kind": "bank", "seconds": 3600}
    with running(tmp_path) as server:
        ann = server.client()
        opened = ann.open(seats="me me", name="Ann", clock=clock, on_time_out="forfeit")
        cookies = dict(ann.http.cookies)
    down = time.time()
    shift = 10_000.0  # as if the server had been away so long
    import sqlite3

    with sqlite3.connect(tmp_path / "branchline.sqlite") as database:
        database.execute("UPDATE facts SET number = number - ?", (shift,))
        database.execute("UPDATE tables SET deadline = deadline - ?", (shift,))
        rows_before = database.execute("SELECT body FROM entries WHERE table_id = ?", (opened["id"],)).fetchall()
        for (body,) in rows_before:
            moved = body.replace(f'"at": {opened["view"]["clocks"]["at"]}', '"at": 0')
            database.execute("UPDATE entries SET body = ? WHERE body = ?", (moved, body))
    database.close()
    with running(tmp_path) as server:
        ann = server.client()
        ann.http.cookies.update(cookies)
        wait_until(lambda: ann.table(opened["id"])["version"] > opened["version"])
        found = ann.table(opened["id"])
        assert found["phase"] == "playing"
        assert found["view"]["clocks"]["left"][0] > 3600 - (time.time() - down) - 1000


def test_who_watches_is_not_absent(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    server = start()
    ann = server.client()
    opened = ann.open(seats="me bot:random", name="Ann", absence={"kind": "after", "minutes": 1}, stand_in="random")
    stream = ann.events(opened["id"])
    next(stream)

    async def seen() -> dict[int, float]:
        async with server.services.store.read() as db:
            return await seat_rows.seen_at(db, opened["id"])

    import asyncio

    wait_until(lambda: asyncio.run_coroutine_threadsafe(seen(), server.services.loop).result(60)[0] > 0)
    stream.close()


def test_a_bot_that_fails_plays_at_random(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    class Broken:
        name = "broken"

        def choose(self, view: object) -> str:
            raise RuntimeError("no idea")

        think = choose

    class Cheat(Broken):
        def choose(self, view: object) -> str:
            return "win at once"

    monkeypatch.setitem(BOTS, "random", lambda seed: Broken())
    monkeypatch.setitem(BOTS, "greedy", lambda seed: Cheat())
    server = start()
    with caplog.at_level(logging.ERROR, "branchline.server"):
        opened = server.client().open(seats="bot:random bot:greedy", name="Ann", options={"rounds": 1})
        wait_until(lambda: server.client().table(opened["id"])["phase"] == "over", 60)
    assert any("plays at random" in record.getMessage() for record in caplog.records)


def test_a_bot_is_told_who_decided_last(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """An expert takes less time for the further decisions of a turn."""
    told: list[Any] = []

    class Curious:
        name = "curious"

        def choose(self, view: Any) -> str:
            told.append(view["log"][-1]["actor"] if view["log"] else None)
            return str(view["legal"][0])

        think = choose

    monkeypatch.setitem(BOTS, "random", lambda seed: Curious())
    server = start()
    opened = server.client().open(seats="bot:random bot:random", name="Ann", options={"rounds": 1})
    wait_until(lambda: server.client().table(opened["id"])["phase"] == "over", 60)
    assert set(told) == {None, 0, 1}


def test_bots_at_many_tables_take_turns(start: Callable[..., Running]) -> None:
    server = start(bot_threads=1)
    client = server.client()
    tables = [client.open(seats="bot:random bot:random", name="Ann", options={"rounds": 1})["id"] for _ in range(5)]
    wait_until(lambda: all(client.table(table)["phase"] == "over" for table in tables), 120)
