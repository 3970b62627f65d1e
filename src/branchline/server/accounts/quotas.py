"""Quotas: the payer of a table's bots, and the number of unfinished tables a payer may have.

A person with an account pays for the tables they open.  Anybody can become a new guest at any time, so a guest's tables are
charged to the guest's network.  The database stores a keyed hash of the network, not its address.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

from branchline.server.accounts.requester import Requester
from branchline.server.base.problems import Problem
from branchline.server.base.settings import Settings
from branchline.server.store import Store, rows
from branchline.texts import say

HOUR = 3600.0
RETRY_SECONDS = 60


@dataclass(frozen=True)
class Payer:
    """The person or network that a table's bots are charged to."""

    charged_to: str = ""
    """A person with an account; otherwise the same as `network`."""
    network: str = ""
    """The network that the table was opened from.  All payers of one network share its part of the thinking time."""

    @property
    def is_guest(self) -> bool:
        """Whether the payer is a network, because the person has no account."""
        return self.charged_to == self.network


NOBODY = Payer()
"""The payer of tables that are charged to nobody."""
EXHIBITION = Payer("exhibition", "exhibition")
"""The payer of games that strong bots play for spectators.  They wait until nobody else's bot is to think."""


class Quotas:
    """Finds the payer of a request and enforces the quota."""

    def __init__(self, store: Store, key: bytes, settings: Settings) -> None:
        self._store, self._key, self._settings = store, key, settings
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def payer_of(self, requester: Requester) -> Payer:
        """The payer for this requester."""
        network = "network " + hmac.digest(self._key, f"network {requester.address}".encode(), "sha256").hex()[:32]
        person = requester.person
        return Payer(f"person {person.id}" if person is not None and person.has_account else network, network)

    @asynccontextmanager
    async def opening(self, payer: Payer) -> AsyncIterator[None]:
        """Open a table inside this context: 429 if the payer has too many.

        Each payer opens one at a time, a person also if their requests come from several networks.
        """
        lock = self._opening.setdefault(payer.charged_to, asyncio.Lock())
        async with lock:
            await self._check(payer)
            yield

    async def _check(self, payer: Payer) -> None:
        settings = self._settings
        most = settings.tables_per_address if payer.is_guest else settings.tables_per_person
        async with self._store.read_autocommit() as db:
            found = await rows.count_unfinished(db, payer.charged_to, time.time() - settings.tables_count_hours * HOUR)
        if found < most:
            return
        if payer.is_guest:
            sentence = say(
                "Guests from your network have {n} unfinished tables. hint: finish or close one, or sign in to an account.",
                n=found,
            )
        else:
            sentence = say("You have {n} unfinished tables. hint: finish or close one, then open another.", n=found)
        raise Problem(429, "too-many-tables", sentence, {"Retry-After": str(RETRY_SECONDS)})
