"""Helpers for tests of push messages and mails."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.server.postboxes import MailBox, PushService, link_in
from tests.server.running import Client, Running, wait_until

SITE = "http://trains.example"


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
