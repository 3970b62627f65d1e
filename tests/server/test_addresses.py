"""Whom a limit by address counts as one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from branchline.server.base.addresses import Proxies, address_of
from branchline.server.base.settings import Settings
from branchline.server.web.connections import Config
from tests.server.running import Client, Running


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8::1", "2001:db8::/64"),
        ("2001:db8::ffff:1", "2001:db8::/64"),
        ("2001:0DB8:0:0:1:2:3:4", "2001:db8::/64"),
        ("2001:db8:0:1::1", "2001:db8:0:1::/64"),
        ("2001:db8:1::", "2001:db8:1::/64"),
        ("::1", "::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("::ffff:c000:207", "192.0.2.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("fe80::2%wlan0", "fe80::/64"),
        ("fe80::1%" + "x" * 5000, "fe80::/64"),
        ("trains.example", "unknown"),
        ("192.0.2.7, 10.0.0.1", "unknown"),
        ("x" * 5000, "unknown"),
        ("", "unknown"),
    ],
)
def test_an_ipv6_network_counts_as_one(host: str, counted: str) -> None:
    assert address_of({"type": "http", "client": (host, 1)}) == counted


def test_nobody_known_counts_as_one() -> None:
    assert address_of({"type": "http", "client": None}) == "unknown"
    assert address_of({"type": "http"}) == "unknown"


@pytest.mark.parametrize(
    ("text", "host", "believed"),
    [
        ("127.0.0.1", "127.0.0.1", True),
        ("127.0.0.1", "::ffff:127.0.0.1", True),
        ("127.0.0.1", "127.0.0.2", False),
        ("10.0.0.0/8, fd00::/8", "10.9.9.9", True),
        ("10.0.0.0/8, fd00::/8", "fd12::1", True),
        ("10.0.0.0/8, fd00::/8", "2001:db8::1", False),
        ("*", "203.0.113.9", True),
        ("", "127.0.0.1", False),
        ("127.0.0.1", "", False),
    ],
)
def test_proxies(text: str, host: str, believed: bool) -> None:
    assert (host in Proxies(text)) is believed


def enter(client: Client, address: str) -> int:
    form = {"account": "Ann", "password": "not this one"}
    return client.http.post("/me/enter", data=form, headers={"X-Forwarded-For": address}).status_code


def test_passwords_tried_from_one_network_count_together(start: Callable[..., Running]) -> None:
    """On the page and by the API; a proxy of ours says who asks."""
    client = start(warm=False, strict_per_minute=0.001, strict_burst=3).client()
    body = {"name": "Ann", "password": "not this one"}
    assert [enter(client, f"2001:db8::{number}") for number in (1, 2)] == [401, 401]
    for expect, host in ((401, "2001:db8::a:b:c:d"), (429, "2001:db8::3"), (401, "2001:db8:0:1::3")):
        client.post("/api/session", body, expect, headers={"X-Forwarded-For": host})
    assert enter(client, "2001:db8::4") == 429
    assert [enter(client, host) for host in ("192.0.2.7", "::ffff:192.0.2.7", "192.0.2.7", "192.0.2.7")] == [401] * 3 + [429]


def test_the_settings_of_a_server_reach_its_connections(shared: Running) -> None:
    config = Config(shared.app, Settings(data="", connections=7), "10.0.0.0/8")
    config.load()
    assert config.limiter.most == 7
    assert "10.1.1.1" in config.limiter.proxies
