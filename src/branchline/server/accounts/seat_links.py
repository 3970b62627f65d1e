"""Links to seats, and who may have them.

There are two kinds.  An *invitation* (`invite_…`) lets one person sit down on an open seat; the table's owner hands it out.  A
*seat link* (`seat_…`) opens a seat for another device or a program of the person who sits there; nobody else is shown it.

Both follow from the server's key and the generation of the seat.  Everything that changes who sits there raises the
generation in the same transaction, so no link that anybody saw before opens the seat afterwards.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.match import Entry, Match
from branchline.server.accounts.keys import link_secret
from branchline.server.store import seat_rows

SEAT, INVITE = "seat", "invite"


class Link(NamedTuple):
    """A link to a seat."""

    kind: str
    """`seat` or `invite`."""
    table: str
    seat: int
    secret: str

    @property
    def path(self) -> str:
        """The link on our site.  Browsers do not send what stands behind `#`, so no log and no referrer has it."""
        return f"/t/{self.table}#{self.secret}"

    def to_dict(self) -> dict[str, object]:
        """JSON-safe data."""
        return {"kind": self.kind, "seat": self.seat, "secret": self.secret, "path": self.path}


def renewed_by(entries: Sequence[Entry]) -> list[int]:
    """The seats whose links become void by these entries: somebody else sits there now, or the others gave it to a bot."""
    return [entry.seat for entry in entries if entry.seat is not None and (entry.kind in ("join", "fill") or _is_loss(entry))]


def lost_by(entries: Sequence[Entry]) -> list[int]:
    """Those of the seats that somebody held until then."""
    return [entry.seat for entry in entries if entry.seat is not None and _is_loss(entry)]


def _is_loss(entry: Entry) -> bool:
    return entry.kind in ("leave", "forfeit") or (entry.kind == "take-over" and entry.data["why"] == "vote")


class SeatLinks:
    """Makes links and recognises them."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def link(self, kind: str, table: str, seat: int, generation: int) -> Link:
        """The link of a seat in one generation."""
        return Link(kind, table, seat, link_secret(self._key, kind, table, seat, generation))

    async def of_person(self, db: AsyncConnection, table: str, person: str) -> list[Link]:
        """The links of the seats that a person holds.  One statement reads holder and generation, so they belong together."""
        return [self.link(SEAT, table, row.seat, row.generation) for row in await seat_rows.generations_held(db, table, person)]

    async def invitations(self, db: AsyncConnection, table: str, match: Match) -> list[Link]:
        """The links that let people sit down on open seats."""
        kept = await seat_rows.seats_of(db, table)
        return [self.link(INVITE, table, row.seat, row.generation) for row in kept if match.seats[row.seat].kind == "open"]

    async def find(self, db: AsyncConnection, table: str, secret: str) -> Any:
        """The row of the seat that a secret is for at present; None if it is for none, or for an earlier generation."""
        kind = secret.partition("_")[0]
        return next((row for row in await seat_rows.seats_of(db, table) if self._is(row, kind, row.generation, secret)), None)

    async def came_by(self, db: AsyncConnection, table: str, secret: str) -> int | None:
        """The seat whose present sitter came by this invitation: for them, sending it again is harmless."""
        kept = await seat_rows.seats_of(db, table)
        return next((row.seat for row in kept if self._is(row, INVITE, row.generation - 1, secret)), None)

    def _is(self, row: Any, kind: str, generation: int, secret: str) -> bool:
        known = self.link(kind, row.table_id, row.seat, generation).secret
        return hmac.compare_digest(known.encode(), secret.encode("utf-8", "surrogatepass"))
