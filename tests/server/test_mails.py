"""Mails: who gets them, what they say, and what happens when they cannot be sent."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select

from branchline.errors import BadOption
from branchline.server.base.settings import Settings
from branchline.server.notifications.mail_server import mail_server_of
from branchline.server.notifications.wording import time_in
from branchline.server.store.schema import channels, news
from branchline.texts import speaking
from tests.server.notifying import SITE, confirmed, form, in_database, mailed, me, named, play
from tests.server.postboxes import MailBox, link_in
from tests.server.running import Client, Running, wait_until


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


def test_a_lost_password_is_set_by_a_link_in_a_mail(site: Running, post: MailBox) -> None:
    """The link goes to a confirmed address only, and the answer tells nobody whether there is one."""
    for name in ("Nora", "Olga"):
        person, address = site.client(), f"{name.lower()}@trains.example"
        person.post("/api/accounts", {"name": name, "password": "correct horse"}, 201)
        form(person, "/me/notifications/mail", {"address": address})
        mailed(post, address)
    site.client().post(link_in(post.to("olga@trains.example")[0], "confirm"))
    stranger = site.client()
    answers = [form(stranger, "/reset/mail", {"name": name}).text for name in ("nora", "nobody", "", "OLGA")]
    assert all("a link is on its way there" in answer for answer in answers)
    mail = mailed(post, "olga@trains.example", 2)
    assert mail["Subject"] == "A new password"
    secret = re.search(rf"{SITE}/reset#(\S+)", mail.get_content())[1]  # type: ignore[index]
    set_anew = {"secret": secret, "new": "a new password"}
    assert form(stranger, "/reset", set_anew).headers["location"] == "/me/account?done=password"
    assert stranger.get("/api/me")["name"] == "Olga"
    assert form(site.client(), "/reset", set_anew).status_code == 403, "it works once"
    assert len(post.to("nora@trains.example")) == 1, "nobody has confirmed that address"


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
