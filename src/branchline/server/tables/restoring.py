"""Restoring a match from the database: from its snapshot and the entries after it, or from the whole log."""

from __future__ import annotations

from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.errors import BranchlineError
from branchline.match import BadEntry, Entry, Match, Setup
from branchline.server.base.logs import note
from branchline.server.store import rows

UNREADABLE = (BranchlineError, ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""The errors that a damaged row or entry of a table may raise.  Errors of the database are not among them."""


async def restored(db: AsyncConnection, table: str, row: Any) -> tuple[Match, list[Entry]]:
    """The match and the entries after its snapshot.  If the snapshot does not fit, the whole log is replayed and returned."""
    setup = Setup.from_dict(row.setup)
    snapshot = await rows.find_snapshot(db, table)
    if snapshot is not None:
        try:
            match = Match.restore(setup, snapshot.body)
            if not match.version == snapshot.version <= row.version:
                raise BadEntry(f"The snapshot is of version {match.version}; the log has {row.version} entries.")
            entries = [Entry.from_dict(body) for body in await rows.entries_from(db, table, match.version)]
            match.apply(entries)
            return match, entries
        except UNREADABLE as fault:  # damaged, or from an older program: the log has everything
            note("a snapshot cannot be read; replaying the log", level=30, fault=fault, table=table)
    entries = [Entry.from_dict(body) for body in await rows.entries_from(db, table, 0)]
    match = Match.restore(setup, None, entries)
    if match.version < row.version:
        raise BadEntry(f"The log has {match.version} entries of {row.version}.")
    return match, entries
