"""Taking a seat at a table, and the links that open seats."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.match import Entry, Match, NotYourSeat
from branchline.server.accounts.requester import Person
from branchline.server.accounts.seat_links import INVITE, SEAT, Link
from branchline.server.base.logs import note
from branchline.server.base.problems import Problem, forbidden
from branchline.server.services.common import TableContext, keep_person, person_to_be
from branchline.server.services.requests import JoinRequest
from branchline.server.services.seat_rights import check_still_holding
from branchline.server.store import rows, seat_rows
from branchline.server.tables.changes import Change
from branchline.texts import say


@dataclass(frozen=True)
class Joined:
    """The result of taking a seat."""

    at: TableContext
    seat: int
    newcomer: Person | None
    """The person if they are a newcomer: their browser must get a cookie."""


async def join(at: TableContext, wanted: JoinRequest) -> Joined:
    """Take an open seat or one that the requester is invited to, or open the requester's own seat on another device."""
    if (own := await _own_seat(at, wanted)) is not None:
        return Joined(at, own, None)
    seat = await _seat_to_take(at, wanted)
    person = person_to_be(at.requester, wanted.name)
    is_device = at.live.match.seats[seat].kind != "open"

    async def check(db: AsyncConnection) -> None:
        if wanted.secret is not None:
            row = await at.services.links.find(db, at.id, wanted.secret)
            if row is None or row.seat != seat:
                raise _no_such_link()

    async def hold(db: AsyncConnection) -> None:
        await keep_person(db, at.requester, person)  # only now: nothing is stored about a person who is refused a seat
        await seat_rows.hold(db, at.id, seat, person.id)
        if is_device:
            await seat_rows.next_generation(db, at.id, seat)

    def sit(match: Match, now: float) -> tuple[Entry, ...]:
        if not is_device:
            return match.join(seat, person.name, now)
        if not match.seats[seat].is_person:
            raise _no_such_link()
        return match.change_device(seat, "another", now)

    await at.services.tables.change(at.id, Change(sit, hold, check, restart_streams=is_device))
    if is_device:
        note("another browser plays a seat", table=at.id, seat=seat)
    after = await replace(at, requester=replace(at.requester, person=person, seat_secret=None)).again()
    return Joined(after, seat, person if at.requester.person is None else None)


async def _own_seat(at: TableContext, wanted: JoinRequest) -> int | None:
    """The seat that is asked for, if the requester already has it: then nothing changes."""
    seat = wanted.seat
    if wanted.secret is not None:
        async with at.services.store.read() as db:
            row = await at.services.links.find(db, at.id, wanted.secret)
            seat = row.seat if row is not None else await at.services.links.came_by(db, at.id, wanted.secret)
    return seat if seat in at.rights.seats else None


async def kept_for(at: TableContext) -> list[int]:
    """The open seats of a rematch that are kept for the requester: one further than their seats in the game before."""
    person, parent, match = at.requester.person, at.live.parent, at.live.match
    if person is None or parent is None or match.phase != "waiting" or not at.live.reserved:
        return []
    async with at.services.store.read() as db:
        if await rows.rematch_of(db, parent) != at.id:
            return []
        before = await seat_rows.holders_of(db, parent)
    mine = [(seat + 1) % match.game.players for seat, persons in before.items() if person.id in persons]
    return sorted(seat for seat in mine if match.seats[seat].kind == "open")


async def _seat_to_take(at: TableContext, wanted: JoinRequest) -> int:
    if wanted.secret is not None:
        return await _seat_of_link(at, wanted.secret, wanted.seat)
    free = [*await kept_for(at), *at.live.free]
    if wanted.seat is None and not free:
        raise NotYourSeat(say("No seat of this table is open. hint: an invitation lets you sit down."))
    if wanted.seat is not None and wanted.seat not in free:
        raise NotYourSeat(say("This seat is not open. hint: an invitation lets you sit down."))
    return free[0] if wanted.seat is None else wanted.seat


async def _seat_of_link(at: TableContext, secret: str, wanted: int | None) -> int:
    """The seat that a secret opens.  An invitation opens an open seat; a seat link opens a seat where a person sits."""
    async with at.services.store.read() as db:
        row = await at.services.links.find(db, at.id, secret)
    if row is None or wanted not in (None, row.seat) or not _opens(at.live.match, row.seat, secret):
        raise forbidden(told(at, await look_up(at, secret)))
    seat: int = row.seat
    return seat


def _opens(match: Match, seat: int, secret: str) -> bool:
    """Whether a valid link opens its seat: an invitation an open seat, a seat link a seat where a person sits."""
    given = match.seats[seat]
    return given.kind == "open" if secret.startswith(f"{INVITE}_") else given.is_person


@dataclass(frozen=True)
class FoundLink:
    """What a link opens now."""

    kind: str
    seat: int | None
    """The seat it opens, or opened once; None if it never opened one here."""
    is_usable: bool
    is_mine: bool
    """Whether the requester holds this seat already."""


async def look_up(at: TableContext, secret: str) -> FoundLink:
    """What a link to a seat opens now, for the person who has the link."""
    async with at.services.store.read() as db:
        row = await at.services.links.find(db, at.id, secret)
        seat = row.seat if row is not None else await at.services.links.was_for(db, at.id, secret)
    kind = secret.partition("_")[0]
    is_mine = seat is not None and seat in at.rights.seats
    is_usable = row is not None and _opens(at.live.match, row.seat, secret)
    return FoundLink(kind, seat, is_usable, is_mine)


def told(at: TableContext, found: FoundLink) -> str:
    """What a link opens now, in words.  If the seat is taken, the text names the player who sits there."""
    if found.seat is None:
        return say("This link opens no seat here any more. hint: an invitation works once; ask for another.")
    given = at.live.match.seats[found.seat]
    who = given.label
    if found.is_mine:
        return say("You sit here already.")
    if found.is_usable and found.kind == INVITE:
        return say("You are invited to this table.")
    if found.is_usable:
        return say(
            "This link opens the seat of {who} on this device, too. Use it only if that is you: the others are told.", who=who
        )
    if given.kind == "open":
        return say("This invitation was replaced by a newer one. Ask for the new link.")
    if not given.is_person:
        return say("A bot plays this seat now. You can watch, or ask for another invitation.")
    if found.kind == INVITE:
        return say("This seat is taken: here sits {who}. You can watch, or ask for another invitation.", who=who)
    return say("This link to the seat of {who} was ended. Copy the new one on a device where the seat is open.", who=who)


def _no_such_link() -> Problem:
    return forbidden(say("This link opens no seat here any more. hint: an invitation works once; ask for another."))


async def leave(at: TableContext, wanted: int | None) -> TableContext:
    """Leave a seat for good.  Returns the table afterwards."""
    seat = at.rights.acting_seat(at.live, wanted)
    await at.change(lambda match, now: match.leave(seat, now))
    return await at.again()


async def rename(at: TableContext, name: str) -> TableContext:
    """Change the name on all seats of the requester.  Returns the table afterwards."""
    at.rights.acting_seat(at.live)

    def take(match: Match, now: float) -> list[Entry]:
        return [entry for seat in at.rights.seats for entry in match.rename(seat, name, now)]

    await at.change(take)
    return await at.again()


async def links_of(at: TableContext) -> list[Link]:
    """The links that the requester may see: those of their own seats, and invitations if they own the table."""
    links, person, found = at.services.links, at.requester.person, []
    async with at.services.store.read_autocommit() as db:
        if person is not None:
            mine = await links.of_person(db, at.id, person.id)
            found += [link for link in mine if link.seat in at.rights.seats]  # no link to a seat that a bot plays for good
        elif at.requester.seat_secret is not None:
            found += [Link(SEAT, at.id, seat, at.requester.seat_secret) for seat in at.rights.seats]
        if at.rights.is_owner and at.live.match.phase == "waiting":
            found += await links.invitations(db, at.id, at.live.match)
    return sorted(found, key=lambda link: link.seat)


async def renew(at: TableContext, seat: int) -> Link:
    """Make the links of a seat void: the seat link of the requester's own seat, or the invitation to an open seat.

    Other people can then no longer play the requester's seat.  The person who sat down first always keeps the seat: somebody
    who came by a seat link cannot take it away from them.
    """
    mine, person = seat in at.rights.seats, at.requester.person
    if person is None or (not mine and not (at.rights.is_owner and seat < at.live.match.game.players)):
        raise _not_yours()
    holder, generation = person.id, 0

    def decide(match: Match, now: float) -> tuple[Entry, ...]:
        if not mine and match.seats[seat].kind != "open":
            raise _not_yours()
        return match.change_device(seat, "ended", now) if seat in at.rights.shared else ()

    async def check(db: AsyncConnection) -> None:
        if mine:
            await check_still_holding(at.services, db, at.live, at.requester, [seat])
        elif seat in await seat_rows.holders_of(db, at.id):  # taken in another process, after `decide` looked
            raise _not_yours()

    async def replace_links(db: AsyncConnection) -> None:
        nonlocal generation
        if mine:
            first = (await seat_rows.holders_of(db, at.id))[seat][0]  # later holders cannot shut out the first
            await seat_rows.release(db, at.id, seat, keep=(first, holder))
        generation = await seat_rows.next_generation(db, at.id, seat)

    await at.services.tables.change(at.id, Change(decide, replace_links, check, restart_streams=mine))
    return at.services.links.link(SEAT if mine else INVITE, at.id, seat, generation)


def _not_yours() -> Problem:
    return forbidden(say("This seat's link is not yours to renew."))
