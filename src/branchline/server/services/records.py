"""Tables that begin from another game: forks, rematches, imports."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from dataclasses import replace

from branchline.match import Setup
from branchline.match.fork import imported, read_record
from branchline.server.api.models import ForkRequest, ImportRequest
from branchline.server.house import House
from branchline.server.identity import Asker
from branchline.server.problems import forbidden
from branchline.server.services.common import Opened, Seated, opened, somebody, take_costly
from branchline.server.services.tables import check_level, name_of, seats_for
from branchline.server.store import rows
from branchline.texts import say


async def fork(at: Seated, wanted: ForkRequest) -> Opened:
    """A new private table that goes on from a ply: of any finished game the asker can see, or of their own."""
    house, asker = at.house, at.asker
    take_costly(house, asker)
    name = name_of(asker, wanted.name)
    seat = at.standing.looking(at.live, None)
    setup = at.live.match.fork(
        wanted.ply, seat, name, check_level(wanted.level) if wanted.level else "", at.id, at.standing.seats
    )
    mine = [number for number, given in enumerate(setup.seats) if given.kind == "person"]
    reserved: list[int] = []
    if wanted.seats:
        given, mine, reserved = seats_for(wanted.seats, name)
        setup = Setup.from_dict({**setup.to_dict(), "seats": given})
    payer = house.payers.of(asker)
    async with house.payers.opening(payer):
        owner = await somebody(house, asker, wanted.name)
        live = await house.tables.open(setup, owner.id, {seat: [owner.id] for seat in mine}, reserved, at.id, "fork", payer)
    return await opened(house, live, asker, owner)


async def rematch(at: Seated) -> Opened:
    """The same game with the same people, each one seat further; everybody who asks gets the same table."""
    house, asker = at.house, at.asker
    take_costly(house, asker)
    if at.live.match.phase not in ("over", "closed"):
        raise forbidden(say("The game is still on."))
    at.standing.holding(at.live)
    payer = house.payers.of(asker)
    async with house.store.glance() as db:
        is_open = await rows.rematch_of(db, at.id) is not None
    async with nullcontext() if is_open else house.payers.opening(payer):
        owner = await somebody(house, asker, None)
        live = await house.tables.rematch(at.live, owner.id, payer)
    return await opened(house, live, asker, owner)


async def import_record(house: House, asker: Asker, wanted: ImportRequest) -> Opened:
    """A record as a table of its own."""
    take_costly(house, asker)
    house.warmup.require_all()  # a record names its game inside
    record = await asyncio.to_thread(read_record, wanted.record)
    setup = replace(imported(record), public=wanted.public)
    payer = house.payers.of(asker)
    is_finished = all(seat.kind == "person" for seat in setup.seats)
    async with nullcontext() if is_finished else house.payers.opening(payer):
        owner = await somebody(house, asker, wanted.name)
        live = await house.tables.open(setup, owner.id, kind="import", payer=payer)
    return await opened(house, live, asker, owner)
