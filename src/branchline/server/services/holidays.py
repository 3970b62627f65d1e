"""Holidays: for some days the clocks of a person stand still in their games with days for each move."""

from __future__ import annotations

import math
import time
from collections.abc import Collection
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.errors import BranchlineError
from branchline.match import NotAllowed
from branchline.match.clock import DAY
from branchline.server.accounts.requester import Person, Requester
from branchline.server.base.problems import Problem
from branchline.server.services.common import require_person
from branchline.server.services.container import Services
from branchline.server.services.requests import RequestModel
from branchline.server.store import holiday_rows, people
from branchline.server.tables.changes import Change
from branchline.texts import say

YEAR = 365 * DAY
"""Days are counted back from now, not by the calendar, so time zones do not matter."""
MOMENT = 1.0
"""Seconds by which the end of a whole day may differ from it."""


class HolidayRequest(RequestModel):
    """A holiday from now on."""

    days: Annotated[int, Field(ge=1, le=366, strict=True)] = Field(description="Whole days of 24 hours.")


@dataclass(frozen=True)
class Holidays:
    """The holidays of a person."""

    days: int
    """The days that everybody may take within a year."""
    used: int
    until: float | None
    """The end of the holiday that the person is on."""

    @property
    def left(self) -> int:
        """The days that may still be taken."""
        return max(0, self.days - self.used)

    def to_dict(self) -> dict[str, Any]:
        """JSON-safe data."""
        return {**asdict(self), "left": self.left}


async def of(services: Services, person: Person | None) -> Holidays:
    """The holidays of a person; a begun day counts as one.  Those of people on the same seats are theirs too."""
    if person is None:
        return Holidays(services.settings.holiday_days, 0, None)
    async with services.store.read() as db:
        return await _read(services, db, person, await holiday_rows.share_seats(db, person.id), time.time())


async def _read(services: Services, db: AsyncConnection, person: Person, sharing: Collection[str], now: float) -> Holidays:
    found = await holiday_rows.since(db, sharing, now - YEAR)
    used = sum(max(1, math.ceil((row.until - row.since - MOMENT) / DAY)) for row in found)
    current = [row.until for row in found if row.until > now and row.person_id == person.id]
    return Holidays(services.settings.holiday_days, used, max(current, default=None))


async def take(services: Services, requester: Requester, days: int) -> Holidays:
    """Begin a holiday, and tell all tables of the person."""
    person, now = require_person(requester), time.time()
    async with services.store.write() as db:  # in one transaction: two devices must not take the same days
        sharing = await holiday_rows.share_seats(db, person.id)
        await people.lock_persons(db, sharing)
        _check(await _read(services, db, person, sharing, now), days)
        await holiday_rows.add(db, person.id, now, now + days * DAY)
    await _tell(services, person, now + days * DAY)
    return await of(services, person)


def _check(before: Holidays, days: int) -> None:
    """Refuse a holiday that a person may not take."""
    if not before.days:
        raise NotAllowed(say("There are no holidays on this server."))
    if before.until is not None:
        raise NotAllowed(say("You are on holiday already. hint: come back first, then take another."))
    if days > before.left:
        raise NotAllowed(
            say(
                "You can take {left} more days of holiday within a year; {most} are allowed.",
                left=before.left,
                most=before.days,
            )
        )


async def come_back(services: Services, requester: Requester) -> Holidays:
    """End the holiday.  Days that have not begun can be taken later."""
    person, now = require_person(requester), time.time()
    if (await of(services, person)).until is not None:
        async with services.store.write() as db:
            await holiday_rows.end(db, person.id, now)
        await _tell(services, person, now)
    return await of(services, person)


async def _tell(services: Services, person: Person, until: float) -> None:
    """Let the clocks of a person stand still until a time, or run on from now."""
    async with services.store.read() as db:
        seats = await holiday_rows.seats_of(db, person.id)
    for row in seats:
        try:
            await services.tables.change(row.id, _rest(row.seat, until))
        except (BranchlineError, Problem):  # the game has just ended, the time was out, or the table cannot be read
            continue


def _rest(seat: int, until: float) -> Change:
    return Change(lambda match, now: match.holiday(seat, until if until > now else now, now))
