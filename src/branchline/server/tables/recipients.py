"""The persons who are told of a change at a table."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.match import Match
from branchline.server.store import seat_rows


class Recipients(NamedTuple):
    """The persons who are told of a change, and those of them who have webhooks."""

    persons: tuple[str, ...]
    with_webhooks: tuple[str, ...]


async def recipients_of(db: AsyncConnection, table: str, match: Match, before: Match | None) -> Recipients:
    """The persons whose turn it now is; when the game has ended, all persons at the table."""
    ended = match.phase in ("over", "closed") and (before is None or before.phase != match.phase)
    now, then = match.waiting_for, before.waiting_for if before is not None else None
    turned = now is not None and now.by == "person" and (then is None or (then.seat, then.by) != (now.seat, now.by))
    if not ended and not turned:
        return Recipients((), ())
    people = [row for row in await seat_rows.people_at(db, table) if ended or (now is not None and row.seat == now.seat)]
    persons = dict.fromkeys(row.person_id for row in people)
    with_webhooks = dict.fromkeys(row.person_id for row in people if row.hooked)
    return Recipients(tuple(persons), tuple(with_webhooks))
