"""Answers about people that are kept in memory, on SQLite: who somebody is, and which seats they hold.

Nearly every request asks for both, and they seldom change.  One process has the database for itself, so an answer holds until
this process writes to one of the tables that it comes from; the engine tells us when.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

from sqlalchemy import event
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.schema import accounts, holders, persons, seats, tokens

SOURCES = {persons, accounts, holders, seats, tokens}
"""The tables that kept answers come from."""
PRESENCE = "presence"
"""The option of a statement that only notes that somebody is there, which happens often and changes no answer."""
MOST = 20_000
Answer = TypeVar("Answer")
Question = Callable[[AsyncConnection], Awaitable[Answer]]


class QueryCache:
    """What was asked before, until something is written that may change an answer."""

    def __init__(self, writer: Engine) -> None:
        self._answers: OrderedDict[Hashable, Any] = OrderedDict()
        self._changes = 0
        self._writing: set[Connection] = set()
        event.listen(writer, "before_execute", self._look_at)

    def _look_at(self, connection: Connection, statement: Any, *_: Any) -> None:
        """A statement is going to be executed by a writer."""
        if not getattr(statement, "is_dml", False) or statement.get_execution_options().get(PRESENCE):
            return
        if statement.table in SOURCES:
            self._writing.add(connection)

    def settle(self, connection: Connection) -> None:
        """A writer has come to its end: forget everything if it may have changed an answer."""
        if connection in self._writing:
            self._writing.discard(connection)
            self._answers.clear()
            self._changes += 1

    async def answer(self, key: Hashable, db: AsyncConnection, ask: Question[Answer]) -> Answer:
        """The answer to a question of this name, asked only if it is not known."""
        if key in self._answers:
            self._answers.move_to_end(key)
            found: Answer = self._answers[key]
            return found
        changes = self._changes
        found = await ask(db)
        if changes == self._changes and not self._writing:  # or it may be of yesterday
            self._answers[key] = found
            while len(self._answers) > MOST:
                self._answers.popitem(last=False)
        return found
