"""Sitting down with friends: presets, invitations, links to taken seats, and devices."""

from __future__ import annotations

import re
from typing import Any

import pytest

from branchline.games.catalogue import find_spec
from branchline.server.pages import table_form
from tests.server.days import Days
from tests.server.running import Client, Running, wait_until

NP = "northern-pacific"


def link(client: Client, table: str, secret: str | None, **more: Any) -> Any:
    return client.post(f"/t/{table}/link", {} if secret is None else {"secret": secret}, **more)


def test_presets_open_seats_for_friends() -> None:
    spec = find_spec(NP)
    live, days, bots = (table_form.table_request(spec, table_form.defaults(spec, way), None) for way in table_form.WAYS)
    assert [seat.kind for seat in live.seats] == ["me", "open", "open", "open"]
    assert (live.clock.kind, live.absence.kind) == ("none", "vote")
    assert [seat.kind for seat in days.seats] == ["me", "open", "open", "open"]
    assert (days.clock.seconds, days.on_time_out) == (3 * 86_400, "bot")
    assert days.absence.kind == "never", "over days nobody is absent after five minutes"
    assert [seat.kind for seat in bots.seats] == ["me", "bot", "bot", "bot"]


def test_rules_and_clock_in_a_line(ann: Client) -> None:
    form = ann.http.get("/new", params={"game": NP, "way": "days"}).text
    assert re.search(r'data-tells="as usual">as usual<', form)
    assert "Three days a move · A bot plays on until the person is back · Only who has the link" in form
    table = ann.open(seats="me open", options={"rounds": 1}, clock={"kind": "bank", "seconds": 600, "increment": 10})
    page = ann.http.get(table["path"]).text
    assert "2 players · Rounds: 1 · 10 minutes for the game, 10 seconds more each turn" in page
    for days, time_out, line in (
        (1, "forfeit", "1 day a move · when time is out, the seat is lost to a bot"),
        (3, "bot", "3 days a move · when time is out, a bot plays on until the person is back"),
    ):
        clock = {"kind": "days", "seconds": days * 86_400}
        assert line in ann.http.get(ann.open(seats="me open", clock=clock, on_time_out=time_out)["path"]).text


def test_a_taken_seat_is_told_with_its_sitter(shared: Running, ann: Client, bo: Client) -> None:
    opened = ann.open(seats="me link link", name="Ann")
    first, second = (one["secret"] for one in opened["links"] if one["kind"] == "invite")
    found = link(bo, opened["id"], first)
    assert (found["usable"], found["mine"]) == (True, False)
    assert found["qr"].startswith("<svg")
    bo.post(f"/api/tables/{opened['id']}/join", {"secret": first, "name": "Bo"})
    assert link(bo, opened["id"], first)["mine"]
    cleo = shared.client()
    found = link(cleo, opened["id"], first)
    assert (found["usable"], found["qr"]) == (False, "")
    assert "here sits Bo" in found["text"]
    refused = cleo.post(f"/api/tables/{opened['id']}/join", {"secret": first, "name": "Cleo"}, 403)
    assert "here sits Bo" in refused["message"]
    ann.post(f"/api/tables/{opened['id']}/links", {"seat": 2})
    assert "replaced by a newer one" in link(cleo, opened["id"], second)["text"]
    assert "opens no seat here" in link(cleo, opened["id"], "invite_of_another_table")["text"]
    assert link(cleo, opened["id"], None)["qr"]


LOST = r"<summary>Did you sit here\?</summary><p>Your seat opens in the browser where you sat down, [^<]*"
"""What somebody reads who has lost the way to a seat."""


@pytest.mark.parametrize(
    ("rules", "sentence"),
    [
        ({"absence": {"kind": "vote", "minutes": 1}}, "the others can vote for a bot in your place"),
        ({"clock": {"kind": "move", "seconds": 60}, "on_time_out": "bot"}, "a bot takes your place after a while"),
        ({}, "ask the others for a new table"),
    ],
)
def test_a_guest_who_has_lost_cookie_and_link(
    shared: Running, monkeypatch: pytest.MonkeyPatch, rules: dict[str, Any], sentence: str
) -> None:
    """The page says how to come back, and what the others can do; where a bot can play, the game goes on with it."""
    days = Days(shared, monkeypatch)
    bo, ann, lost = shared.client(), shared.client(), shared.client()
    table = ann.open(seats="me open", name="Ann", **rules)["id"]
    assert not re.search(LOST, lost.get(f"/t/{table}")), "the invitation leads to a seat"
    bo.post(f"/api/tables/{table}/join", {"name": "Bo"})
    assert not re.search(LOST, bo.get(f"/t/{table}"))
    told = re.search(LOST, lost.get(f"/t/{table}"))
    assert told is not None
    assert sentence in told[0]
    mine = bo.get(f"/api/tables/{table}/links")[0]["secret"]
    assert link(lost, table, mine)["usable"], "the link of the seat, if Bo had kept it"
    ann.move(table, "extend Fargo", 0)
    if not rules:
        return
    days.go_by(90)
    if "absence" in rules:
        ann.post(f"/api/tables/{table}/votes", {"topic": "take-over", "about": 1})
    wait_until(lambda: ann.table(table)["ply"] > 1)
    assert "Let a bot play for me" in ann.get(f"/t/{table}")


def test_the_others_are_told_of_a_device(shared: Running, ann: Client, bo: Client) -> None:
    opened = ann.open(seats="me open", name="Ann")
    bo.post(f"/api/tables/{opened['id']}/join", {"name": "Bo"})
    mine = next(one["secret"] for one in bo.get(f"/api/tables/{opened['id']}/links"))
    phone = shared.client()
    assert "opens the seat of Bo" in link(phone, opened["id"], mine)["text"]
    phone.post(f"/api/tables/{opened['id']}/join", {"secret": mine})
    assert "Bo plays on another device, too" in ann.http.get(f"/t/{opened['id']}/log").text
    bo.post(f"/api/tables/{opened['id']}/links", {"seat": 1})
    assert "You are watching. Is one of the seats yours?" in phone.http.get(opened["path"]).text
    assert "Bo ended play on other devices" in ann.http.get(f"/t/{opened['id']}/log").text
    found = link(phone, opened["id"], mine)
    assert not found["usable"]
    assert "link to the seat of Bo was ended" in found["text"]


def test_only_the_people_of_a_table_are_told_who_looked(shared: Running, ann: Client, bo: Client) -> None:
    opened = ann.open(seats="me open open", name="Ann")
    bo.post("/api/me", {"name": "Bo"})
    stream = bo.events(opened["id"], params={"brief": "true"})
    people = next(one for one in stream if one["event"] == "people")
    assert people["data"] == {"here": [], "looked": []}
    assert "Looked in: Bo." in ann.http.get(opened["path"]).text
    assert "Looked in" not in shared.client().http.get(opened["path"]).text
    stream.close()
    seated = next(one for one in ann.events(opened["id"], params={"brief": "true"}) if one["event"] == "people")
    assert seated["data"] == {"here": [0], "looked": [1, 0]}
    bo.post(f"/api/tables/{opened['id']}/join", {})
    next(one for one in bo.events(opened["id"], params={"brief": "true"}) if one["event"] == "people")
    assert "Looked in" not in ann.http.get(opened["path"]).text


def test_tables_that_wait_for_me_come_first(shared: Running, ann: Client, bo: Client) -> None:
    cy = shared.client()
    days = {"kind": "days", "seconds": 3 * 86_400}
    opened = ann.open(seats="me open open", name="Ann", clock=days, on_time_out="bot")
    for friend, name in ((bo, "Bo"), (cy, "Cy")):
        friend.post(f"/api/tables/{opened['id']}/join", {"name": name})
    assert opened["id"] in ann.http.get("/me").text
    for _ in range(2):
        ann.open(seats="me open")  # changed later
    entry = ann.http.get("/").text.partition('class="entry"')[2].partition("</li>")[0]
    assert opened["id"] in entry
    assert "your turn" in entry
    assert re.search(r"\b[23] days left", entry)
    ann.move(opened["id"], "extend Fargo", 0)
    mine, theirs = (client.http.get("/me").text for client in (ann, bo))
    assert "your turn" not in mine.partition('class="entry"')[2].partition("<fieldset")[0], (
        "the list, not what is said of mails"
    )
    assert "since your turn: Ann · 1 move<" in theirs
    head = "<span data-number>{}</span>"
    assert head.format(1) in theirs.partition("</header>")[0], "the number comes with the page"
    assert "data-turns>" in theirs
    assert head.format(0) in mine
    assert "data-turns hidden>" in mine
    bo.move(opened["id"], bo.table(opened["id"])["view"]["legal"][0], 1)
    assert "since your turn: Ann, Bo · 2 moves<" in cy.http.get("/me").text


def test_two_devices_that_move_at_once(shared: Running, ann: Client) -> None:
    opened = ann.open(seats="me bot:random", name="Ann")
    mine = next(one["secret"] for one in opened["links"])
    phone = shared.client()
    phone.post(f"/api/tables/{opened['id']}/join", {"secret": mine})
    first, second = opened["view"]["legal"][:2]
    ann.move(opened["id"], first, 0)
    refused = phone.move(opened["id"], second, 0, 409)
    assert "The board has changed" in refused["message"]
    assert phone.move(opened["id"], first, 0)["repeated"], "the same move from both is one move"


def test_a_pause_by_agreement_is_told(ann: Client, bo: Client) -> None:
    opened = ann.open(seats="me open", name="Ann", clock={"kind": "bank", "seconds": 600}, on_time_out="forfeit")
    bo.post(f"/api/tables/{opened['id']}/join", {"name": "Bo"})
    ann.post(f"/api/tables/{opened['id']}/votes", {"topic": "pause"})
    assert "A pause is wanted by Ann." in bo.http.get(opened["path"]).text
    paused = bo.post(f"/api/tables/{opened['id']}/votes", {"topic": "pause"})
    assert paused["view"]["clocks"]["paused"]
    assert "By agreement the clock is paused" in ann.http.get(f"/t/{opened['id']}/log").text
    again = ann.post(f"/api/tables/{opened['id']}/votes", {"topic": "pause", "yes": False})
    assert not again["view"]["clocks"]["paused"]


def test_ways_out_of_a_game(shared: Running, ann: Client, bo: Client) -> None:
    """One leaves and a bot plays on; the others agree to end the game without a result.  Who is alone ends it at once."""
    cy = shared.client()
    opened = ann.open(seats="me open open", name="Ann", stand_in="random")
    address, path = opened["path"], f"/api/tables/{opened['id']}"
    for friend, name in ((bo, "Bo"), (cy, "Cy")):
        friend.post(f"{path}/join", {"name": name})
    assert 'data-act="/leave"' in (page := cy.get(address))
    assert "Leave this game for good? A bot plays on in your place" in page
    cy.post(f"{path}/leave", {"seat": 2})
    assert "left; a bot plays on" in bo.get(address)
    assert "Leave for good" not in cy.get(address)
    assert "End the game without a result" in ann.get(address)
    bo.post(f"{path}/votes", {"topic": "close"})
    assert "Withdraw the wish to end it" in bo.get(address)
    assert "Agree to end it" in (asked := ann.get(address))
    assert "An end of the game without a result is wanted by Bo." in asked
    ann.post(f"{path}/votes", {"topic": "close"})
    assert "This table was closed." in bo.get(address)
    alone = ann.open(seats="me bot:random", name="Ann")
    assert "End this game without a result?" in ann.get(alone["path"])
    assert "Leave for good" not in ann.get(alone["path"])
    assert ann.post(f"/api/tables/{alone['id']}/votes", {"topic": "close"})["phase"] == "closed"


def test_a_line_of_chat_links_to_moves(ann: Client) -> None:
    opened = ann.open(seats="me me", name="Ann")
    ann.move(opened["id"], "extend Fargo", 0)
    ann.post(f"/api/tables/{opened['id']}/chat", {"text": "see #1, #99, a#1 and <b>"}, 201)
    chat = ann.http.get(opened["path"]).text.partition('<li data-line="')[2].partition("</li>")[0]
    assert chat.endswith('see <button type="button" data-ply="1">#1</button>, #99, a#1 and &lt;b&gt;')
