"""The same deal at several tables, and the deal of the day."""

from __future__ import annotations

import re
from typing import Any

import pytest

from branchline.server.services import daily
from branchline.server.store import deal_rows
from tests.server.reviewing import in_server
from tests.server.running import Client, Running, wait_until

NP = "northern-pacific"
SHORT = {"rounds": 1, "order": "shuffled"}
FORM = {"content-type": "application/x-www-form-urlencoded"}


def played(client: Client, table: str) -> list[str]:
    """All moves of a finished game of bots."""
    wait_until(lambda: client.table(table)["phase"] == "over")
    return [line["move"] for line in client.table(table)["view"]["log"]]


def finish(client: Client, table: str, choice: int = 0) -> dict[str, Any]:
    """Play the client's seat to the end, always the legal move of the same number."""
    while (found := client.table(table))["phase"] == "playing":
        legal = found["view"]["legal"]
        if legal:
            client.move(table, legal[choice % len(legal)], found["ply"])
    return dict(found)


@pytest.fixture(scope="module")
def over(shared: Running) -> str:
    """A finished game of two bots."""
    client = shared.client()
    table: str = client.open(seats="bot:random bot:medium", options=SHORT)["id"]
    played(client, table)
    return table


def test_bots_play_the_same_deal_in_the_same_way(over: str, ann: Client) -> None:
    seats = [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "medium"}]
    again = ann.post(f"/api/tables/{over}/deal", {"seats": seats}, 201)
    assert again["parent"] == over
    assert again["view"]["origin"]["kind"] == "deal"
    assert played(ann, again["id"]) == played(ann, over)
    other = ann.post(f"/api/tables/{over}/rematch", expect=403)
    assert other["kind"] == "forbidden"


def test_the_page_compares_the_tables_of_a_deal(over: str, ann: Client) -> None:
    page = ann.get(f"/t/{over}/deal")
    before = len(re.findall(r'<th scope="row"><a href="/t/', page))
    answer = ann.http.post(f"/t/{over}/deal", content="seat=1&others=easy", headers=FORM)
    assert answer.status_code == 303
    table = answer.headers["location"].removeprefix("/t/").partition("?")[0]
    mine = ann.table(table)
    assert [seat["kind"] for seat in mine["view"]["seats"]] == ["bot", "person"]
    assert "deal was played before" in ann.get(f"/t/{table}")
    finish(ann, table)
    page = ann.get(f"/t/{table}/deal")
    rows = re.findall(r'<th scope="row"><a href="/t/(\w+)"', page)
    assert {over, table} <= set(rows)
    assert len(rows) == before + 1
    assert f'href="/t/{table}/deal"' in ann.get(f"/t/{table}")
    assert ann.http.post(f"/t/{over}/deal", content="seat=9", headers=FORM).status_code == 422
    assert ann.http.post(f"/t/{over}/deal", content="others=nobody", headers=FORM).status_code == 422


def test_friends_get_links(over: str, ann: Client) -> None:
    answer = ann.http.post(f"/t/{over}/deal", content="others=friends", headers=FORM)
    table = answer.headers["location"].removeprefix("/t/")
    assert ann.table(table)["phase"] == "waiting"
    assert [link["kind"] for link in ann.get(f"/api/tables/{table}/links")] == ["seat", "invite"]


def test_nobody_learns_what_a_running_game_draws(shared: Running, ann: Client, bo: Client) -> None:
    together = ann.open(seats="me open", options=SHORT)["id"]
    refused = ann.post(f"/api/tables/{together}/deal", expect=403)
    assert "still on" in refused["message"]
    bo.post(f"/api/tables/{together}/join", {"name": "Bo"})
    for person in (ann, bo, shared.client()):
        assert "still on" in person.post(f"/api/tables/{together}/deal", expect=403)["message"]
        assert "still on" in person.get(f"/t/{together}/deal")
    alone = ann.open(seats="me bot:random", options=SHORT)["id"]
    assert "still on" in bo.post(f"/api/tables/{alone}/deal", expect=403)["message"]
    again = ann.post(f"/api/tables/{alone}/deal", expect=201)["id"]
    assert ann.table(alone)["phase"] == "closed", "one's own game is closed before its deal begins again"
    finish(ann, again)
    secret = shared.services.tables.cache.present(again)
    assert secret is not None
    for path in (f"/api/tables/{again}", f"/t/{again}", f"/t/{again}/deal", f"/api/tables/{again}/record?json=true"):
        assert secret.match.setup.deal not in str(ann.get(path))


def test_a_rematch_and_a_fork_have_other_draws(over: str, shared: Running, ann: Client) -> None:
    deals = []
    fork = ann.post(f"/api/tables/{over}/fork", {"ply": 2}, 201)["id"]
    mine = ann.open(seats="me bot:random", options=SHORT)["id"]
    finish(ann, mine)
    for table in (over, fork, mine, ann.post(f"/api/tables/{mine}/rematch", expect=201)["id"]):
        live = shared.services.tables.cache.present(table)
        assert live is not None
        deals.append(live.match.setup.deal)
    assert all(deals)
    assert len(set(deals)) == len(deals)


# -- the deal of the day ---------------------------------------------------------------------------------


@pytest.fixture
def day(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A day of its own with quick bots; the test may change it."""
    now = ["2031-05-01"]
    monkeypatch.setattr(daily, "today", lambda: now[0])
    monkeypatch.setattr(daily, "LEVEL", "random")
    return now


def my_turn(client: Client, table: str) -> dict[str, Any]:
    """The table when the bots before the person have moved."""
    wait_until(lambda: client.table(table)["view"]["legal"])
    return dict(client.table(table))


def sit_down(client: Client, game: str = NP) -> str:
    answer = client.http.post(f"/daily/{game}")
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/t/").partition("?")[0]


def test_everybody_has_one_game_of_the_same_deal(day: list[str], shared: Running, ann: Client, bo: Client) -> None:
    table = sit_down(ann)
    assert sit_down(ann) == table
    other = sit_down(bo)
    assert other != table
    mine, theirs = my_turn(ann, table), my_turn(bo, other)
    assert [seat["kind"] for seat in mine["view"]["seats"]] == [seat["kind"] for seat in theirs["view"]["seats"]]
    assert [line["move"] for line in mine["view"]["log"]] == [line["move"] for line in theirs["view"]["log"]]
    assert not mine["you"]["hints"]
    assert "no hints" in ann.get(f"/t/{table}")
    ann.post(f"/api/tables/{table}/hint", expect=403)
    ann.get(f"/api/tables/{table}/record", expect=403)
    ann.post(f"/api/tables/{table}/fork", {"ply": mine["ply"]}, 403)
    ann.post(f"/api/tables/{table}/deal", expect=403)
    finish(ann, table)
    assert "when its day is over" in ann.post(f"/api/tables/{table}/deal", expect=403)["message"]
    page = ann.get(f"/daily/{NP}")
    assert page.count('<th scope="row">') == 1
    assert "you</span>" in page
    assert f'href="/t/{other}"' not in ann.get("/daily"), "an unfinished game of somebody else"
    assert f'<a href="/t/{table}">' not in ann.get(f"/t/{table}/deal"), "nor are the games of the day listed"
    stranger = shared.client().get(f"/daily/{NP}")
    assert f'href="/t/{table}"' not in stranger, "what is drawn is not shown to those who have not played"
    day[0] = "2031-05-02"
    assert f'href="/t/{table}"' in shared.client().get(f"/daily/{NP}/2031-05-01")
    assert "2031-05-01" in ann.get(f"/daily/{NP}")
    ann.post(f"/api/tables/{table}/deal", expect=201)
    assert sit_down(ann) != table


def test_a_result_counts_once_and_only_without_a_stand_in(day: list[str], shared: Running, ann: Client) -> None:
    day[0] = "2031-06-01"
    lazy = shared.client()
    table = sit_down(lazy)
    lazy.post(f"/api/tables/{table}/away")
    wait_until(lambda: lazy.table(table)["phase"] == "over")
    assert '<th scope="row">' not in lazy.get(f"/daily/{NP}")
    guest = sit_down(ann)
    finish(ann, guest)
    ann.post("/api/accounts", {"name": "Daily Ann", "password": "a long password"}, 201)
    other = shared.client()
    finish(other, sit_down(other), 1)
    other.post("/api/session", {"name": "Daily Ann", "password": "a long password"})
    page = other.get(f"/daily/{NP}")
    assert page.count('<th scope="row">') == 1, "the game that the account had counts"
    assert f'href="/t/{guest}"' in page
    assert sit_down(other) == guest


def test_a_deal_of_older_rules_is_drawn_anew(day: list[str], shared: Running, ann: Client) -> None:
    day[0] = "2031-07-01"
    old = {**daily.setup_of(NP, day[0], "5e" * 32).to_dict(), "rules": 99}

    async def put() -> None:
        async with shared.services.store.write() as db:
            await deal_rows.add_daily(db, NP, day[0], old)

    in_server(shared, put())
    assert ann.table(sit_down(ann))["phase"] == "playing"


def test_days_are_checked(shared: Running, ann: Client) -> None:
    for address in (f"/daily/{NP}/2999-01-01", f"/daily/{NP}/yesterday", f"/daily/{NP}/2026-1-1", "/daily/none"):
        ann.get(address, 404)


def test_the_best_rank_is_first_and_equal_results_share_a_place() -> None:
    rows = [_Row(name, rank, score) for name, rank, score in (("a", 2, 9), ("b", 1, 7), ("c", 1, 7), ("d", 1, 8))]
    found = daily._ranked(rows, "c")
    assert [(one.name, one.place, one.mine) for one in found] == [
        ("d", 1, False),
        ("b", 2, False),
        ("c", 2, True),
        ("a", 4, False),
    ]


class _Row:
    def __init__(self, name: str, rank: int, score: int) -> None:
        self.name = self.person = self.id = name
        self.login = None
        self.summary = {"seats": [{"kind": "bot"}, {"kind": "person"}], "scores": [0, score], "ranks": [1, rank]}
