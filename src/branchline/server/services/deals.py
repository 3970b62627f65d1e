"""The same deal once more: a new table with the same draws as another one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from branchline.match import Match, NotAllowed, Origin, Setup
from branchline.match.deal import Deal
from branchline.server.services import daily
from branchline.server.services.common import Opened, TableContext, get_or_create_person, opened, take_costly
from branchline.server.services.requests import DealRequest, SeatRequest
from branchline.server.services.tables import close, name_of, seats_for
from branchline.server.store import deal_rows
from branchline.texts import say

MOST_RESULTS = 100
"""The most tables that are compared."""


def check_deal(at: TableContext) -> None:
    """NotAllowed with a sentence unless the requester may play the deal of a table anew.

    A second table with a deal tells what is drawn at the first one.  So the first one must be finished.  Somebody who plays
    alone against bots may begin anew, and that closes their game.
    """
    match = at.live.match
    if not match.setup.deal:
        raise NotAllowed(say("The draws of this game were not kept, so nobody can play the same deal."))
    if _is_of_today(match) or match.is_contest:
        raise NotAllowed(say("A daily deal can be played again when its day is over (UTC)."))
    if not match.is_finished and not (match.phase == "playing" and match.is_alone(at.rights.seats) and at.rights.is_owner):
        raise NotAllowed(say("Nobody plays the deal of a game that is still on. hint: when it is over."))


def _is_of_today(match: Match) -> bool:
    """Whether it is a daily deal whose day is not over."""
    origin = match.setup.origin
    return origin is not None and origin.kind == "daily" and origin.date >= daily.today()


def default_seats(at: TableContext, level: str | None = None) -> list[SeatRequest]:
    """The seats of a new table: the requester where they sat before (a spectator on a person's seat), and bots."""
    match = at.live.match
    persons = [number for number, seat in enumerate(match.seats) if seat.kind == "person"]
    mine = at.rights.seats[0] if at.rights.seats else (persons or [0])[0]
    return [
        SeatRequest(kind="me", level=None)
        if number == mine
        else SeatRequest(kind="bot", level=level or seat.level or match.setup.stand_in)
        for number, seat in enumerate(match.seats)
    ]


async def same_deal(at: TableContext, wanted: DealRequest) -> Opened:
    """Open a private table with the same game, options and draws.  A game of one's own against bots is closed."""
    services, requester = at.services, at.requester
    take_costly(services, requester)
    check_deal(at)
    given, mine, reserved = seats_for(wanted.seats or default_seats(at), name_of(requester, wanted.name))
    before = at.live.match.setup
    setup = Setup.from_dict(
        {**replace(before, public=False, origin=Origin("deal", at.id)).to_dict(), "seats": given, "players": len(given)}
    )
    payer = services.quotas.payer_of(requester)
    async with services.quotas.opening(payer):
        owner = await get_or_create_person(services, requester, wanted.name)
        if not at.live.match.is_finished:
            await close(at)
        sitters = {seat: [owner.id] for seat in mine}
        live = await services.tables.open(setup, owner.id, sitters, reserved, at.id, "deal", payer)
    return await opened(services, live, requester, owner)


async def results(at: TableContext) -> list[dict[str, Any]]:
    """The finished tables with the same deal, as rows of a list.  Empty for a daily deal until its day is over."""
    match: Match = at.live.match
    if not match.is_finished or not match.setup.deal or _is_of_today(match):
        return []
    async with at.services.store.read() as db:
        return await deal_rows.tables_of_deal(db, Deal(match.setup.deal).id, MOST_RESULTS)
