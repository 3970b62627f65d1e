"""Schema, migrations, durability, and several processes."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine, event, inspect, text

from branchline.errors import BadOption
from branchline.server.base.settings import Settings
from branchline.server.services.container import open_services
from branchline.server.store import Store, migrate, people
from branchline.server.store.engine import normal_url
from branchline.server.store.migrate import config, head, upgrade
from branchline.server.store.schema import metadata
from branchline.server.store.signals import CHANNEL, Signal
from branchline.server.tables.announcer import Announcer
from tests.server.postgres import Cluster
from tests.server.running import Client, Running, running, wait_until
from tests.server.test_events import collect


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    engine = create_engine(normal_url(url).replace("+aiosqlite", ""))
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def description(connection: Connection) -> dict[str, Any]:
    """Everything that a database says of its own schema."""
    found = inspect(connection)
    kinds = ("columns", "pk_constraint", "foreign_keys", "indexes", "unique_constraints", "check_constraints", "table_options")
    return {
        kind: {table: repr(sorted_rows(rows)) for (_, table), rows in getattr(found, f"get_multi_{kind}")().items()}
        for kind in kinds
    }


def sorted_rows(rows: Any) -> Any:
    return sorted(rows, key=lambda row: str(row["name"])) if isinstance(rows, list) else rows


def test_a_new_database_is_what_the_migrations_lead_to(postgres: Cluster, tmp_path: Path) -> None:
    """A new one is made from the schema of today at once, an old one goes step by step: both are the same."""
    pairs = [(f"sqlite:///{tmp_path / 'new.sqlite'}", f"sqlite:///{tmp_path / 'old.sqlite'}")]
    pairs.append((postgres.new_database(), postgres.new_database()))
    for new, old in pairs:
        upgrade(new)
        upgrade(new)  # a second time is harmless
        with connected(old) as connection:
            migrate.REACHED.create(connection)  # so that it is not empty, and has made no step yet
        upgrade(old)
        with connected(old) as connection:
            by_steps = description(connection)
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        with connected(new) as connection:
            assert description(connection) == by_steps
            assert connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all() == [head()]


def test_a_first_start_that_is_killed_leaves_nothing_half_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    url = f"sqlite:///{tmp_path / 'new.sqlite'}"
    with monkeypatch.context() as patch:
        patch.setattr(migrate, "head", lambda: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            upgrade(url)
    with connected(url) as connection:
        assert inspect(connection).get_table_names() == []
    upgrade(url)


def test_a_database_of_the_future_is_refused(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'new.sqlite'}"
    upgrade(url)
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(BadOption, match="schema 9999"):
        upgrade(url)


def test_tables_of_an_older_database_have_payers(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'old.sqlite'}"
    settings = config()
    with connected(url) as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "0001")
        connection.execute(text("INSERT INTO persons VALUES ('ann', 'Ann', 0, 0)"))
        for table, played_by, status in (("a", "person bot", "playing"), ("b", "bot bot", "playing"), ("c", "bot", "over")):
            columns = {"id": table, "game": "x", "setup": "{}", "owner": "ann", "public": False, "kind": "new", "version": 0}
            columns |= {"ply": 0, "status": status, "waits_for": "bot", "created": 0, "updated": 0, "rated": False}
            columns["summary"] = json.dumps({"seats": [{"played_by": who} for who in played_by.split()]})
            names = ", ".join(columns)
            connection.execute(text(f"INSERT INTO tables ({names}) VALUES (:{names.replace(', ', ', :')})"), columns)
    upgrade(url)
    with connected(url) as connection:
        found = connection.execute(text("SELECT id, charged_to, bots, attended FROM tables ORDER BY id")).all()
    assert [tuple(row) for row in found] == [("a", "person ann", 1, 1), ("b", "person ann", 2, 0), ("c", None, 0, 1)]


def test_the_newest_step_is_known_without_alembic() -> None:
    assert head() == ScriptDirectory.from_config(config()).get_current_head()


def test_migrating_at_the_same_time_is_safe(postgres: Cluster) -> None:
    url, faults = postgres.new_database(), []

    def start() -> None:
        try:
            upgrade(url)
        except Exception as fault:
            faults.append(fault)

    threads = [threading.Thread(target=start) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_sqlite_writes_to_the_disk_before_it_answers(start: Callable[..., Running]) -> None:
    server = start()
    opened = server.client().open(name="Ann")
    with sqlite3.connect(server.settings.folder / "branchline.sqlite") as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert other.execute("SELECT version FROM tables WHERE id = ?", (opened["id"],)).fetchone()[0] >= 1
    other.close()


def test_a_connection_can_be_opened_while_another_reads(tmp_path: Path) -> None:
    """Changing the journal mode needs the file alone: it is done once, before the first connection of a server."""
    url = f"sqlite:///{tmp_path}/test.sqlite"
    upgrade(url)

    async def write() -> None:
        store = Store(url)
        async with store.write() as db:
            await people.add_person(db, "Ann")
        await store.close()

    with closing(sqlite3.connect(tmp_path / "test.sqlite")) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM persons").fetchone()
        asyncio.run(write())


def test_a_second_server_on_the_same_folder_is_refused(start: Callable[..., Running], tmp_path: Path) -> None:
    start()

    async def open_another() -> None:
        async with open_services(Settings(data=str(tmp_path))):
            pass

    with pytest.raises(BadOption, match="Another server is running"):
        asyncio.run(open_another())


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "postgresql+asyncpg://a/b"])
def test_urls_of_databases(url: str) -> None:
    if url.startswith("postgresql"):
        assert normal_url(url).startswith("postgresql+psycopg:")
    else:
        with pytest.raises(BadOption):
            normal_url(url)


def test_everything_is_there_after_a_restart(database: str, tmp_path: Path) -> None:
    """Tables, seats, chat; and a table that waits for a bot goes on."""
    with running(tmp_path, database=database, bot_pause=3600.0) as server:
        ann = server.client()
        opened = ann.open(seats="me bot:random", name="Ann")
        ann.move(opened["id"], "extend Fargo", 0)
        ann.post(f"/api/tables/{opened['id']}/chat", {"text": "until tomorrow"}, 201)
        cookies = dict(ann.http.cookies)
    with running(tmp_path, database=database) as server:
        ann = server.client()
        ann.http.cookies.update(cookies)
        wait_until(lambda: ann.table(opened["id"])["ply"] >= 2)
        found = ann.table(opened["id"])
        assert found["you"]["seats"] == [0]
        assert found["view"]["log"][1]["by"] == "bot"
        assert ann.get(f"/api/tables/{opened['id']}/chat")[0]["text"] == "until tomorrow"
        assert [table["id"] for table in ann.get("/api/me/tables")["tables"]] == [opened["id"]]


def test_long_tables_load_from_a_snapshot(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database=database, snapshot_every=10) as server:
        ann = server.client()
        table = ann.open(seats="me me", name="Ann")
        for ply in range(25):
            table = ann.move(table["id"], table["view"]["legal"][0], ply)
        server.call(lambda: server.services.tables.cache.forget(table["id"]))
        again = ann.table(table["id"])
        assert (again["ply"], again["view"]["log"]) == (table["ply"], table["view"]["log"])


def test_two_processes_on_postgresql(postgres: Cluster, tmp_path: Path) -> None:
    """A move through one is seen live through the other; each sees the other's table, and of two posts one wins."""
    url = postgres.new_database()
    with running(tmp_path, database=url) as one, running(tmp_path, database=url) as two:
        ann = one.client()
        opened = ann.open(seats="me me", name="Ann")
        watcher, found = two.client(), []

        def watch() -> None:
            for event in watcher.events(opened["id"]):
                found.append(event)
                if event["event"] == "table" and event["data"]["ply"] == 6:
                    return

        thread = threading.Thread(target=watch)
        thread.start()
        listener, heard = collect(two.client(), opened["id"], lambda event: event["data"].get("text") == "line 5")
        wait_until(lambda: found and heard)
        there = two.client()
        there.http.cookies.update(dict(ann.http.cookies))
        table = opened
        for ply in range(6):
            table = (ann, there)[ply % 2].move(opened["id"], table["view"]["legal"][0], ply)
        thread.join(30)
        assert not thread.is_alive()
        entries = [event["data"]["data"]["ply"] for event in found if event["event"] == "entry"]
        assert entries == list(range(6))
        words = [f"line {number}" for number in range(6)]
        for number, line in enumerate(words):
            (ann, there)[number % 2].post(f"/api/tables/{opened['id']}/chat", {"text": line}, 201)
            for reader in (ann, there):
                assert [said["text"] for said in reader.get(f"/api/tables/{opened['id']}/chat")] == words[: number + 1]
        wait_until(lambda: [event["data"]["text"] for event in heard if event["event"] == "chat"] == words)
        raced = race(ann, there, opened["id"], table["view"]["legal"], 6)
        assert sorted(raced) == [200, 409]
        listener.join(60)
        assert ann.table(opened["id"])["version"] == there.table(opened["id"])["version"]


def test_signals_of_several_moves_go_in_one_statement(postgres: Cluster) -> None:
    url, statements = postgres.new_database(), list[str]()
    signals = [Signal("abcdefgh", version, ("ann", "bo"), "one") for version in range(3)]

    async def send() -> None:
        store = Store(url)
        event.listen(store._pool.sync_engine, "before_cursor_execute", lambda *given: statements.append(given[2]))
        announcer = Announcer(store)
        for signal in signals:
            announcer.add(signal)
        await announcer.send()
        await announcer.send()  # nothing is left
        await store.close()

    with psycopg.connect(url, autocommit=True) as other:
        other.execute(f"LISTEN {CHANNEL}".encode())
        asyncio.run(send())
        heard = [Signal.loads(one.payload) for one in other.notifies(timeout=30, stop_after=len(signals))]
    assert heard == signals
    assert len(statements) == 1


def race(ann: Any, there: Any, table: str, legal: list[str], ply: int) -> list[int]:
    """Two different moves for one ply, at once through two processes."""
    found: list[int] = []

    def post(client: Any, move: str) -> None:
        found.append(client.http.post(f"/api/tables/{table}/moves", json={"move": move, "ply": ply}).status_code)

    threads = [threading.Thread(target=post, args=pair) for pair in zip((ann, there), legal[:2], strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def test_many_requests_at_once_through_two_processes(postgres: Cluster, tmp_path: Path) -> None:
    """Readers and writers of one table in both processes: every answer is whole, and the logs agree."""
    url = postgres.new_database()
    with running(tmp_path, database=url) as one, running(tmp_path, database=url) as two:
        ann = one.client()
        opened = ann.open(seats="me me", name="Ann")
        clients = [server.client().like(ann) for server in (one, two) for _ in range(3)]

        def play(client: Client) -> list[int]:
            codes = []
            for _ in range(25):
                found = client.table(opened["id"])
                body = {"move": found["view"]["legal"][0], "ply": found["ply"]}
                codes.append(client.http.post(f"/api/tables/{opened['id']}/moves", json=body).status_code)
            return codes

        with ThreadPoolExecutor(len(clients)) as threads:
            codes = [code for found in threads.map(play, clients) for code in found]
        assert set(codes) <= {200, 409}
        tables = [client.table(opened["id"]) for client in clients]
        assert len({table["version"] for table in tables}) == 1
        assert all(table["view"]["log"] == tables[0]["view"]["log"] for table in tables)
        assert tables[0]["ply"] >= 25


def test_bots_of_a_dead_process_are_taken_over(postgres: Cluster, tmp_path: Path) -> None:
    url = postgres.new_database()
    with running(tmp_path, database=url, bot_pause=3600.0) as one:
        opened = one.client().open(seats="bot:random bot:random", name="Ann")
        with running(tmp_path, database=url) as two:
            wait_until(lambda: two.client().table(opened["id"])["phase"] == "over", 60)


def test_a_new_database_is_in_wal_mode_before_the_server_connects(tmp_path: Path) -> None:
    """Connections that change the mode at the same time would fail with "database is locked", and a request with them."""
    upgrade(f"sqlite:///{tmp_path / 'new.sqlite'}")
    with closing(sqlite3.connect(tmp_path / "new.sqlite")) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
