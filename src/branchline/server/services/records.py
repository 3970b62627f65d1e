"""Tables that begin from another game: forks, rematches, imports."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from dataclasses import replace

from branchline.match import Match, Setup
from branchline.server.accounts.requester import Requester
from branchline.server.base.problems import forbidden
from branchline.server.services import seating
from branchline.server.services.common import (
    Opened,
    TableContext,
    get_or_create_person,
    opened,
    table_context,
    take_costly,
)
from branchline.server.services.container import Services
from branchline.server.services.requests import ForkRequest, ImportRequest, JoinRequest
from branchline.server.services.reviews import not_over
from branchline.server.services.tables import check_level, name_of, seats_for
from branchline.server.store import rows
from branchline.texts import say


async def fork(at: TableContext, wanted: ForkRequest) -> Opened:
    """Open a private table that goes on from a ply of a finished game that the requester can see, or of their own game."""
    services, requester = at.services, at.requester
    take_costly(services, requester)
    name = name_of(requester, wanted.name)
    seat = at.rights.view_seat(at.live, None)
    setup = at.live.match.fork(
        wanted.ply, seat, name, check_level(wanted.level) if wanted.level else "", at.id, at.rights.seats
    )
    mine = [number for number, given in enumerate(setup.seats) if given.kind == "person"]
    reserved: list[int] = []
    if wanted.seats:
        given, mine, reserved = seats_for(wanted.seats, name)
        setup = Setup.from_dict({**setup.to_dict(), "seats": given})
    payer = services.quotas.payer_of(requester)
    async with services.quotas.opening(payer):
        owner = await get_or_create_person(services, requester, wanted.name)
        live = await services.tables.open(setup, owner.id, {seat: [owner.id] for seat in mine}, reserved, at.id, "fork", payer)
    return await opened(services, live, requester, owner)


async def rematch(at: TableContext) -> Opened:
    """Offer the same game to the same people, each one seat further, or accept the offer.  There is one for each game."""
    services, requester = at.services, at.requester
    take_costly(services, requester)
    if at.live.match.phase not in ("over", "closed"):
        raise forbidden(say("The game is still on."))
    at.rights.acting_seat(at.live)
    payer = services.quotas.payer_of(requester)
    async with services.store.read_autocommit() as db:
        is_open = await rows.rematch_of(db, at.id) is not None
    async with nullcontext() if is_open else services.quotas.opening(payer):
        owner = await get_or_create_person(services, requester, None)
        live = await services.tables.rematch(at.live, owner.id, payer)
    found = await opened(services, live, requester, owner)
    for seat in await seating.kept_for(found.at):
        found = replace(found, at=(await seating.join(found.at, JoinRequest.model_validate({"seat": seat}))).at)
    return found


async def rematch_of(at: TableContext) -> TableContext | None:
    """The rematch of a finished game, as the requester sees it; None if nobody has offered one."""
    async with at.services.store.read_autocommit() as db:
        found = await rows.rematch_of(db, at.id)
    if found is None:
        return None
    live = await at.services.tables.get(found)
    return await table_context(at.services, live, replace(at.requester, seat_secret=None))


async def import_record(services: Services, requester: Requester, wanted: ImportRequest, must_be_over: bool = False) -> Opened:
    """Open a table from a record.  With `must_be_over` a record of an unfinished game is refused."""
    take_costly(services, requester)
    match = await asyncio.to_thread(Match.of_record, wanted.record, wanted.public)  # it replays a game that may be long
    if must_be_over and match.phase != "over":
        raise not_over(match)
    setup = match.setup
    payer = services.quotas.payer_of(requester)
    is_finished = all(seat.kind == "person" for seat in setup.seats)
    async with nullcontext() if is_finished else services.quotas.opening(payer):
        owner = await get_or_create_person(services, requester, wanted.name)
        live = await services.tables.open(setup, owner.id, kind="import", payer=payer, match=match)
    return await opened(services, live, requester, owner)
