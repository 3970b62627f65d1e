"""Push messages: who gets them, what they say, and what happens when they cannot be sent."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select, update

import branchline as bl
from branchline.server.store.schema import channels, news
from tests.server.days import Days
from tests.server.notifying import SITE, confirmed, form, in_database, me, named, play, sit, subscribe
from tests.server.postboxes import MailBox, PushService, push_service
from tests.server.running import Client, Running, wait_until

NP = "northern-pacific"


def test_a_push_message_says_that_it_is_your_turn_and_nothing_else(site: Running, browser: PushService) -> None:
    ann = named(site, "Ann")
    subscribe(ann, browser, headers={"Accept-Language": "de"})
    table = ann.open(seats="me bot:random bot:random")["id"]
    wait_until(lambda: browser.requests)
    assert browser.messages() == [
        {"title": "Northern Pacific mit 2 Bots", "body": "Du bist am Zug.", "path": f"/t/{table}", "off": "Ausschalten"}
    ]
    state = ann.get("/me/notifications/push", params={"endpoint": browser.endpoint})
    assert state["on"]
    assert browser.is_signed_by_us(state["key"])
    headers = browser.requests[0][0]
    assert (headers["Content-Encoding"], headers["TTL"]) == ("aes128gcm", "86400")


def test_what_is_worth_a_message(site: Running, browser: PushService) -> None:
    ann, bo = named(site, "Ann"), named(site, "Bo")
    subscribe(ann, browser)

    def told(number: int) -> str:
        wait_until(lambda: len(browser.requests) >= number)
        return str(browser.messages()[-1]["body"])

    waiting = ann.open(seats="me open open")["id"]
    bo.post(f"/api/tables/{waiting}/join", {"name": "Bo"})
    assert told(1) == "Your table has one more player: Bo."
    table = sit(ann, bo, "Bo")
    assert told(2) == "It is your turn."
    play(ann, table)
    play(bo, table)
    assert told(3) == "It is your turn."
    bo.post(f"/api/tables/{table}/undo", {"ply": 2, "to": 0})
    assert told(4) == "Will you allow it? Bo asks to take moves back."
    while (now := bo.table(table))["phase"] == "playing":
        play(ann if now["view"]["actor"] == 0 else bo, table)
    wait_until(lambda: browser.messages()[-1]["body"] == "The game is over.")
    number = len(browser.requests)
    bo.post(f"/api/tables/{table}/rematch", expect=201)
    assert told(number + 1) == "Another game? Bo offers you a rematch."
    timed = ann.open(seats="me open", clock={"kind": "bank", "seconds": 600})["id"]
    bo.post(f"/api/tables/{timed}/join", {"name": "Bo"})
    assert told(number + 2) == "It is your turn."
    bo.post(f"/api/tables/{timed}/votes", {"topic": "pause"})
    assert told(number + 3) == "Shall the clock stand still? Bo asks for a pause."
    bo.post(f"/api/tables/{timed}/votes", {"topic": "pause", "yes": False})
    bo.post(f"/api/tables/{timed}/votes", {"topic": "close"})
    assert told(number + 4) == "Shall the game end without a result? Bo asks for your vote."


def test_a_vote_for_a_bot_among_three(site: Running, browser: PushService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is away when others vote is told; the page says who votes for what."""
    days = Days(site, monkeypatch)
    ann, bo, cy = named(site, "Ann"), named(site, "Bo"), named(site, "Cy")
    subscribe(ann, browser)
    rules: dict[str, Any] = {"absence": {"kind": "vote", "minutes": 1}, "stand_in": "random", "options": {"rounds": 1}}
    table = bo.open(seats="me open open", name="Bo", **rules)["id"]
    for friend, name in ((ann, "Ann"), (cy, "Cy")):
        friend.post(f"/api/tables/{table}/join", {"name": name})
    vote = {"topic": "take-over", "about": 0}
    days.go_by(90)
    cy.post(f"/api/tables/{table}/votes", vote)
    wait_until(lambda: browser.requests)
    assert [message["body"] for message in browser.messages()] == [
        "Shall a bot play for somebody who is away? Cy asks for your vote."
    ]
    assert "A bot for Bo is wanted by Cy." in ann.get(f"/t/{table}")
    assert "Withdraw the vote for a bot" in cy.get(f"/t/{table}")
    ann.post(f"/api/tables/{table}/votes", vote)
    assert "By vote a bot plays for Bo" in ann.get(f"/t/{table}/log")


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("bot", "You were away, so a bot plays for you until you are back."),
        ("forfeit", "Your time is out: a bot plays on in your place for good."),
    ],
)
def test_who_lost_a_seat_on_time_is_told(
    site: Running, browser: PushService, monkeypatch: pytest.MonkeyPatch, rule: str, told: str
) -> None:
    days = Days(site, monkeypatch)
    ann, bo = named(site, "Ann"), named(site, "Bo")
    table = ann.open(seats="me open", clock={"kind": "days", "seconds": 86_400}, on_time_out=rule, stand_in="random")["id"]
    bo.post(f"/api/tables/{table}/join", {"name": "Bo"})
    subscribe(ann, browser)
    days.go_by(86_500)
    wait_until(lambda: browser.requests)
    assert browser.messages()[0]["body"] == told


def is_told(person: Client, table: str, why: str) -> bool:
    """Whether a person's plans have come to this end."""
    return (person.get(f"/api/tables/{table}/plans")["told"] or {}).get("why") == why


def test_a_planned_move_calls_nobody_and_a_dropped_plan_does(site: Running, browser: PushService) -> None:
    bo, ann = named(site, "Bo"), named(site, "Ann")
    subscribe(ann, browser)
    table = sit(bo, ann, "Ann")
    after = bl.game(NP, players=2, rounds=1).start().play(bo.table(table)["view"]["legal"][0])
    for move, told in ((after.legal()[0].text, "made"), ("extend Seattle", "illegal")):
        wait_until(lambda: bo.table(table)["view"]["legal"])
        now = ann.table(table)
        ann.post(f"/api/tables/{table}/plans", {"moves": [move], "ply": now["ply"], "version": now["version"]}, 201)
        assert browser.requests == []
        play(bo, table)
        wait_until(partial(is_told, ann, table, told))
    wait_until(lambda: browser.requests)
    assert [message["body"] for message in browser.messages()] == ["It is your turn."]


def test_who_looks_at_the_table_gets_no_message(site: Running, browser: PushService) -> None:
    ann, bo = named(site, "Ann"), named(site, "Bo")
    subscribe(ann, browser)
    table = ann.open(seats="me open open")["id"]
    watching = site.client().like(ann).events(table)
    next(watching)
    bo.post(f"/api/tables/{table}/join", {"name": "Bo"})
    assert in_database(site, select(news).where(news.c.table_id == table)) == [], "nothing is even queued"
    watching.close()
    presence = site.services.presence
    wait_until(lambda: not presence.looking_at(table))
    hidden = site.client().like(ann).events(table, params={"looking": "false"})
    next(hidden)
    site.client().post(f"/api/tables/{table}/join", {"name": "Cleo"})
    wait_until(lambda: browser.requests)
    hidden.close()
    assert [message["body"] for message in browser.messages()] == ["It is your turn."]


def test_who_comes_to_the_table_in_time_gets_no_mail(site: Running, post: MailBox) -> None:
    zoe, address = confirmed(site, post, "Zoe")
    post.close()
    table = zoe.open()["id"]
    assert in_database(site, select(news).where(news.c.table_id == table))
    watching = site.client().like(zoe).events(table)
    next(watching)
    assert in_database(site, select(news).where(news.c.table_id == table)) == []
    watching.close()
    wait_until(lambda: in_database(site, select(channels.c.due).where(channels.c.address == address)) == [(None,)])
    post.open()
    assert len(post.to(address)) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_an_expired_subscription_is_told(site: Running, browser: PushService, status: int) -> None:
    ann, browser.status = named(site, "Ann"), status
    subscribe(ann, browser)
    assert "Turn off on 1 device" in me(ann)
    ann.open()
    wait_until(lambda: not ann.get("/me/notifications/push", params={"endpoint": browser.endpoint})["on"])
    assert 'value="push"' not in me(ann), "the page counts no device"
    assert "A device of yours gets no notifications any more" in me(ann)
    ann.open()
    form(ann, "/me/notifications/off", {"kind": "expired"})
    assert "no notifications any more" not in me(ann)
    assert len(browser.requests) == 1
    ann.open()
    in_database(site, update(channels).where(channels.c.address == browser.endpoint).values(problem="expired"))
    subscribe(ann, browser)
    assert "no notifications any more" not in me(ann)


def test_a_push_service_that_fails_delays_no_move(site: Running, browser: PushService) -> None:
    ann, browser.status = named(site, "Ann"), 503
    subscribe(ann, browser)
    table = ann.open()["id"]
    wait_until(lambda: len(browser.requests) >= 2)
    play(ann, table)
    browser.status = 201
    wait_until(lambda: in_database(site, select(channels.c.due).where(channels.c.address == browser.endpoint)) == [(None,)])


def test_messages_survive_a_restart(database: str, start: Callable[..., Running], browser: PushService) -> None:
    server = start(database=database, private_webhooks=True, warm=False)
    browser.status = 500
    ann = named(server, "Ann")
    subscribe(ann, browser)
    table = ann.open()["id"]
    wait_until(lambda: browser.requests)
    queued = select(news.c.event).where(news.c.table_id == table)
    assert in_database(server, queued) == [("your-turn",)]
    server.stop()
    browser.status, number = 201, len(browser.requests)
    again = start(database=database, private_webhooks=True, warm=False)
    assert in_database(again, queued) == [("your-turn",)]
    in_database(again, update(channels).values(due=0.0))  # instead of waiting for the end of the pause
    again.call(again.services.outbox.wake)
    wait_until(lambda: in_database(again, queued) == [])
    assert len(browser.requests) == number + 1
    assert browser.messages()[-1]["path"] == f"/t/{table}"


def test_a_browser_is_told_for_one_person_only(site: Running, browser: PushService) -> None:
    ann, bo = named(site, "Ann"), named(site, "Bo")
    where = {"endpoint": browser.endpoint}
    subscribe(ann, browser)
    subscribe(bo, browser)
    assert [one.get("/me/notifications/push", params=where)["on"] for one in (ann, bo)] == [False, True]
    site.client().post("/me/notifications/push/off", where)
    assert not bo.get("/me/notifications/push", params=where)["on"], "the browser itself turns it off, without a session"


def test_signing_out_ends_push_messages(site: Running, browser: PushService) -> None:
    ann = named(site, "Ann")
    subscribe(ann, browser)
    form(ann, "/me/leave")
    assert in_database(site, select(channels).where(channels.c.address == browser.endpoint)) == []


def test_push_services_are_public_and_secure(ann: Client, browser: PushService) -> None:
    wanted = browser.subscription
    ann.post("/me/notifications/push", {**wanted, "endpoint": "https://push.example/x"}, 401)
    ann.post("/api/me", {"name": "Ann"})
    for endpoint in (browser.endpoint, "http://push.example/x", "https://10.0.0.1/x", "https://push.example:22/x"):
        refused = ann.post("/me/notifications/push", {**wanted, "endpoint": endpoint}, 422)
        assert refused["message"] == "This is no address of a push service."
    spoilt = {**wanted["keys"], "p256dh": "A" * 87}
    ann.post("/me/notifications/push", {**wanted, "endpoint": "https://push.example/x", "keys": spoilt}, 422)
    assert 'value="push"' not in me(ann)


def test_no_message_tells_what_is_hidden(site: Running, post: MailBox, browser: PushService) -> None:
    """Central Pacific, where hands are hidden: every word that is sent is known to everybody, so none depends on a hand."""
    gerda, address = confirmed(site, post, "Gerda")
    hugo = named(site, "Hugo")
    subscribe(gerda, browser)
    with push_service() as program:
        gerda.post("/api/webhooks", {"url": program.endpoint}, 201)
        table = str(gerda.open("central-pacific", "me open")["id"])
        hugo.post(f"/api/tables/{table}/join", {"name": "Hugo"})
        mover = gerda
        while (now := site.client().table(table))["ply"] < 25 or now["view"]["actor"] != 0 or mover is gerda:
            mover = (gerda, hugo)[now["view"]["actor"]]
            legal = mover.table(table)["view"]["legal"]
            mover.move(table, "done" if "done" in legal else legal[-1], now["ply"])
        wait_until(lambda: program.requests and json.loads(program.requests[-1][1])["ply"] == now["ply"])
        told = json.loads(program.requests[-1][1])
    path = f"/t/{table}"
    game = {"game": "central-pacific", "title": "Central Pacific", "phase": "playing"}
    known = {"ply": now["ply"], "version": now["version"], "seat": 0, "path": path, "url": SITE + path}
    assert told == {"event": "your-turn", "table": table, **game, **known}
    message = {"title": "Central Pacific with Hugo", "body": "It is your turn.", "path": path, "off": "Turn off"}
    joined = {**message, "body": "Your table has one more player: Hugo."}  # if Hugo begins
    wait_until(lambda: message in browser.messages())
    assert all(sent in (message, joined) for sent in browser.messages())
    said = f"Hello Gerda, It is your turn here: * Central Pacific with Hugo {SITE}{path} --".split()
    wait_until(lambda: post.to(address)[-1].get_content().split("You asked")[0].split() == said)
    assert post.to(address)[-1]["Subject"] == "It is your turn at 1 table"


# -- webhooks -------------------------------------------------------------------------------------------


def test_a_webhook_is_turned_off_on_the_page(site: Running) -> None:
    ann, bo = named(site, "Ann"), named(site, "Bo")
    assert 'value="webhook"' not in me(ann)
    for person, url in ((ann, "http://localhost:1/ann"), (bo, "http://localhost:1/bo")):
        person.post("/api/webhooks", {"url": url}, 201)
    shown = me(ann)
    assert ("http://localhost:1/ann" in shown, "http://localhost:1/bo" in shown) == (True, False)
    off = {"kind": "webhook", "hook": re.findall(r'name="hook" value="([^"]+)"', shown)[0]}
    form(bo, "/me/notifications/off", off)
    assert "http://localhost:1/ann" in me(ann), "nobody else can turn it off"
    for _ in range(2):
        assert form(ann, "/me/notifications/off", off).status_code == 303
    assert "http://localhost:1/ann" not in me(ann)
    assert ann.get("/api/webhooks")["webhooks"] == []
    assert "http://localhost:1/bo" in me(bo)
