"""Sending notifications in the background.

What is to be sent is in the database: it outlasts a restart, and a process takes a channel only for a while.  A push service
or mail server that does not answer is tried again with growing pauses.  Nothing at a table waits for any of this.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from branchline.server.base.logs import ThrottledLog, note
from branchline.server.base.settings import Settings
from branchline.server.notifications import letters
from branchline.server.notifications.links import MailLinks
from branchline.server.notifications.mail_server import AddressRefused, MailServer, NotSent
from branchline.server.notifications.outbox import Outbox
from branchline.server.notifications.outgoing import Outgoing, PrivateAddress, Unreachable
from branchline.server.notifications.presence import Presence
from branchline.server.notifications.recipients import BOT_PLAYS, REMATCH, UNDO, VOTES, YOUR_TURN
from branchline.server.notifications.web_push import PushKey, encrypt
from branchline.server.notifications.webhook_addresses import read_target
from branchline.server.notifications.wording import table_name, told
from branchline.server.store import Store, channel_rows, people, rows
from branchline.server.store.channel_rows import MAIL, PUSH, Channel, Piece
from branchline.texts import say, speaking

AT_ONCE = {PUSH: 16, MAIL: 2}
AT_ONCE_OF_PERSON = 2
POLL_SECONDS = 30.0
"""Seconds after which the database is asked again: another process may have died with something in its hands."""
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 3600.0
KEPT_SECONDS = {PUSH: 86_400.0, MAIL: 3 * 86_400.0}
"""News older than this are not sent any more."""
STATUS = {REMATCH: "waiting", **dict.fromkeys((UNDO, BOT_PLAYS, *VOTES.values()), "playing")}
"""What a person can answer is worth telling only while the table has this status."""
MOST_PUSHES = 5
"""The most push messages that a browser gets at once, the newest."""
GONE = (404, 410)
"""What push services answer when a subscription has expired."""


class NotificationSender:
    """Sends what is due, as long as the server runs.  `mail`: None if the operator has no mail server."""

    def __init__(
        self,
        store: Store,
        outbox: Outbox,
        presence: Presence,
        push_key: PushKey,
        mail: MailServer | None,
        links: MailLinks,
        settings: Settings,
    ) -> None:
        self._store, self._outbox, self._presence, self._settings = store, outbox, presence, settings
        self._push_key, self._mail, self._links = push_key, mail, links
        self._kinds = (PUSH, MAIL) if mail else (PUSH,)
        self._running: dict[asyncio.Task[None], Channel] = {}
        self._log = ThrottledLog()
        self.pause = FIRST_PAUSE

    async def run(self) -> None:
        """Send what is due, as long as the server runs."""
        while not await self._is_due():
            await self._pause()
        async with Outgoing(self._settings.private_webhooks, AT_ONCE[PUSH]) as outgoing, asyncio.TaskGroup() as group:
            serve = {PUSH: lambda channel: self._send_pushes(outgoing, channel), MAIL: self._send_mail}
            while True:
                self._outbox.changed.clear()
                while (channel := await self._claim()) is not None:
                    task = group.create_task(self._serve(channel, serve[channel.kind]))
                    self._running[task] = channel
                    task.add_done_callback(self._done)
                await self._pause()

    def _done(self, task: asyncio.Task[None]) -> None:
        del self._running[task]
        self._outbox.wake()

    async def _is_due(self) -> bool:
        due = await self._next_due()
        return due is not None and due <= time.time()

    async def _next_due(self) -> float | None:
        async with self._store.read_autocommit() as db:
            return await channel_rows.next_due(db, self._kinds)

    async def _pause(self) -> None:
        """Wait until there is something new, or the next time at which something is due."""
        due = await self._next_due()
        seconds = POLL_SECONDS if due is None else min(POLL_SECONDS, max(due - time.time(), 0.0))
        if self._running:  # what is due now may have to wait for them; they ring when they are done
            seconds = max(seconds, 1.0)
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._outbox.changed.wait()
        self._outbox.changed.clear()

    async def _claim(self) -> Channel | None:
        """Take the next channel for which something is due, if there is room."""
        if not await self._is_due():
            return None
        kinds = Counter(channel.kind for channel in self._running.values())
        persons = Counter(channel.person_id for channel in self._running.values())
        busy = [person for person, number in persons.items() if number >= AT_ONCE_OF_PERSON]
        async with self._store.write() as db:
            for kind in self._kinds:
                if kinds[kind] < AT_ONCE[kind] and (channel := await channel_rows.claim(db, kind, busy)) is not None:
                    return channel
        return None

    async def _serve(self, channel: Channel, send: Callable[[Channel], Awaitable[None]]) -> None:
        """Send what a channel has to tell.  No error here may stop others."""
        try:
            await send(channel)
            return
        except (Unreachable, NotSent) as error:
            self._log.note(channel.kind, "a notification was not sent", level=30, kind=channel.kind, why=str(error))
        except Exception as fault:
            self._log.note(channel.kind, "a notification failed", level=40, fault=fault, kind=channel.kind)
        async with self._store.write() as db:
            await channel_rows.put_off(db, channel, min(self.pause * 2 ** min(channel.attempts, 20), LONGEST_PAUSE))

    async def _news(self, channel: Channel) -> tuple[list[Piece], list[Piece]]:
        """All that a channel has not told yet, and what of it is still worth telling."""
        async with self._store.read() as db:
            news = await channel_rows.news_for(db, channel)
        oldest = time.time() - KEPT_SECONDS[channel.kind]
        return news, [one for one in news if one.at >= oldest and self._is_worth(one, channel.person_id)]

    def _is_worth(self, one: Piece, person: str) -> bool:
        if self._presence.is_looking(one.table_id, person):
            return False
        return bool(one.is_waiting) if one.event == YOUR_TURN else one.status == STATUS.get(one.event, one.status)

    # -- push -------------------------------------------------------------------------------------------

    async def _send_pushes(self, outgoing: Outgoing, channel: Channel) -> None:
        news, worth = await self._news(channel)
        for one in worth[-MOST_PUSHES:]:
            if not await self._push(outgoing, channel, one):
                return
        async with self._store.write() as db:
            await channel_rows.finish(db, channel, news, bool(worth))

    async def _push(self, outgoing: Outgoing, channel: Channel, one: Piece) -> bool:
        """Send one message; False if the subscription has ended."""
        with speaking(channel.language):
            message = {
                "title": table_name(one.summary, one.mine),
                "body": told(one.event, one.who),
                "path": f"/t/{one.table_id}",
                "off": say("Turn off"),
            }
        target = read_target(channel.address)
        try:
            headers = self._push_key.headers(target, one.table_id)
            status = await outgoing.post(target, encrypt(message, channel.keys), headers)
        except PrivateAddress:
            status = GONE[0]
        note("push message", host=target.host, status=status)
        if status in GONE:
            async with self._store.write() as db:
                await channel_rows.expire(db, channel.id)
            return False
        if status >= 500 or status == 429:
            raise Unreachable(f"status {status}")
        return True

    # -- mail -------------------------------------------------------------------------------------------

    async def _send_mail(self, channel: Channel) -> None:
        site, news = self._settings.address, list[Piece]()
        if channel.confirmed is None:
            mail = letters.confirmation(channel, self._links, site)
        else:
            news, worth = await self._news(channel)
            if not worth:
                await self._finish_mail(channel, news, is_sent=False)
                return
            name, waiting = await self._waiting(channel.person_id)
            mail = letters.digest(channel, name, worth, waiting, self._links, site)
        async with self._store.read_autocommit() as db:  # it may have been turned off, or have another address now
            now = await channel_rows.find(db, channel.id)
        if self._mail is None or now is None or (now.address, now.confirmed) != (channel.address, channel.confirmed):
            return
        try:
            await self._mail.send(mail, channel.address)
        except AddressRefused:
            note("mail", status="refused")
            async with self._store.write() as db:
                await channel_rows.change(db, channel.id, problem="refused", confirmed=None, due=None, attempts=0)
            return
        note("mail", status="sent")
        await self._finish_mail(channel, news, is_sent=channel.confirmed is not None)

    async def _finish_mail(self, channel: Channel, news: Sequence[Piece], is_sent: bool) -> None:
        async with self._store.write() as db:
            await channel_rows.finish(db, channel, news, is_sent, self._settings.mail_interval)

    async def _waiting(self, person: str) -> tuple[str, list[dict[str, Any]]]:
        """A person's name, and the tables that wait for them, the shortest time left first."""
        async with self._store.read() as db:
            row = await people.find_person(db, person)
            waiting = await rows.tables_of(db, person, 100, waiting=True)
        waiting.sort(key=lambda row: row["deadline"] or float("inf"))
        return row.name, waiting
