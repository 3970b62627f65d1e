"""The finished games of a person: pages with filters, records as one zip, and what becomes of a game."""

from __future__ import annotations

import asyncio
import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import event, text

import branchline as bl
from branchline.server.pages.my_games import shown_game
from branchline.server.services.games import PAGE, cursor_of, read_cursor
from branchline.server.services.wishes import agreed
from branchline.server.store import Store, channel_rows, people, result_rows, rows, seat_rows
from branchline.server.store.migrate import config, upgrade
from branchline.server.store.result_rows import Wanted
from tests.server.running import Client, Running
from tests.server.test_games import play_on
from tests.server.test_store import connected

NP, CP = "northern-pacific", "central-pacific"
MANY = 300


def finished(clients: dict[int, Client], **more: Any) -> str:
    """A finished game of these people; the seats between them are bots'."""
    seats = " ".join("me" if seat == 0 else "link" if seat in clients else "bot:random" for seat in range(max(3, len(clients))))
    opened = clients[0].open(seats=seats, options={"rounds": 1}, **more)
    for seat, client in clients.items():
        if seat:
            client.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][seat]["secret"]})
    play_on(clients, opened["id"])
    table: str = opened["id"]
    return table


@pytest.fixture
def friends(ann: Client, bo: Client) -> tuple[Client, Client, str]:
    """Two people and a game that they finished."""
    ann.post("/api/me", {"name": "Ann"})
    bo.post("/api/me", {"name": "Bo Diddley"})
    return ann, bo, finished({0: ann, 1: bo})


def wish(client: Client, table: str, wanted: str, expect: int = 303) -> str:
    answer = client.http.post(f"/t/{table}/keep", data={"wish": wanted})
    assert answer.status_code == expect, answer.text
    return answer.headers.get("location", "")


# -- in the database -----------------------------------------------------------------------------------------


def game(number: int) -> dict[str, Any]:
    """The result of a game; two games in a row ended at the same time."""
    company = ("people", "mixed", "medium")[number % 3]
    others = f"anna {number}\nbot medium\n50%_" if number % 2 else "bo"
    return {
        "person_id": "ann",
        "table_id": f"table{number:05d}",
        "seat": 0,
        "game": CP if number % 5 == 0 else NP,
        "players": 3 + number % 2,
        "rank": 1 + number % 4,
        "moves": number,
        "ended": 1_700_000_000.25 + number // 2,
        "company": company,
        "rated": False,
        "others": others,
    }


async def all_pages(store: Store, wanted: Wanted) -> list[int]:
    found: list[int] = []
    after = None
    while True:
        async with store.read() as db:
            part = await result_rows.page_of(db, "ann", wanted, PAGE, after)
            found += [row["moves"] for row in part]
        if len(part) < PAGE:
            return found
        after = read_cursor(cursor_of(part[-1]))


async def lists(store: Store) -> None:
    async with store.write() as db:
        await people.add_person(db, "Ann", "ann")
        await people.add_person(db, "Guest", "guest")
        setup: dict[str, Any] = {"game": NP, "setup": {}, "owner": None, "public": False, "kind": "new", "version": 0, "ply": 0}
        setup |= {"status": "over", "waits_for": "nobody", "summary": {}}
        for number in range(MANY):
            await rows.add_table(db, f"table{number:05d}", setup, 1)
        await result_rows.add(db, map(game, range(MANY)))
        await result_rows.add(db, [{**game(number), "person_id": "guest"} for number in (0, 1)])
    everything = sorted(range(MANY), key=lambda number: (game(number)["ended"], number), reverse=True)
    kinds: dict[Wanted, Callable[[dict[str, Any]], bool]] = {
        Wanted(): lambda row: True,
        Wanted(game=CP): lambda row: row["game"] == CP,
        Wanted(players=4): lambda row: row["players"] == 4,
        Wanted(company="people"): lambda row: row["company"] in ("people", "mixed"),
        Wanted(company="bots", won=True): lambda row: row["company"] == "medium" and row["rank"] == 1,
        Wanted(won=False): lambda row: row["rank"] > 1,
        Wanted(name="ANNA 7"): lambda row: "anna 7" in row["others"],
        Wanted(name="0%_"): lambda row: "0%_" in row["others"],
        Wanted(name="nobody"): lambda row: False,
    }
    for wanted, fits in kinds.items():
        expected = [number for number in everything if fits(game(number))]
        assert await all_pages(store, wanted) == expected, wanted
        async with store.read() as db:
            assert await result_rows.count_of(db, "ann", wanted) == len(expected)
    async with store.write() as db:
        await db.execute(text("DELETE FROM results WHERE person_id = 'ann' AND table_id = 'table00001'"))
        await result_rows.hand_over(db, "guest", "ann")
    async with store.read() as db:
        assert await result_rows.count_of(db, "guest", Wanted()) == 0
        assert await result_rows.count_of(db, "ann", Wanted()) == MANY


def test_pages_of_games_are_complete_and_in_order(database: str, tmp_path: Path) -> None:
    url = database or f"sqlite:///{tmp_path / 'branchline.sqlite'}"
    upgrade(url)

    async def main() -> None:
        store = Store(url)
        try:
            await lists(store)
            if store.is_sqlite:
                await check_plans(store)
        finally:
            await store.close()

    asyncio.run(main())


async def check_plans(store: Store) -> None:
    """A page is read from an index, in its order: neither are all games read nor sorted."""
    asked: list[tuple[str, Any]] = []
    event.listen(store._pool.sync_engine, "before_cursor_execute", lambda *args: asked.append((args[2], args[3])))
    for wanted in (Wanted(), Wanted(game=NP), Wanted(name="anna")):
        async with store.read() as db:
            await result_rows.page_of(db, "ann", wanted, PAGE, (1_700_000_100.0, "table00200"))
            statement, values = asked[-1]
            plan = " ".join(str(row.detail) for row in await db.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values))
        assert "USING INDEX ix_results_" in plan, plan
        assert "TEMP B-TREE" not in plan, plan


def test_a_position_in_the_list_is_read_strictly() -> None:
    assert read_cursor("1700000000.25~table00001") == (1_700_000_000.25, "table00001")
    for wrong in ("", "x", "1~", "nan~abcd", "1e9~abcd", "-1~abcd", "1~AB CD", "1~abcd~"):
        assert read_cursor(wrong) is None, wrong


def test_games_from_before_have_results(tmp_path: Path) -> None:
    """The step to this schema reads them from the summaries."""
    url = f"sqlite:///{tmp_path / 'old.sqlite'}"
    settings = config()
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "bot", "name": "", "level": "hard"}, {"kind": "person", "name": "Bo"}]
    summaries: dict[str, dict[str, Any]] = {
        "a": {"seats": seats, "ranks": [2, 1, 3], "moves": 9},
        "b": {"seats": seats[:2], "ranks": [1, 2], "moves": 4},
    }
    with connected(url) as connection:
        settings.attributes["connection"] = connection
        command.upgrade(settings, "0005")
        connection.execute(text("INSERT INTO persons VALUES ('ann', 'Ann', 0, 0)"))
        for table, summary in {**summaries, "c": {"seats": []}}.items():
            columns = {"id": table, "game": NP, "setup": "{}", "public": 0, "kind": "new", "version": 0, "ply": 0, "rated": 1}
            columns |= {"status": "over", "waits_for": "nobody", "summary": json.dumps(summary), "created": 0, "updated": 7.5}
            names = ", ".join(columns)
            connection.execute(text(f"INSERT INTO tables ({names}) VALUES (:{names.replace(', ', ', :')})"), columns)
            for seat in (0, 2)[: len(summary["seats"]) - 1 or 1]:
                values = {"table": table, "seat": seat}
                connection.execute(text("INSERT INTO holders VALUES (:table, :seat, 'ann', 0, 0)"), values)
    upgrade(url)
    with connected(url) as connection:
        found = connection.execute(text("SELECT table_id, seat, rank, company, moves, others FROM results ORDER BY table_id"))
        assert [tuple(row) for row in found] == [("a", 0, 2, "hard", 9, ""), ("b", 0, 1, "hard", 4, "")]


# -- on the site ---------------------------------------------------------------------------------------------


def told_zone(server: Running, table: str, zone: str) -> None:
    """A browser of the person in the first seat tells its time zone."""

    async def add() -> None:
        async with server.services.store.write() as db:
            person = (await seat_rows.holders_of(db, table))[0][0]
            await channel_rows.add(db, person, channel_rows.PUSH, "https://push.example/1", language="en", zone=zone)

    asyncio.run_coroutine_threadsafe(add(), server.services.loop).result(60)


def test_a_game_has_the_day_of_its_reader() -> None:
    summary = {"seats": [{"name": "Ann", "kind": "person"}], "scores": [1]}
    row = {"table_id": "t", "game": "northern-pacific", "ended": 1_792_884_600.0, "summary": summary, "seat": 0, "rank": 1}
    row |= {"players": 1, "moves": 1, "rated": False}
    assert [shown_game(row, zone)["day"] for zone in ("UTC", "Europe/Berlin")] == ["2026-10-24", "2026-10-25"]


def test_my_games_are_listed_and_found(shared: Running, friends: tuple[Client, Client, str]) -> None:
    ann, bo, table = friends
    page = ann.get("/me/games")
    assert f"/t/{table}/keep" in page
    assert "Bo Diddley" in page
    assert "1 finished game." in page
    assert f"/t/{table}" in bo.get("/me/games")
    assert "Days are those of UTC." in page
    told_zone(shared, table, "Pacific/Kiritimati")
    assert "Days are those of Pacific/Kiritimati." in ann.get("/me/games")
    ranks = ann.table(table)["view"]["ranks"]
    for query, there in {
        "name=diddley": True,
        "name=bart": False,
        "game=central-pacific": False,
        "game=northern-pacific&players=3&company=people": True,
        "company=bots": False,
        "result=won": ranks[0] == 1,
        "result=lost": ranks[0] > 1,
        "players=x&game=chess&company=cats&result=maybe&after=nonsense": True,
    }.items():
        assert (f"/t/{table}/keep" in ann.get(f"/me/games?{query}")) is there, query
    assert "No finished game fits." in ann.get("/me/games?name=%25")
    assert "No finished game yet." in shared.client().get("/me/games")


def test_a_guests_games_move_into_the_account(shared: Running, ann: Client, bo: Client) -> None:
    first = finished({0: ann})
    ann.post("/api/accounts", {"name": "Collector", "password": "correct horse"}, 201)
    assert f"/t/{first}" in ann.get("/me/games")
    second = finished({0: bo})
    bo.post("/api/session", {"name": "Collector", "password": "correct horse"})
    assert {first, second} == set(re.findall(r"/t/(\w+)/keep", bo.get("/me/games")))


def test_records_come_as_one_zip(friends: tuple[Client, Client, str], shared: Running) -> None:
    ann, _, table = friends
    other = finished({0: ann}, name="Ann")
    answer = ann.http.get("/me/games.zip")
    assert answer.headers["content-type"] == "application/zip"
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.testzip() is None
        assert {name.split("-")[-1] for name in archive.namelist()} == {f"{table}.txt", f"{other}.txt"}
        for name in archive.namelist():
            record = bl.Record.loads(archive.read(name).decode())
            assert record.state().is_over
    some = ann.http.get("/me/games.zip?company=people").content
    assert len(zipfile.ZipFile(io.BytesIO(some)).namelist()) == 1
    assert shared.client().http.get("/me/games.zip").status_code == 401


@pytest.mark.parametrize(
    ("wishes", "asked", "outcome"),
    [
        ({}, {0}, ""),
        ({0: "delete"}, {0}, "delete"),
        ({0: "delete"}, {0, 1}, ""),
        ({0: "delete", 1: "keep"}, {0, 1}, ""),
        ({0: "delete", 1: "private"}, {0, 1}, ""),
        ({0: "private", 1: "private", 2: "delete"}, {0, 1}, "private"),
        ({}, set(), ""),
    ],
)
def test_nothing_happens_before_all_agree(wishes: dict[int, str], asked: set[int], outcome: str) -> None:
    assert agreed(wishes, asked or {9}) == outcome


def test_one_wishes_to_delete_and_the_other_to_keep(friends: tuple[Client, Client, str]) -> None:
    ann, bo, table = friends
    assert wish(ann, table, "delete") == f"/t/{table}/keep"
    assert "Until all agree, the game stays as it is." in ann.get(f"/t/{table}/keep")
    assert "<strong>Guest</strong> wishes to delete it" in bo.get(f"/t/{table}/keep").replace("Ann", "Guest")
    wish(bo, table, "keep")
    assert "<strong>Bo Diddley</strong> wishes to leave it as it is" in ann.get(f"/t/{table}/keep")
    assert ann.table(table)["phase"] == "over"
    wish(ann, table, "nonsense", 422)
    assert wish(bo, table, "delete") == "/me/games"
    for client in (ann, bo):
        client.get(f"/api/tables/{table}", 404)
        client.get(f"/api/tables/{table}/record", 404)
        assert table not in client.get("/me/games")
        assert table not in str(client.get("/api/me/tables"))


def test_a_game_can_be_listed_and_kept_private(shared: Running, friends: tuple[Client, Client, str]) -> None:
    ann, bo, table = friends
    stranger = shared.client()
    stranger.table(table)
    for client in (ann, bo):
        wish(client, table, "private")
    refused = stranger.get(f"/api/tables/{table}", 403)
    assert refused["message"] == "The people of this game keep it to themselves."
    for path in (f"/api/tables/{table}/record", f"/api/tables/{table}/picture", f"/t/{table}", f"/t/{table}/review"):
        assert stranger.http.get(path).status_code == 403, path
    assert ann.table(table)["phase"] == "over"
    assert "private" in ann.get("/me/games")
    wish(ann, table, "public")
    stranger.get(f"/api/tables/{table}", 403)
    wish(bo, table, "public")
    assert stranger.table(table)["public"]
    assert table in [row["id"] for row in stranger.get("/api/lobby")["over"]]
    for client in (ann, bo):
        wish(client, table, "link")
    assert table not in [row["id"] for row in stranger.get("/api/lobby")["over"]]
    stranger.table(table)


def test_who_decides_about_a_game(shared: Running, ann: Client) -> None:
    """A person alone with bots; nobody who did not play; nobody while the game is on."""
    table = finished({0: ann})
    stranger = shared.client()
    stranger.post("/api/me", {"name": "Eve"})
    assert "Only the people of this game" in stranger.get(f"/t/{table}/keep", 403)["message"]
    wish(stranger, table, "delete", 403)
    wish(shared.client(), table, "delete", 401)
    running = ann.open()["id"]
    wish(ann, running, "delete", 409)
    assert "You played alone" in ann.get(f"/t/{table}/keep")
    wish(ann, table, "delete")
    ann.get(f"/api/tables/{table}", 404)


def test_who_left_a_game_still_has_a_say(ann: Client, bo: Client) -> None:
    opened = ann.open(seats="me link bot:random", options={"rounds": 1}, name="Ann")
    table = opened["id"]
    bo.post(f"/api/tables/{table}/join", {"secret": opened["links"][1]["secret"], "name": "Bo"})
    bo.post(f"/api/tables/{table}/leave")
    play_on({0: ann}, table)
    wish(ann, table, "private")
    wish(bo, table, "private")
    assert f"/t/{table}/keep" in bo.get("/me/games")
    assert "Only the people of the game can look at it." in bo.get(f"/t/{table}/keep")


def test_a_game_of_the_day_is_not_played_twice(ann: Client) -> None:
    ann.http.post(f"/daily/{NP}")
    table = next(row["id"] for row in ann.get("/api/me/tables")["tables"])
    ann.post(f"/api/tables/{table}/leave")
    wish(ann, table, "delete", 403)
