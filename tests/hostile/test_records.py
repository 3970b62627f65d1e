"""Spoilt records, offered to the library and to both doors of a server: a sentence, or a table that plays."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from tests.hostile.fuzz import fuzz
from tests.hostile.marks import bounds_checked
from tests.hostile.spoilt import check_sentence, spoilt
from tests.server.running import Client, Running

FEW, MANY, VERY_MANY = 150, 1_002, 100_000


def check_library(count: int) -> None:
    found = fuzz("records", count)
    assert 0 < found["accepted"] < count / 2, "some are harmless, most are not"


@bounds_checked
def test_the_library_refuses_spoilt_records_by_a_sentence() -> None:
    check_library(FEW)


@pytest.mark.slow
def test_the_library_refuses_many_spoilt_records_by_a_sentence() -> None:
    check_library(VERY_MANY)


# -- on a server ------------------------------------------------------------------------------------------


def counted(server: Running) -> dict[str, int]:
    """The number of rows in every table of the database."""
    with sqlite3.connect(server.settings.folder / "branchline.sqlite") as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}
    database.close()
    return found


def offer(client: Client, text: str, number: int) -> bool:
    """Offer a record to the API; whether it was taken.  Then it is a table that can be looked at."""
    answer = client.http.post("/api/import", json={"record": text})
    body = answer.json()
    if answer.status_code != 201:
        assert answer.status_code in (413, 422), (number, answer.status_code, answer.text[:300])
        check_sentence(body["message"])
        return False
    looked = client.get(f"/t/{body['id']}/state")
    assert looked["last"] == body["ply"]
    if body["phase"] == "waiting":
        for _ in body["open"]:
            body = client.post(f"/api/tables/{body['id']}/join", {})
        body = client.table(body["id"])
        client.move(body["id"], body["view"]["legal"][0], body["ply"], seat=body["view"]["waiting_for"]["seat"])
    else:
        assert body["phase"] == "over"
    return True


def show(client: Client, text: str, number: int) -> bool:
    """Offer a record to the page, typed in or as a file; whether it was taken."""
    data = text.encode("utf-8", "surrogatepass")
    form: dict[str, Any] = {"files": {"file": ("game.txt", data)}} if number % 2 else {"data": {"text": data}}
    answer = client.http.post("/replay", **form)
    assert answer.status_code in (303, 413, 422), (number, answer.status_code, answer.text[:300])
    if answer.status_code == 303:
        client.get(answer.headers["location"])
    return answer.status_code == 303


def check_server(server: Running, numbers: range) -> None:
    client = server.client()
    client.post("/api/me", {"name": "Eve"})
    before = counted(server)
    taken = 0
    for number in numbers:
        text = spoilt(number)
        if offer(client, text, number) | show(client, text, number):
            taken += 1
            before = counted(server)
        else:
            assert counted(server) == before, f"record {number} was refused and left something behind"
    assert 0 < taken < len(numbers) / 2
    stranger = server.client()
    stranger.http.post("/api/import", json={"record": "hello"})
    assert counted(server) == before, "nobody becomes known by a refusal"
    assert stranger.open(name="Ann")["phase"] == "playing", "the server goes on"


def test_a_server_refuses_spoilt_records(start: Callable[..., Running]) -> None:
    check_server(start(), range(FEW))


@pytest.mark.slow
def test_a_server_refuses_many_spoilt_records(start: Callable[..., Running]) -> None:
    check_server(start(), range(FEW, FEW + MANY))
