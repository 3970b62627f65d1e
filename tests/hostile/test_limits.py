"""Whatever costs much is limited, by whichever way it is asked for."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import APIRoute

import branchline.server
from branchline.server.base.rate_limits import RateLimit
from tests.server.running import Client, Running

NP = "northern-pacific"
SEATS = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
ACCOUNT = {"name": "Ann", "password": "a long password"}

COSTLY: dict[str, Callable[[httpx.Client, dict[str, Any]], httpx.Response]] = {
    "POST /api/tables": lambda http, _: http.post("/api/tables", json={"game": NP, "seats": SEATS}),
    "POST /api/tables/{table}/fork": lambda http, over: http.post(f"/api/tables/{over['id']}/fork", json={"ply": 2}),
    "POST /api/tables/{table}/rematch": lambda http, over: http.post(f"/api/tables/{over['id']}/rematch", json={}),
    "POST /api/tables/{table}/deal": lambda http, over: http.post(f"/api/tables/{over['id']}/deal", json={}),
    "POST /t/{table}/deal": lambda http, over: http.post(f"/t/{over['id']}/deal", data={"others": "easy"}),
    "POST /daily/{name}": lambda http, _: http.post(f"/daily/{NP}"),
    "POST /api/tables/{table}/hint": lambda http, over: http.post(f"/api/tables/{over['id']}/hint?ply=2"),
    "POST /t/{table}/hint": lambda http, over: http.post(f"/t/{over['id']}/hint"),
    "POST /api/tables/{table}/review": lambda http, over: http.post(f"/api/tables/{over['id']}/review", json={}),
    "POST /t/{table}/review": lambda http, over: http.post(f"/t/{over['id']}/review"),
    "POST /t/{table}/review/try": lambda http, over: http.post(f"/t/{over['id']}/review/try", data={"ply": 2}),
    "POST /t/{table}/mistakes/{ply}": lambda http, over: http.post(f"/t/{over['id']}/mistakes/2", data={"move": "x"}),
    "POST /t/{table}/mistakes/{ply}/answer": lambda http, over: http.post(
        f"/t/{over['id']}/mistakes/2/answer", json={"move": "x"}
    ),
    "POST /api/import": lambda http, over: http.post("/api/import", json={"record": over["record"]}),
    "POST /api/accounts": lambda http, _: http.post("/api/accounts", json=ACCOUNT),
    "POST /api/session": lambda http, _: http.post("/api/session", json=ACCOUNT),
    "PUT /api/accounts/password": lambda http, _: http.put(
        "/api/accounts/password", json={"old": "a long password", "new": "a longer password"}
    ),
    "PUT /api/accounts/name": lambda http, _: http.put("/api/accounts/name", json={"name": "Somebody without a limit"}),
    "POST /me/notifications/push": lambda http, _: http.post(
        "/me/notifications/push",
        json={"endpoint": "https://push.example/x", "keys": {"p256dh": "x" * 87, "auth": "x" * 22}},
    ),
    "POST /me/notifications/mail": lambda http, _: http.post("/me/notifications/mail", data={"address": "ann@trains.example"}),
    "POST /me/account/name": lambda http, _: http.post("/me/account/name", data={"name": "Somebody without a limit"}),
    "POST /me/account/password": lambda http, _: http.post(
        "/me/account/password", data={"old": "a long password", "new": "a longer password"}
    ),
    "POST /me/account/delete": lambda http, _: http.post(
        "/me/account/delete", data={"password": "a long password", "sure": "yes"}
    ),
    "POST /reset/mail": lambda http, _: http.post("/reset/mail", data={"name": "Ann"}),
    "POST /reset": lambda http, _: http.post("/reset", data={"secret": "x", "new": "a longer password"}),
    "POST /api/tokens": lambda http, _: http.post("/api/tokens", json={"label": "x"}),
    "POST /api/webhooks": lambda http, _: http.post("/api/webhooks", json={"url": "https://elsewhere.example/"}),
    "POST /play/{name}": lambda http, _: http.post(f"/play/{NP}"),
    "POST /api/tournaments": lambda http, _: http.post("/api/tournaments", json={"game": NP, "title": "x"}),
    "POST /tournaments": lambda http, _: http.post("/tournaments", data={"game": NP, "title": "x"}),
    "POST /watch/{name}": lambda http, _: http.post(f"/watch/{NP}"),
    "POST /new": lambda http, _: http.post("/new", data={"game": NP}),
    "POST /replay": lambda http, over: http.post("/replay", data={"text": over["record"]}),
    "POST /me/enter": lambda http, _: http.post("/me/enter", data={"account": "Ann", "password": "a long password"}),
}
"""Routes that open tables, ask bots, have games reviewed, check passwords or hand out secrets, each with a request that would
be granted."""

CHEAP = {
    "POST /api/tables/{table}/join",
    "POST /api/tables/{table}/leave",
    "POST /api/tables/{table}/rename",
    "POST /api/tables/{table}/fill",
    "POST /api/tables/{table}/close",
    "POST /api/tables/{table}/links",
    "POST /api/tables/{table}/moves",
    "POST /api/tables/{table}/undo",
    "POST /api/tables/{table}/undo/answer",
    "POST /api/tables/{table}/away",
    "POST /api/tables/{table}/back",
    "POST /api/tables/{table}/votes",
    "POST /api/tables/{table}/chat",
    "POST /api/tables/{table}/plans",
    "POST /api/tables/{table}/plans/then",
    "POST /api/tables/{table}/plans/drop",
    "POST /api/tables/{table}/notes",
    "POST /api/me/holiday",
    "DELETE /api/me/holiday",
    "POST /api/tournaments/{tournament}/join",
    "POST /api/tournaments/{tournament}/leave",
    "POST /api/tournaments/{tournament}/begin",
    "POST /api/tournaments/{tournament}/close",
    "POST /api/me",
    "DELETE /api/session",
    "DELETE /api/tokens/{token}",
    "DELETE /api/webhooks/{hook}",
    "POST /me/name",
    "POST /me/leave",
    "POST /me/notifications/push/off",
    "POST /me/notifications/off",
    "POST /mail/{act}",
    "POST /me/account/others",
    "POST /me/account/profile",
    "POST /t/{table}/keep",
    "POST /look",
    "POST /t/{table}/moves",
    "POST /t/{table}/ghosts",
    "POST /t/{table}/why",
    "POST /t/{table}/link",
    "POST /t/{table}/plan",
    "POST /t/{table}/plan/then",
    "POST /t/{table}/note",
    "POST /holiday",
    "POST /holiday/back",
    "POST /tournaments/{tournament}/{what}",
    "POST /learn/{name}/why",
    "POST /puzzles/{name}/{day}",
    "POST /puzzles/{name}/{day}/answer",
    "POST /puzzles/{name}/{day}/ghosts",
    "POST /puzzles/{name}/{day}/why",
    "POST /t/{table}/mistakes/{ply}/ghosts",
    "POST /t/{table}/mistakes/{ply}/why",
}
"""Changes for which the limits of every post are enough, by address and by table."""


def test_every_route_that_changes_something_is_sorted(shared: Running) -> None:
    found = {
        f"{method} {route.path}"
        for route in shared.app.routes
        if isinstance(route, APIRoute)
        for method in set(route.methods or ()) - {"GET", "HEAD", "OPTIONS"}
    }
    assert found == COSTLY.keys() | CHEAP


@pytest.fixture(scope="module")
def finished(shared: Running) -> tuple[Client, dict[str, Any]]:
    """Somebody with an account, and a finished game of theirs."""
    ann = shared.client()
    ann.post("/api/accounts", {"name": "Somebody with a limit", "password": "a long password"}, 201)
    opened = ann.open(seats="me me", options={"rounds": 1})
    while opened["phase"] == "playing":
        opened = ann.move(opened["id"], opened["view"]["legal"][0], opened["ply"])
    return ann, {"id": opened["id"], "record": ann.get(f"/api/tables/{opened['id']}/record")}


@pytest.mark.parametrize("route", COSTLY)
def test_what_costs_much_is_limited(
    shared: Running, finished: tuple[Client, dict[str, Any]], route: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, over = finished
    monkeypatch.setattr(shared.services, "costly", RateLimit(0.1, 0))
    refused = COSTLY[route](ann.http, over)
    assert refused.status_code == 429, (route, refused.text[:300])
    assert refused.headers["retry-after"] == "10"


@pytest.mark.parametrize("path", ["/new", "/replay", "/me/enter"])
def test_a_person_is_told_by_a_page(
    shared: Running, finished: tuple[Client, dict[str, Any]], path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, over = finished
    monkeypatch.setattr(shared.services, "costly", RateLimit(0.1, 0))
    fields = {"game": NP, "text": over["record"], "account": "Ann", "password": "a long password"}
    refused = ann.http.post(path, data=fields, headers={"Accept": "text/html"})
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "10")
    assert "Slowly, please" in refused.text


CALLS = {
    "tables.open",
    "tables.rematch",
    "bots.advise",
    "bots.compute",
    "identity.register",
    "identity.sign_in",
    "identity.change_password",
    "identity.has_password",
    "identity.set_password",
}
"""What is costly; only services do it, each after it has taken the limit."""


LATER = {"services/tournaments.py: _open"}
"""The tables of a tournament are opened round by round; to open the tournament was limited."""


def _dotted(node: ast.expr) -> str:
    """The last two names of what is called: `services.tables.open` is `tables.open`."""
    return ".".join(ast.unparse(node).split(".")[-2:])


def test_only_services_do_what_costs_much() -> None:
    server = Path(branchline.server.__file__).parent
    calls, limited = set(), set()
    for file in server.rglob("*.py"):
        for function in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(function, ast.AsyncFunctionDef):
                called = [_dotted(node.func) for node in ast.walk(function) if isinstance(node, ast.Call)]
                where = f"{file.relative_to(server)}: {function.name}"
                if CALLS & set(called):
                    calls.add(where)
                if "take_costly" in called:
                    limited.add(where)
    assert calls - LATER <= limited
    assert all(where.startswith("services/") for where in calls)
