"""Everything the running server consists of, made once and closed in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any

from filelock import FileLock, Timeout

from branchline.core.errors import BadOption
from branchline.server.identity import Identity
from branchline.server.keys import load_key
from branchline.server.limits import Limit
from branchline.server.live import Hub, listen
from branchline.server.logs import note
from branchline.server.settings import Settings
from branchline.server.store import Store, people
from branchline.server.store.migrate import upgrade
from branchline.server.sweeping import Sweeper
from branchline.server.tables import Live, Tables
from branchline.server.thinking import Thinking
from branchline.server.warmup import Warmup
from branchline.server.webhooks import Letter, Postman
from branchline.texts import noted


class House:
    """The parts, by name.  Routes reach it as `request.app.state.house`."""

    def __init__(self, settings: Settings, key: bytes) -> None:
        self.settings = settings
        self.loop = asyncio.get_running_loop()
        self.store = Store(settings.database_url)
        self.identity = Identity(self.store, key)
        self.hub = Hub()
        self.warmup = Warmup()
        self.tables = Tables(self.store, self.hub, self.warmup, key, settings)
        self.thinking = Thinking(self.tables, settings)
        self.sweeper = Sweeper(self.tables, self.thinking, settings)
        self.postman = Postman(settings.private_webhooks)
        self.tables.on_turn = self.tell_from_afar
        crowded = noted("Too many changes at this table. hint: try again in {wait} s.")
        self.table_posts = Limit(settings.posts_per_second, settings.post_burst, crowded)
        costly = noted("Too many requests of this kind. hint: try again in {wait} s.")
        self.costly = Limit(settings.strict_per_minute / 60, settings.strict_burst, costly)
        self.ready = False
        self._letters: set[asyncio.Task[None]] = set()

    def tell_from_afar(self, live: Live, news: dict[str, Any], persons: list[str]) -> None:
        """Write to the webhooks of some persons."""
        task = asyncio.ensure_future(self._write_letters(news, persons))
        self._letters.add(task)
        task.add_done_callback(self._letters.discard)

    async def _write_letters(self, news: dict[str, Any], persons: list[str]) -> None:
        async with self.store.read() as db:
            hooks = await people.webhooks_of(db, persons)
        for hook in hooks:
            self.postman.post(Letter(hook["url"], hook["secret"], {**news, "url": self.settings.address + news["path"]}))


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    """A house with its background work; everything is closed at the end."""
    async with AsyncExitStack() as stack:
        settings.folder.mkdir(parents=True, exist_ok=True)
        if settings.database_url.startswith("sqlite"):
            stack.callback(alone_in(settings).release)
        key = load_key(settings.folder)
        await asyncio.to_thread(upgrade, settings.database_url)
        house = House(settings, key)
        stack.push_async_callback(house.store.close)
        work = [
            house.warmup.run(settings.warm),
            house.thinking.run(),
            house.sweeper.run(),
            house.postman.run(),
        ]
        if not house.store.is_sqlite:
            work.append(listen(house.store, house.tables.process, house.tables.heard, house.tables.missed))
        tasks = [asyncio.ensure_future(part) for part in work]
        for task in tasks:
            task.add_done_callback(_report)
        house.ready = True
        note("open", workers=settings.workers, database=house.store.url.partition(":")[0])
        try:
            yield house
        finally:
            house.ready = False
            house.hub.close()
            house.thinking.close()
            for task in tasks:
                task.cancel()
            for task in tasks:
                with suppress(asyncio.CancelledError, Exception):
                    await task
            note("closed")


def _report(task: asyncio.Future[None]) -> None:
    """Background work ends only with the server; say so if it does not."""
    if not task.cancelled() and (fault := task.exception()) is not None:
        note("background work broke down", level=50, fault=fault)


def alone_in(settings: Settings) -> FileLock:
    """Make sure that no other process serves this SQLite database: matches in memory would differ."""
    lock = FileLock(settings.folder / "serve.lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise BadOption(
            f"Another server is running on the data in {settings.folder}."
            " hint: stop it, choose another --data, or use PostgreSQL for several processes."
        ) from None
    return lock
