"""What is worth telling a person about a table, and who is told.

Streams and webhooks tell of turns and of the end of a game.  Notifications also tell of what others do for a person or want
from them: EVENTS has all of it.  An event says what happened, and never what a seat may not see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.match import Entry, Match
from branchline.server.store import private_rows, seat_rows

YOUR_TURN, UNDO, OVER, CLOSED, REMATCH, JOINED = "your-turn", "undo", "over", "closed", "rematch", "joined"
VOTES = {"pause": "vote-pause", "take-over": "vote-bot", "close": "vote-end"}
"""The events of votes that a person is asked for, by the topic of the vote."""
SEAT_LOST, BOT_PLAYS = "seat-lost", "bot-plays"
"""A bot plays for a person who did not ask for it: for good, or until they are back."""
EVENTS = (YOUR_TURN, UNDO, *VOTES.values(), SEAT_LOST, BOT_PLAYS, OVER, CLOSED, REMATCH, JOINED)
"""The most urgent first.  Of one change a person is told the most urgent event only."""


class News(NamedTuple):
    """An event, the persons who are told, and the name of the player who did it (empty if it does not matter)."""

    event: str
    persons: tuple[str, ...]
    who: str = ""


Told = tuple[str, Sequence[Any], str]
"""An event with the rows of the people who are told, and the name of the player who did it."""


class Recipients(NamedTuple):
    """The persons who are told of a change: by streams, by webhooks, and by notifications."""

    persons: tuple[str, ...] = ()
    with_webhooks: tuple[str, ...] = ()
    news: tuple[News, ...] = ()


async def recipients_of(
    db: AsyncConnection, table: str, match: Match, before: Match | None, entries: Sequence[Entry], owner: str | None
) -> Recipients:
    """The persons whose turn it now is; all at the table when the game has ended; and those whom the entries concern."""
    ended = match.phase in ("over", "closed") and (before is None or before.phase != match.phase)
    now, then = match.waiting_for, before.waiting_for if before is not None else None
    turned = now is not None and now.by == "person" and (then is None or (then.seat, then.by) != (now.seat, now.by))
    told = [entry for entry in entries if _is_told(entry)]
    if not ended and not turned and not told:
        return Recipients()
    people = await seat_rows.people_at(db, table)
    called = [row for row in people if ended or (turned and now is not None and row.seat == now.seat)]
    events: list[Told] = [(match.phase if ended else YOUR_TURN, called, "")]
    if not ended and any(row.reached for row in called) and await private_rows.has_plans(db, table, called[0].seat):
        events.clear()  # the plan decides; if it cannot, `called_to` tells
    events += [_told(entry, match, people, owner) for entry in told]
    return Recipients(_persons(called), _persons([row for row in called if row.hooked]), _most_urgent(events))


def _is_told(entry: Entry) -> bool:
    """Whether an entry concerns people who may not be there."""
    if entry.kind == "vote":
        return bool(entry.data["yes"])
    if entry.kind == "take-over":
        return entry.data["why"] != "asked"
    return entry.kind in ("ask", "join", "forfeit")


def _told(entry: Entry, match: Match, people: Sequence[Any], owner: str | None) -> Told:
    """Whom an entry concerns: who lost a seat, the owner when somebody sits down, else the others who are asked to agree."""
    mine = [row for row in people if row.seat == entry.seat]
    if entry.kind in ("take-over", "forfeit"):
        return (BOT_PLAYS if entry.kind == "take-over" else SEAT_LOST), mine, ""
    doers = {row.person_id for row in mine}
    others = [row for row in people if row.person_id not in doers]
    who = match.seats[entry.seat or 0].label
    if entry.kind == "join":
        return JOINED, [row for row in others if row.person_id == owner], who
    if entry.kind == "vote":
        asked = match.asked(entry.data["topic"])
        return VOTES[entry.data["topic"].partition(" ")[0]], [row for row in others if row.seat in asked], who
    return UNDO, [row for row in others if row.seat in match.persons], who


async def called_to(db: AsyncConnection, table: str, seat: int) -> tuple[News, ...]:
    """The news that it is the turn of a seat, for its people: its plans are not played any more."""
    return _most_urgent([(YOUR_TURN, [row for row in await seat_rows.people_at(db, table) if row.seat == seat], "")])


async def offered_to(db: AsyncConnection, parent: str, owner: str, who: str) -> tuple[News, ...]:
    """The news of a rematch for the people of the game before."""
    people = [row for row in await seat_rows.people_at(db, parent) if row.person_id != owner]
    return _most_urgent([(REMATCH, people, who)])


def _persons(people: Sequence[Any]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row.person_id for row in people))


def _most_urgent(events: Sequence[Told]) -> tuple[News, ...]:
    """The news for those who have a channel, each person in one of them only."""
    told: set[str] = set()
    found = []
    for event, people, who in sorted(events, key=lambda one: EVENTS.index(one[0])):
        persons = tuple(one for one in _persons([row for row in people if row.reached]) if one not in told)
        told.update(persons)
        if persons:
            found.append(News(event, persons, who))
    return tuple(found)
