"""Receivers of webhooks that answer without end, slowly or not at all, and addresses that lead into our network."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from ipaddress import ip_address
from typing import Any

import pytest

from branchline.server.notifications import outgoing, webhook_sender
from tests.hostile.receivers import (
    Answer,
    Receiver,
    bomb,
    chattering,
    dripping,
    endless,
    failing,
    honest,
    receiving,
)
from tests.server.running import Client, Running, wait_until

Start = Callable[..., Running]


def told(server: Running, *urls: str) -> Client:
    """Somebody new with webhooks, who has a turn at once."""
    person = server.client()
    person.post("/api/me", {"name": "Ann"})
    for url in urls:
        person.post("/api/webhooks", {"url": url}, 201)
    person.open()
    return person


def hung_up(receiver: Receiver) -> bool:
    return bool(receiver.requests) and receiver.open == 0


@pytest.mark.parametrize("answer", [endless, bomb])
def test_the_body_of_an_answer_is_not_read(start: Start, answer: Answer) -> None:
    server = start(private_webhooks=True)
    with receiving(answer) as (receiver,):
        told(server, receiver.url)
        wait_until(lambda: hung_up(receiver), 30)
        assert receiver.sent < 20_000_000, "no more than fits into the buffers of the connection"
        assert b"accept-encoding: identity\r\n" in receiver.requests[0].lower()


@pytest.mark.parametrize("answer", [dripping, chattering])
def test_an_attempt_has_an_end(start: Start, answer: Answer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.5)
    monkeypatch.setattr(webhook_sender, "FIRST_PAUSE", 60.0)
    server = start(private_webhooks=True)
    with receiving(answer) as (receiver,):
        told(server, receiver.url)
        wait_until(lambda: hung_up(receiver), 30)


@pytest.mark.parametrize("answer", [dripping, failing, endless, bomb, chattering])
def test_bad_receivers_do_not_keep_others_from_their_news(
    start: Start, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_sender, "FIRST_PAUSE", 300.0)
    monkeypatch.setattr(outgoing, "SECONDS", 300.0 if answer is dripping else 2.0)
    server = start(private_webhooks=True)
    with receiving(*[answer] * 5, honest) as (*bad, good):
        told(server, *(receiver.url for receiver in bad[:2]))
        for receiver in bad[2:]:
            told(server, receiver.url)
        wait_until(lambda: all(receiver.requests for receiver in bad), 30)
        told(server, good.url)
        wait_until(lambda: good.requests, 30)


def test_one_person_has_a_share_of_the_senders(start: Start) -> None:
    """Their own messages wait for one another, whatever the number of their webhooks and tables."""
    server = start(private_webhooks=True)
    with receiving(*[dripping] * 5, honest) as (*bad, good):
        greedy = told(server, *(receiver.url for receiver in bad))
        for _ in range(3):
            greedy.open()
        wait_until(lambda: sum(receiver.open for receiver in bad) == 2)
        told(server, good.url)
        wait_until(lambda: good.requests, 30)
        assert sum(receiver.most_open for receiver in bad) <= 3, "one of the first two may have ended meanwhile"
        assert max(receiver.most_open for receiver in bad) == 1


def test_a_failed_message_comes_again_and_not_for_ever(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook_sender, "FIRST_PAUSE", 0.02)
    monkeypatch.setattr(outgoing, "SECONDS", 60.0)  # on a busy machine a try might end before it has come to the receiver
    server = start(private_webhooks=True)
    with receiving(failing) as (receiver,):
        told(server, receiver.url)
        wait_until(lambda: len(receiver.requests) == webhook_sender.TRIES and server.services.webhooks.idle, 60)
        assert receiver.most_open == 1


def test_name_servers_that_do_not_answer(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.3)
    monkeypatch.setattr(webhook_sender, "FIRST_PAUSE", 0.1)
    release, asked = threading.Event(), set[Any]()
    usual = socket.getaddrinfo

    def look_up(host: Any, *args: Any, **more: Any) -> Any:
        if str(host).endswith(".example"):
            asked.add(host)
            release.wait(60)
            raise OSError("no answer")
        return usual(host, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    server = start(private_webhooks=True)
    try:
        with receiving(honest) as (good,):
            for number in range(5):
                told(server, *(f"http://silent{number}{letter}.example/" for letter in "abc"))
            wait_until(lambda: len(asked) == 10, 30)
            told(server, good.url)
            wait_until(lambda: good.requests, 30)
            assert len(asked) == 10, "two threads for each person until the name server answers"
    finally:
        release.set()


@pytest.mark.parametrize(
    ("text", "public"),
    {
        "64:ff9b::7f00:1": False,
        "64:ff9b::10.0.0.1": False,
        "64:ff9b::169.254.169.254": False,
        "64:ff9b::8.8.8.8": True,
        "64:ff9b:1::8.8.8.8": False,
        "64:ff9b:1:ffff::1": False,
        "fec0::1": False,
        "feff::1": False,
        "fe80::1": False,
        "fd00::1": False,
        "::127.0.0.1": False,
        "::8.8.8.8": False,
        "::ffff:127.0.0.1": False,
        "::ffff:8.8.8.8": True,
        "2002:a00:1::": False,
        "2001:0:808:808:0:0:80ff:fffe": False,
        "2001:db8::1": False,
        "ff02::1": False,
        "4000::1": False,
        "2a00:1450:4001::1": True,
    }.items(),
)
def test_addresses_of_our_own_network(text: str, public: bool) -> None:
    from branchline.server.notifications.webhook_addresses import is_public

    assert is_public(ip_address(text)) is public


@pytest.mark.parametrize(
    "url",
    [
        "http://[64:ff9b::7f00:1]/x",
        "http://[64:ff9b:1::1]/x",
        "http://[fec0::1]/x",
        "http://[::127.0.0.1]/x",
        "http://[fe80::1%25eth0]/x",
        "http://localhost./x",
        "http://a.internal./x",
        "http://exa\nmple.org/",
        "http://example.org/\r\nX-Injected: yes",
        "http://example.org/\x00",
        "http://example.org/\x7f",
        "http://example.org/\x85",
        "http://example.org/\u2028",
        "http://example.org/a b",
        "\thttp://example.org/",
        "http://example.org\\@127.0.0.1/",
        "http://@example.org/",
        f"http://{'a' * 64}.example/",
        "http://example.org:99999/",
        "http://example.org:0/",
    ],
)
def test_addresses_that_no_webhook_has(ann: Client, url: str) -> None:
    ann.post("/api/me", {"name": "Ann"})
    assert ann.post("/api/webhooks", {"url": url}, 422)["kind"] in ("bad-url", "malformed")


def test_a_name_in_other_letters_is_told_in_those_of_the_net(start: Start) -> None:
    from branchline.server.notifications.webhook_addresses import read_target

    target = read_target("https://Bücher.example:8443/a?b=c")
    assert (target.host, target.authority, target.path) == ("xn--bcher-kva.example", "xn--bcher-kva.example:8443", "/a?b=c")
