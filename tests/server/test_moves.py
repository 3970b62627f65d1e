"""Posting moves: 200, 409, 422, 403, and repeats."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.server.running import Client, Running


@pytest.fixture
def two(shared: Running) -> tuple[Client, Client, str]:
    """Ann and Bo at a table of two; Ann is to begin."""
    ann, bo = shared.client(), shared.client()
    opened = ann.open(seats="me link", name="Ann")
    bo.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][1]["secret"], "name": "Bo"})
    return ann, bo, opened["id"]


def test_a_move_raises_ply_and_version(two: tuple[Client, Client, str]) -> None:
    ann, _, table = two
    before = ann.table(table)
    after = ann.move(table, "extend Fargo", 0)
    assert (after["ply"], after["repeated"]) == (1, False)
    assert after["version"] == before["version"] + 1
    assert after["view"]["log"][-1]["move"] == "extend Fargo"


def test_repeating_a_move_is_harmless(two: tuple[Client, Client, str]) -> None:
    ann, bo, table = two
    first = ann.move(table, "extend Fargo", 0)
    again = ann.move(table, "extend Fargo", 0)
    assert again["repeated"]
    assert again["version"] == first["version"]
    bo.move(table, "invest Terry large", 1)
    assert ann.move(table, "extend fargo", 0)["repeated"]


def test_who_was_slower_hears_the_present_ply(two: tuple[Client, Client, str]) -> None:
    ann, _, table = two
    ann.move(table, "extend Fargo", 0)
    refused = ann.move(table, "extend Duluth", 0, 409)
    assert (refused["kind"], refused["ply"]) == ("wrong-ply", 1)
    assert ann.move(table, "extend Fargo", 7, 409)["ply"] == 1


def test_an_illegal_move_is_refused_with_its_paragraph(two: tuple[Client, Client, str]) -> None:
    ann, _, table = two
    refused = ann.move(table, "extend Butte", 0, 422)
    assert refused["kind"] == "illegal-move"
    assert refused["rule"] == "NP 2.1"
    assert "no track leads" in refused["message"]
    assert ann.move(table, "fly to the moon", 0, 422)["kind"] == "unknown-move"


def test_only_the_seat_whose_turn_it_is_moves(two: tuple[Client, Client, str], shared: Running) -> None:
    ann, bo, table = two
    assert bo.move(table, "extend Fargo", 0, 409)["kind"] == "not-your-turn"
    assert bo.move(table, "extend Fargo", 0, 403, seat=0)["kind"] == "forbidden"
    assert shared.client().move(table, "extend Fargo", 0, 403)["kind"] == "forbidden"
    assert ann.table(table)["ply"] == 0


def test_of_many_posts_at_once_one_wins(two: tuple[Client, Client, str]) -> None:
    ann, _, table = two
    legal = ann.table(table)["view"]["legal"]

    def post(move: str) -> int:
        return ann.http.post(f"/api/tables/{table}/moves", json={"move": move, "ply": 0}).status_code

    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(post, legal[:16]))
    assert sorted(found) == [200] + [409] * 15
    assert ann.table(table)["ply"] == 1


def test_a_version_closes_the_gap_after_an_undo(two: tuple[Client, Client, str]) -> None:
    ann, _, table = two
    seen = ann.table(table)["version"]
    ann.move(table, "extend Fargo", 0)
    ann.post(f"/api/tables/{table}/undo", {"ply": 1})
    assert ann.move(table, "extend Duluth", 0, 409, version=seen)["kind"] == "wrong-ply"
    ann.move(table, "extend Duluth", 0)


def test_undo_by_consent(two: tuple[Client, Client, str]) -> None:
    ann, bo, table = two
    ann.move(table, "extend Fargo", 0)
    bo.move(table, "invest Terry large", 1)
    assert ann.post(f"/api/tables/{table}/undo", {"ply": 2}, 403)["kind"] == "not-allowed"
    asked = ann.post(f"/api/tables/{table}/undo", {"ply": 2, "to": 0})
    wish = asked["view"]["undo"]["ask"]
    assert (asked["ply"], wish["to"], wish["waiting_for"]) == (2, 0, [1])
    agreed = bo.post(f"/api/tables/{table}/undo/answer", {"ask": wish["id"], "yes": True})
    assert agreed["ply"] == 0
    assert "undo-consent" in agreed["view"]["marks"]


def test_a_bot_plays_for_who_is_away(two: tuple[Client, Client, str]) -> None:
    ann, bo, table = two
    away = ann.post(f"/api/tables/{table}/away", {})
    assert away["view"]["seats"][0]["away"] == "asked"
    back = ann.post(f"/api/tables/{table}/back", {})
    assert back["view"]["seats"][0]["away"] == ""
    vote = bo.post(f"/api/tables/{table}/votes", {"topic": "close"})
    assert vote["view"]["votes"] == {"close": [1]}
    assert ann.post(f"/api/tables/{table}/votes", {"topic": "close"})["phase"] == "closed"
    assert ann.move(table, "extend Fargo", 0, 409)["kind"] == "closed"
    bo.post(f"/api/tables/{table}/votes", {"topic": "take-over"}, 422)
    bo.post(f"/api/tables/{table}/votes", {"topic": "close", "about": 1}, 422)


def test_a_seat_secret_as_bearer_plays_its_seat_only(shared: Running, ann: Client) -> None:
    opened = ann.open(seats="me bot:random", name="Ann")
    program = shared.client(opened["links"][0]["secret"])
    assert program.table(opened["id"])["you"]["seats"] == [0]
    program.move(opened["id"], "extend Fargo", 0)
    other = ann.open(seats="me bot:random")
    program.get(f"/api/tables/{other['id']}", 401)


def test_hot_seat_two_seats_of_one_person(ann: Client) -> None:
    opened = ann.open(seats="me me", name="Ann")
    assert opened["you"] == {"seats": [0, 1], "seat": 0, "owner": True, "shared": [], "hints": True}
    after = ann.move(opened["id"], "extend Fargo", 0)
    assert after["you"]["seat"] == 1
    again = ann.move(opened["id"], "extend Fargo", 0)
    assert (again["repeated"], again["version"]) == (True, after["version"])
    ann.move(opened["id"], after["view"]["legal"][0], 1)
