"""The wall, and input of every hostile kind."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any

import httpx
import pytest

from branchline.server.base.logs import JsonLines
from branchline.server.base.problems import Problem
from branchline.server.base.rate_limits import RateLimit
from tests.server.running import Client, Running

TABLE = {"game": "northern-pacific", "seats": [{"kind": "me"}, {"kind": "bot", "level": "random"}]}


def test_headers_of_every_answer(ann: Client) -> None:
    for path in ("/", "/api/games", "/nothing", "/static/plain.js", "/t/abcdefgh"):
        headers = ann.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "script-src 'self'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert "server" not in headers


def test_pages_have_no_inline_script_and_escape_names(ann: Client) -> None:
    ann.open(name="<script>alert(1)</script>", public=True)
    page = ann.get("/")
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page
    assert page.count("<script") == 1
    assert '<script type="module" src="/static/page.js?' in page


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 200),
        ({}, 200),
    ],
)
def test_other_sites_may_not_post(ann: Client, headers: dict[str, str], status: int) -> None:
    assert ann.http.post("/api/me", json={"name": "Ann"}, headers=headers).status_code == status
    own = str(ann.http.base_url).rstrip("/")
    assert ann.http.post("/api/me", json={"name": "Ann"}, headers={"Origin": own}).status_code == 200


def test_a_form_of_another_kind_is_not_read(ann: Client) -> None:
    """A page of another site can send text/plain without asking; we read JSON only."""
    response = ann.http.post("/api/me", content=b'{"name": "Ann"}', headers={"Content-Type": "text/plain"})
    assert response.status_code == 422


HOSTILE: list[Any] = [
    {**TABLE, "options": {"map": "/etc/passwd"}},
    {**TABLE, "options": {"map": "../../secret.toml"}},
    {**TABLE, "options": {"map": "C:\\x"}},
    {**TABLE, "options": {"rounds": 10**400}},
    {**TABLE, "options": {"rounds": True}},
    {**TABLE, "options": {"rounds": None}},
    {**TABLE, "options": {"rounds": [1]}},
    {**TABLE, "options": {"\x00": 1}},
    {**TABLE, "options": {str(number): 1 for number in range(100)}},
    {**TABLE, "game": "\ud800"},
    {**TABLE, "game": "x" * 10_000},
    {**TABLE, "game": 7},
    {**TABLE, "name": "a\x00b"},
    {**TABLE, "name": "\ud800"},
    {**TABLE, "name": "a\nb"},
    {**TABLE, "name": "\u202e"},
    {**TABLE, "name": "x" * 41},
    {**TABLE, "name": "  "},
    {**TABLE, "seats": []},
    {**TABLE, "seats": [{"kind": "me"}] * 21},
    {**TABLE, "seats": [{"kind": "me"}] * 9},
    {**TABLE, "seats": [{"kind": "bot"}] * 2},
    {**TABLE, "seats": [{"kind": "bot", "level": "../../x"}] * 2},
    {**TABLE, "seats": [{"kind": "bot", "level": "genius"}] * 2},
    {**TABLE, "seats": "me"},
    {**TABLE, "clock": {"kind": "move", "seconds": -1}},
    {**TABLE, "clock": {"kind": "move", "seconds": 1e308}},
    {**TABLE, "clock": {"kind": "move"}},
    {**TABLE, "stand_in": "nobody"},
    {**TABLE, "opening": ["extend Fargo"]},
    {**TABLE, "__proto__": {}},
    [],
    "table",
    None,
    7,
]


@pytest.mark.parametrize("body", HOSTILE, ids=lambda body: json.dumps(body)[:60].replace("\\u0000", "NUL"))
def test_tables_that_cannot_be(ann: Client, body: Any) -> None:
    response = ann.http.post("/api/tables", content=json.dumps(body), headers={"Content-Type": "application/json"})
    assert response.status_code == 422, response.text
    assert response.json()["message"]


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 422),
        (b"{", 422),
        (b"[" * 30_000, 400),
        (b'{"name": ' * 5_000, 400),
        (b'{"name": "Ann", "name2": NaN}', 422),
        (b'{"name": ' + b"9" * 5000 + b"}", 400),
        (b"\xff\xfe", 422),
        (b'{"name": "Ann"}' + b" " * 70_000, 413),
        (b"null", 422),
    ],
    ids=["empty", "cut", "nested", "nested objects", "nan", "huge number", "not utf-8", "large", "null"],
)
def test_bodies_that_are_no_requests(ann: Client, content: bytes, status: int) -> None:
    response = ann.http.post("/api/me", content=content, headers={"Content-Type": "application/json"})
    assert response.status_code == status, response.text
    assert set(response.json()) >= {"kind", "message"}


def test_a_body_without_length_is_cut_off(ann: Client) -> None:
    def endless() -> Any:
        for _ in range(100):
            yield b" " * 10_000

    response = ann.http.post("/api/me", content=endless(), headers={"Content-Type": "application/json"})
    assert response.status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/..%2f..%2fetc",
        "/api/tables/%00",
        "/api/tables/ABC",
        "/api/tables/" + "a" * 5000,
        "/api/tables/abcdefgh/at/-1",
        "/api/tables/abcdefgh/at/1e9",
        "/api/tables/abcdefgh?seat=-1",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/api/ratings/%F0%9F%9A%82",
        "/t/%3Cscript%3E",
    ],
)
def test_paths_that_lead_nowhere(ann: Client, path: str) -> None:
    response = ann.http.get(path)
    assert response.status_code in (404, 422)
    assert "Traceback" not in response.text


def test_moves_and_chat_of_every_kind(ann: Client) -> None:
    opened = ann.open(name="Ann")
    path = f"/api/tables/{opened['id']}"
    for move in ("", " ", "x" * 500, "\x00", "extend Fargo\n", "'; DROP TABLE tables; --", "extend \ud800", 7, None, True):
        body = json.dumps({"move": move, "ply": 0})
        response = ann.http.post(f"{path}/moves", content=body, headers={"Content-Type": "application/json"})
        assert response.status_code == 422 or move == "extend Fargo\n", (move, response.text)
    for ply in (-1, "0", 0.5, 10**30, None, True):
        ann.post(f"{path}/moves", {"move": "extend Fargo", "ply": ply}, 422)
    for text in ("", " ", "x" * 501, "\x00", "\ud800"):
        body = json.dumps({"text": text})
        response = ann.http.post(f"{path}/chat", content=body, headers={"Content-Type": "application/json"})
        assert response.status_code == 422, text
    said = ann.post(f"{path}/chat", {"text": "<img src=x onerror=alert(1)> 🚂\nשלום"}, 201)
    assert said["text"] == "<img src=x onerror=alert(1)> 🚂\nשלום"


def test_spectators_do_not_speak(ann: Client, bo: Client) -> None:
    opened = ann.open(name="Ann", public=True)
    bo.post(f"/api/tables/{opened['id']}/chat", {"text": "hi"}, 403)


def test_imported_records_open_no_files(ann: Client) -> None:
    record = "branchline-record 1\nGame: northern-pacific\nRules: 1\nBoard: x y\nPlayers: 3\nOption map: /etc/passwd\n\n"
    refused = ann.post("/api/import", {"record": record}, 422)
    assert "is no name" in refused["message"]
    for text in ("x", "{", '{"format": "branchline-record"}', "branchline-record 1\n" * 1000, "[]"):
        ann.post("/api/import", {"record": text}, 422)
    ann.post("/api/import", {"record": "x" * 500_000}, 422)
    assert ann.http.post("/api/import", json={"record": "x" * 600_000}).status_code == 413


def test_rates_are_limited_by_address(start: Callable[..., Running]) -> None:
    server = start(requests_per_second=1.0, request_burst=5)
    client = server.client()
    found = [client.http.get("/api/games") for _ in range(7)]
    assert [response.status_code for response in found] == [200] * 5 + [429] * 2
    assert int(found[-1].headers["retry-after"]) >= 1
    client.get("/health")


def test_costly_requests_are_limited_more(start: Callable[..., Running]) -> None:
    server = start(strict_per_minute=1.0, strict_burst=2)
    client = server.client()
    for expect in (201, 201, 429):
        client.post("/api/tokens", {"label": "x"}, expect)
    client.get("/api/games")


def test_changes_are_limited_by_table(start: Callable[..., Running]) -> None:
    server = start()
    server.services.table_posts = RateLimit(0.001, 3)
    ann = server.client()
    opened = ann.open(seats="me me", name="Ann")
    for ply in range(3):
        ann.move(opened["id"], ann.table(opened["id"])["view"]["legal"][0], ply)
    assert ann.move(opened["id"], "extend Fargo", 3, 429)["kind"] == "too-many"


def test_streams_are_limited_by_address(start: Callable[..., Running]) -> None:
    server = start(watchers_per_address=1)
    opened = server.client().open(name="Ann")
    stream = server.client().events(opened["id"])
    next(stream)
    server.client().get(f"/api/tables/{opened['id']}/events", 429)
    stream.close()


def test_a_bucket_refills() -> None:
    limit = RateLimit(rate=2.0, burst=2)
    limit.take("a", now=0.0)
    limit.take("a", now=0.0)
    limit.take("b", now=0.0)
    with pytest.raises(Problem) as refused:
        limit.take("a", now=0.1)
    assert refused.value.headers == {"Retry-After": "1"}
    limit.take("a", now=0.6)


def test_a_fault_tells_its_reference_and_nothing_else(start: Callable[..., Running], caplog: pytest.LogCaptureFixture) -> None:
    server = start()

    async def broken(table: str) -> Any:
        raise RuntimeError("a secret inside")

    server.services.tables.get = broken  # type: ignore[method-assign]
    with caplog.at_level(logging.ERROR, "branchline.server"):
        refused = server.client().get("/api/tables/abcdefgh", 500)
    assert refused["kind"] == "fault"
    assert "secret" not in json.dumps(refused)
    line = next(json.loads(JsonLines().format(record)) for record in caplog.records if record.getMessage() == "fault")
    assert line["reference"] == refused["reference"]
    assert "a secret inside" in line["trace"]


def test_a_person_sees_a_fault_and_a_refusal_as_pages(start: Callable[..., Running]) -> None:
    server = start(largest_body=1024)

    async def broken(table: str) -> Any:
        raise RuntimeError("a secret inside")

    server.services.tables.get = broken  # type: ignore[method-assign]
    browser = server.client().http
    page = {"Accept": "text/html"}
    fault = browser.get("/t/abcdefgh", headers=page)
    assert (fault.status_code, fault.headers["content-type"]) == (500, "text/html; charset=utf-8")
    assert fault.headers["x-request-id"] in fault.text
    assert "secret" not in fault.text
    large = browser.post("/replay", content=b"x" * 5000, headers=page)
    assert (large.status_code, large.headers["content-type"]) == (413, "text/html; charset=utf-8")
    foreign = browser.post("/look", headers={**page, "Origin": "https://elsewhere.example"})
    assert (foreign.status_code, foreign.headers["content-type"]) == (403, "text/html; charset=utf-8")


def test_secrets_are_not_logged(shared: Running, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG, "branchline.server"):
        ann = shared.client()
        opened = ann.open(seats="me link", name="Ann")
        secret = opened["links"][1]["secret"]
        shared.client().get(f"/api/tables/{opened['id']}?x={secret}")
        shared.client().post(f"/api/tables/{opened['id']}/join", {"secret": secret, "name": "Bo"})
        token = ann.post("/api/tokens", {"label": "x"}, 201)["token"]
        shared.client(token).get("/api/me")
    lines = "\n".join(JsonLines().format(record) for record in caplog.records)
    assert f"/api/tables/{opened['id']}" in lines
    for hidden in (secret, token, ann.http.cookies["branchline"]):
        assert hidden not in lines


def test_the_database_holds_no_secret(shared: Running) -> None:
    ann = shared.client()
    opened = ann.open(seats="me link", name="Ann")
    token = ann.post("/api/tokens", {"label": "x"}, 201)["token"]
    ann.post("/api/accounts", {"name": f"Secret {opened['id']}", "password": "my own password"}, 201)
    folder = shared.settings.folder
    stored = b"".join(file.read_bytes() for file in folder.glob("branchline.sqlite*"))
    for hidden in (opened["links"][1]["secret"], token, "my own password"):
        assert hidden.encode() not in stored
    assert (folder / "key").stat().st_mode & 0o077 == 0


def test_health_and_readiness(ann: Client) -> None:
    assert ann.get("/health") == {"status": "alive"}
    assert ann.get("/ready")["status"] == "ready"
    assert ann.get("/api/status")["ready"]
    assert ann.http.post("/health").status_code == 405


def test_the_description_of_the_api_is_whole(ann: Client) -> None:
    described = ann.get("/api/openapi.json")
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            assert operation["summary"], (method, path)
            assert operation.get("description"), (method, path)
    page = ann.get("/api")
    assert "/api/tables/{table}/moves" in page


def test_clients_that_go_away_stop_nothing(shared: Running) -> None:
    """Posts whose clients hang up at once are done whole or not at all, and the table goes on."""
    ann = shared.client()
    opened = ann.open(seats="me me", name="Ann")
    path = f"{shared.url}/api/tables/{opened['id']}/moves"

    async def hang_up() -> None:
        async with httpx.AsyncClient(cookies=dict(ann.http.cookies)) as client:
            for move in opened["view"]["legal"][:20]:
                task = asyncio.ensure_future(client.post(path, json={"move": move, "ply": 0}))
                await asyncio.sleep(0.002)
                task.cancel()

    asyncio.run(hang_up())
    assert ann.http.post(path, json={"move": opened["view"]["legal"][30], "ply": 0}).status_code in (200, 409)
    found = ann.table(opened["id"])
    assert found["ply"] == 1
    ann.move(opened["id"], found["view"]["legal"][0], 1)
