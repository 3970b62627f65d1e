"""Push messages and mails: who gets them, what they say, and what happens when they cannot be sent."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from sqlalchemy import select, update

import branchline as bl
from branchline.errors import BadOption
from branchline.server.base.settings import Settings
from branchline.server.notifications.mail_server import mail_server_of
from branchline.server.notifications.wording import time_in
from branchline.server.store.schema import channels, news
from branchline.texts import speaking
from tests.server.postboxes import MailBox, PushService, link_in, mail_box, push_service
from tests.server.running import Client, Running, running, wait_until

NP = "northern-pacific"
SITE = "http://trains.example"


@pytest.fixture(scope="module")
def post() -> Iterator[MailBox]:
    with mail_box() as box:
        yield box


@pytest.fixture(scope="module")
def site(post: MailBox, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server that sends mails at once, every time that something happens."""
    settings: dict[str, Any] = {
        "mail_server": post.url,
        "mail_from": "trains@trains.example",
        "mail_wait": 0.0,
        "mail_interval": 0.0,
    }
    with running(tmp_path_factory.mktemp("post"), address=SITE, private_webhooks=True, **settings) as server:
        server.services.notifications.pause = 0.05
        yield server


@pytest.fixture
def browser() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture(autouse=True)
def _is_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """The mail server is open again after a test that has closed it."""
    yield
    if "post" in request.fixturenames:
        box = request.getfixturevalue("post")
        box.close()
        box.open()


def named(site: Running, name: str) -> Client:
    person = site.client()
    person.post("/api/me", {"name": name})
    return person


def subscribe(person: Client, browser: PushService, **more: Any) -> None:
    person.post("/me/notifications/push", browser.subscription, **more)


def form(person: Client, path: str, data: dict[str, str] | None = None, **more: Any) -> Any:
    return person.http.post(path, data=data or {}, **more)


def mailed(post: MailBox, address: str, number: int = 1) -> Any:
    """The newest mail to an address, as soon as so many have come."""
    wait_until(lambda: len(post.to(address)) >= number)
    assert len(post.to(address)) == number
    return post.to(address)[-1]


def confirmed(site: Running, post: MailBox, name: str, **more: Any) -> tuple[Client, str]:
    """Somebody with a confirmed address; one mail has come there."""
    person, address = named(site, name), f"{name.lower()}@trains.example"
    form(person, "/me/notifications/mail", {"address": address, "zone": "Europe/Berlin"}, **more)
    assert "e-mails about your tables go to" in site.client().post(link_in(mailed(post, address), "confirm"))
    return person, address


def in_database(site: Running, statement: Any) -> list[Any]:
    async def ask() -> list[Any]:
        async with site.services.store.write() as db:
            found = await db.execute(statement)
            return list(found.all()) if found.returns_rows else []

    return asyncio.run_coroutine_threadsafe(ask(), site.services.loop).result(10)


def me(person: Client) -> str:
    return str(person.get("/me"))


def play(person: Client, table: str) -> None:
    """Make the first legal move."""
    now = person.table(table)
    person.move(table, now["view"]["legal"][0], now["ply"])


def sit(owner: Client, friend: Client, name: str) -> str:
    """A table of two people, where the owner is to move."""
    opened = owner.open(seats="me open", options={"rounds": 1})
    friend.post(f"/api/tables/{opened['id']}/join", {"name": name})
    return str(opened["id"])


# -- push -----------------------------------------------------------------------------------------------


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


def is_told(person: Client, table: str, why: str) -> bool:
    """Whether a person's plans have come to this end."""
    return (person.get(f"/api/tables/{table}/plans")["told"] or {}).get("why") == why


def test_a_planned_move_calls_nobody_and_a_dropped_plan_does(site: Running, browser: PushService) -> None:
    bo, ann = named(site, "Bo"), named(site, "Ann")
    subscribe(ann, browser)
    table = sit(bo, ann, "Ann")
    after = bl.game(NP, players=2, rounds=1).start().play(bo.table(table)["view"]["legal"][0])
    for move, told in ((after.legal()[0].text, "made"), ("extend Seattle", "illegal")):
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
    again.call(again.services.outbox.ring)
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


# -- mail -----------------------------------------------------------------------------------------------


def test_nothing_is_sent_to_an_address_that_is_not_confirmed(site: Running, post: MailBox) -> None:
    ann, address = named(site, "Ann Buy-Now"), "ann.b@trains.example"
    form(ann, "/me/notifications/mail", {"address": address, "zone": "Europe/Berlin"})
    mail = mailed(post, address)
    assert "Buy-Now" not in mail.as_string(), "a stranger may read it: it has no text that anybody chose"
    assert "An e-mail is on its way to ann.b@trains.example" in me(ann)
    table = ann.open()["id"]
    assert in_database(site, select(news).where(news.c.table_id == table)) == []
    path = link_in(mail, "confirm")
    other = site.client()
    assert "<form" in other.get(path), "a program that only looks at links confirms nothing"
    assert "An e-mail is on its way" in me(ann)
    other.post(path)
    assert "E-mails go to ann.b@trains.example." in me(ann)
    assert "Times are those of Europe/Berlin." in me(ann)


def test_a_digest_names_all_tables_that_wait(site: Running, post: MailBox) -> None:
    dora, address = confirmed(site, post, "Dora", headers={"Accept-Language": "de"})
    post.close()
    first = dora.open(clock={"kind": "move", "seconds": 86_400})["id"]
    second = dora.open(game="central-pacific")["id"]
    wait_until(lambda: in_database(site, select(news).where(news.c.table_id == second)))
    post.open()
    mail = mailed(post, address, 2)
    assert mail["Subject"] == "Du bist an 2 Tischen am Zug"
    text = mail.get_content()
    assert text.startswith("Hallo Dora,")
    assert [f"{SITE}/t/{table}" in text for table in (first, second)] == [True, True]
    assert re.search(r"Deine Zeit läuft bis \w+, \d+\. \w+, \d\d:\d\d CES?T\.", text), "in the zone of the browser"
    assert text.index(first) < text.index(second), "the shortest time left comes first"


def test_one_mail_an_hour(site: Running, post: MailBox) -> None:
    emil, address = confirmed(site, post, "Emil")
    waits = site.services.outbox._waits
    site.services.outbox._waits = waits._replace(between_mails=3600.0)
    sent_at = select(channels.c.sent).where(channels.c.address == address)
    before = in_database(site, sent_at)
    try:
        emil.open()
        mailed(post, address, 2)
        wait_until(lambda: in_database(site, sent_at) != before)  # the mail comes before the server has noted that it went
        emil.open()
        (sent, due) = in_database(site, select(channels.c.sent, channels.c.due).where(channels.c.address == address))[0]
        assert 3590 < due - sent < 3610
    finally:
        site.services.outbox._waits = waits


def test_a_link_in_each_mail_ends_them(site: Running, post: MailBox) -> None:
    fay, address = confirmed(site, post, "Fay")
    fay.open()
    mail = mailed(post, address, 2)
    path = link_in(mail, "off")
    assert f"\r\nList-Unsubscribe: <{SITE}{path}>\r\n" in post.raw[-1].decode(), "whole, and in plain letters"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    stranger = site.client()
    stranger.post(path[:-3], expect=404)
    stranger.post(path.replace("/off?", "/refuse?"), expect=404)
    answer = form(stranger, path, {"List-Unsubscribe": "One-Click"})
    assert "No more e-mails go to fay@trains.example." in answer.text
    assert address not in me(fay)
    assert "nothing to do" in stranger.post(path).lower(), "a second time does no harm"
    table = fay.open()["id"]
    assert in_database(site, select(news).where(news.c.table_id == table)) == []


def test_a_mail_server_that_is_gone_is_tried_again(site: Running, post: MailBox) -> None:
    gus, address = confirmed(site, post, "Gus")
    post.close()
    table = gus.open()["id"]
    wait_until(lambda: "The mail server does not answer at the moment." in me(gus))
    play(gus, table)
    wait_until(lambda: gus.table(table)["view"]["legal"])
    post.open()
    assert "It is your turn" in mailed(post, address, 2)["Subject"]
    wait_until(lambda: "The mail server does not answer" not in me(gus))


def test_unsubscribed_while_the_mail_server_is_gone(site: Running, post: MailBox) -> None:
    hal, address = confirmed(site, post, "Hal")
    hal.open()
    path = link_in(mailed(post, address, 2), "off")
    post.close()
    hal.open()
    wait_until(lambda: in_database(site, select(channels.c.attempts).where(channels.c.address == address))[0][0] > 0)
    site.client().post(path)
    post.open()
    other, its_address = confirmed(site, post, "Ida")
    other.open()
    mailed(post, its_address, 2)  # what was due before has been sent by now
    assert len(post.to(address)) == 2


def test_an_address_that_nobody_has(site: Running, post: MailBox) -> None:
    jan, address = named(site, "Jan"), "jna@trains.example"
    post.nobody.add(address)
    form(jan, "/me/notifications/mail", {"address": address})
    wait_until(lambda: "The mail server says that nobody has the address jna@trains.example." in me(jan))
    post.nobody.discard(address)
    form(jan, "/me/notifications/mail", {"address": address})
    mailed(post, address)


def test_the_address_of_somebody_else(site: Running, post: MailBox) -> None:
    kim, lea, address = named(site, "Kim"), named(site, "Lea"), "max@trains.example"
    form(kim, "/me/notifications/mail", {"address": address})
    path = link_in(mailed(post, address), "refuse")
    assert "Nobody can have e-mails sent to" in site.client().post(path)
    assert address not in me(kim)
    answer = form(lea, "/me/notifications/mail", {"address": "Max@trains.example"}, follow_redirects=True)
    assert "The owner of this address wants no e-mail from here." in answer.text
    assert len(post.to(address)) == 1


def test_an_address_is_asked_three_times_at_most(site: Running, post: MailBox) -> None:
    mia, address = named(site, "Mia"), "mia@trains.example"
    answers = [form(mia, "/me/notifications/mail", {"address": address}).status_code for _ in range(4)]
    assert answers == [303, 303, 303, 429]


@pytest.mark.parametrize("address", ["", "ann", "ann@localhost", "a b@x.example", "a@1.2.3.4", "a@x.example\nBcc: b@x.example"])
def test_what_is_no_mail_address(site: Running, address: str) -> None:
    ann = named(site, "Ann")
    answer = form(ann, "/me/notifications/mail", {"address": address}, follow_redirects=True)
    assert "This is no e-mail address." in answer.text
    assert in_database(site, select(channels).where(channels.c.address == address)) == []


def test_a_site_without_a_mail_server(ann: Client) -> None:
    ann.post("/api/me", {"name": "Ann"})
    assert "By e-mail" not in me(ann)
    answer = form(ann, "/me/notifications/mail", {"address": "ann@trains.example"})
    assert answer.headers["location"] == "/me?mail=no-mail#notifications"


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"mail_server": "mail.example"}, "no address of a mail server"),
        ({"mail_server": "smtp://ann:secret@mail.example"}, "BRANCHLINE_MAIL_PASSWORD"),
        ({"mail_server": "smtp://mail.example"}, "--address"),
        ({"mail_server": "smtp://mail.example", "address": SITE}, "--mail-from"),
    ],
)
def test_settings_for_mail_that_cannot_work(settings: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadOption, match=sentence):
        mail_server_of(Settings(data="unused", **settings))  # type: ignore[arg-type]


def test_a_password_is_sent_over_tls_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BRANCHLINE_MAIL_PASSWORD", "secret")
    server = mail_server_of(
        Settings(data="unused", mail_server="smtps://ann@mail.example", mail_from="a@b.example", address=SITE)
    )
    assert server is not None
    assert (server.port, server.user, server.password, server.is_tls) == (465, "ann", "secret", True)
    assert "secret" not in repr(server)


# -- times ----------------------------------------------------------------------------------------------


def test_times_in_a_zone_with_summer_time() -> None:
    """In the night of 25 October 2026 it is half past two twice in Berlin, and never in Kolkata."""
    with speaking("de"):
        assert time_in("Europe/Berlin", 1_792_888_200) == "Sonntag, 25. Oktober, 02:30 CEST"
        assert time_in("Europe/Berlin", 1_792_891_800) == "Sonntag, 25. Oktober, 02:30 CET"
        assert time_in("Asia/Kolkata", 1_792_888_200) == "Sonntag, 25. Oktober, 06:00 IST"
        assert time_in("America/New_York", 1_792_888_200) == "Samstag, 24. Oktober, 20:30 EDT"
