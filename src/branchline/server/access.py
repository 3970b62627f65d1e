"""Who may do what at a table: the seats that somebody holds there."""

from __future__ import annotations

from dataclasses import dataclass

from branchline.server.house import House
from branchline.server.identity import Asker
from branchline.server.keys import hashed
from branchline.server.problems import Problem, forbidden
from branchline.server.store import rows
from branchline.server.tables import Live
from branchline.texts import say


@dataclass(frozen=True)
class Standing:
    """Somebody at a table: the seats held there, and whether the table is his."""

    seats: tuple[int, ...] = ()
    is_owner: bool = False

    def looking(self, live: Live, wanted: int | None = None) -> int | None:
        """The seat to look from: the one asked for, the one whose turn it is, or the first; None for a spectator."""
        if wanted is not None:
            return self.holding(live, wanted)
        if not self.seats:
            return None
        decider = live.match.decider
        return decider if decider in self.seats else self.seats[0]

    def holding(self, live: Live, wanted: int | None = None) -> int:
        """The seat to act for, or 403."""
        if wanted is not None and wanted not in self.seats:
            raise forbidden(say("Seat {seat} is not yours. hint: its link lets you sit down there.", seat=wanted))
        if not self.seats:
            raise forbidden(say("You have no seat at this table. hint: a seat's link lets you sit down."))
        if wanted is not None:
            return wanted
        decider = live.match.decider
        return decider if decider in self.seats else self.seats[0]

    def speaks_for(self, live: Live) -> None:
        """Go on only for the table's owner."""
        if not self.is_owner:
            raise forbidden(say("Only who opened the table may do this."))


async def standing(house: House, live: Live, asker: Asker) -> Standing:
    """What the asker is at this table; a seat's secret that fits no seat is refused."""
    if asker.seat_secret is not None:
        async with house.store.read() as db:
            seat = await rows.seat_of_secret(db, live.id, hashed(asker.seat_secret))
        if seat is None:
            unknown = say("This secret is of no seat at this table.")
            raise Problem(401, "unknown-token", unknown, {"WWW-Authenticate": "Bearer"})
        return Standing((seat,))
    if asker.person is None:
        return Standing()
    async with house.store.read() as db:
        seats = await rows.seats_held(db, live.id, asker.person.id)
    return Standing(tuple(seats), live.owner == asker.person.id)
