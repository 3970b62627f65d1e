"""Names, accounts, tokens, webhooks, ratings, lists."""

from __future__ import annotations

import hashlib
import hmac
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import ip_address
from typing import Any

import pytest

from branchline.server.accounts.ratings import rated
from branchline.server.notifications.webhook_addresses import is_public
from tests.server.running import Client, Running, wait_until
from tests.server.test_games import play_on


def test_nobody_is_known_before_he_says_a_name(ann: Client) -> None:
    assert ann.get("/api/me") == {"known": False, "name": None, "account": False, "ratings": []}
    assert not ann.http.cookies
    assert ann.post("/api/me", {"name": " Ann "})["name"] == "Ann"
    assert ann.get("/api/me")["known"]


def test_the_cookie_is_signed_and_out_of_reach_of_scripts(ann: Client) -> None:
    response = ann.http.post("/api/me", json={"name": "Ann"})
    cookie = response.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    value = ann.http.cookies["branchline"]
    ann.http.cookies.set("branchline", value[:-2] + ("aa" if value[-2:] != "aa" else "bb"))
    assert not ann.get("/api/me")["known"]


def test_an_account_keeps_what_a_guest_began(shared: Running, ann: Client) -> None:
    opened = ann.open(name="Ann")
    name = f"Ann {opened['id']}"
    ann.post("/api/accounts", {"name": name, "password": "correct horse"}, 201)
    ann.post("/api/accounts", {"name": name, "password": "correct horse"}, 409)
    shared.client().post("/api/accounts", {"name": name.upper(), "password": "correct horse"}, 409)
    ann.delete("/api/session")
    assert not ann.get("/api/me")["known"]
    elsewhere = shared.client()
    guest = elsewhere.open(name="Ann again")
    elsewhere.post("/api/session", {"name": name, "password": "wrong horse!"}, 401)
    elsewhere.post("/api/session", {"name": "nobody at all", "password": "wrong horse!"}, 401)
    elsewhere.post("/api/session", {"name": name.lower(), "password": "correct horse"})
    mine = {table["id"] for table in elsewhere.get("/api/me/tables")["tables"]}
    assert mine == {opened["id"], guest["id"]}
    assert elsewhere.table(guest["id"])["you"]["seats"] == [0]


def test_another_password_ends_other_sessions(shared: Running, ann: Client) -> None:
    ann.post("/api/accounts", {"name": "Pat Word", "password": "first password"}, 201)
    phone = shared.client()
    phone.post("/api/session", {"name": "Pat Word", "password": "first password"})
    assert phone.http.put("/api/accounts/password", json={"old": "no", "new": "second password"}).status_code == 401
    phone.http.put("/api/accounts/password", json={"old": "first password", "new": "second password"}).raise_for_status()
    assert phone.get("/api/me")["known"]
    assert not ann.get("/api/me")["known"]
    ann.post("/api/session", {"name": "Pat Word", "password": "first password"}, 401)


def test_tokens_act_for_a_person_until_revoked(shared: Running, ann: Client) -> None:
    ann.post("/api/me", {"name": "Ann"})
    made = ann.post("/api/tokens", {"label": "my script"}, 201)
    program = shared.client(made["token"])
    assert program.get("/api/me")["name"] == "Ann"
    opened = program.open()
    assert ann.table(opened["id"])["you"]["seats"] == [0]
    assert [token["label"] for token in ann.get("/api/tokens")["tokens"]] == ["my script"]
    assert made["token"] not in json.dumps(ann.get("/api/tokens"))
    shared.client().delete(f"/api/tokens/{made['id']}", 401)
    ann.delete(f"/api/tokens/{made['id']}")
    ann.delete(f"/api/tokens/{made['id']}", 404)
    assert program.get("/api/me", 401)["kind"] == "unknown-token"
    for wrong in ("", "Bearer", "Basic x", "Bearer token_é", "Bearer token_x"):
        assert shared.client().http.get("/api/me", headers=[(b"Authorization", wrong.encode())]).status_code == 401


def test_a_script_begins_with_one_request(shared: Running) -> None:
    token = shared.client().post("/api/tokens", {"label": "robot"}, 201)["token"]
    assert shared.client(token).get("/api/me")["name"] == "robot"


def test_lobby_and_open_seats(ann: Client, bo: Client) -> None:
    opened = ann.open(seats="me open link", name="Ann", public=True)
    assert opened["open"] == [1]
    waiting = [table["id"] for table in bo.get("/api/lobby", params={"game": "northern-pacific"})["waiting"]]
    assert opened["id"] in waiting
    assert opened["id"] not in [table["id"] for table in bo.get("/api/lobby", params={"game": "central-pacific"})["waiting"]]
    bo.post(f"/api/tables/{opened['id']}/join", {"seat": 2}, 403)
    assert bo.post(f"/api/tables/{opened['id']}/join", {"name": "Bo"})["you"]["seats"] == [1]
    assert bo.post(f"/api/tables/{opened['id']}/join", {"seat": 1})["you"]["seats"] == [1]  # again is harmless
    bo.post(f"/api/tables/{opened['id']}/fill", {"seat": 2, "level": "random"}, 403)
    assert ann.post(f"/api/tables/{opened['id']}/fill", {"seat": 2, "level": "random"})["phase"] == "playing"
    assert opened["id"] in [table["id"] for table in bo.get("/api/lobby")["playing"]]
    private = ann.open(seats="me open")
    assert private["id"] not in [table["id"] for table in bo.get("/api/lobby")["waiting"]]


def test_leaving_before_and_after_the_start(ann: Client, bo: Client) -> None:
    opened = ann.open(seats="me open bot:random", name="Ann")
    bo.post(f"/api/tables/{opened['id']}/join", {"name": "Bo"})
    left = bo.post(f"/api/tables/{opened['id']}/leave")
    assert (left["you"]["seats"], left["view"]["seats"][1]["gone"]) == ([], "left")
    waiting = ann.open(seats="me open")
    bo.post(f"/api/tables/{waiting['id']}/close", expect=403)
    assert ann.post(f"/api/tables/{waiting['id']}/close")["phase"] == "closed"


def test_renaming(ann: Client) -> None:
    opened = ann.open(name="Ann")
    renamed = ann.post(f"/api/tables/{opened['id']}/rename", {"name": "Anna <script>"})
    assert renamed["view"]["seats"][0]["name"] == "Anna <script>"


def test_what_waits_for_me(ann: Client) -> None:
    opened = ann.open(name="Ann")
    stream = ann.stream("/api/me/events")
    first = next(stream)
    assert [table["id"] for table in first["data"]["tables"]] == [opened["id"]]
    other = ann.open(seats="me bot:random")
    assert {table["id"] for table in next(stream)["data"]["tables"]} == {opened["id"], other["id"]}
    stream.close()
    assert [table["id"] for table in ann.get("/api/me/tables", params={"waiting": True})["tables"]] == [
        other["id"],
        opened["id"],
    ]


def test_ratings_follow_accounts(shared: Running) -> None:
    ann, bo = shared.client(), shared.client()
    ann.post("/api/accounts", {"name": "Rated Ann", "password": "correct horse"}, 201)
    bo.post("/api/accounts", {"name": "Rated Bo", "password": "correct horse"}, 201)
    opened = ann.open(seats="me link bot:random", options={"rounds": 1})
    bo.post(f"/api/tables/{opened['id']}/join", {"secret": opened["links"][1]["secret"]})
    play_on({0: ann, 1: bo}, opened["id"])
    ranks = ann.table(opened["id"])["view"]["ranks"]
    mine, theirs = (client.get("/api/me")["ratings"][0] for client in (ann, bo))
    assert mine["games"] == theirs["games"] == 1
    assert (mine["rating"] > theirs["rating"]) == (ranks[0] < ranks[1])
    ann.http.post("/me/account/profile", data={"public": "yes"})
    best = shared.client().get("/api/ratings/northern-pacific")["players"]
    assert {"Rated Ann", "Rated Bo"} & {row["name"] for row in best} == {"Rated Ann"}, "only with a public profile"


def test_partners_are_rated_together() -> None:
    after = rated({}, {0: "a", 1: "b", 2: "c", 3: "d"}, sides=[0, 1, 0, 1], ranks=[1, 2, 1, 2])
    assert after["a"] == after["c"]
    assert after["a"][0] > after["b"][0]
    assert rated({}, {0: "a"}, sides=[0, 1], ranks=[1, 2]) == {}
    assert rated({}, {0: "a", 1: "a"}, sides=[0, 1], ranks=[1, 2]) == {}


# -- webhooks ---------------------------------------------------------------------------------------------


@pytest.fixture
def receiver() -> Iterator[tuple[str, list[Any]]]:
    """An address of ours, and what it was told.  It fails the first time."""
    found: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.append((dict(self.headers), body))
            self.send_response(500 if len(found) == 1 else 200)
            self.end_headers()

        def log_message(self, *args: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.server_address[1]}/turn", found
    server.shutdown()
    server.server_close()
    thread.join()


def test_a_webhook_is_told_and_told_again_if_it_fails(start: Callable[..., Running], receiver: tuple[str, list[Any]]) -> None:
    server = start(private_webhooks=True, address="http://trains.example")
    server.services.webhooks.pause = 0.05
    url, found = receiver
    ann = server.client()
    ann.post("/api/webhooks", {"url": url}, 401)
    ann.post("/api/me", {"name": "Ann"})
    made = ann.post("/api/webhooks", {"url": url}, 201)
    opened = ann.open()
    wait_until(lambda: len(found) >= 2)
    headers, body = found[1]
    told = json.loads(body)
    assert (told["event"], told["table"], told["seat"]) == ("your-turn", opened["id"], 0)
    assert told["url"] == f"http://trains.example/t/{opened['id']}"
    signature = hmac.new(made["secret"].encode(), body, hashlib.sha256).hexdigest()
    assert headers["Branchline-Signature"] == f"sha256={signature}"
    assert headers["Host"].startswith("localhost:")
    assert [hook["url"] for hook in ann.get("/api/webhooks")["webhooks"]] == [url]
    ann.delete(f"/api/webhooks/{made['id']}")
    ann.delete(f"/api/webhooks/{made['id']}", 404)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://example.org/x",
        "http://localhost/x",
        "http://127.0.0.1/x",
        "http://[::1]/x",
        "http://10.1.2.3/x",
        "http://169.254.169.254/latest",
        "http://[::ffff:127.0.0.1]/x",
        "http://0.0.0.0/x",
        "http://user:password@example.org/",
        "http://example.org:22/",
        "http://printer.local/",
        "https:///nothing",
        "javascript:alert(1)",
        "http://[bad/",
    ],
)
def test_webhooks_do_not_point_into_our_network(ann: Client, url: str) -> None:
    ann.post("/api/me", {"name": "Ann"})
    assert ann.post("/api/webhooks", {"url": url}, 422)["kind"] in ("bad-url", "malformed")


def test_a_name_that_leads_into_our_network_is_not_called(
    start: Callable[..., Running], receiver: tuple[str, list[Any]]
) -> None:
    """The address is checked when something is sent, not only when the webhook is made."""
    server = start()
    from branchline.server.notifications.webhook_queue import Delivery

    url, found = receiver
    server.call(lambda: server.services.webhooks.post(Delivery("ann", url, "x")))
    server.client().get("/api/status")
    wait_until(lambda: server.services.webhooks.idle)
    assert found == []


def test_public_addresses() -> None:
    for text, public in {
        "8.8.8.8": True,
        "192.168.1.1": False,
        "100.64.0.1": False,
        "::1": False,
        "2606:4700::1": True,
        "::ffff:10.0.0.1": False,
        "2002:7f00:1::": False,
        "224.0.0.1": False,
    }.items():
        assert is_public(ip_address(text)) is public, text
