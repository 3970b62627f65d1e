"""The chat of a table."""

from __future__ import annotations

from typing import Any

from branchline.server.base.problems import forbidden
from branchline.server.services.common import TableContext
from branchline.texts import say


async def read(at: TableContext, after: int = 0) -> list[dict[str, Any]]:
    """The last lines with a number above `after`, the oldest first."""
    return await at.services.tables.chat.lines(at.live, after)


async def write(at: TableContext, text: str) -> dict[str, Any]:
    """Add a line, from a seat at the table or from its owner.  Spectators only read."""
    if not at.rights.seats and not at.rights.is_owner:
        raise forbidden(say("Only who sits at the table may speak here."))
    person = at.requester.person
    if at.rights.seats:
        seat: int | None = at.rights.seats[0]
        name = at.live.match.seats[at.rights.seats[0]].label
    else:
        seat, name = None, person.name if person else ""
    return await at.services.tables.chat.add(at.live, person.id if person else None, seat, name, text, at.check)
