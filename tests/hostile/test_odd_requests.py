"""Control characters wherever text comes in, on both databases, and origins that are no origins."""

from __future__ import annotations

import copy
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import branchline as bl
from tests.server.running import Client, Running, running

GOLDEN = Path(__file__).parents[1] / "golden"
ODD = {"NUL": "\x00", "escape": "\x1b", "delete": "\x7f", "application command": "\x9f"}
SEATS = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
HOOK = "https://hook.example/branchline"
TABLE = "/api/tables/{table}"
TOURNAMENT = "/api/tournaments/{tournament}"
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("post", "/api/tables"): {
        "game": "northern-pacific",
        "seats": SEATS,
        "options": {"rounds": 3, "scoring": "points"},
        "clock": {"kind": "move", "seconds": 60},
        "on_time_out": "bot",
        "absence": {"kind": "vote", "minutes": 5},
        "stand_in": "medium",
        "undo": "rule",
        "name": "Ann",
    },
    ("post", f"{TABLE}/join"): {"name": "Ann", "secret": "seat_abcdefghijkl"},
    ("post", f"{TABLE}/leave"): {},
    ("post", f"{TABLE}/rename"): {"name": "Ann"},
    ("post", f"{TABLE}/fill"): {"seat": 0, "level": "easy"},
    ("post", f"{TABLE}/links"): {"seat": 0},
    ("post", f"{TABLE}/moves"): {"move": "extend Fargo", "ply": 0},
    ("post", f"{TABLE}/undo"): {"what": "step", "ply": 0},
    ("post", f"{TABLE}/undo/answer"): {"ask": 1, "yes": True},
    ("post", f"{TABLE}/away"): {},
    ("post", f"{TABLE}/back"): {},
    ("post", f"{TABLE}/votes"): {"topic": "close"},
    ("post", f"{TABLE}/chat"): {"text": "Well played!"},
    ("post", f"{TABLE}/plans"): {"moves": ["extend Fargo"], "after": ["extend Duluth"], "ply": 0, "version": 1},
    ("post", f"{TABLE}/plans/then"): {"number": 0, "move": "extend Fargo"},
    ("post", f"{TABLE}/plans/drop"): {"number": 0},
    ("post", f"{TABLE}/notes"): {"ply": 0, "text": "Watch Bo"},
    ("post", "/api/me/holiday"): {"days": 1},
    ("post", "/api/tournaments"): {"title": "Winter", "game": "northern-pacific", "options": {"rounds": 3}, "name": "Ann"},
    ("post", f"{TOURNAMENT}/join"): {"name": "Ann"},
    ("post", f"{TOURNAMENT}/leave"): {},
    ("post", f"{TOURNAMENT}/begin"): {},
    ("post", f"{TOURNAMENT}/close"): {},
    ("post", f"{TABLE}/fork"): {"ply": 0, "level": "easy", "seats": SEATS, "name": "Ann"},
    ("post", f"{TABLE}/review"): {"depth": "quick"},
    ("post", f"{TABLE}/deal"): {"seats": SEATS, "name": "Ann"},
    ("post", "/api/import"): {"record": "branchline-record 1\n", "name": "Ann"},
    ("post", "/api/me"): {"name": "Ann"},
    ("post", "/api/accounts"): {"name": "Ann", "password": "correct horse"},
    ("post", "/api/session"): {"name": "Ann", "password": "correct horse"},
    ("put", "/api/accounts/name"): {"name": "Ann"},
    ("put", "/api/accounts/password"): {"old": "correct horse", "new": "battery staple"},
    ("post", "/api/tokens"): {"label": "Mover"},
    ("post", "/api/webhooks"): {"url": HOOK},
}
"""A body for every operation that takes one; texts in it are spoiled one by one."""
FORMS: dict[str, dict[str, str]] = {
    "/me/name": {"name": "Ann"},
    "/me/enter": {"account": "Ann", "password": "correct horse", "what": "sign-in"},
    "/me/enter?again": {"account": "Ann", "password": "correct horse", "what": "register"},
    "/me/notifications/off": {"kind": "push"},
    "/me/notifications/mail": {"address": "ann@trains.example", "zone": "Europe/Berlin"},
    "/me/account/name": {"name": "Ann"},
    "/me/account/password": {"old": "correct horse", "new": "battery staple"},
    "/me/account/profile": {"public": "yes"},
    "/me/account/delete": {"password": "correct horse"},
    "/reset/mail": {"name": "Ann"},
    "/reset": {"secret": "nonsense", "new": "battery staple"},
    "/t/{table}/keep": {"wish": "keep"},
    "/replay": {"text": "branchline-record 1\n", "then": "review"},
    "/t/{table}/review": {"depth": "quick"},
    "/t/{table}/review/try": {"ply": "0"},
    "/t/{table}/deal": {"seat": "0", "others": "easy"},
    "/puzzles/{name}/{day}": {"move": "extend Fargo"},
    "/t/{table}/mistakes/{ply}": {"move": "extend Fargo"},
    "/holiday": {"days": "1"},
    "/tournaments": {"title": "Winter", "game": "northern-pacific", "name": "Ann"},
    "/tournaments/{tournament}/{what}": {"name": "Ann"},
    "/look": {"language": "en", "theme": "dark", "back": "/me"},
    "/new": {"game": "northern-pacific", "name": "Ann", "seat_0": "me", "clock": "none", "option_rounds": "3"},
}


odd_ones = pytest.mark.parametrize(
    "odd",
    [odd if name in ("NUL", "application command") else pytest.param(odd, marks=pytest.mark.slow) for name, odd in ODD.items()],
    ids=ODD,
)
"""Mark a test that is given a control character: the first and the last here, and each of them with `make test-slow`."""


@pytest.fixture(scope="module", params=[pytest.param("sqlite", marks=pytest.mark.slow), "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on PostgreSQL, which takes fewer texts than SQLite; on each kind of database with `make test-slow`."""
    url = "" if request.param == "sqlite" else request.getfixturevalue("postgres").new_database()
    with running(tmp_path_factory.mktemp("odd"), database=url) as server:
        yield server


@pytest.fixture
def owner(server: Running) -> Iterator[tuple[Client, str]]:
    """Somebody with a table."""
    client = server.client()
    yield client, client.open(name="Ann")["id"]
    client.http.close()


def spoiled(body: Any, odd: str) -> Iterator[Any]:
    """The body with an odd character in one of its texts, for each of them; names of fields are texts, too."""
    for key in list(body) if isinstance(body, dict) else range(len(body)):
        value = body[key]
        if isinstance(value, str):
            for text in (value + odd, odd + value, f"{value[:3]}{odd}{value[3:]}"):
                yield _with(body, key, text)
        elif isinstance(value, (dict, list)):
            for inner in spoiled(value, odd):
                yield _with(body, key, inner)
        if isinstance(body, dict):
            other = copy.deepcopy(body)
            other[f"{key}{odd}"] = other.pop(key)
            yield other


def _with(body: Any, key: Any, value: Any) -> Any:
    other = copy.deepcopy(body)
    other[key] = value
    return other


def test_every_operation_with_a_body_is_tried(server: Running) -> None:
    described = server.client().get("/api/openapi.json")["paths"]
    with_body = {
        (method, path) for path, methods in described.items() for method, one in methods.items() if "requestBody" in one
    }
    assert with_body == set(BODIES)


@odd_ones
def test_control_characters_in_bodies(owner: tuple[Client, str], odd: str) -> None:
    client, table = owner
    for (method, path), body in BODIES.items():
        for wrong in spoiled(body, odd):
            response = client.http.request(method, path.format(table=table, tournament=table), json=wrong)
            assert response.status_code == 422, (path, wrong, response.text)
            assert response.json()["message"]


def test_the_field_is_named(owner: tuple[Client, str]) -> None:
    client, _ = owner
    for odd in ODD.values():
        refused = client.post("/api/webhooks", {"url": f"{HOOK}{odd}"}, 422)
        assert refused["field"] == "url"
        assert refused["message"] == "url: A text without control characters is needed here."
    refused = client.post("/api/tables", {"game": "np", "seats": SEATS, "options": {"rounds": "3\x00"}}, 422)
    assert refused["field"] == "options"


@odd_ones
def test_control_characters_in_forms(owner: tuple[Client, str], odd: str) -> None:
    client, table = owner
    for path, fields in FORMS.items():
        for wrong in spoiled(fields, odd):
            if set(wrong) != set(fields):
                continue  # a field that nobody reads
            for how in ({"data": wrong}, {"files": {name: (None, value) for name, value in wrong.items()}}):
                address = path.format(
                    table=table, name="northern-pacific", day="2026-11-18", ply=0, tournament=table, what="join"
                )
                response = client.http.post(address, headers={"Accept": "text/html"}, **how)
                is_read = path != "/new" or wrong["name"] != fields["name"]
                assert response.status_code == 422 if is_read else response.status_code < 500, (path, wrong, response.text)


def test_a_record_with_control_characters_in_a_file(owner: tuple[Client, str]) -> None:
    client, _ = owner
    page = client.http.post("/replay", files={"file": ("game.txt", b"branchline-record 1\n\x00\xff")})
    assert page.status_code == 422
    assert "without control characters" in page.text


@odd_ones
def test_control_characters_in_addresses(owner: tuple[Client, str], odd: str) -> None:
    client, table = owner
    word = f"abcd{quote(odd)}"
    for path, methods in client.get("/api/openapi.json")["paths"].items():
        for method in methods:
            address = path.format(table=table, token=word, hook=word, game=word, ply="0", tournament=word, what=word)
            for wrong in {
                address,
                path.format(table=word, token=word, hook=word, game=word, ply=word, tournament=word, what=word),
            }:
                if quote(odd) in wrong:
                    assert client.http.request(method, wrong).status_code == 422, (method, wrong)
            for query in ("game", "have", "after", "nothing"):
                assert client.http.request(method, f"{address}?{query}={word}").status_code == 422, (method, address, query)
    for path in (f"/t/{word}", f"/rules/{word}", f"/new?game={word}", f"/t/{table}/overlay/{word}", f"/board/{word}.css"):
        page = client.http.get(path, headers={"Accept": "text/html"})
        assert (page.status_code, page.headers["content-type"]) == (422, "text/html; charset=utf-8"), path
        assert "control characters" in page.text


@odd_ones
def test_control_characters_inside_a_record(owner: tuple[Client, str], odd: str) -> None:
    """A record as JSON has texts of its own, where an escape hides the character from whoever reads the outer text."""
    client, _ = owner
    text = (GOLDEN / "northern_pacific" / "three.txt").read_text("utf-8")
    record = {**bl.Record.loads(text).to_json(), "seats": ["Ann", "Bo", "Cy"]}
    client.post("/api/import", {"record": json.dumps(record)}, 201)
    for wrong in itertools.chain(spoiled({**record, "actions": []}, odd), itertools.islice(spoiled(record["actions"], odd), 9)):
        whole = wrong if isinstance(wrong, dict) else {**record, "actions": wrong}
        response = client.http.post("/api/import", json={"record": json.dumps(whole)})
        assert response.status_code == 422, (response.status_code, response.text[:300])


ORIGINS = [
    "http://[::bad",
    "http://[",
    "http://]",
    "http://127.0.0.1:99999",
    "http://127.0.0.1:x",
    "http://127.0.0.1:{port}/path",
    "http://me@127.0.0.1:{port}",
    "http://127.0.0.1",
    "https://127.0.0.1:{port}",
    "ftp://127.0.0.1:{port}",
    "http://127.0.0.1:{port}, http://evil.example",
    "http://127.0.0.1.evil.example:{port}",
    "//127.0.0.1:{port}",
    "127.0.0.1:{port}",
    "null",
    "",
]


@pytest.mark.parametrize("origin", ORIGINS)
def test_origins_that_are_not_ours(shared: Running, origin: str) -> None:
    """Scheme, host and port all count: a page that came by https is not a page of a site that is served by http."""
    client = shared.client()
    given = origin.format(port=client.http.base_url.port)
    response = client.http.post("/api/me", json={"name": "Ann"}, headers={"Origin": given})
    assert (response.status_code, response.json()["kind"]) == (403, "foreign-origin")


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("", {"Host": "trains.example", "Origin": "http://trains.example"}, 200),
        ("", {"Host": "trains.example:80", "Origin": "http://TRAINS.example"}, 200),
        ("", {"Host": "[::1]:8000", "Origin": "http://[::1]:8000"}, 200),
        ("", {"Host": "[::bad", "Origin": "http://trains.example"}, 403),
        ("", {"Host": "trains.example", "Origin": "https://trains.example"}, 403),
        ("", {"Host": "trains.example", "Origin": "https://trains.example", "X-Forwarded-Proto": "https"}, 200),
        ("", {"Host": "trains.example", "Origin": "http://trains.example", "X-Forwarded-Proto": "https"}, 403),
        ("https://trains.example", {"Host": "inner:8000", "Origin": "https://trains.example"}, 200),
        ("https://trains.example", {"Host": "inner:8000", "Origin": "https://trains.example:443"}, 200),
        ("https://trains.example", {"Host": "trains.example", "Origin": "http://trains.example:8000"}, 403),
        ("https://trains.example", {"Host": "trains.example", "Origin": "http://trains.example"}, 403),
        ("https://trains.example", {"Host": "127.0.0.1:8000", "Origin": "http://127.0.0.1:8000"}, 200),
    ],
)
def test_origins_behind_a_proxy(start: Callable[..., Running], address: str, headers: dict[str, str], status: int) -> None:
    client = start(address=address, warm=False).client()
    assert client.http.post("/api/me", json={"name": "Ann"}, headers=headers).status_code == status


@pytest.mark.parametrize("players", ["²", "٣", "1_0", "-1", "0", "99999"])
def test_numbers_of_players_that_are_none(ann: Client, players: str) -> None:
    answer = ann.http.post("/new", data={"game": "northern-pacific", "players": players})
    assert answer.status_code in (303, 422), "a digit of another script is no number here"
