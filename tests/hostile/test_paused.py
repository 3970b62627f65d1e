"""A server that stood still: the time is nobody's, and every clock gets it back before anything else happens."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from branchline.server.base.settings import Settings
from branchline.server.jobs import supervision
from serving import serving
from tests.hostile.test_background_work import FullDisk
from tests.server.postgres import Cluster
from tests.server.running import GENEROUS, Client, Running, running, wait_until

Start = Callable[..., Running]
SHORT: dict[str, Any] = {"seats": "me me", "name": "Ann", "clock": {"kind": "move", "seconds": 25}, "on_time_out": "forfeit"}


class Shift:
    """Sets the computer's clock on, as it is after the computer was suspended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds, usual = 0.0, time.time
        monkeypatch.setattr(time, "time", lambda: usual() + self.seconds)

    def on(self, seconds: float) -> None:
        self.seconds += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Shift:
    monkeypatch.setattr(supervision, "FIRST_PAUSE", 0.05)
    return Shift(monkeypatch)


def left(client: Client, table: str) -> float:
    """What the first seat has left."""
    found: float = client.table(table)["view"]["clocks"]["left"][0]
    return found


def given_back(client: Client, table: str) -> int:
    """How often a table got time back."""
    found = 0
    for event in client.events(table, headers={"Last-Event-ID": "0-0"}):
        if event["event"] == "table":
            break
        found += event["data"]["kind"] == "downtime"
    return found


@pytest.mark.parametrize("seconds", [14.0, 40.0])
def test_a_suspended_server(start: Start, some_database: str, clock: Shift, seconds: float) -> None:
    server = start(database=some_database)
    ann = server.client()
    opened = ann.open(**SHORT)
    clock.on(seconds)
    wait_until(lambda: ann.table(opened["id"])["version"] > opened["version"], 30)
    assert ann.table(opened["id"])["phase"] == "playing"
    assert left(ann, opened["id"]) > 15
    assert given_back(ann, opened["id"]) == 1


def test_a_move_that_comes_before_the_sweep(start: Start, some_database: str, clock: Shift) -> None:
    server = start(database=some_database, sweep=600.0)
    ann = server.client()
    opened = ann.open(**{**SHORT, "clock": {"kind": "bank", "seconds": 60}})
    clock.on(50.0)
    ann.move(opened["id"], opened["view"]["legal"][0], opened["ply"])
    assert left(ann, opened["id"]) > 50


@pytest.mark.parametrize("seconds", [14.0, 40.0])
def test_a_short_time_without_a_server(tmp_path: Path, clock: Shift, seconds: float) -> None:
    with running(tmp_path) as server:
        ann = server.client()
        opened = ann.open(**SHORT)
        cookies = dict(ann.http.cookies)
    clock.on(seconds)
    with running(tmp_path) as server:
        ann = server.client()
        ann.http.cookies.update(cookies)
        wait_until(lambda: ann.table(opened["id"])["version"] > opened["version"], 30)
        assert left(ann, opened["id"]) > 15


def test_a_full_disk_is_nobodys_time(start: Start, clock: Shift, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = FullDisk(monkeypatch)
    server = start()
    ann = server.client()
    opened = ann.open(**SHORT)
    disk.full = True
    for _ in range(20):  # in small steps: the process itself does not stand still
        clock.on(2.0)
        time.sleep(0.05)
    wait_until(lambda: disk.failures)
    disk.full = False
    wait_until(lambda: ann.table(opened["id"])["version"] > opened["version"], 30)
    assert ann.table(opened["id"])["phase"] == "playing"
    assert left(ann, opened["id"]) > 10


def test_a_clock_that_is_set_back_harms_nobody(start: Start, clock: Shift) -> None:
    server = start()
    ann = server.client()
    opened = ann.open(**{**SHORT, "clock": {"kind": "move", "seconds": 2}})
    clock.on(-3600.0)
    again = ann.open(**{**SHORT, "clock": {"kind": "move", "seconds": 2}})
    wait_until(lambda: any(seat["gone"] for seat in ann.table(again["id"])["view"]["seats"]), 30)
    assert ann.table(opened["id"])["phase"] == "playing"


def test_time_that_was_noticed_but_not_given_back_is_not_forgotten(tmp_path: Path, clock: Shift) -> None:
    """As when the server is killed again while it compiles a game."""
    with running(tmp_path) as server:
        ann = server.client()
        opened = ann.open(**{**SHORT, "clock": {"kind": "move", "seconds": 250}})
        cookies = dict(ann.http.cookies)
    since = time.time()
    clock.on(100.0)
    with sqlite3.connect(tmp_path / "branchline.sqlite") as database:
        database.execute("INSERT INTO facts VALUES (?, ?)", (f"down {since:.6f}", time.time()))
        database.execute("UPDATE facts SET number = ? WHERE name = 'alive'", (time.time(),))
    database.close()
    with running(tmp_path) as server:
        ann = server.client()
        ann.http.cookies.update(cookies)
        wait_until(lambda: ann.table(opened["id"])["version"] > opened["version"], 30)
        assert left(ann, opened["id"]) > 200
        assert given_back(ann, opened["id"]) == 1
    with sqlite3.connect(tmp_path / "branchline.sqlite") as database:
        assert [name for (name,) in database.execute("SELECT name FROM facts")] == ["alive"]
    database.close()


# -- several processes ------------------------------------------------------------------------------------


def test_only_what_all_processes_missed_is_nobodys(postgres: Cluster, start: Start) -> None:
    url = postgres.new_database()
    here, there = start(database=url), start(database=url)
    ann = there.client()
    opened = ann.open(**{**SHORT, "clock": {"kind": "move", "seconds": 250}})
    watch = here.services.downtime
    here.call(lambda: watch._suspect(time.time() - 20.0))  # as if this process alone had stood still
    wait_until(lambda: watch._suspected is None, 30)
    assert watch.owed() == []
    assert ann.table(opened["id"])["version"] == opened["version"]


def test_all_processes_stood_still(postgres: Cluster, start: Start, clock: Shift) -> None:
    url = postgres.new_database()
    here, there = start(database=url), start(database=url)
    ann = there.client()
    opened = ann.open(**SHORT)
    clock.on(40.0)
    wait_until(lambda: ann.table(opened["id"])["version"] > opened["version"], 30)
    watches = [server.services.downtime for server in (here, there)]
    wait_until(lambda: all(watch._suspected is None and not watch.owed() for watch in watches), 30)
    assert left(ann, opened["id"]) > 15
    assert given_back(ann, opened["id"]) == 1, "two processes give it back once"


def answers(client: Client) -> bool:
    try:
        return bool(client.get("/api/status")["ready"])
    except httpx.TransportError:
        return False


@pytest.mark.slow
def test_a_stopped_process(tmp_path: Path) -> None:
    with serving(Settings(data=str(tmp_path), **GENEROUS)) as server:
        ann = Client(server.url)
        wait_until(lambda: answers(ann), 300)
        opened = ann.open(**{**SHORT, "clock": {"kind": "move", "seconds": 10}})
        os.kill(server.process.pid, signal.SIGSTOP)
        time.sleep(14.0)
        os.kill(server.process.pid, signal.SIGCONT)
        wait_until(lambda: ann.table(opened["id"])["version"] > opened["version"], 30)
        assert ann.table(opened["id"])["phase"] == "playing"
        assert left(ann, opened["id"]) > 5
        ann.http.close()
