"""Credentials that are void open nothing, and close what they had opened: cookies, tokens, guests, guessed passwords."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from branchline.server.accounts.identity import BROWSER, COOKIE, Identity
from branchline.server.store.signals import SESSIONS, Hub, Signal
from tests.server.postgres import Cluster
from tests.server.running import Client, Running, running, wait_until

PASSWORD = "correct horse"
Streams = list[tuple[threading.Thread, list[dict[str, Any]]]]


def listen(client: Client, path: str) -> tuple[threading.Thread, list[dict[str, Any]]]:
    """The events of a stream, gathered in a thread until it ends; it has begun when this returns."""
    found: list[dict[str, Any]] = []

    def gather() -> None:
        for event in client.stream(path):
            found.append(event)
            if event["event"] == "end":
                return

    thread = threading.Thread(target=gather)
    thread.start()
    wait_until(lambda: found)
    return thread, found


def streams_of(client: Client, table: str) -> Streams:
    """A stream of each kind."""
    return [listen(client, f"/api/tables/{table}/events"), listen(client, "/api/me/events")]


def have_ended(streams: Streams) -> bool:
    for thread, found in streams:
        thread.join(20)
        if thread.is_alive() or found[-1]["event"] != "end":
            return False
    return True


def registered(server: Running, name: str) -> Client:
    client = server.client()
    client.post("/api/accounts", {"name": name, "password": PASSWORD}, 201)
    return client


def copy_of(server: Running, client: Client) -> Client:
    """Somebody with a copy of a browser's cookies."""
    return server.client().like(client)


def test_streams_end_with_the_password_they_were_opened_by(some_database: str, tmp_path: Path) -> None:
    with running(tmp_path, database=some_database) as server:
        ann = registered(server, "Ann")
        thief = copy_of(server, ann)
        table = ann.open()["id"]
        streams = streams_of(thief, table)
        body = {"old": PASSWORD, "new": "another horse"}
        ann.http.put("/api/accounts/password", json=body).raise_for_status()
        assert have_ended(streams)
        thief.get("/api/me/events", 401)
        assert thief.table(table)["you"]["seats"] == []
        assert ann.table(table)["you"]["seats"] == [0]


@pytest.mark.parametrize("by", ["api", "page"])
def test_signing_out_ends_every_session_and_its_streams(shared: Running, by: str) -> None:
    ann = registered(shared, f"Out by {by}")
    thief = copy_of(shared, ann)
    token = ann.post("/api/tokens", {"label": "kept"}, 201)["token"]
    table = ann.open()["id"]
    streams = streams_of(thief, table)
    if by == "api":
        ann.delete("/api/session")
    else:
        assert ann.http.post("/me/leave").status_code == 303
    assert have_ended(streams)
    assert not thief.get("/api/me")["known"]
    assert not ann.get("/api/me")["known"]
    assert shared.client(token).get("/api/me")["account"], "tokens are no sessions"
    shared.client().delete("/api/session")
    shared.client("token_wrong").delete("/api/session", 401)


def test_a_guest_who_leaves_is_gone(shared: Running, ann: Client) -> None:
    opened = ann.open(seats="me link bot:random", name="Ann")
    thief = copy_of(shared, ann)
    streams = streams_of(thief, opened["id"])
    ann.delete("/api/session")
    assert have_ended(streams)
    assert not thief.get("/api/me")["known"]
    link = next(link for link in opened["links"] if link["seat"] == 1)
    assert ann.post(f"/api/tables/{opened['id']}/join", {"secret": link["secret"]})["you"]["seats"] == [1]


def test_streams_of_a_revoked_token_end(shared: Running, ann: Client) -> None:
    ann.post("/api/me", {"name": "Ann"})
    table = ann.open()["id"]
    made = ann.post("/api/tokens", {"label": "lost"}, 201)
    program = shared.client(made["token"])
    streams = streams_of(program, table)
    ann.delete(f"/api/tokens/{made['id']}")
    assert have_ended(streams)
    program.get("/api/me/events", 401)


def test_what_a_guest_left_behind_is_no_key_to_the_account(some_database: str, tmp_path: Path) -> None:
    """The cookie from before, a token, a webhook, a stream: whoever used this browser before may have kept them."""
    with running(tmp_path, database=some_database) as server:
        for how in ("register", "sign in"):
            owner = registered(server, "Owner") if how == "sign in" else None
            guest = server.client()
            table = guest.open(name="Guest")["id"]
            stranger = copy_of(server, guest)
            token = stranger.post("/api/tokens", {"label": "kept"}, 201)["token"]
            stranger.post("/api/webhooks", {"url": "https://example.org/kept"}, 201)
            streams = [*streams_of(stranger, table), listen(server.client(token), "/api/me/events")]
            if owner is None:
                guest.post("/api/accounts", {"name": "New", "password": PASSWORD}, 201)
            else:
                guest.post("/api/session", {"name": "Owner", "password": PASSWORD})
            assert have_ended(streams), how
            assert guest.get("/api/me")["account"]
            assert guest.table(table)["you"]["seats"] == [0], "seats come along"
            assert not stranger.get("/api/me")["known"]
            assert stranger.table(table)["you"]["seats"] == []
            server.client(token).get("/api/me", 401)
            assert guest.get("/api/tokens")["tokens"] == []
            assert guest.get("/api/webhooks")["webhooks"] == []


def test_streams_in_other_processes_end_too(postgres: Cluster, tmp_path: Path) -> None:
    url = postgres.new_database()
    with running(tmp_path, database=url) as one, running(tmp_path, database=url) as two:
        ann = registered(one, "Ann")
        table = ann.open()["id"]
        streams = streams_of(copy_of(two, ann), table)
        ann.delete("/api/session")
        assert have_ended(streams)


def test_streams_begin_anew_when_signals_may_have_been_lost(postgres: Cluster, tmp_path: Path) -> None:
    """The connection that carries signals is cut: the signal that ends a stream may have been among the lost ones."""
    with running(tmp_path, database=postgres.new_database()) as server:
        ann = registered(server, "Ann")
        streams = streams_of(copy_of(server, ann), ann.open()["id"])
        asyncio.run_coroutine_threadsafe(server.services.signal_handler.on_connection(), server.services.loop).result(20)
        assert have_ended(streams)


@pytest.mark.parametrize("what", ["me", "tables"])
def test_a_credential_that_is_lost_while_a_stream_begins(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Sign-out between the heuristics of the request and its stream: neither may miss the other."""
    server = start()
    ann = registered(server, "Ann")
    thief = copy_of(server, ann)
    table = ann.open()["id"]
    path = "/api/me/events" if what == "me" else f"/api/tables/{table}/events"
    reached, go_on = held_up(monkeypatch, "requester")
    found: list[str] = []
    thread = threading.Thread(target=lambda: found.extend(event["event"] for event in thief.stream(path)))
    thread.start()
    assert reached.wait(30)
    ann.delete("/api/session")
    go_on.set()
    thread.join(30)
    assert found == ["end"]


def test_the_hub_ends_streams_by_their_requester() -> None:
    hub = Hub()
    with hub.watch("table", "ann") as hers, hub.watch("table", "bo") as his, hub.watch("table") as nobodys:
        hub.wake(Signal("", SESSIONS, ("ann",)))
        assert (hers.ended, his.ended, nobodys.ended) == (True, False, False)
        assert hub.count() == 3
        hub.end_all()
        assert his.ended
        assert nobodys.ended
    assert hub.count() == 0
    assert not hub._asked_by


# -- what races with the end of sessions -------------------------------------------------------------------


def held_up(monkeypatch: pytest.MonkeyPatch, name: str) -> tuple[threading.Event, threading.Event]:
    """Hold a coroutine of the identity up after its work: `reached` says that it is there, `go_on` lets it go."""
    reached, go_on = threading.Event(), threading.Event()
    real = getattr(Identity, name)

    async def slow(identity: Identity, *more: Any) -> Any:
        found = await real(identity, *more)
        if not reached.is_set():
            reached.set()
            await asyncio.to_thread(go_on.wait, 30)
        return found

    monkeypatch.setattr(Identity, name, slow)
    return reached, go_on


def test_the_old_password_gives_no_session_after_the_new_one(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sign-in that has just found the old password right, while the password is changed."""
    server = start()
    ann = registered(server, "Ann")
    thief = server.client()
    reached, go_on = held_up(monkeypatch, "_verify")
    thread = threading.Thread(target=thief.post, args=("/api/session", {"name": "Ann", "password": PASSWORD}))
    thread.start()
    assert reached.wait(30)
    body = {"old": PASSWORD, "new": "another horse"}
    ann.http.put("/api/accounts/password", json=body).raise_for_status()
    go_on.set()
    thread.join(30)
    assert COOKIE in thief.http.cookies
    assert not thief.get("/api/me")["known"]


def test_no_token_is_made_with_a_cookie_that_is_void_by_then(
    start: Callable[..., Running], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A request for a token that was let in as the guest's, and comes to its work when the guest has an account."""
    server = start()
    guest = server.client()
    guest.post("/api/me", {"name": "Ann"})
    stranger = copy_of(server, guest)
    reached, go_on = held_up(monkeypatch, "requester")
    answers: list[int] = []

    def ask() -> None:
        answers.append(stranger.http.post("/api/tokens", json={"label": "mine"}).status_code)

    thread = threading.Thread(target=ask)
    thread.start()
    assert reached.wait(30)
    guest.post("/api/accounts", {"name": "Ann", "password": PASSWORD}, 201)
    go_on.set()
    thread.join(30)
    assert answers == [401]
    assert guest.get("/api/tokens")["tokens"] == []


# -- guessing ----------------------------------------------------------------------------------------------


def guess(client: Client, name: str, password: str = "a wrong horse") -> int:
    return client.http.post("/api/session", json={"name": name, "password": password}).status_code


def test_passwords_are_guessed_slowly_from_wherever(start: Callable[..., Running]) -> None:
    """Tries count by account: the limit by address is unlimited here, as it is for somebody with many addresses."""
    server = start(wrong_passwords=4, wrong_passwords_per_hour=1.0)
    ann = registered(server, "Ann")
    thieves = [server.client() for _ in range(8)]
    codes = [guess(thief, name) for thief, name in zip(thieves, ["Ann", "ANN", "ann", "aNn"] * 2, strict=True)]
    assert codes == [401] * 4 + [429] * 4
    assert [guess(thief, "Nobody") for thief in thieves] == codes, "names without account tell nothing"
    refused = thieves[0].http.post("/api/session", json={"name": "Ann", "password": PASSWORD})
    assert refused.status_code == 429, "even the right one: else a guesser would know"
    assert 3000 < int(refused.headers["retry-after"]) <= 3600
    assert "Too many wrong passwords for this name." in refused.json()["message"]
    page = thieves[0].http.post("/me/enter", data={"account": "Ann", "password": PASSWORD})
    assert page.status_code == 429
    assert "Too many wrong passwords" in page.text
    assert ann.get("/api/me")["account"], "the owner's session goes on"
    ann.delete("/api/session")
    ann.post("/api/session", {"name": "Ann", "password": PASSWORD})  # in a browser that has signed in before
    assert [guess(ann, "Ann") for _ in range(5)] == [401] * 4 + [429], "which may not guess for ever either"


def test_many_guesses_at_once_are_many_guesses(start: Callable[..., Running]) -> None:
    server = start(wrong_passwords=3, wrong_passwords_per_hour=1.0)
    registered(server, "Ann")
    codes: list[int] = []
    thieves = [server.client() for _ in range(8)]
    threads = [threading.Thread(target=lambda thief=thief: codes.append(guess(thief, "Ann"))) for thief in thieves]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(codes) == [401] * 3 + [429] * 5


def test_right_passwords_cost_no_tries(start: Callable[..., Running]) -> None:
    server = start(wrong_passwords=2, wrong_passwords_per_hour=1.0)
    registered(server, "Ann")
    assert [guess(server.client(), "Ann", PASSWORD) for _ in range(5)] == [200] * 5


def test_the_browser_cookie_of_one_account_says_nothing_of_another(start: Callable[..., Running]) -> None:
    server = start(wrong_passwords=1, wrong_passwords_per_hour=1.0)
    registered(server, "Ann")
    thief = registered(server, "Thief")
    assert [guess(thief, "Ann") for _ in range(2)] == [401, 429]
    thief.http.cookies.set(BROWSER, thief.http.cookies[COOKIE])
    assert guess(thief, "Ann") == 429


def test_a_stolen_session_does_not_find_the_password(start: Callable[..., Running]) -> None:
    server = start(wrong_passwords=2, wrong_passwords_per_hour=1.0)
    ann = registered(server, "Ann")
    thief = copy_of(server, ann)
    body = {"old": "a wrong horse", "new": "another horse"}
    codes = [thief.http.put("/api/accounts/password", json=body).status_code for _ in range(3)]
    assert codes == [401, 401, 429]
    assert guess(server.client(), "Ann", PASSWORD) == 200, "signing in has tries of its own"


# -- names that grow ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", ["ß", "İ", "ﬃ"])
def test_a_name_that_grows_without_capitals(database: str, tmp_path: Path, letter: str) -> None:
    """`ß` is `ss` without capitals: forty of them fit the name, and not the login."""
    with running(tmp_path, database=database, warm=False) as server:
        ann = server.client()
        refused = ann.post("/api/accounts", {"name": letter * 40, "password": PASSWORD}, 422)
        assert (refused["kind"], refused["field"]) == ("malformed", "name")
        assert "too long for an account" in refused["message"]
        page = ann.http.post("/me/enter", data={"account": letter * 40, "password": PASSWORD, "what": "register"})
        assert page.status_code == 422
        ann.post("/api/session", {"name": letter * 40, "password": PASSWORD}, 401)
        fits = letter * (40 // len(letter.casefold()))
        ann.post("/api/accounts", {"name": fits, "password": PASSWORD}, 201)
        server.client().post("/api/session", {"name": fits.casefold(), "password": PASSWORD})


def test_names_that_no_database_takes(database: str, tmp_path: Path) -> None:
    with running(tmp_path, database=database, warm=False) as server:
        for name in ("a\0b", "a\nb", "\ufeff"):
            page = server.client().http.post("/me/enter", data={"account": name, "password": PASSWORD})
            assert page.status_code == (422 if "\0" in name else 401), repr(name)
