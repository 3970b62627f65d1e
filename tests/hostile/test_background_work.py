"""Background work that fails: it comes back by itself, one bad table is nobody else's matter, and `/ready` tells."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from branchline.server.jobs import supervision
from branchline.server.jobs.supervision import Supervisor
from branchline.server.store import Store
from cluster import Cluster
from tests.server.running import Client, Running, wait_until

Start = Callable[..., Running]
BLITZ: dict[str, Any] = {"seats": "me me", "name": "Ann", "clock": {"kind": "move", "seconds": 1}, "on_time_out": "forfeit"}


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervision, "FIRST_PAUSE", 0.05)
    monkeypatch.setattr(supervision, "STEADY_SECONDS", 0.2)


class FullDisk:
    """Makes every write fail while `full`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full, self.failures = False, 0
        usual, disk = Store.write, self

        @asynccontextmanager
        async def write(store: Store) -> AsyncIterator[Any]:
            if disk.full:
                disk.failures += 1
                raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))
            async with usual(store) as db:
                yield db

        monkeypatch.setattr(Store, "write", write)


def is_ready(client: Client) -> bool:
    return client.http.get("/ready").status_code == 200


def forfeits(client: Client, table: str) -> bool:
    return any(seat["gone"] == "forfeit" for seat in client.table(table)["view"]["seats"])


def test_clocks_run_out_again_when_the_disk_has_room_again(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = FullDisk(monkeypatch)
    server = start()
    ann = server.client()
    opened = ann.open(**BLITZ)
    disk.full = True
    wait_until(lambda: disk.failures > 0)
    disk.full = False
    wait_until(lambda: forfeits(ann, opened["id"]), 30)


def test_a_full_disk_at_the_start(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = FullDisk(monkeypatch)
    disk.full = True
    server = start()
    ann = server.client()
    wait_until(lambda: not is_ready(ann), 30)
    refused = ann.get("/ready", 503)
    assert "expired clocks" in refused["message"]
    german = ann.get("/ready", 503, headers={"Accept-Language": "de"})
    assert "abgelaufene Uhren" in german["message"]
    disk.full = False
    wait_until(lambda: is_ready(ann), 30)
    opened = ann.open(**BLITZ)
    wait_until(lambda: forfeits(ann, opened["id"]), 30)


def test_one_broken_table_does_not_stop_the_sweep(start: Start, tmp_path: Path) -> None:
    server = start()
    ann = server.client()
    broken = [ann.open(**BLITZ)["id"] for _ in range(2)]
    with sqlite3.connect(tmp_path / "branchline.sqlite") as database:  # before their time is out: they come first then
        database.execute("UPDATE entries SET body = '{no JSON' WHERE table_id = ?", (broken[0],))
        database.execute("""UPDATE entries SET body = '{"kind": "nonsense"}' WHERE table_id = ?""", (broken[1],))
        database.execute("UPDATE tables SET deadline = 1 WHERE id IN (?, ?)", broken)
    database.close()
    for table in broken:
        server.call(lambda table=table: server.services.tables.cache.forget(table))  # type: ignore[misc]
    good = ann.open(**BLITZ)
    wait_until(lambda: forfeits(ann, good["id"]), 30)
    assert is_ready(ann), "a table is not the server"


def test_many_broken_tables_do_not_take_the_place_of_others(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from branchline.server.tables import sweeping

    monkeypatch.setattr(sweeping, "MAX_AT_ONCE", 2)
    server = start()
    ann = server.client()
    broken = [ann.open(**{**BLITZ, "clock": {"kind": "move", "seconds": 3600}})["id"] for _ in range(5)]
    with sqlite3.connect(tmp_path / "branchline.sqlite") as database:
        for table in broken:
            server.call(lambda table=table: server.services.tables.cache.forget(table))  # type: ignore[misc]
            database.execute("""UPDATE entries SET body = '{"kind": "nonsense"}' WHERE table_id = ?""", (table,))
            database.execute("UPDATE tables SET deadline = 1 WHERE id = ?", (table,))
    database.close()
    good = ann.open(**BLITZ)
    wait_until(lambda: forfeits(ann, good["id"]), 30)


# -- signals between processes ----------------------------------------------------------------------------


@pytest.fixture
def two(postgres: Cluster, start: Start) -> tuple[Running, Running, str]:
    """Two servers on one database."""
    url = postgres.new_database()
    return start(database=url), start(database=url), url


def execute(url: str, statement: str, *values: Any) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode(), values)


def cut(url: str) -> None:
    """End every connection to a database but our own, as a restart of PostgreSQL does."""
    execute(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


def check_hears(here: Running, there: Running) -> None:
    """What is done at one server is known at the other, which does not look by itself."""
    ann = there.client()
    opened = ann.open(seats="me me", name="Ann")
    watcher = here.client()
    stream = watcher.events(opened["id"])
    try:
        assert next(stream)["event"] in ("entry", "table")
        ann.move(opened["id"], opened["view"]["legal"][0], opened["ply"])
        wait_until(lambda: (live := here.services.tables.cache.present(opened["id"])) is not None and live.match.ply == 1, 20)
    finally:
        stream.close()


def test_signals_are_heard_after_lost_connections(two: tuple[Running, Running, str]) -> None:
    here, there, url = two
    check_hears(here, there)
    cut(url)
    wait_until(lambda: is_ready(here.client()) and is_ready(there.client()), 30)
    check_hears(here, there)


def test_one_table_that_cannot_be_read_does_not_deafen_a_process(two: tuple[Running, Running, str]) -> None:
    here, there, url = two
    ann, watcher = there.client(), here.client()
    broken = ann.open(seats="me me", name="Ann")["id"]
    stream = watcher.events(broken)
    next(stream)
    execute(url, """UPDATE tables SET version = version + 1 WHERE id = %s""", broken)
    number = "(SELECT max(seq) + 1 FROM entries WHERE table_id = %s)"
    execute(url, f"""INSERT INTO entries VALUES (%s, {number}, '{{"kind": "nonsense"}}')""", broken, broken)
    for payload in ("no JSON", "[1]", f'["{broken}", "x", [], "y"]', f'["{broken}", 99, [], "y"]'):
        execute(url, "SELECT pg_notify('branchline', %s)", payload)
    check_hears(here, there)
    cut(url)
    wait_until(lambda: is_ready(here.client()) and is_ready(there.client()), 30)
    check_hears(here, there)
    stream.close()


def test_a_table_that_cannot_be_read_when_the_connection_comes_back(two: tuple[Running, Running, str]) -> None:
    here, there, url = two
    broken = there.client().open(seats="me me", name="Ann")["id"]
    stream = here.client().events(broken)
    next(stream)
    execute(url, "UPDATE tables SET version = version + 1 WHERE id = %s", broken)
    number = "(SELECT max(seq) + 1 FROM entries WHERE table_id = %s)"
    execute(url, f"""INSERT INTO entries VALUES (%s, {number}, '{{"kind": "nonsense"}}')""", broken, broken)
    cut(url)
    wait_until(lambda: is_ready(here.client()) and is_ready(there.client()), 30)
    check_hears(here, there)
    stream.close()


def test_streams_begin_anew_when_signals_may_be_lost(two: tuple[Running, Running, str]) -> None:
    """One of the lost signals may have said that a seat belongs to somebody else now."""
    here, there, url = two
    opened = there.client().open(seats="me me", name="Ann")
    stream = here.client().events(opened["id"])
    next(stream)
    cut(url)
    assert any(event["event"] == "end" for event in stream)


@pytest.mark.slow
def test_postgresql_restarts(start: Start) -> None:
    from cluster import binaries, run, throwaway_cluster

    with throwaway_cluster() as cluster:
        url = cluster.new_database()
        here, there = start(database=url), start(database=url)
        folder = binaries()
        assert folder is not None
        options = f"-c port={cluster.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={cluster.folder}"
        control = [str(folder / "pg_ctl"), "-D", str(cluster.folder / "data"), "-w", "-l", str(cluster.folder / "log")]
        run([*control, "-m", "immediate", "stop"], cluster.folder)
        wait_until(lambda: not is_ready(here.client()), 30)
        run([*control, "-o", options, "start"], cluster.folder)
        wait_until(lambda: is_ready(here.client()) and is_ready(there.client()), 60)
        check_hears(here, there)
        opened = there.client().open(**BLITZ)
        wait_until(lambda: forfeits(there.client(), opened["id"]), 30)
        here.stop()
        there.stop()


# -- supervision ------------------------------------------------------------------------------------------


def supervised(
    work: Callable[[supervision.BackgroundTask, int], Any], until: Callable[[Supervisor, int], bool], **more: Any
) -> Supervisor:
    """Have work done that is told how often it was started, until something holds."""
    begun = 0

    async def counted(part: supervision.BackgroundTask) -> None:
        nonlocal begun
        begun += 1
        await work(part, begun)

    async def main() -> Supervisor:
        supervisor = Supervisor()
        supervisor.start("work", counted, **more)
        async with asyncio.timeout(30):
            while not until(supervisor, begun):
                await asyncio.sleep(0.01)
        await supervisor.close()
        return supervisor

    return asyncio.run(main())


@pytest.mark.parametrize("fault", [RuntimeError("broken"), asyncio.CancelledError(), ExceptionGroup("many", [OSError()]), None])
def test_work_that_stops_is_started_again(fault: BaseException | None) -> None:
    async def work(part: supervision.BackgroundTask, begun: int) -> None:
        if begun <= 2:
            if fault is not None:
                raise fault
            return
        await asyncio.sleep(60)

    seen: list[bool] = []

    def until(supervisor: Supervisor, begun: int) -> bool:
        seen.append(bool(supervisor.down()))
        return begun == 3 and not supervisor.down()

    supervised(work, until)
    assert True in seen, "it was down for a while"


def test_work_that_gives_no_sign_of_life_is_down() -> None:
    async def work(part: supervision.BackgroundTask, begun: int) -> None:
        part.report_up()
        await asyncio.sleep(60)

    supervised(work, lambda supervisor, begun: supervisor.down() == ["work"], silence=0.2)


def test_the_log_is_not_flooded(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr(supervision, "FIRST_PAUSE", 0.0)

    async def work(part: supervision.BackgroundTask, begun: int) -> None:
        raise RuntimeError("again")

    supervised(work, lambda supervisor, begun: begun > 50)
    assert len([record for record in caplog.records if "background work" in record.getMessage()]) == 1
