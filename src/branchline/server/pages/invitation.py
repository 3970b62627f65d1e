"""A table that waits for players is an invitation: its rules in a line, who is missing, and links to send."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import segno
from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from branchline.match import Clock, Match
from branchline.match.clock import DAY
from branchline.server.accounts.ratings import is_rated
from branchline.server.accounts.seat_links import INVITE, Link
from branchline.server.pages import table_form
from branchline.server.pages.rendering import render
from branchline.server.services import seating
from branchline.server.services.common import NAMELESS, TableContext
from branchline.server.services.requests import LinkRequest
from branchline.server.web.dependencies import TableDep, respond
from branchline.texts import count, say, seat

router = APIRouter(include_in_schema=False)


def site_of(request: Request, at: TableContext) -> str:
    """The address of this site, as others reach it."""
    return (at.services.settings.address or str(request.base_url)).rstrip("/")


@lru_cache(maxsize=256)
def qr_code(address: str) -> str:
    """An address as a QR code: an SVG with dark modules on white, which phones read in the dark theme, too."""
    code = segno.make(address, micro=False, error="m")
    return code.svg_inline(border=3, omitsize=True, dark="#000", light="#fff", svgclass=None, lineclass=None)


@router.post("/t/{table}/link")
async def look_at_link(request: Request, body: LinkRequest, at: TableDep) -> JSONResponse:
    """What a link to this table opens now, in words, and as a QR code if it opens something."""
    path, found = f"/t/{at.id}", None
    if body.secret is not None:
        found = await seating.look_up(at, body.secret)
        path += f"#{body.secret}"
    is_usable = found is None or found.is_usable
    return respond(
        request,
        {
            "usable": is_usable,
            "mine": found is not None and found.is_mine,
            "text": "" if found is None else seating.told(at, found),
            "qr": qr_code(site_of(request, at) + path) if is_usable else "",
        },
    )


def offer_of(again: TableContext | None) -> dict[str, str] | None:
    """The offer of another game in words, with its rules and clock: nobody accepts it without knowing them."""
    if again is None:
        return None
    match, mine = again.live.match, bool(again.rights.seats)
    path = {"path": f"/t/{again.id}", "rules": rules_of(match)}
    if match.phase != "waiting":
        return {**path, "text": say("There is a rematch."), "go": say("To the rematch")}
    if mine:
        return {**path, "text": say("You sit at the next table. The others are asked."), "go": say("To the next table")}
    names = ", ".join(match.seats[number].label for number in match.persons)
    return {**path, "text": say("Another game? It is offered by {names}.", names=names), "go": say("Look at the table")}


def invitation(at: TableContext, links: list[Link], free: list[int], kept: list[int]) -> str:
    """The card of a table that waits for players; empty for other tables.  Call this within `naming`."""
    match, seats = at.live.match, at.rights.seats
    if match.phase != "waiting":
        return ""
    open_seats = [number for number, given in enumerate(match.seats) if given.kind == "open"]
    people = at.services.presence.at(at.id)
    is_host = bool(seats) or at.rights.is_owner
    return render(
        "table/invite.html",
        game=match.game.spec.card,
        is_host=is_host,
        join=bool(free or kept) and not seats,
        name=_name_of(at),
        sitting=[seat(number) for number in match.persons],
        missing=count("One player is missing.", "{n} players are missing.", len(open_seats)),
        rules=rules_of(match),
        links=_links(at, links, free) if is_host else [],
        looked=list(people.names.values()) if is_host else [],
        strangers=people.strangers if is_host else 0,
        may_leave=bool(seats),
        may_close=at.rights.is_owner,
    )


def _name_of(at: TableContext) -> str:
    """The requester's name, if they have given one."""
    person = at.requester.person
    return person.name if person is not None and person.name != NAMELESS else ""


def rules_of(match: Match) -> str:
    """Players, options that differ from the usual rules, and the clock, in one line."""
    spec = match.game.spec
    told = [
        count("{n} player", "{n} players", match.game.players),
        table_form.rules_line(spec, match.game.changed_options) or say("the usual rules"),
        clock_of(match.setup.clock),
    ]
    if match.setup.clock.kind != "none" and match.setup.on_time_out == "bot":
        told.append(say("when time is out, a bot plays on until the person is back"))
    elif match.setup.clock.kind != "none" and match.setup.on_time_out == "forfeit":
        told.append(say("when time is out, the seat is lost to a bot"))
    if sum(given.kind != "bot" for given in match.seats) > 1:
        told.append(say("rated") if is_rated(match) else say("unrated"))
    return " · ".join(told)


def clock_of(clock: Clock) -> str:
    """A clock in a few words."""
    match clock.kind:
        case "move":
            return say("{n:g} seconds a move", n=clock.seconds)
        case "bank":
            minutes = clock.seconds / 60
            return say("{n:g} minutes for the game, {more:g} seconds more each turn", n=minutes, more=clock.increment)
        case "days":
            days = clock.seconds / DAY
            return count("{n:g} day a move", "{n:g} days a move", days)
    return say("no clock")


def _links(at: TableContext, links: list[Link], free: list[int]) -> list[dict[str, Any]]:
    """The links to send: one for everybody, and one for each seat that is kept for somebody."""
    found = [{"text": say("One link for all your friends"), "address": f"/t/{at.id}", "secret": ""}] if free else []
    for link in links:
        if link.kind == INVITE and link.seat not in free:
            text = say("For seat {number}, one person", number=link.seat + 1)
            found.append({"text": text, "address": link.path, "secret": link.secret})
    return found
