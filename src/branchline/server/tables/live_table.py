"""A table in memory: its match, its last entries and chat lines, and the views and texts last made for its watchers.

All of it is a cache of the database.  No reader gets what was made for another: views are cached by seat and language, and
texts by everything on which they depend.
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
from branchline.server.store.rows import MAX_LINES
from branchline.texts import language

RECENT = 32
"""Entries in memory.  A stream that is further behind reads from the database, which is rare."""
CLOCK_SECONDS = 0.1
"""A view with running clocks is made again after this time."""
REST_SECONDS = 20.0
"""Views and texts are dropped when nobody has looked at the table for this long."""


@dataclass(eq=False)
class LiveTable:
    """A table in memory."""

    id: str
    match: Match
    owner: str | None
    public: bool
    parent: str | None
    reserved: frozenset[int]
    """Seats that need an invitation."""
    private: bool = False
    """Whether only the people of the finished game may look at it."""
    snapshot_at: int = 0
    payer: Payer = field(default_factory=Payer)
    """The payer of its bots."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    chat: list[dict[str, Any]] | None = None
    """The last lines of chat, oldest first; None until they are first read."""
    _recent: deque[Entry] = field(default_factory=lambda: deque(maxlen=RECENT))
    _views: dict[tuple[int | None, str], dict[str, Any]] = field(default_factory=dict)
    _texts: dict[Hashable, tuple[object, str]] = field(default_factory=dict)
    _made: dict[Hashable, tuple[object, Any]] = field(default_factory=dict)
    _told: dict[int | None, dict[str, tuple[object, Any]]] = field(default_factory=dict)
    _looked: float = 0.0

    def advance(self, match: Match, entries: Sequence[Entry]) -> None:
        """Replace the match by a later one, with the entries that led to it.  An earlier match is ignored."""
        new = match.version - self.match.version
        if new > 0:
            self.match = match
            self.remember(entries[-new:])
            self.forget_texts()
            self._made.clear()

    def remember(self, entries: Sequence[Entry]) -> None:
        """Keep the last entries in memory; the last of them led to the present match."""
        self._recent.extend(entries)

    def since(self, version: int) -> list[tuple[int, Entry]] | None:
        """The entries after a version, each with the version it led to; None if they are no longer in memory."""
        missed = max(0, self.match.version - version)
        if missed > len(self._recent):
            return None
        return list(enumerate(islice(self._recent, len(self._recent) - missed, None), version + 1))

    def add_lines(self, lines: Sequence[dict[str, Any]]) -> None:
        """Add new lines of chat; known ones are ignored."""
        known = self.chat or []
        last = known[-1]["id"] if known else 0
        self.chat = [*known, *(line for line in lines if line["id"] > last)][-MAX_LINES:]

    def lines_after(self, number: int) -> list[dict[str, Any]]:
        """The last lines of chat with a higher number, oldest first."""
        return [line for line in self.chat or () if line["id"] > number]

    @property
    def last_line(self) -> int:
        """The number of the last line of chat in memory."""
        return self.chat[-1]["id"] if self.chat else 0

    @property
    def free(self) -> list[int]:
        """Open seats that anybody with the table's link may take."""
        return [seat for seat, given in enumerate(self.match.seats) if given.kind == "open" and seat not in self.reserved]

    def view(self, seat: int | None) -> dict[str, Any]:
        """The view of a seat, in the reader's language.  All watchers of the seat share it."""
        self._looked = now = time.time()
        reader = (seat, language())
        found = self._views.get(reader)
        if found is None or (found["clocks"] and now - found["clocks"]["at"] > CLOCK_SECONDS):
            self._views[reader] = found = self.match.view(seat, now)
        return found

    def text(self, key: Hashable, of: object, write: Callable[[], str]) -> str:
        """The text that `write` returns for the object `of`, cached by key and language.

        It is written again when `of` is another object than before.
        """
        key = (key, language())
        cached = self._texts.get(key)
        if cached is None or cached[0] is not of:
            cached = self._texts[key] = (of, write())
        return cached[1]

    def made(self, key: Hashable, of: object, make: Callable[[], Any]) -> Any:
        """What `make` returns, cached by key and language until the table changes.  It is made again when `of` has changed."""
        self._looked = time.time()
        key = (key, language())
        cached = self._made.get(key)
        if cached is None or cached[0] != of:
            cached = self._made[key] = (of, make())
        return cached[1]

    def log_text(self, seat: int | None, of: object, make: Callable[[], Any]) -> Any:
        """The log in words that `make` returns for a seat, cached by seat and language.

        It is made again when `of` has changed, for example when a player has a new name.
        """
        self._looked = time.time()
        told = self._told.setdefault(seat, {})
        cached = told.get(language())
        if cached is None or cached[0] != of:
            cached = told[language()] = (of, make())
        return cached[1]

    def forget_texts(self) -> None:
        """Drop what was made for watchers, because more than the match has changed."""
        self._views.clear()
        self._texts.clear()

    def drop_unused(self, now: float) -> None:
        """Drop views and texts if nobody has looked for a while.  They can be made again."""
        if now - self._looked > REST_SECONDS:
            self.forget_texts()
            self._made.clear()
            self._told.clear()
