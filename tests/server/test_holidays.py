"""Holidays on the server: the days of a person, games that begin meanwhile, and a server that is down."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from tests.server.days import Days
from tests.server.running import Client, Running, wait_until

DAY = 86_400.0
CLOCK: dict[str, Any] = {"clock": {"kind": "days", "seconds": DAY}, "on_time_out": "bot", "stand_in": "random"}


def pair(ann: Client, bo: Client, **more: Any) -> str:
    table = str(ann.open(seats="me open", name="Ann", **{**CLOCK, **more})["id"])
    bo.post(f"/api/tables/{table}/join", {"name": "Bo"})
    return table


def left_of(client: Client, table: str, seat: int = 0) -> float:
    return float(client.table(table)["view"]["clocks"]["left"][seat])


def is_resting(client: Client, table: str, until: float) -> bool:
    return bool(client.table(table)["view"]["clocks"]["resting"][0] == until)


def test_a_week_off(ann: Client, bo: Client) -> None:
    table = pair(ann, bo)
    assert ann.get("/api/me/holiday") == {"days": 21, "used": 0, "until": None, "left": 21}
    begun = ann.post("/api/me/holiday", {"days": 7}, 201)
    assert begun["left"] == 14
    assert begun["until"] - time.time() == pytest.approx(7 * DAY, abs=60), "days have 24 hours in every time zone"
    ann.post("/api/me/holiday", {"days": 1}, 403)
    seen = bo.table(table)["view"]["clocks"]
    assert seen["resting"] == [begun["until"], None]
    page = bo.http.get(f"/t/{table}", headers={"accept-language": "de"}).text
    assert "Ann ist 7 Tage im Urlaub; die Uhr steht" in page
    assert "im Urlaub, noch 6 Tage" in page or "im Urlaub, noch 7 Tage" in page
    for days in (1, 30):  # games that begin meanwhile, with less and with more time for a move than the holiday lasts
        later = pair(ann, bo, clock={"kind": "days", "seconds": days * DAY})
        wait_until(partial(is_resting, bo, later, begun["until"]))
        assert left_of(bo, later) == pytest.approx(days * DAY, abs=120)
    assert ann.delete("/api/me/holiday", 200) == {"days": 21, "used": 1, "until": None, "left": 20}
    assert bo.table(table)["view"]["clocks"]["resting"] == [None, None]
    assert "Ann is back from the holiday" in bo.http.get(f"/t/{table}").text


def test_the_days_of_a_year(shared: Running, ann: Client, bo: Client) -> None:
    table = pair(ann, bo)
    assert ann.post("/api/me/holiday", {"days": 22}, 403)["message"].startswith("You can take 21 more days")
    ann.post("/api/me/holiday", {"days": 0}, 422)
    ann.post("/api/me/holiday", {"days": 21}, 201)
    phone = shared.client()  # the same person with another cookie has no further days
    phone.post(f"/api/tables/{table}/join", {"name": "Ann", "secret": ann.get(f"/api/tables/{table}/links")[0]["secret"]})
    assert phone.post("/api/me/holiday", {"days": 1}, 403)["message"].startswith("You can take 0 more days")
    assert "You have taken all days of this year." in phone.http.get("/holiday").text
    assert "You are on holiday" in ann.http.get("/holiday").text
    shared.client().post("/api/me/holiday", {"days": 1}, 401)
    answer = ann.http.post("/holiday", data={"days": "1"})
    assert answer.status_code == 422
    assert "You are on holiday already." in answer.text
    assert ann.http.post("/holiday/back").status_code == 303
    bo.http.post("/holiday", data={"days": "2"})
    assert bo.get("/api/me/holiday")["used"] == 2


def test_an_operator_sets_the_days(shared: Running, ann: Client, bo: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table, services = pair(ann, bo), shared.services
    monkeypatch.setattr(services, "settings", services.settings.model_copy(update={"holiday_days": 5}))
    phone = shared.client()
    phone.post(f"/api/tables/{table}/join", {"name": "Ann", "secret": ann.get(f"/api/tables/{table}/links")[0]["secret"]})
    assert "You can take 5 more days" in ann.http.get("/holiday").text
    with ThreadPoolExecutor() as both:  # one person with two devices has the days once
        answers = list(both.map(lambda one: one.http.post("/api/me/holiday", json={"days": 3}).status_code, (ann, phone)))
    assert sorted(answers) == [201, 403]
    monkeypatch.setattr(services, "settings", services.settings.model_copy(update={"holiday_days": 0}))
    assert bo.post("/api/me/holiday", {"days": 1}, 403)["message"] == "There are no holidays on this server."
    page = bo.http.get("/holiday").text
    assert "There are no holidays on this server." in page
    assert "You have taken all days" not in page
    assert "/holiday" not in bo.http.get(f"/t/{table}").text


def test_nobody_loses_on_time_because_of_us(start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch) -> None:
    """A holiday, then a server that is down beyond the end of holiday and clock, then a day without a move."""
    server = start()
    days = Days(server, monkeypatch)
    ann, bo = server.client(), server.client()
    table = pair(ann, bo)
    days.go_by(DAY / 2)
    ann.post("/api/me/holiday", {"days": 3}, 201)
    days.go_by(2.9 * DAY)
    assert left_of(bo, table) == pytest.approx(DAY / 2, abs=120)
    days.be_down(5 * DAY)
    wait_until(lambda: any(row["kind"] == "downtime" for row in entries(server, table)))
    assert left_of(bo, table) == pytest.approx(DAY / 2, abs=120), "the rest of the holiday ran out while we were down"
    assert bo.table(table)["view"]["seats"][0]["away"] == ""
    assert "The server was down for 5 days; nobody lost time by that" in bo.get(f"/t/{table}")
    assert "Der Server war 5 Tage lang nicht da" in bo.get(f"/t/{table}", headers={"accept-language": "de"})
    days.go_by(DAY / 2 + 60)
    wait_until(lambda: bo.table(table)["view"]["seats"][0]["away"] == "time")


def entries(server: Running, table: str) -> list[Any]:
    """The entries of a table in its log."""
    import asyncio

    from branchline.server.store import rows

    async def read() -> list[Any]:
        async with server.services.store.read() as db:
            return await rows.entries_from(db, table, 0)

    return asyncio.run_coroutine_threadsafe(read(), server.services.loop).result(60)
