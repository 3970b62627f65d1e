"""Accounts: another name, lost devices and passwords, and deletion."""

from __future__ import annotations

import asyncio
import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from itsdangerous.timed import TimestampSigner

from branchline.server.accounts.reset_links import HOURS, ResetLinks
from branchline.server.base.problems import Problem
from branchline.server.services import accounts
from branchline.server.services.common import DEPARTED
from branchline.server.store import backup
from tests.server.running import Client, Running, running
from tests.server.test_games import play_on

PASSWORD = {"password": "correct horse"}


def register(client: Client, name: str) -> Client:
    client.post("/api/accounts", {"name": name, **PASSWORD}, 201)
    return client


def form(client: Client, path: str, expect: int = 303, **fields: str) -> str:
    """Send a form; returns the page, or where it leads."""
    answer = client.http.post(path, data=fields)
    assert answer.status_code == expect, answer.text
    return answer.headers.get("location") or answer.text


def sit_together(host: Client, friend: Client, **more: Any) -> str:
    """A running table of two people and a bot."""
    opened = host.open(seats="me link bot:random", options={"rounds": 1}, **more)
    friend.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][1]["secret"]})
    table: str = opened["id"]
    return table


# -- names ---------------------------------------------------------------------------------------------------


def test_an_account_is_signed_in_to_by_its_new_name(shared: Running, ann: Client) -> None:
    register(ann, "Old Name")
    assert form(ann, "/me/account/name", name="New Name") == "/me/account?done=name"
    assert "New Name" in ann.get("/me/account?done=name")
    phone = shared.client()
    phone.post("/api/session", {"name": "old name", **PASSWORD}, 401)
    assert phone.post("/api/session", {"name": "new name", **PASSWORD})["name"] == "New Name"
    register(shared.client(), "Old Name")  # it is free again


def test_a_name_that_is_taken_changes_nothing(shared: Running, ann: Client) -> None:
    register(ann, "First Come")
    register(shared.client(), "First Served")
    page = form(ann, "/me/account/name", 409, name="first SERVED")
    assert "The name first SERVED is taken. You are still First Come." in page
    assert ann.http.put("/api/accounts/name", json={"name": "First Served"}).status_code == 409
    assert ann.get("/api/me")["name"] == "First Come"
    assert "A name is one line" in form(ann, "/me/account/name", 422, name=" ")
    assert ann.http.put("/api/accounts/name", json={"name": "FIRST COME"}).json()["name"] == "FIRST COME"
    assert "too long" in form(ann, "/me/account/name", 422, name="ß" * 40)


def test_a_name_for_one_table_does_not_rename_an_account(ann: Client) -> None:
    register(ann, "Steady")
    opened = ann.open(name="Casey")
    assert opened["view"]["seats"][0]["name"] == "Casey"
    assert ann.get("/api/me")["name"] == "Steady"
    assert ann.post("/api/me", {"name": "Casey"}, 409)["message"].startswith("An account keeps its name.")


# -- lost devices and passwords ------------------------------------------------------------------------------


def test_other_devices_are_signed_out(shared: Running, ann: Client) -> None:
    register(ann, "Lost Phone")
    opened = ann.open()
    link = opened["links"][0]["secret"]
    phone = shared.client()
    phone.post("/api/session", {"name": "Lost Phone", **PASSWORD})
    thief = shared.client(link)
    thief.table(opened["id"])
    assert form(ann, "/me/account/others") == "/me/account?done=others"
    assert "Other devices are signed out" in ann.get("/me/account?done=others")
    assert ann.table(opened["id"])["you"]["seats"] == [0]
    thief.get(f"/api/tables/{opened['id']}", 401)
    assert not phone.get("/api/me")["known"]
    assert "You were signed out on this device." in phone.get("/me/account")
    assert "You were signed out" not in shared.client().get("/me/account")
    assert shared.client().http.post("/me/account/others").status_code == 401


def test_a_password_is_changed_on_the_page(ann: Client) -> None:
    register(ann, "Careful")
    assert "The old password is not right." in form(ann, "/me/account/password", 401, old="wrong", new="new password")
    assert "at least eight letters" in form(ann, "/me/account/password", 422, old="correct horse", new="short")
    assert form(ann, "/me/account/password", old="correct horse", new="new password").endswith("password")
    assert ann.get("/api/me")["account"]


def reset_secret(server: Running, login: str) -> str:
    """The secret in a reset link of the operator."""
    found: list[str] = []

    async def make() -> None:
        path = await accounts.reset_path(server.services, login)
        assert path is not None
        found.append(path.partition("#")[2])

    asyncio.run_coroutine_threadsafe(make(), server.services.loop).result(30)
    return found[0]


def test_a_lost_password_is_set_anew_by_a_link(shared: Running, ann: Client) -> None:
    register(ann, "Forgetful")
    secret, twin = reset_secret(shared, "forgetful"), reset_secret(shared, "forgetful")
    elsewhere = shared.client()
    assert "data-from-link" in elsewhere.get("/reset")
    assert "at least eight letters" in form(elsewhere, "/reset", 422, secret=secret, new="short")
    assert form(elsewhere, "/reset", secret=f" {secret} ", new="a new password") == "/me/account?done=password"
    assert elsewhere.get("/api/me")["name"] == "Forgetful"
    assert not ann.get("/api/me")["known"]
    for used in (secret, twin, "", "nonsense", secret[:-1], ResetLinks(b"another key").path("x", 0)[7:]):
        assert "This link is used up or too old" in form(shared.client(), "/reset", 403, secret=used, new="a new password")
    ann.post("/api/session", {"name": "Forgetful", "password": "a new password"})


def test_a_link_is_lost_after_a_day_or_a_sign_out(shared: Running, ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    register(ann, "Late Reader")
    secret = reset_secret(shared, "late reader")
    now = TimestampSigner.get_timestamp
    with monkeypatch.context() as patch:
        patch.setattr(TimestampSigner, "get_timestamp", lambda self: now(self) + HOURS * 3600 + 2)
        form(shared.client(), "/reset", 403, secret=secret, new="a new password")
    ann.delete("/api/session")
    form(shared.client(), "/reset", 403, secret=secret, new="a new password")


def test_a_site_without_mails_sends_no_link(ann: Client) -> None:
    """`test_notifications` has the link by mail."""
    assert "This site sends no e-mails." in form(ann, "/reset/mail", 409, name="anybody")


# -- deletion ------------------------------------------------------------------------------------------------


def everything_in(server: Running, file: Path) -> str:
    """The whole database as text, unpacked."""
    backup.write(server.settings.database_url, file)
    with zipfile.ZipFile(file) as archive:
        return "\n".join(archive.read(name).decode() for name in archive.namelist())


def test_a_deleted_account_leaves_games_without_its_name(database: str, tmp_path: Path) -> None:
    """A running, a waiting, a finished and an imported game; chat, tokens, webhooks; on both kinds of database."""
    with running(tmp_path / "data", database=database, private_webhooks=True, snapshot_every=3) as server:
        gone, bo = server.client(), register(server.client(), "Bo")
        gone.post("/api/me", {"name": "Zacharias the First"})
        register(gone, "Zacharias")
        finished = sit_together(gone, bo)
        play_on({0: gone, 1: bo}, finished)
        record = bo.get(f"/api/tables/{finished}/record")
        assert "Zacharias" in record
        on = sit_together(bo, gone)
        gone.post(f"/api/tables/{on}/rename", {"name": "Zacharias at the table"})
        gone.post(f"/api/tables/{on}/chat", {"text": "good luck"}, 201)
        waiting = gone.open(seats="me open open", name="Zacharias waits")["id"]
        bo.post(f"/api/tables/{waiting}/join", {"name": "Bo"})
        gone.open(seats="open open", name="Zacharias away")
        gone.post(f"/api/tables/{on}/notes", {"ply": 0, "text": "Zacharias thinks"})
        cup = gone.post("/api/tournaments", {"title": "Cup", "game": "northern-pacific"}, 201)["id"]
        token = gone.post("/api/tokens", {"label": "program"}, 201)["token"]
        gone.post("/api/webhooks", {"url": "http://localhost:1/x"}, 201)
        phone = server.client()
        phone.post("/api/session", {"name": "Zacharias", **PASSWORD})
        phone.table(on)

        assert "nothing was deleted" in form(gone, "/me/account/delete", 401, password="wrong horse", sure="yes")
        assert "Tick the box" in form(gone, "/me/account/delete", 422, password="correct horse")
        assert "Everything about you is deleted." in form(gone, "/me/account/delete", 200, password="correct horse", sure="yes")

        assert not gone.http.cookies.get("branchline")
        server.client(token).get("/api/me", 401)
        assert not phone.get("/api/me")["known"]
        assert "This account was deleted, on another device perhaps." in phone.get("/me/account")
        assert phone.table(on)["you"]["seats"] == []
        phone.post("/api/session", {"name": "Zacharias", **PASSWORD}, 401)

        assert "Zacharias".casefold() not in everything_in(server, tmp_path / "backup.zip").casefold()
        assert DEPARTED in bo.get(f"/api/tables/{finished}/record")
        assert [seat["name"] for seat in bo.table(on)["view"]["seats"]][:2] == ["Bo", DEPARTED]
        assert bo.table(on)["view"]["seats"][1]["gone"] == "left"
        assert "Former player left the table; a bot plays on" in bo.get(f"/t/{on}/log")
        assert bo.get(f"/api/tables/{on}/chat")[0]["name"] == DEPARTED
        assert "Former player" in bo.get("/me/games")
        assert bo.table(waiting)["you"]["owner"], "somebody who sits there can open it to others"
        assert [seat["kind"] for seat in bo.table(waiting)["view"]["seats"]] == ["open", "person", "open"]
        assert bo.get(f"/api/tournaments/{cup}")["people"][0]["name"] == DEPARTED
        play_on({0: bo}, on)
        assert bo.http.post(f"/t/{finished}/keep", data={"wish": "delete"}).headers["location"] == "/me/games"
        register(server.client(), "Zacharias")


def test_a_guest_can_be_forgotten_too(shared: Running, ann: Client) -> None:
    opened = ann.open(name="Passing by")
    form(ann, "/me/account/delete", 200, sure="yes")
    assert shared.client().table(opened["id"])["phase"] == "closed", "nobody was left at the table"
    assert shared.client().http.post("/me/account/delete", data={"sure": "yes"}).status_code == 401


def test_who_came_by_a_seat_link_leaves_the_seat_to_its_person(shared: Running, ann: Client, bo: Client) -> None:
    opened = ann.open(name="Ann")
    register(bo, "Borrower")
    bo.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][0]["secret"]})
    form(bo, "/me/account/delete", 200, password="correct horse", sure="yes")
    found = ann.table(opened["id"])
    assert (found["you"]["seats"], found["view"]["seats"][0]["name"], found["phase"]) == ([0], "Ann", "playing")


def test_a_table_that_cannot_be_read_does_not_keep_anybody(
    shared: Running, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(ann, "Unlucky")
    ann.open()

    async def fails(*_: Any) -> None:
        raise Problem(409, "unreadable", "This table was damaged.")

    monkeypatch.setattr(shared.services.tables, "change", fails)
    form(ann, "/me/account/delete", 200, password="correct horse", sure="yes")
    assert not ann.get("/api/me")["known"]


def test_ratings_and_results_of_a_deleted_account_are_gone(shared: Running, ann: Client, bo: Client) -> None:
    register(ann, "Rated and gone")
    register(bo, "Rated and here")
    form(ann, "/me/account/profile", public="yes")
    table = sit_together(ann, bo)
    play_on({0: ann, 1: bo}, table)
    rows = shared.client().get("/api/ratings/northern-pacific")["players"]
    assert "Rated and gone" in json.dumps(rows)
    assert "Rated and here" not in json.dumps(rows), "a rating is public only with a public profile"
    form(ann, "/me/account/delete", 200, password="correct horse", sure="yes")
    assert "Rated and gone" not in json.dumps(shared.client().get("/api/ratings/northern-pacific"))
    assert bo.get("/api/me")["ratings"][0]["games"] == 1


def test_the_zip_has_the_name_that_is_left(ann: Client, bo: Client) -> None:
    register(bo, "Remembered not")
    table = sit_together(ann, bo)
    play_on({0: ann, 1: bo}, table)
    form(bo, "/me/account/delete", 200, password="correct horse", sure="yes")
    with zipfile.ZipFile(io.BytesIO(ann.http.get("/me/games.zip").content)) as archive:
        text = archive.read(archive.namelist()[0]).decode()
    assert DEPARTED in text
    assert not re.search("Remembered", text)
