"""Accounts, tokens and webhooks."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from branchline.server.house import House
from branchline.server.identity import Asker, Person
from branchline.server.keys import new_token
from branchline.server.problems import Problem
from branchline.server.services.common import known, take_costly
from branchline.server.store import people
from branchline.server.webhook_addresses import check_url
from branchline.texts import say

MOST_TOKENS = 20
MOST_WEBHOOKS = 5


@dataclass(frozen=True)
class Secret:
    """Something just made whose secret is shown only now."""

    id: str
    secret: str


async def register(house: House, asker: Asker, name: str, password: str) -> Person:
    """An account for the asker; what they have begun as a guest comes along."""
    take_costly(house, asker)
    return await house.identity.register(asker.person, name, password)


async def sign_in(house: House, asker: Asker, name: str, password: str) -> Person:
    """The person of an account; what the asker has begun as a guest goes along."""
    take_costly(house, asker)
    return await house.identity.sign_in(asker, name, password)


async def change_password(house: House, asker: Asker, old: str, new: str) -> Person:
    """Another password; sessions in other browsers end."""
    take_costly(house, asker)
    return await house.identity.change_password(known(asker), old, new)


async def make_token(house: House, asker: Asker, label: str) -> Secret:
    """A token by which a program acts as the asker; a newcomer is named like the token."""
    take_costly(house, asker)
    person = asker.person or await house.identity.newcomer(label)
    secret = new_token()
    async with house.store.write() as db:
        await house.identity.confirm(db, person)
        if len(await people.tokens_of(db, person.id)) >= MOST_TOKENS:
            raise Problem(409, "too-many", say("You have {most} tokens. hint: remove one first.", most=MOST_TOKENS))
        number = await people.add_token(db, person.id, secret, label)
    return Secret(number, secret)


async def make_webhook(house: House, asker: Asker, url: str) -> Secret:
    """An address of the asker that is told of their turns."""
    take_costly(house, asker)
    person = known(asker)
    check_url(url, house.settings.private_webhooks)
    secret = secrets.token_urlsafe(24)
    async with house.store.write() as db:
        await house.identity.confirm(db, person)
        if len(await people.webhooks_of(db, [person.id])) >= MOST_WEBHOOKS:
            raise Problem(409, "too-many", say("You have {most} webhooks. hint: remove one first.", most=MOST_WEBHOOKS))
        number = await people.add_webhook(db, person.id, url, secret)
    return Secret(number, secret)
