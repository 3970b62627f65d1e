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

MAX_TOKENS = 20
MAX_WEBHOOKS = 5


@dataclass(frozen=True)
class Secret:
    """A new token or webhook.  Its secret is shown only now."""

    id: str
    secret: str


async def register(services: Services, requester: Requester, name: str, password: str) -> Person:
    """Create an account for the requester.  It takes over what they began as a guest."""
    take_costly(services, requester)
    return await services.identity.register(requester.person, name, password)


async def sign_in(services: Services, requester: Requester, name: str, password: str) -> Person:
    """Sign in to an account and return its person.  The account takes over what the requester began as a guest."""
    take_costly(services, requester)
    return await services.identity.sign_in(requester, name, password)


async def change_password(services: Services, requester: Requester, old: str, new: str) -> Person:
    """Change the password.  Sessions in other browsers end."""
    take_costly(services, requester)
    return await services.identity.change_password(require_person(requester), old, new)


async def make_token(services: Services, requester: Requester, label: str) -> Secret:
    """Create a token with which a program acts as the requester.  A newcomer gets the token's label as their name."""
    take_costly(services, requester)
    person = requester.person or await services.identity.newcomer(label)
    secret = new_token()
    async with services.store.write() as db:
        await services.identity.confirm(db, person)
        if len(await people.tokens_of(db, person.id)) >= MAX_TOKENS:
            raise Problem(409, "too-many", say("You have {most} tokens. hint: remove one first.", most=MAX_TOKENS))
        number = await people.add_token(db, person.id, secret, label)
    return Secret(number, secret)


async def make_webhook(services: Services, requester: Requester, url: str) -> Secret:
    """Add an address that is notified of the requester's turns."""
    take_costly(services, requester)
    person = require_person(requester)
    check_url(url, services.settings.private_webhooks)
    secret = secrets.token_urlsafe(24)
    async with services.store.write() as db:
        await services.identity.confirm(db, person)
        if len(await people.webhooks_of(db, [person.id])) >= MAX_WEBHOOKS:
            raise Problem(409, "too-many", say("You have {most} webhooks. hint: remove one first.", most=MAX_WEBHOOKS))
        number = await people.add_webhook(db, person.id, url, secret)
    return Secret(number, secret)
