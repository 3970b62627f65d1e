"""The parts of a running server.  They are created once and closed in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from branchline.core.plain_start import plain_start
from branchline.server.accounts.identity import Identity
from branchline.server.accounts.quotas import Quotas
from branchline.server.accounts.reset_links import ResetLinks
from branchline.server.accounts.seat_links import SeatLinks
from branchline.server.base.keys import load_key
from branchline.server.base.logs import flush_throttled, note
from branchline.server.base.rate_limits import RateLimit
from branchline.server.base.settings import Settings
from branchline.server.jobs.puzzle_stock import PuzzleStock
from branchline.server.jobs.runner import JobRunner
from branchline.server.jobs.supervision import Supervisor
from branchline.server.jobs.warmup import Warmup
from branchline.server.notifications.links import MailLinks
from branchline.server.notifications.mail_server import mail_server_of
from branchline.server.notifications.outbox import Outbox
from branchline.server.notifications.presence import Presence
from branchline.server.notifications.sender import NotificationSender
from branchline.server.notifications.web_push import PushKey, contact_of
from branchline.server.notifications.webhook_queue import Delivery
from branchline.server.notifications.webhook_sender import WebhookSender
from branchline.server.services.pictures import Pictures
from branchline.server.store import Store, people
from branchline.server.store.engine import lock_database
from branchline.server.store.migrate import upgrade
from branchline.server.store.signals import Hub, listen
from branchline.server.tables.bot_runner import BotRunner
from branchline.server.tables.downtime import Downtime
from branchline.server.tables.live_table import LiveTable
from branchline.server.tables.planned import Planned
from branchline.server.tables.signal_handler import SignalHandler
from branchline.server.tables.sweeping import Sweeper
from branchline.server.tables.tables import Tables
from branchline.texts import noted

SILENCE = 60.0
"""Background work that reports regularly counts as down after this many seconds without a report."""


class Services:
    """The parts, by name.  Routes reach it as `request.app.state.services`."""

    def __init__(self, settings: Settings, key: bytes) -> None:
        self.settings = settings
        self.loop = asyncio.get_running_loop()
        self.store = Store(settings.database_url)
        self.hub = Hub()
        self.presence = Presence(lambda table, what: self.hub.wake_for((table, what)))
        self.warmup = Warmup()
        self.links = SeatLinks(key)
        self.reset_links = ResetLinks(key)
        self.quotas = Quotas(self.store, key, settings)
        self.outbox = Outbox(self.store, self.presence, settings)
        self.tables = Tables(self.store, self.hub, self.warmup, self.outbox, settings)
        self.identity = Identity(self.store, key, self.hub, self.tables.process, settings)
        self.signal_handler = SignalHandler(
            self.store, self.tables.cache, self.tables.chat, self.hub, self.outbox, self.tables.process
        )
        self.identity.on_access = self.signal_handler.on_access
        self.bots = BotRunner(self.tables, settings)
        self.jobs = JobRunner(self.store, self.tables.process, settings, self._is_settled)
        self.puzzle_stock = PuzzleStock(self.store, self.jobs)
        self.downtime = Downtime(self.tables)
        self.planned = Planned(self.tables, self.outbox, self.presence, settings)
        self.sweeper = Sweeper(self.tables, self.bots, self.downtime, self.planned, settings)
        self.webhooks = WebhookSender(settings.private_webhooks)
        self.tables.on_turn = self.notify_webhooks
        self.mail_server = mail_server_of(settings)
        self.mail_links = MailLinks(key, settings.address)
        self.push_key = PushKey(key, contact_of(settings))
        self.notifications = NotificationSender(
            self.store, self.outbox, self.presence, self.push_key, self.mail_server, self.mail_links, settings
        )
        crowded = noted("Too many changes at this table. hint: try again in {wait} s.")
        self.table_posts = RateLimit(settings.posts_per_second, settings.post_burst, crowded)
        costly = noted("Too many requests of this kind. hint: try again in {wait} s.")
        self.costly = RateLimit(settings.strict_per_minute / 60, settings.strict_burst, costly)
        asked = noted("This address was asked to confirm several times. hint: look for the e-mail, also among spam.")
        self.confirmations = RateLimit(3 / 86_400, 3, asked)
        self.pictures = Pictures()
        self.exhibition = asyncio.Lock()
        self.ready = False
        self.work = Supervisor()
        self._notifying: set[asyncio.Task[None]] = set()

    def _is_settled(self) -> bool:
        """Whether no game is being prepared.  Jobs wait until then: they would compile the same game a second time."""
        games = self.warmup.games.values()
        return not self.settings.warm or all(game.ready or game.problem for game in games)

    def looked_at(self, live: LiveTable) -> None:
        """Note that somebody looks at a table.  Its bots then play on for a while, even if nobody else is there."""
        self.hub.look(live.id)
        self.bots.resume(live)

    def notify_webhooks(self, news: dict[str, Any], persons: Sequence[str]) -> None:
        """Send news to the webhooks of some persons."""
        task = asyncio.ensure_future(self._notify_webhooks(news, persons))
        self._notifying.add(task)
        task.add_done_callback(self._notifying.discard)

    async def _notify_webhooks(self, news: dict[str, Any], persons: Sequence[str]) -> None:
        try:
            async with self.store.read_autocommit() as db:
                hooks = await people.webhooks_of(db, persons)
        except Exception as fault:
            note("webhooks could not be told", level=40, fault=fault, table=news["table"])
            return
        body = {**news, "url": self.settings.address + news["path"]}
        for hook in hooks:
            self.webhooks.post(Delivery(hook["person_id"], hook["url"], hook["secret"], body))

    def start(self) -> None:
        """Begin the background work."""
        self.work.start(noted("preparing games"), lambda _: self.warmup.run(self.settings.warm))
        self.work.start(noted("bots"), lambda _: self.bots.run())
        self.work.start(noted("background jobs"), lambda _: self.jobs.run())
        self.work.start(noted("stock of puzzles"), lambda _: self.puzzle_stock.run())
        self.work.start(noted("watching the time"), lambda part: self.downtime.run(part.report_up), SILENCE)
        self.work.start(noted("expired clocks"), lambda part: self.sweeper.run(part.report_up), SILENCE)
        self.work.start(noted("webhooks"), lambda _: self.webhooks.run())
        self.work.start(noted("notifications"), lambda _: self.notifications.run())
        if not self.store.is_sqlite:
            self.work.start(noted("signals between processes"), lambda part: self._listen(part.report_up), SILENCE)
            self.work.start(noted("signals to other processes"), lambda _: self.tables.announcer.run())
        self.ready = True

    async def _listen(self, report_up: Callable[[], None]) -> None:
        await listen(self.store, self.tables.process, self.signal_handler, report_up)

    async def close(self) -> None:
        """End the background work."""
        self.ready = False
        self.hub.close()
        self.bots.close()
        await self.work.close()


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """The services with their background work.  Everything is closed at the end."""
    async with AsyncExitStack() as stack:
        settings.folder.mkdir(parents=True, exist_ok=True)
        stack.enter_context(lock_database(settings.database_url))
        key = load_key(settings.folder)
        await asyncio.to_thread(upgrade, settings.database_url)
        services = Services(settings, key)
        stack.push_async_callback(services.store.close)
        stack.push_async_callback(services.tables.announcer.send_rest)
        stack.push_async_callback(services.tables.settle)
        stack.enter_context(plain_start(services.warmup.compile_later))
        services.start()
        note("open", workers=settings.workers, database=services.store.url.partition(":")[0])
        try:
            yield services
        finally:
            await services.close()
            flush_throttled(everything=True)
            note("closed")
