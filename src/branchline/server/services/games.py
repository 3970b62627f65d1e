"""A person's finished games: pages of a list with filters, and their records as one zip."""

from __future__ import annotations

import asyncio
import io
import json
import re
import time
import zipfile
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from typing import Any

from branchline.server.accounts.requester import Person
from branchline.server.base.logs import note
from branchline.server.base.problems import Problem
from branchline.server.services.container import Services
from branchline.server.store import operator_rows, result_rows, rows
from branchline.server.store.result_rows import Position, Wanted
from branchline.server.tables.restoring import UNREADABLE, restored

PAGE = 25
"""Games on a page."""
MOST_RECORDS = 2_000
"""The most records in one zip, the last games first."""
BATCH = 50
"""Games that are looked up at once for a zip."""
CURSOR = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,9})?)~([a-z0-9]{4,32})")


@dataclass(frozen=True)
class Page:
    """A page of a person's games, the last first."""

    games: list[dict[str, Any]]
    total: int
    """The number of games of this kind on all pages."""
    after: str
    """What leads to the next page; empty on the last one."""


def read_cursor(text: str) -> Position | None:
    """The position after which a page begins; None for the first page, and for a text that is no position."""
    found = CURSOR.fullmatch(text)
    return (float(found[1]), found[2]) if found else None


def cursor_of(game: dict[str, Any]) -> str:
    """The position of a game in the list, as a text."""
    return f"{game['ended']!r}~{game['table_id']}"


async def page_of(services: Services, person: Person | None, wanted: Wanted, after: str = "") -> Page:
    """A page of a person's finished games."""
    if person is None:
        return Page([], 0, "")
    async with services.store.read() as db:
        total = await result_rows.count_of(db, person.id, wanted)
        found = await result_rows.page_of(db, person.id, wanted, PAGE + 1, read_cursor(after))
    return Page(found[:PAGE], total, cursor_of(found[PAGE - 1]) if len(found) > PAGE else "")


async def records_zip(
    services: Services, person: Person, wanted: Wanted, first: Mapping[str, str] | None = None
) -> AsyncIterator[bytes]:
    """The records of a person's games as the parts of a zip file, after the files `first`.

    A game that cannot be read is left out and logged.
    """
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in (first or {}).items():
            archive.writestr(name, content)
        async for game in _all_of(services, person, wanted):
            text = await _record(services, game["table_id"])
            if text is not None:
                archive.writestr(_entry(game), text)
                yield sink.take()
    yield sink.take()


async def everything_zip(services: Services, person: Person) -> AsyncIterator[bytes]:
    """Everything that is stored about a person, as the parts of a zip file: `person.json`, then the records of their games."""
    async with services.store.read() as db:
        found = await operator_rows.everything_about(db, person.id)
    about = json.dumps(found, indent=1, ensure_ascii=False, default=str)
    async for part in records_zip(services, person, Wanted(), {"person.json": about}):
        yield part


async def _all_of(services: Services, person: Person, wanted: Wanted) -> AsyncIterator[dict[str, Any]]:
    after: Position | None = None
    for _ in range(MOST_RECORDS // BATCH):
        async with services.store.read() as db:
            found = await result_rows.page_of(db, person.id, wanted, BATCH, after)
        for game in found:
            yield game
        if len(found) < BATCH:
            return
        after = (found[-1]["ended"], found[-1]["table_id"])


async def _record(services: Services, table: str) -> str | None:
    """The record of a finished game, read beside the tables in memory: a long zip must not push those out."""
    try:
        async with services.store.read() as db:
            row = await rows.find_table(db, table)
            if row is None:  # deleted meanwhile
                return None
            match, _ = await restored(db, table, row)
        return await asyncio.to_thread(lambda: match.record().dumps())
    except (*UNREADABLE, Problem) as fault:
        note("a game is left out of a zip", level=30, fault=fault, table=table)
        return None


def _entry(game: dict[str, Any]) -> zipfile.ZipInfo:
    """The entry of a game: named by its day, game and table, with the time at which it ended."""
    ended = time.gmtime(max(game["ended"], 315_532_800))  # a zip knows no time before 1980
    found = zipfile.ZipInfo(f"{time.strftime('%Y-%m-%d', ended)}-{game['game']}-{game['table_id']}.txt", ended[:6])
    found.compress_type = zipfile.ZIP_DEFLATED
    return found


class _Sink(io.RawIOBase):
    """Keeps what is written until it is taken, so that a zip can be sent while it is made."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        """Always."""
        return True

    def write(self, data: Any) -> int:
        """Keep some bytes."""
        self._parts.append(bytes(data))
        return len(self._parts[-1])

    def take(self) -> bytes:
        """What was written since the last time."""
        found = b"".join(self._parts)
        self._parts.clear()
        return found
