"""A lost password: a link to set a new one goes to the confirmed mail address of an account."""

from __future__ import annotations

import asyncio
from email.message import EmailMessage

from branchline.server.accounts.identity import folded
from branchline.server.accounts.requester import Requester
from branchline.server.base.logs import note
from branchline.server.base.problems import Problem
from branchline.server.notifications import letters
from branchline.server.notifications.mail_server import AddressRefused, MailServer, NotSent
from branchline.server.services.accounts import reset_path
from branchline.server.services.common import take_costly
from branchline.server.services.container import Services
from branchline.server.store import channel_rows, people
from branchline.server.store.channel_rows import MAIL
from branchline.texts import say

_sending: set[asyncio.Task[None]] = set()


async def mail_link(services: Services, requester: Requester, name: str) -> None:
    """Send a link to the confirmed address of the account with this name.

    Whether there is such an account or address shows neither in the answer nor in its time: mails are sent after it.
    """
    take_costly(services, requester)
    if services.mail_server is None:
        raise Problem(409, "no-mail", say("This site sends no e-mails."))
    login = folded(name)
    async with services.store.read() as db:
        account = await people.find_account(db, login) if login.isprintable() else None
        channels = [] if account is None else await channel_rows.channels_of(db, account.person_id, MAIL)
    path = await reset_path(services, login) if account is not None else None
    for channel in channels:
        if channel.confirmed is None or path is None or not _may_mail(services, channel.address):
            continue
        site = services.settings.address
        task = asyncio.ensure_future(
            _send(services.mail_server, letters.new_password(channel, site + path, site), channel.address)
        )
        _sending.add(task)  # a task that nothing refers to may be lost
        task.add_done_callback(_sending.discard)


def _may_mail(services: Services, address: str) -> bool:
    """Whether few mails have been asked for this address lately."""
    try:
        services.confirmations.take(f"reset {address.casefold()}")
    except Problem:
        return False
    return True


async def _send(server: MailServer, message: EmailMessage, address: str) -> None:
    try:
        await server.send(message, address)
    except (AddressRefused, NotSent) as fault:
        note("a link for a new password could not be sent", level=30, fault=fault)
