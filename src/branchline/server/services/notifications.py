"""Notifications of a person: the browsers and the mail address that are told, and the links in mails."""

from __future__ import annotations

import time
from dataclasses import dataclass

from branchline.server.accounts.requester import Person, Requester
from branchline.server.base.problems import Problem
from branchline.server.notifications.links import CONFIRM, OFF, LinkTooOld, MailLink
from branchline.server.notifications.mail_server import is_mail_address
from branchline.server.notifications.web_push import read_keys
from branchline.server.notifications.webhook_addresses import check_url
from branchline.server.notifications.wording import UTC, zone_of
from branchline.server.services.common import require_person, take_costly
from branchline.server.services.container import Services
from branchline.server.services.requests import PushRequest
from branchline.server.store import channel_rows
from branchline.server.store.channel_rows import EXPIRED, MAIL, PUSH, Channel
from branchline.texts import language, say

MAX_BROWSERS = 10
"""The most browsers of a person that get push messages; a new one takes the place of the oldest."""


@dataclass(frozen=True)
class Subscribed:
    """Where a person is notified."""

    browsers: list[Channel]
    mail: Channel | None
    expired: int = 0
    """The number of browsers that get no more push messages, although the person has not turned them off."""


async def subscribed(services: Services, person: Person) -> Subscribed:
    """Where a person is notified."""
    async with services.store.read() as db:
        found = await channel_rows.channels_of(db, person.id)
    mails = [channel for channel in found if channel.kind == MAIL]
    pushes = [channel for channel in found if channel.kind == PUSH]
    browsers = [channel for channel in pushes if channel.problem != EXPIRED]
    return Subscribed(browsers, mails[0] if mails else None, len(pushes) - len(browsers))


async def zone_of_person(services: Services, person: Person | None) -> str:
    """The time zone of a person, as a browser of theirs has told it last; UTC if none has."""
    if person is None:
        return UTC
    async with services.store.read_autocommit() as db:
        found = await channel_rows.channels_of(db, person.id)
    return found[-1].zone if found else UTC


# -- push -----------------------------------------------------------------------------------------------


async def add_browser(services: Services, requester: Requester, wanted: PushRequest) -> None:
    """Send push messages to a browser of the requester from now on."""
    take_costly(services, requester)
    person = require_person(requester)
    _check_subscription(services, wanted)
    async with services.store.write() as db:
        await services.identity.confirm(db, person)
        await channel_rows.remove_address(db, PUSH, wanted.endpoint)  # somebody else may have used this browser before
        await channel_rows.remove_expired(db, person.id)
        browsers = await channel_rows.channels_of(db, person.id, PUSH)
        for oldest in browsers[: len(browsers) - MAX_BROWSERS + 1]:
            await channel_rows.remove(db, oldest.id)
        more = {"keys": wanted.keys.model_dump(), "language": language(), "zone": zone_of(wanted.zone)}
        await channel_rows.add(db, person.id, PUSH, wanted.endpoint, confirmed=time.time(), **more)


def _check_subscription(services: Services, wanted: PushRequest) -> None:
    allow_private = services.settings.private_webhooks
    problem = Problem(422, "bad-url", say("This is no address of a push service."), field="endpoint")
    if not wanted.endpoint.startswith("https://") and not allow_private:
        raise problem
    try:
        check_url(wanted.endpoint, allow_private)
        read_keys(wanted.keys.model_dump())
    except (Problem, ValueError):
        raise problem from None


async def remove_browser(services: Services, endpoint: str) -> None:
    """Send no more push messages to a browser.  Only the browser knows its endpoint, so this needs no session."""
    async with services.store.write() as db:
        await channel_rows.remove_address(db, PUSH, endpoint)


async def forget_expired(services: Services, requester: Requester) -> None:
    """Tell the requester no more that browsers of theirs get no push messages."""
    person = require_person(requester)
    async with services.store.write() as db:
        await channel_rows.remove_expired(db, person.id)


async def remove_all(services: Services, requester: Requester, kind: str) -> None:
    """Turn off push messages, or mails, of the requester."""
    person = require_person(requester)
    async with services.store.write() as db:
        await channel_rows.remove_all(db, person.id, kind)


# -- mail -----------------------------------------------------------------------------------------------


async def set_mail(services: Services, requester: Requester, address: str, zone: str) -> None:
    """Ask for mails to an address.  One mail goes there, with a link to confirm it; without that nothing else does."""
    take_costly(services, requester)
    person = require_person(requester)
    if services.mail_server is None:
        raise Problem(409, "no-mail", say("This site sends no e-mails."))
    if not is_mail_address(address):
        raise Problem(422, "bad-address", say("This is no e-mail address. hint: it looks like name@trains.example."))
    look = {"language": language(), "zone": zone_of(zone)}
    async with services.store.read() as db:
        if await channel_rows.is_refused(db, address):
            raise Problem(409, "refused-address", say("The owner of this address wants no e-mail from here."))
        before = await channel_rows.channels_of(db, person.id, MAIL)
    same = next((channel for channel in before if channel.address == address), None)
    if same is not None and same.confirmed is not None:
        async with services.store.write() as db:
            await channel_rows.change(db, same.id, **look)
        return
    services.confirmations.take(address.casefold())
    async with services.store.write() as db:
        await services.identity.confirm(db, person)
        if same is None:
            await channel_rows.remove_all(db, person.id, MAIL)
            await channel_rows.add(db, person.id, MAIL, address, due=time.time(), **look)
        else:  # the links in an earlier mail stay valid
            await channel_rows.change(db, same.id, due=time.time(), problem=None, **look)
    services.outbox.wake()


def read_link(services: Services, act: str, key: str) -> MailLink:
    """A link in a mail; an error with a sentence if it is none."""
    try:
        link = services.mail_links.read(act, key)
    except LinkTooOld:
        message = say("This link is too old. hint: give your address once more on the page about yourself.")
        raise Problem(410, "too-old", message) from None
    if link is None:
        raise Problem(404, "not-found", say("This link is not complete. hint: copy all of it from the e-mail."))
    return link


async def follow(services: Services, link: MailLink) -> bool:
    """Do what a link in a mail says; False if its address is no longer there, so there is nothing to do."""
    async with services.store.write() as db:
        channel = await channel_rows.find(db, link.channel)
        is_there = channel is not None and channel.address == link.address
        if link.act == CONFIRM:
            if channel is not None and is_there and channel.confirmed is None:
                await channel_rows.change(db, link.channel, confirmed=time.time(), due=None, attempts=0, problem=None)
            return is_there
        if link.act == OFF:
            return is_there and await channel_rows.remove(db, link.channel)
        await channel_rows.refuse_address(db, link.address)
        return True
