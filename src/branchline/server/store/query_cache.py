"""A cache of queries about people, for SQLite: persons and the seats they hold.

Nearly every request needs both, and they seldom change.  Only one process uses the database, so an answer is valid until
this process writes to one of the `SOURCES`.  An event of the engine reports such writes.
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
"""The database tables that cached answers are read from."""
PRESENCE = "presence"
"""The execution option of statements that only update `seen`: they are frequent and change no answer."""
MAX_ANSWERS = 20_000
Answer = TypeVar("Answer")
Question = Callable[[AsyncConnection], Awaitable[Answer]]


class QueryCache:
    """Answers by key, until a write may change one of them."""

    def __init__(self, writer: Engine) -> None:
        self._answers: OrderedDict[Hashable, Any] = OrderedDict()
        self._changes = 0
        self._writing: set[Connection] = set()
        event.listen(writer, "before_execute", self._look_at)

    def _look_at(self, connection: Connection, statement: Any, *_: Any) -> None:
        """Before a writer executes a statement: note whether it changes one of the sources."""
        if not getattr(statement, "is_dml", False) or statement.get_execution_options().get(PRESENCE):
            return
        if statement.table in SOURCES:
            self._writing.add(connection)

    def settle(self, connection: Connection) -> None:
        """After a writer has finished: clear the cache if it may have changed an answer."""
        if connection in self._writing:
            self._writing.discard(connection)
            self._answers.clear()
            self._changes += 1

    async def answer(self, key: Hashable, db: AsyncConnection, ask: Question[Answer]) -> Answer:
        """The cached answer under a key.  The query runs if there is none, or while a transaction has changed a source.

        A transaction that checks something before it writes may ask here too, because no other one can write meanwhile.
        """
        if self._writing:
            return await ask(db)
        if key in self._answers:
            self._answers.move_to_end(key)
            found: Answer = self._answers[key]
            return found
        changes = self._changes
        found = await ask(db)
        if changes == self._changes:  # otherwise the answer may be out of date
            self._answers[key] = found
            while len(self._answers) > MAX_ANSWERS:
                self._answers.popitem(last=False)
        return found
