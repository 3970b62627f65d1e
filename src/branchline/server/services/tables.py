"""Opening tables, and what their owner may do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from branchline.bots import BOTS
from branchline.match import BadSetup, Entry, Match, Setup
from branchline.server.accounts.requester import Requester
from branchline.server.base.problems import forbidden
from branchline.server.services.common import NAMELESS, Opened, TableContext, get_or_create_person, opened, take_costly
from branchline.server.services.container import Services
from branchline.server.services.requests import SeatRequest, TableRequest
from branchline.server.tables.changes import Change
from branchline.texts import noted, say


def check_level(level: str | None) -> str:
    """The level itself; BadSetup if there is no such bot."""
    if level is None or level not in BOTS:
        raise BadSetup(say("There is no bot {level!r:.40}. hint: bots: {known}.", level=level, known=", ".join(BOTS)))
    return level


def seats_for(seats: list[SeatRequest], name: str) -> tuple[list[dict[str, str]], list[int], list[int]]:
    """The seats of the match, the numbers of the requester's seats, and the numbers of the seats reserved for a link."""
    given: list[dict[str, str]] = []
    for seat in seats:
        if seat.kind == "me":
            given.append({"kind": "person", "name": name})
        elif seat.kind == "bot":
            given.append({"kind": "bot", "level": check_level(seat.level)})
        else:
            given.append({"kind": "open"})
    mine = [number for number, seat in enumerate(seats) if seat.kind == "me"]
    return given, mine, [number for number, seat in enumerate(seats) if seat.kind == "link"]


def name_of(requester: Requester, name: str | None) -> str:
    """The name to play under: the given one, or else the requester's own."""
    return name or (requester.person.name if requester.person else NAMELESS)


async def open_table(services: Services, requester: Requester, wanted: TableRequest) -> Opened:
    """Open a table.  The game begins when every seat is taken; with the requester and bots only, it begins at once."""
    take_costly(services, requester)
    check_level(wanted.stand_in)
    given, mine, reserved = seats_for(wanted.seats, name_of(requester, wanted.name))
    asked: dict[str, Any] = wanted.model_dump(exclude={"name", "seats"})
    setup = Setup.asked_for({**asked, "seats": given})
    payer = services.quotas.payer_of(requester)
    async with services.quotas.opening(payer):
        owner = await get_or_create_person(services, requester, wanted.name)
        live = await services.tables.open(setup, owner.id, {seat: [owner.id] for seat in mine}, reserved, payer=payer)
    return await opened(services, live, requester, owner)


async def fill(at: TableContext, seat: int, level: str) -> TableContext:
    """Put a bot on an open seat, for the table's owner.  Returns the table afterwards."""
    at.rights.require_owner()
    level = check_level(level)
    await at.services.tables.change(at.id, Change(lambda match, now: match.fill(seat, level, now)))
    return await at.again()


async def close(at: TableContext) -> TableContext:
    """Close a table, for its owner, if only bots play there besides them.  Returns the table afterwards."""
    at.rights.require_owner()

    def end(match: Match, now: float) -> Sequence[Entry]:
        if match.phase == "playing" and not set(match.persons) <= set(at.rights.seats):
            raise forbidden(say("Others are playing here. hint: vote to close the table."))
        return match.close(now, noted("closed by its owner"))

    await at.change(end)
    return await at.again()
