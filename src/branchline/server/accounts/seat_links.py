"""Links to seats.

There are two kinds.  An *invitation* (`invite_…`) lets one person sit down on an open seat; the table's owner hands it out.  A
*seat link* (`seat_…`) opens a seat on another device or for a program; only the person on the seat can see it.

Both are derived from the server's key and the generation of the seat.  When the person on a seat changes, the same
transaction raises the generation.  So a link from before no longer opens the seat.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.match import Entry, Match
from branchline.server.base.keys import link_secret
from branchline.server.store import seat_rows

SEAT, INVITE = "seat", "invite"
MAX_EARLIER = 50
"""Earlier generations of a seat whose links are still recognised, though they open nothing."""


class Link(NamedTuple):
    """A link to a seat."""

    kind: str
    """`seat` or `invite`."""
    table: str
    seat: int
    secret: str

    @property
    def path(self) -> str:
        """The path on our site.  Browsers do not send the part after `#`, so the secret is in no log and no referrer."""
        return f"/t/{self.table}#{self.secret}"

    def to_dict(self) -> dict[str, object]:
        """JSON-safe data."""
        return {"kind": self.kind, "seat": self.seat, "secret": self.secret, "path": self.path}


def renewed_by(entries: Sequence[Entry]) -> list[int]:
    """The seats whose links these entries make void: the person changes, or a bot takes over for good or by vote."""
    return [entry.seat for entry in entries if entry.seat is not None and (entry.kind in ("join", "fill") or _is_loss(entry))]


def lost_by(entries: Sequence[Entry]) -> list[int]:
    """The seats that a person loses by these entries."""
    return [entry.seat for entry in entries if entry.seat is not None and _is_loss(entry)]


def _is_loss(entry: Entry) -> bool:
    return entry.kind in ("leave", "forfeit") or (entry.kind == "take-over" and entry.data["why"] == "vote")


class SeatLinks:
    """Makes links, and finds the seat for a secret."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def link(self, kind: str, table: str, seat: int, generation: int) -> Link:
        """The link to a seat in one generation."""
        return Link(kind, table, seat, link_secret(self._key, kind, table, seat, generation))

    async def of_person(self, db: AsyncConnection, table: str, person: str) -> list[Link]:
        """The links to the seats that a person holds.  One statement reads holder and generation, so they match."""
        return [self.link(SEAT, table, row.seat, row.generation) for row in await seat_rows.generations_held(db, table, person)]

    async def invitations(self, db: AsyncConnection, table: str, match: Match) -> list[Link]:
        """The links that let people sit down on open seats."""
        found = await seat_rows.seats_of(db, table)
        return [self.link(INVITE, table, row.seat, row.generation) for row in found if match.seats[row.seat].kind == "open"]

    async def find(self, db: AsyncConnection, table: str, secret: str) -> Any:
        """The row of the seat that a secret opens now; None if it opens none or is from an earlier generation."""
        kind = secret.partition("_")[0]
        return next((row for row in await seat_rows.seats_of(db, table) if self._is(row, kind, row.generation, secret)), None)

    async def came_by(self, db: AsyncConnection, table: str, secret: str) -> int | None:
        """The seat whose present holder used this invitation.  They may send it again without harm."""
        found = await seat_rows.seats_of(db, table)
        return next((row.seat for row in found if self._is(row, INVITE, row.generation - 1, secret)), None)

    async def was_for(self, db: AsyncConnection, table: str, secret: str) -> int | None:
        """The seat that a secret opened in an earlier generation, so that its bearer can be told who sits there now."""
        kind = secret.partition("_")[0]
        for row in await seat_rows.seats_of(db, table):
            oldest = max(0, row.generation - MAX_EARLIER)
            if any(self._is(row, kind, generation, secret) for generation in range(oldest, row.generation)):
                seat: int = row.seat
                return seat
        return None

    def _is(self, row: Any, kind: str, generation: int, secret: str) -> bool:
        known = self.link(kind, row.table_id, row.seat, generation).secret
        return hmac.compare_digest(known.encode(), secret.encode("utf-8", "surrogatepass"))
