"""What follows from a change at a table: whom it concerns personally, and ratings at the end of a game."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.match import Match
from branchline.server.accounts import ratings
from branchline.server.store import rows

UNRATED = frozenset({"fork", "record", "undo-alone"})
"""Marks of games that are not rated: somebody knew or chose how they began, or played them more than once."""


class Recipients(NamedTuple):
    """The persons whom a change concerns, and those of them who have webhooks."""

    persons: tuple[str, ...]
    with_webhooks: tuple[str, ...]


async def recipients_of(db: AsyncConnection, table: str, match: Match, before: Match | None) -> Recipients:
    """Whom this change concerns personally: whose turn has come, or everybody at the end."""
    ended = match.phase in ("over", "closed") and (before is None or before.phase != match.phase)
    now, then = match.waiting_for, before.waiting_for if before is not None else None
    turned = now is not None and now.by == "person" and (then is None or (then.seat, then.by) != (now.seat, now.by))
    if not ended and not turned:
        return Recipients((), ())
    people = [row for row in await rows.people_at(db, table) if ended or (now is not None and row.seat == now.seat)]
    persons = dict.fromkeys(row.person_id for row in people)
    with_webhooks = dict.fromkeys(row.person_id for row in people if row.hooked)
    return Recipients(tuple(persons), tuple(with_webhooks))


async def rate(db: AsyncConnection, table: str, match: Match) -> None:
    """Ratings of persons with accounts; not for games that were forked, imported or taken back alone."""
    if match.marks & UNRATED or not await rows.mark_rated(db, table):
        return
    players = [player for player in await ratings.players(db, table) if match.seats[player.seat].kind == "person"]
    rated, late = ratings.who_counts(players, match.started or 0.0)
    sides = match.game.spec.rules.sides(match.state.fields_view)
    helped = {deed.seat for deed in match.deeds if deed.by == "bot"}
    await ratings.write(db, match.game.name, rated, sides, match.state.ranks, helped | late)
