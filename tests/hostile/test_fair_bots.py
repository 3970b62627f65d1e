"""Nobody's bots keep somebody else's waiting: fair turns, quotas, limits of time, tables that pause."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import Any

import httpx
import pytest

from branchline.bots import BOTS, STRENGTHS, Analysis, Strength
from branchline.server.accounts.quotas import Payer, Quotas
from branchline.server.base.settings import Settings
from branchline.server.store import rows
from tests.server.running import Client, Running, running, wait_until

NP = "northern-pacific"
ELSEWHERE = "127.0.0.2"
"""Another address of this machine."""


def client_from(server: Running, address: str = ELSEWHERE) -> Client:
    """Somebody at another address."""
    client = server.client()
    client.http.close()
    client.http = httpx.Client(base_url=server.url, transport=httpx.HTTPTransport(local_address=address), timeout=60)
    return client


def in_server(server: Running, work: Coroutine[Any, Any, Any]) -> Any:
    """Do something in the server's own thread and wait for it."""
    return asyncio.run_coroutine_threadsafe(work, server.services.loop).result(60)


async def row_of(server: Running, table: str) -> Any:
    """A table's row.  Nobody looks at the table by this."""
    async with server.services.store.read() as db:
        return await rows.find_table(db, table)


def plies(server: Running, table: str) -> int:
    ply: int = in_server(server, row_of(server, table)).ply
    return ply


class Slow:
    """A bot that waits for a gate to open and writes down each of its decisions."""

    def __init__(self, name: str, gate: threading.Event, made: list[str]) -> None:
        self.name, self._gate, self._made = name, gate, made

    def choose(self, view: Any) -> str:
        assert self._gate.wait(60)
        self._made.append(self.name)
        if self.name == "flood":
            time.sleep(0.005)  # so long that a decision counts, so short that the test does not
        return str(view["legal"][0])

    def think(self, view: Any) -> Analysis:
        return Analysis(self.choose(view), [0.5, 0.5])


@contextmanager
def slow_bots(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[threading.Event, list[str]]]:
    """`random` is the bot of a flood and `greedy` a victim's; both wait until the gate opens."""
    gate, made = threading.Event(), list[str]()
    monkeypatch.setitem(BOTS, "random", lambda seed: Slow("flood", gate, made))
    monkeypatch.setitem(BOTS, "greedy", lambda seed: Slow("victim", gate, made))
    try:
        yield gate, made
    finally:
        gate.set()


def longest_wait(made: list[str]) -> int:
    """The most decisions of the flood before one of the victim's."""
    last = max(index for index, name in enumerate(made) if name == "victim")
    return max((len(list(group)) for name, group in groupby(made[:last]) if name == "flood"), default=0)


MANY = 30
"""Tables of a flood: in one line for all, each decision of the victim would wait for so many."""
FEW = MANY // 3
"""Turns go by time and a busy machine's times vary; `test_fairness` has the exact bounds."""
ENOUGH = 8


@pytest.mark.parametrize("victim", ["another address", "an account at the same address"])
def test_a_flood_of_tables_does_not_delay_others(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch, victim: str
) -> None:
    with slow_bots(monkeypatch) as (gate, made):
        server = start(bot_threads=1)
        monkeypatch.setattr(server.services.hub, "is_watched", lambda table: True)
        ann = client_from(server) if victim == "another address" else server.client()
        if victim != "another address":
            ann.post("/api/accounts", {"name": "Ann", "password": "a long password"}, 201)
        flood = server.client()
        for _ in range(MANY):
            flood.open(seats="bot:random bot:random bot:random bot:random")
        wait_until(lambda: server.services.bots.waiting == MANY)
        ann.open(seats="bot:greedy bot:greedy")
        wait_until(lambda: server.services.bots.waiting == MANY + 1)
        gate.set()
        wait_until(lambda: made.count("victim") >= ENOUGH)
    assert made.count("flood") >= 3, "the flood goes on, too"
    assert longest_wait(made) <= FEW


def test_accounts_made_at_one_address_share_its_part(start: Callable[..., Running]) -> None:
    """An account is soon made, so the queue shares time over networks first."""
    server = start()
    payers = []
    for name in ("Sock One", "Sock Two"):
        sock = server.client()
        sock.post("/api/accounts", {"name": name, "password": "a long password"}, 201)
        payers.append(in_server(server, server.services.tables.get(sock.open(seats="me bot:random")["id"])).payer)
    assert payers[0].network == payers[1].network
    assert len({payer.charged_to for payer in payers}) == 2
    elsewhere = client_from(server).open(seats="me bot:random")
    assert in_server(server, server.services.tables.get(elsewhere["id"])).payer.network != payers[0].network


def test_hints_wait_their_turn_and_no_longer(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    with slow_bots(monkeypatch) as (gate, made):
        server = start(bot_threads=1, hint_bot="greedy")
        monkeypatch.setattr(server.services.hub, "is_watched", lambda table: True)
        ann = client_from(server)
        mine = ann.open(seats="me bot:random")
        flood = server.client()
        for _ in range(MANY):
            flood.open(seats="bot:random bot:random")
        wait_until(lambda: server.services.bots.waiting == MANY)
        answers: list[Any] = []
        asking = threading.Thread(target=lambda: answers.append(ann.post(f"/api/tables/{mine['id']}/hint")))
        asking.start()
        wait_until(lambda: server.services.bots._hints)
        gate.set()
        asking.join(60)
    assert answers[0]["move"] in mine["view"]["legal"]
    assert made.index("victim") <= FEW


# -- quotas ------------------------------------------------------------------------------------------------


def refused(response: httpx.Response) -> None:
    assert response.status_code == 429, response.text[:300]
    assert "unfinished tables" in response.text
    assert "hint: finish or close one" in response.text
    assert int(response.headers["retry-after"]) > 0


def test_guests_of_an_address_have_a_quota(start: Callable[..., Running]) -> None:
    server = start(tables_per_address=3, tables_per_person=2)
    ann, seats = server.client(), [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    opened = [ann.open(seats="me bot:random"), ann.open(seats="me open"), server.client().open(seats="me bot:random")]
    body = {"game": NP, "seats": seats}
    for somebody in (ann, server.client()):  # a new person costs nothing and gains nothing
        refused(somebody.http.post("/api/tables", json=body))
        refused(somebody.http.post(f"/play/{NP}"))
        refused(somebody.http.post("/new", data={"game": NP}))
        page = somebody.http.post("/new", data={"game": NP}, headers={"Accept": "text/html"})
        refused(page)
        assert "<html" in page.text
    client_from(server).open(seats="me bot:random")
    refused(
        ann.http.post("/api/tables", json={"game": NP, "seats": [{"kind": "me"}, {"kind": "me"}]})
    )  # bots soon, if ann leaves
    ann.post(f"/api/tables/{opened[0]['id']}/close")
    ann.open(seats="me bot:random")
    refused(ann.http.post("/api/tables", json=body))


@pytest.mark.parametrize("networks", [("here", "there"), ("here", "here")])
def test_a_person_opens_one_table_at_a_time_from_all_networks(
    networks: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise simultaneous requests would all find the quota free."""
    inside, most = 0, 0

    async def passed(self: Quotas, payer: Payer) -> None:
        pass

    async def open_table(quotas: Quotas, network: str) -> None:
        nonlocal inside, most
        async with quotas.opening(Payer("person ann", network)):
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(0)
            inside -= 1

    async def both() -> None:
        quotas = Quotas(Any, b"key", Settings(data=""))  # type: ignore[arg-type]
        await asyncio.gather(*(open_table(quotas, network) for network in networks))

    monkeypatch.setattr(Quotas, "_check", passed)
    asyncio.run(both())
    assert most == 1


def test_games_begun_from_others_count_as_well(start: Callable[..., Running]) -> None:
    server = start(tables_per_address=1)
    ann = server.client()
    over = ann.open(seats="me me", options={"rounds": 1})
    unfinished = ann.get(f"/api/tables/{over['id']}/record")
    while over["phase"] == "playing":
        over = ann.move(over["id"], over["view"]["legal"][0], over["ply"])
    finished = ann.get(f"/api/tables/{over['id']}/record")
    closed = ann.open(seats="me bot:random")
    ann.post(f"/api/tables/{closed['id']}/close")
    ann.open(seats="me bot:random")
    refused(ann.http.post(f"/api/tables/{over['id']}/fork", json={"ply": 2, "level": "random"}))
    refused(ann.http.post(f"/api/tables/{closed['id']}/rematch", json={}))
    refused(ann.http.post("/api/import", json={"record": unfinished}))
    refused(ann.http.post("/replay", data={"text": unfinished}))
    ann.post("/api/import", {"record": finished}, 201)  # there is nothing to think about


def test_a_person_has_a_quota_everywhere(start: Callable[..., Running]) -> None:
    server = start(tables_per_address=1, tables_per_person=2)
    ann = server.client()
    ann.open(seats="me bot:random")
    ann.post("/api/accounts", {"name": "Ann", "password": "a long password"}, 201)
    for _ in range(2):
        ann.open(seats="me bot:random")
    refused(ann.http.post(f"/play/{NP}"))
    away = client_from(server)
    away.http.cookies.update(dict(ann.http.cookies))
    refused(away.http.post(f"/play/{NP}"))
    refused(server.client().http.post(f"/play/{NP}"))


def test_many_requests_at_once_do_not_pass_the_quota(start: Callable[..., Running]) -> None:
    server = start(tables_per_address=3)
    body = {"game": NP, "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}

    async def storm() -> list[int]:
        async with httpx.AsyncClient(base_url=server.url, timeout=60) as client:
            found = await asyncio.gather(*(client.post("/api/tables", json=body) for _ in range(12)))
        return sorted(response.status_code for response in found)

    assert asyncio.run(storm()) == [201] * 3 + [429] * 9


def test_old_tables_count_no_more_and_payers_outlive_a_restart(tmp_path: Path) -> None:
    with running(tmp_path, tables_per_address=1) as server:
        opened = server.client().open(seats="me bot:random")
        payer = in_server(server, server.services.tables.get(opened["id"])).payer
        assert payer.is_guest
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("branchline.sqlite*"))
    assert b"127.0.0.1" not in stored
    with running(tmp_path, tables_per_address=1) as server:
        refused(server.client().http.post(f"/play/{NP}"))
        assert in_server(server, server.services.tables.get(opened["id"])).payer == payer
    with running(tmp_path, tables_per_address=1, tables_count_hours=0.0) as server:
        server.client().open(seats="me bot:random")


# -- limits of time ----------------------------------------------------------------------------------------


def test_every_bot_has_a_limit_of_time(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot with a budget that it never comes to the end of moves all the same, and so does the adviser."""
    for level in ("hard", "expert"):
        monkeypatch.setitem(STRENGTHS, level, Strength(simulations=10**12, stop_early=False))
    server = start(bot_seconds=0.05, hint_bot="expert")
    ann = server.client()
    opened = ann.open(seats="bot:hard me")
    wait_until(lambda: plies(server, opened["id"]) > 0)
    assert ann.post(f"/api/tables/{opened['id']}/hint")["move"]


# -- tables that pause -------------------------------------------------------------------------------------


def play_somewhere(server: Running, client: Client) -> None:
    """A table of a person, whose bot moves: everything that was in the queue before has had its turn."""
    opened = client.open(seats="bot:random me")
    wait_until(lambda: plies(server, opened["id"]) > 0)
    wait_until(lambda: server.services.bots.waiting == 0)


async def queued_by_sweeps(server: Running) -> list[str]:
    async with server.services.store.read() as db:
        return [row.id for row in await rows.waiting_for_bots(db)]


def test_bots_alone_play_while_somebody_watches(tmp_path: Path, some_database: str) -> None:
    with running(tmp_path, bot_threads=1, database=some_database) as server:
        ann = server.client()
        opened = ann.open(seats="bot:random bot:random", options={"rounds": 1}, public=True)
        play_somewhere(server, ann)
        assert plies(server, opened["id"]) == 0
        assert opened["id"] not in in_server(server, queued_by_sweeps(server))
        stream = server.client().events(opened["id"])
        wait_until(lambda: next(stream)["data"].get("phase") == "over")
        stream.close()


def test_they_stop_when_the_last_watcher_goes(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    with slow_bots(monkeypatch) as (gate, made):
        server = start(bot_threads=1)
        opened = server.client().open(seats="bot:greedy bot:greedy")
        stream = server.client().events(opened["id"])
        next(stream)
        wait_until(lambda: server.services.bots.waiting == 1)
        stream.close()
        wait_until(lambda: server.services.hub.count() == 0)
        gate.set()
        wait_until(lambda: server.services.bots.waiting == 0)
        assert made == ["victim"]  # the decision that had begun
        server.client().table(opened["id"])  # a look counts as watching for a while
        wait_until(lambda: made.count("victim") > 3)


@pytest.mark.parametrize("path", ["/t/{}", "/t/{}/state", "/api/tables/{}"])
def test_who_opens_the_page_lets_the_bots_play(start: Callable[..., Running], path: str) -> None:
    server = start()
    ann = server.client()
    opened = ann.open(seats="bot:random bot:random")
    play_somewhere(server, ann)
    assert plies(server, opened["id"]) == 0
    ann.get(path.format(opened["id"]))
    wait_until(lambda: plies(server, opened["id"]) > 0)


def test_when_everybody_is_away_the_table_pauses(start: Callable[..., Running]) -> None:
    server = start(bot_threads=1)
    ann, bo = server.client(), server.client()
    opened = ann.open(seats="me link bot:random", name="Ann", stand_in="random")
    path = f"/api/tables/{opened['id']}"
    bo.post(f"{path}/join", {"secret": opened["links"][1]["secret"], "name": "Bo"})
    ann.post(f"{path}/away")
    wait_until(lambda: plies(server, opened["id"]) == 1)  # a bot plays for Ann, as Bo is there
    bo.post(f"{path}/away")
    wait_until(lambda: server.services.bots.waiting == 0)
    before = plies(server, opened["id"])
    play_somewhere(server, ann)
    assert plies(server, opened["id"]) == before
    assert opened["id"] not in in_server(server, queued_by_sweeps(server))
    bo.post(f"{path}/back")
    found = bo.table(opened["id"])
    bo.move(opened["id"], found["view"]["legal"][0], found["ply"])
    wait_until(lambda: plies(server, opened["id"]) > before + 1)


def test_the_process_with_the_watcher_thinks(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    """Somebody watches at one process, then somebody else at another: the lease goes along."""
    database = request.getfixturevalue("postgres").new_database()
    with running(tmp_path, database=database) as first, running(tmp_path, database=database) as second:
        opened = first.client().open(seats="bot:random bot:random bot:random")
        play_somewhere(first, first.client())
        assert plies(first, opened["id"]) == 0
        stream = first.client().events(opened["id"])
        wait_until(lambda: next(stream)["data"].get("ply", 0) > 2)
        stream.close()
        wait_until(lambda: first.services.hub.count() == 0)
        wait_until(lambda: in_server(first, row_of(first, opened["id"])).lease is None)
        stopped = plies(first, opened["id"])
        stream = second.client().events(opened["id"])
        wait_until(lambda: next(stream)["data"].get("ply", 0) > stopped)
        assert in_server(second, row_of(second, opened["id"])).lease == second.services.tables.process
        stream.close()
