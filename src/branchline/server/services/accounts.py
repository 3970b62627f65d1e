"""Accounts, tokens and webhooks."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from typing import Any

from branchline.server.accounts.requester import Person, Requester
from branchline.server.base.keys import new_token
from branchline.server.base.problems import Problem
from branchline.server.notifications.webhook_addresses import check_url
from branchline.server.services.common import require_person, take_costly
from branchline.server.services.container import Services
from branchline.server.store import people
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


async def rename(services: Services, requester: Requester, name: str) -> Person:
    """Change the name of the requester.  An account is signed in to by its new name."""
    person = require_person(requester)
    if person.has_account:
        take_costly(services, requester)  # because it tells which names are taken
    return await services.identity.rename(person, name)


async def sign_out_others(services: Services, requester: Requester) -> Person:
    """End the requester's sessions in all other browsers, and make the links to their seats void."""
    return await services.identity.sign_out_others(require_person(requester))


async def reset_path(services: Services, login: str) -> str | None:
    """The path of a link with which a person sets a new password; None if there is no such account."""
    async with services.store.read() as db:
        account = await people.find_account(db, login)
    return None if account is None else services.reset_links.path(account.person_id, account.epoch)


async def reset_password(services: Services, requester: Requester, secret: str, password: str) -> Person:
    """Set a new password by a link.  All sessions end."""
    take_costly(services, requester)
    known = services.reset_links.read(secret)
    person = None
    if known is not None:
        async with services.store.read() as db:
            person = await services.identity.person(db, known[0])
    if known is None or person is None or not person.has_account or person.epoch != known[1]:
        sentence = say("This link is used up or too old: it works once, for a day. hint: ask the operator for another.")
        raise Problem(403, "forbidden", sentence)
    return await services.identity.set_password(person, password)


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


async def webhooks_of(services: Services, person: Person) -> list[dict[str, Any]]:
    """A person's webhooks, oldest first: `id`, `url` and `created`."""
    async with services.store.read() as db:
        found = await people.webhooks_of(db, [person.id])
    return [{name: hook[name] for name in ("id", "url", "created")} for hook in found]


async def remove_webhook(services: Services, requester: Requester, hook: str) -> bool:
    """Send nothing more to a webhook of the requester; False if there is no such webhook of theirs."""
    async with services.store.write() as db:
        return await people.remove_webhook(db, require_person(requester).id, hook)
