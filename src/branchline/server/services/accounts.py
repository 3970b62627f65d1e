"""Accounts, tokens and webhooks."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from branchline.server.accounts.keys import new_token
from branchline.server.accounts.requester import Person, Requester
from branchline.server.services.common import require_person, take_costly
from branchline.server.services.container import Services
from branchline.server.store import people
from branchline.server.tables.webhook_addresses import check_url
from branchline.server.web.problems import Problem
from branchline.texts import say

MOST_TOKENS = 20
MOST_WEBHOOKS = 5


@dataclass(frozen=True)
class Secret:
    """Something just made whose secret is shown only now."""

    id: str
    secret: str


async def register(services: Services, requester: Requester, name: str, password: str) -> Person:
    """An account for the requester; what they have begun as a guest comes along."""
    take_costly(services, requester)
    return await services.identity.register(requester.person, name, password)


async def sign_in(services: Services, requester: Requester, name: str, password: str) -> Person:
    """The person of an account; what the requester has begun as a guest goes along."""
    take_costly(services, requester)
    return await services.identity.sign_in(requester, name, password)


async def change_password(services: Services, requester: Requester, old: str, new: str) -> Person:
    """Another password; sessions in other browsers end."""
    take_costly(services, requester)
    return await services.identity.change_password(require_person(requester), old, new)


async def make_token(services: Services, requester: Requester, label: str) -> Secret:
    """A token by which a program acts as the requester; a newcomer is named like the token."""
    take_costly(services, requester)
    person = requester.person or await services.identity.newcomer(label)
    secret = new_token()
    async with services.store.write() as db:
        await services.identity.confirm(db, person)
        if len(await people.tokens_of(db, person.id)) >= MOST_TOKENS:
            raise Problem(409, "too-many", say("You have {most} tokens. hint: remove one first.", most=MOST_TOKENS))
        number = await people.add_token(db, person.id, secret, label)
    return Secret(number, secret)


async def make_webhook(services: Services, requester: Requester, url: str) -> Secret:
    """An address of the requester that is told of their turns."""
    take_costly(services, requester)
    person = require_person(requester)
    check_url(url, services.settings.private_webhooks)
    secret = secrets.token_urlsafe(24)
    async with services.store.write() as db:
        await services.identity.confirm(db, person)
        if len(await people.webhooks_of(db, [person.id])) >= MOST_WEBHOOKS:
            raise Problem(409, "too-many", say("You have {most} webhooks. hint: remove one first.", most=MOST_WEBHOOKS))
        number = await people.add_webhook(db, person.id, url, secret)
    return Secret(number, secret)
