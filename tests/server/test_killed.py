"""kill -9 of the server in the middle of a load, again and again on the same data: nothing acknowledged is lost.

People play and bots play; the server dies without warning and comes back on the same port.  Everything that anybody was
told — by an answer or by a stream — is in the log afterwards, the log agrees with all that is derived from it, and every
table comes to its end.
"""

from __future__ import annotations

import random
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import Connection, create_engine, select

import serving
from branchline.match import Entry, Match, Setup
from branchline.server.base.settings import Settings
from branchline.server.store import signals
from branchline.server.store.engine import normal_url
from branchline.server.store.schema import chat, entries, snapshots, tables
from branchline.server.tables.summary import columns_of
from serving import Serving
from tests.server.postgres import Cluster
from tests.server.running import GENEROUS, Client, Running, wait_until
from tests.server.test_events import collect, ply_is

ALONE, WITH_BOTS, BOTS_ONLY = "me me me", "me bot:random bot:greedy", "bot:random bot:greedy bot:random"
PLAYERS = (ALONE, ALONE, ALONE, WITH_BOTS, WITH_BOTS)
LOAD = {**GENEROUS, "bot_pause": 0.03, "snapshot_every": 10, "warm": False}
PATIENCE = 120
DIES_BEFORE_SIGNALS = """
import os, signal
from branchline.server.tables.announcer import Announcer
Announcer.add = lambda announcer, signalled: os.kill(os.getpid(), signal.SIGKILL)
"""


class Told:
    """What the server has said so far; once said, it must stay true."""

    def __init__(self) -> None:
        self.moves: dict[str, dict[int, str]] = defaultdict(dict)
        self.lines: dict[str, list[str]] = defaultdict(list)
        self.tables: list[str] = []
        self.answers = 0

    def move(self, table: str, ply: int, move: str) -> None:
        assert self.moves[table].setdefault(ply, move) == move, f"ply {ply} of {table} was {self.moves[table][ply]}, now {move}"
        self.answers += 1


class Siege:
    """The server and those who use it."""

    def __init__(self, data: Path, database: str) -> None:
        self.settings = Settings(data=str(data), database=database, **LOAD)
        self.told, self.failures = Told(), list[BaseException]()
        self.server = Serving(self.settings)
        self.url = self.server.url
        self.closing, self.given_up = threading.Event(), False
        work = [(self.play, seats, number) for number, seats in enumerate(PLAYERS)]
        self.threads = [threading.Thread(target=self._safely, args=one) for one in work]
        self.watchers: list[threading.Thread] = []
        self.clients: list[Client] = []

    def client(self) -> Client:
        self.clients.append(Client(self.url))
        return self.clients[-1]

    def _safely(self, work: Any, *arguments: Any) -> None:
        try:
            work(*arguments)
        except BaseException as failure:
            self.failures.append(failure)

    def ask(self, client: Client, method: str, path: str, body: Any = None) -> Any:
        """An answer, however often the server has to be asked for it; only refusals that a crash explains are borne."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not self.given_up:
            try:
                response = client.http.request(method, path, json=body)
            except httpx.TransportError:
                time.sleep(0.05)
                continue
            if response.status_code in (200, 201):
                return response.json()
            assert response.status_code == 503, f"{method} {path}: {response.status_code} {response.text[:300]}"
            time.sleep(0.05)  # its game is being loaded
        raise AssertionError(f"{method} {path}: no answer in {PATIENCE} s")

    def open(self, client: Client, seats: str) -> str:
        given = [dict(zip(("kind", "level"), word.split(":"), strict=False)) for word in seats.split()]
        body = {"game": "northern-pacific", "seats": given, "options": {"rounds": 1}, "name": "Ann"}
        table: str = self.ask(client, "POST", "/api/tables", body)["id"]
        self.told.tables.append(table)
        return table

    def play(self, seats: str, number: int) -> None:
        """Game after game, each to its end; speaks now and then."""
        client, chance = self.client(), random.Random(number)
        while not self.closing.is_set():
            table = self.open(client, seats)
            found = self.ask(client, "GET", f"/api/tables/{table}")
            while found["phase"] == "playing":
                view, ply = found["view"], found["ply"]
                if view["waiting_for"]["by"] != "person":
                    time.sleep(0.02)
                    found = self.ask(client, "GET", f"/api/tables/{table}")
                    continue
                move = chance.choice(view["legal"])
                # After a crash nobody knows whether the move was made: the same post again is harmless.
                found = self.ask(client, "POST", f"/api/tables/{table}/moves", {"move": move, "ply": ply})
                assert found["ply"] > ply
                self.told.move(table, ply, move)
                if ply % 7 == number:
                    words = f"{table} {ply}"
                    self.ask(client, "POST", f"/api/tables/{table}/chat", {"text": words})
                    self.told.lines[table].append(words)
            assert found["phase"] == "over", found["phase"]

    def watch(self, client: Client, table: str) -> None:
        """A table by its stream, to its end: every entry once, in order, over all crashes."""
        last, version, over = "0-0", 0, False
        end = time.monotonic() + 3 * PATIENCE
        while not over:
            assert time.monotonic() < end, f"{table} does not come to its end"
            self.ask(client, "GET", f"/api/tables/{table}")  # until the server is back and the game is loaded
            try:
                for event in client.events(table, headers={"Last-Event-ID": last}):
                    last, data = event.get("id", last), event["data"]
                    if event["event"] == "entry":
                        version += 1
                        assert data["version"] == version
                        if data["kind"] == "action":
                            self.told.move(table, data["data"]["ply"], data["data"]["move"])
                    elif event["event"] == "table" and data["phase"] == "over":
                        over = True
                        break
            except httpx.TransportError:
                continue

    def bots_begin(self) -> None:
        """A table of bots only, and somebody who watches it."""
        client = self.client()
        table = self.open(client, BOTS_ONLY)
        watcher = threading.Thread(target=self._safely, args=(self.watch, client, table))
        watcher.start()
        self.watchers.append(watcher)

    def crash(self) -> None:
        """kill -9, and back on the same port."""
        self.server.kill()
        self.server = Serving(self.settings, self.server.port)

    def more_told(self, answers: int) -> None:
        """Wait for so many answers and news more."""
        before = self.told.answers
        wait_until(lambda: self.failures or self.told.answers >= before + answers, PATIENCE)

    def end(self) -> None:
        """Nobody begins anything new; what has begun is played out."""
        self.closing.set()
        for thread in (*self.threads, *self.watchers):
            thread.join(3 * PATIENCE)
        self.server.stop()

    def give_up(self) -> None:
        """Leave nothing behind, whatever has happened; harmless at the end."""
        self.given_up = True
        self.closing.set()
        self.server.kill()
        for thread in (*self.threads, *self.watchers):
            if thread.ident is not None:
                thread.join(PATIENCE)
        for client in self.clients:
            client.http.close()

    def check(self) -> None:
        """Everything told so far is in the database, whose parts agree with one another."""
        assert not self.failures, self.failures
        moves = {table: dict(played) for table, played in list(self.told.moves.items())}
        lines = {table: list(said) for table, said in list(self.told.lines.items())}
        opened = list(self.told.tables)
        with reading(self.settings.database_url) as db:
            kept = {row.id: row for row in db.execute(select(tables))}
            assert set(opened) <= set(kept)
            for table, row in kept.items():
                match = checked_match(db, row)
                played = [entry.data["move"] for entry in log_of(db, table) if entry.kind == "action"]
                assert len(played) == match.ply
                for ply, move in moves.get(table, {}).items():
                    assert played[ply] == move
                said = list(db.execute(select(chat.c.text).where(chat.c.table_id == table).order_by(chat.c.id)).scalars())
                assert [words for words in dict.fromkeys(said) if words in lines.get(table, ())] == lines.get(table, [])


@contextmanager
def reading(url: str) -> Iterator[Connection]:
    """The database at one moment, while the server goes on writing."""
    engine = create_engine(normal_url(url).replace("+aiosqlite", ""))
    is_sqlite = engine.dialect.name == "sqlite"
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT" if is_sqlite else "REPEATABLE READ") as db:
        if is_sqlite:
            db.exec_driver_sql("BEGIN")  # sqlite3 by itself begins only when something is written
        yield db
    engine.dispose()


def log_of(db: Connection, table: str) -> list[Entry]:
    bodies = db.execute(select(entries.c.body).where(entries.c.table_id == table).order_by(entries.c.seq)).scalars()
    return [Entry.from_dict(body) for body in bodies]


def checked_match(db: Connection, row: Any) -> Match:
    """The match of a table, replayed from its log; numbers, columns and snapshot must agree with it."""
    numbers = list(db.execute(select(entries.c.seq).where(entries.c.table_id == row.id).order_by(entries.c.seq)).scalars())
    assert numbers == list(range(row.version)), f"{row.id} has {row.version} entries: {numbers}"
    log, setup = log_of(db, row.id), Setup.from_dict(row.setup)
    match = Match.restore(setup, None, log)
    expected = columns_of(match)
    assert {name: getattr(row, name) for name in expected} == expected
    kept = db.execute(select(snapshots).where(snapshots.c.table_id == row.id)).one_or_none()
    assert (kept is not None) == (row.version >= LOAD["snapshot_every"])
    if kept is not None:
        resumed = Match.restore(setup, kept.body, log[kept.version :])
        assert (resumed.version, resumed.state) == (match.version, match.state)
    return match


@pytest.mark.parametrize("kills", [1, pytest.param(20, marks=pytest.mark.slow)])
def test_nothing_told_is_lost_when_the_server_is_killed(kills: int, database: str, tmp_path: Path) -> None:
    siege, chance = Siege(tmp_path, database), random.Random(6)
    try:
        for thread in siege.threads:
            thread.start()
        for _ in range(kills):
            siege.bots_begin()
            siege.more_told(25)
            time.sleep(chance.random() * 0.2)  # at any moment of a request
            siege.crash()
            siege.check()
        siege.end()
        siege.check()
        assert siege.told.answers > 25 * kills
    finally:
        siege.give_up()


def test_a_move_without_a_signal_is_heard_of(
    postgres: Cluster, start: Callable[..., Running], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process dies between the commit of a move and its signal: the other one finds the move and tells those who wait."""
    url = postgres.new_database()
    monkeypatch.setattr(signals, "LATE_SECONDS", 0.2)
    alive = start(database=url)
    ann = alive.client()
    opened = ann.open(seats="me me", name="Ann")
    watching, seen = collect(alive.client(), opened["id"], ply_is(1))
    called: list[int] = []

    def be_called() -> None:
        for event in alive.client().like(ann).stream("/api/me/events"):
            called.extend(table["ply"] for table in event["data"]["tables"])
            if 1 in called:
                return

    calling = threading.Thread(target=be_called)
    calling.start()
    wait_until(lambda: seen and called)
    monkeypatch.setattr(serving, "ORDER", DIES_BEFORE_SIGNALS + serving.ORDER)
    dying = Serving(Settings(data=str(tmp_path), database=url, **LOAD))
    there = Client(dying.url).like(ann)

    def has_died() -> bool:
        with suppress(httpx.TransportError):  # it does not listen yet, or it has just died
            body = {"move": opened["view"]["legal"][0], "ply": 0}
            answer = there.http.post(f"/api/tables/{opened['id']}/moves", json=body)
            assert answer.status_code == 503, "its game is being loaded"
        return dying.process.poll() is not None

    try:
        wait_until(has_died, PATIENCE)
    finally:
        dying.kill()
        there.http.close()
    for thread in (watching, calling):
        thread.join(60)
    assert [event["data"]["data"]["ply"] for event in seen if event["event"] == "entry"] == [0]
    assert called[-1] == 1
