"""Forms that cannot be read, and what the framework would say of them in its own words."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest
from sqlalchemy import select

from branchline.server.store.schema import persons
from tests.server.running import Running
from tests.server.test_killed import reading

HTML = {"Accept": "text/html"}


@pytest.mark.parametrize("players", ["²", "٣", "-1", "9" * 400])
def test_numbers_of_players_that_are_none(shared: Running, players: str) -> None:
    page = shared.client().http.post("/new", data={"game": "northern-pacific", "players": players}, headers=HTML)
    assert page.status_code in (303, 422), page.text[:300]


@pytest.mark.parametrize("path", ["/new", "/me/name", "/look", "/replay"])
@pytest.mark.parametrize(("charset", "value"), [("undefined", b"Ann"), ("idna", b"a" * 70), ("unicode_escape", b"\\ud800")])
def test_codecs_of_the_senders_choice(shared: Running, path: str, charset: str, value: bytes) -> None:
    names = ("game", "name", "language", "text")
    values = {name: b"northern-pacific" if name == "game" and charset == "unicode_escape" else value for name in names}
    head = b'--b\r\nContent-Disposition: form-data; name="%s"\r\n\r\n'
    body = b"".join(head % name.encode() + values[name] + b"\r\n" for name in names)
    headers = {**HTML, "Content-Type": f"multipart/form-data; charset={charset}; boundary=b"}
    page = shared.client().http.post(path, content=body + b"--b--\r\n", headers=headers)
    assert page.status_code in (400, 404, 422), (page.status_code, page.text[:300])


def test_bodies_that_cannot_be_read(shared: Running) -> None:
    client = shared.client()
    for body in (b"\xff\xfe\x00", b"[" * 30_000, b'{"name": ' + b"9" * 5_000 + b"}"):
        refused = client.http.post("/api/me", content=body, headers={"Content-Type": "application/json"})
        assert (refused.status_code, refused.json()["kind"]) in ((400, "malformed"), (422, "malformed"))
        assert refused.json()["message"] in ("The body cannot be read.", "The body is not valid JSON.")


def test_pages_of_refusals_say_what_was_wrong(shared: Running) -> None:
    client = shared.client()
    kind = {**HTML, "Content-Type": "multipart/form-data", "Accept-Language": "de"}
    assert "Der Inhalt der Anfrage ist nicht lesbar." in client.http.post("/new", content=b"x", headers=kind).text
    assert "This address does not take that method." in client.http.put("/new", headers=HTML).text
    assert "There is no page at this address." in client.http.get("/nowhere", headers=HTML).text


def test_no_address_is_made_of_the_host(shared: Running) -> None:
    answer = shared.client().http.get("/rules/", headers={"Host": "evil.invalid"})
    assert (answer.status_code, answer.headers.get("location")) == (404, None)


def test_malformed_forms_are_not_logged(shared: Running, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        kind = {"Content-Type": "multipart/form-data; boundary=b"}
        assert shared.client().http.post("/look", content=b"--bogus", headers=kind).status_code == 400
    assert not [record for record in caplog.records if record.name.startswith("python_multipart")]


def test_whoever_is_refused_a_seat_leaves_nothing_behind(start: Callable[..., Running]) -> None:
    server = start(warm=True)
    owner, stranger = server.client(), server.client()
    table = owner.open(seats="me open", name="Ann")["id"]
    owner.post(f"/api/tables/{table}/close")
    stranger.post(f"/api/tables/{table}/join", {"name": "Bo"}, 409)
    owner.post(f"/api/tables/{table}/join", {"name": "Cy", "seat": 1}, 409)
    with reading(server.settings.database_url) as db:
        assert list(db.execute(select(persons.c.name)).scalars()) == ["Ann"]
