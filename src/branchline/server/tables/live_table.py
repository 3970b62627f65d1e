"""A table in memory: its match, what was last done and said there, and what was last written of it for its watchers.

All of it is a cache of the database.  What is kept for one reader is never given to another: a view belongs to a seat, and
a text to all by which it differs.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from branchline.match import Entry, Match
from branchline.server.accounts.quotas import Payer
from branchline.server.store.rows import MOST_LINES
from branchline.texts import language

RECENT = 32
"""Entries kept in memory.  Streams are seldom further behind; who is gets the rest from the database."""
CLOCK_SECONDS = 0.1
"""A view with running clocks is made anew after this time."""
REST_SECONDS = 20.0
"""Views and texts of a table that nobody has looked at for so long are dropped."""


@dataclass(eq=False)
class LiveTable:
    """A table in memory."""

    id: str
    match: Match
    owner: str | None
    public: bool
    parent: str | None
    reserved: frozenset[int]
    """Seats that nobody takes without their link."""
    snapshot_at: int = 0
    payer: Payer = field(default_factory=Payer)
    """Whom its bots are charged to."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    chat: list[dict[str, Any]] | None = None
    """The last lines of chat, oldest first; None until somebody asks for them."""
    _recent: deque[Entry] = field(default_factory=lambda: deque(maxlen=RECENT))
    _views: dict[tuple[int | None, str], dict[str, Any]] = field(default_factory=dict)
    _texts: dict[Hashable, tuple[object, str]] = field(default_factory=dict)
    _told: dict[int | None, dict[str, tuple[object, Any]]] = field(default_factory=dict)
    _looked: float = 0.0

    def advance(self, match: Match, entries: Sequence[Entry]) -> None:
        """Take a later state of the match with the entries that led to it; an earlier one is too late, as logs only grow."""
        new = match.version - self.match.version
        if new > 0:
            self.match = match
            self.remember(entries[-new:])
            self._views.clear()
            self._texts.clear()

    def remember(self, entries: Sequence[Entry]) -> None:
        """Keep the last entries, of which the last led to the match as it is."""
        self._recent.extend(entries)

    def since(self, version: int) -> list[tuple[int, Entry]] | None:
        """The entries after a version, each with the version it led to; None if that is too long ago for our memory."""
        missed = max(0, self.match.version - version)
        if missed > len(self._recent):
            return None
        return list(enumerate(islice(self._recent, len(self._recent) - missed, None), version + 1))

    def add_lines(self, lines: Sequence[dict[str, Any]]) -> None:
        """Keep new lines of chat; those that are known are harmless."""
        known = self.chat or []
        last = known[-1]["id"] if known else 0
        self.chat = [*known, *(line for line in lines if line["id"] > last)][-MOST_LINES:]

    def lines_after(self, number: int) -> list[dict[str, Any]]:
        """The last lines of chat, oldest first: those with a higher number."""
        return [line for line in self.chat or () if line["id"] > number]

    @property
    def last_line(self) -> int:
        """The number of the last line of chat in memory."""
        return self.chat[-1]["id"] if self.chat else 0

    @property
    def free(self) -> list[int]:
        """Open seats that anybody who has the table's link may take."""
        return [seat for seat, given in enumerate(self.match.seats) if given.kind == "open" and seat not in self.reserved]

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat sees, in the language of the moment; watchers of one seat share it."""
        self._looked = now = time.time()
        reader = (seat, language())
        found = self._views.get(reader)
        if found is None or (found["clocks"] and now - found["clocks"]["at"] > CLOCK_SECONDS):
            self._views[reader] = found = self.match.view(seat, now)
        return found

    def text(self, key: Hashable, of: object, write: Callable[[], str]) -> str:
        """What `write` makes of something, written once for all who ask with this key while it is the same thing, and in
        the same language."""
        key = (key, language())
        kept = self._texts.get(key)
        if kept is None or kept[0] is not of:
            kept = self._texts[key] = (of, write())
        return kept[1]

    def log_text(self, seat: int | None, of: object, make: Callable[[], Any]) -> Any:
        """What `make` tells a seat of the game, in the language of the moment: kept for the next who looks from there.

        There is one for each seat and language.  One that was made of something else, such as other names, is replaced.
        """
        self._looked = time.time()
        told = self._told.setdefault(seat, {})
        kept = told.get(language())
        if kept is None or kept[0] != of:
            kept = told[language()] = (of, make())
        return kept[1]

    def drop_unused(self, now: float) -> None:
        """Drop what can be made again, if nobody has looked for a while."""
        if now - self._looked > REST_SECONDS:
            self._views.clear()
            self._texts.clear()
            self._told.clear()
