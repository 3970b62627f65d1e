"""The page of a table, and the updates that it fetches while people play."""

from __future__ import annotations

import time
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from branchline.bots.compiled import search_awaits_compiler
from branchline.match import Match
from branchline.server.base.inputs import MoveName
from branchline.server.base.problems import Problem, not_found
from branchline.server.pages import words
from branchline.server.pages.fragments import (
    Facts,
    announcement,
    facts_of,
    grouped,
    hashes_of,
    moment_json,
    news_json,
    without_known,
)
from branchline.server.pages.hint import hint_json
from branchline.server.pages.invitation import site_of
from branchline.server.pages.log_text import LogText
from branchline.server.pages.moment import Moment, stops_of
from branchline.server.pages.pictures import is_square
from branchline.server.pages.rendering import render
from branchline.server.pages.responses import game_card, page
from branchline.server.pages.why import WhyRequest, reason
from branchline.server.services import hints, moves, tournaments
from branchline.server.services.common import NAMELESS, TableContext
from branchline.server.services.requests import MoveRequest
from branchline.server.web.dependencies import ChangingTableDep, TableDep, respond
from branchline.texts import You, naming, say, translated, you

router = APIRouter(include_in_schema=False)
PlyQuery = Annotated[int | None, Query(ge=0, le=1_000_000)]
HaveQuery = Annotated[str, Query(max_length=2000)]
"""What the page has: `name:hash` for each fragment, `layer-name:hash` for each layer, with commas in between."""


def names_at(at: TableContext) -> list[str]:
    """The names of all seats for use in sentences.  A reader without a name of their own is addressed."""
    reader, names = at.rights.view_seat(at.live), public_names(at)
    if reader is not None and at.live.match.seats[reader].name == NAMELESS:
        names[reader] = you()
    return names


def public_names(at: TableContext) -> list[str]:
    """The names of all seats for everybody."""
    return [words.name_of(number, given.to_dict()) for number, given in enumerate(at.live.match.seats)]


class Wanted(NamedTuple):
    """Which moment of a table a page wants to see; none of these: the current one."""

    ply: int | None = None
    step: int | None = None
    """The number of a stop: see `Moment.stops`."""
    after: int | None = None
    """A ply: the next stop after it, for a page that shows one decision after the other."""
    seen: int | None = None
    """The ply that the page shows, if it goes to the current one at once: what counts in all that came after it is told."""


NOW = Wanted()


async def moment_at(at: TableContext, names: list[str], wanted: Wanted = NOW) -> Moment:
    """What the requester sees, now or at an earlier ply.  The sentences of the log are kept between requests.

    If the table changes while they are written, it begins again: the moment is one of the match as it is at the end.
    """
    moment = await _moment_of(at, names, wanted)
    while moment.match is not at.live.match:
        moment = await _moment_of(at, names, wanted)
    return moment


async def _moment_of(at: TableContext, names: list[str], wanted: Wanted) -> Moment:
    ply = _wanted_ply(at.live.match, wanted)
    match, reader = at.live.match, at.rights.view_seat(at.live)
    if ply is not None and ply > match.ply:
        sentence = say("There is no ply {ply!r:.20}: the board is at ply {now}.", ply=ply, now=match.ply)
        raise Problem(404, "not-found", sentence, ply=match.ply)
    whose = None if match.is_finished else reader  # at the end nothing is hidden, so everybody reads the same
    addressed = any(isinstance(name, You) for name in names)
    telling: LogText = at.live.log_text(
        reader if addressed else whose, (match.is_finished, names), lambda: LogText(match, whose)
    )
    await telling.catch_up(match)
    is_live = ply is None or ply >= match.ply
    return Moment(
        match, reader, telling, time.time(), None if is_live else ply, passing=wanted.after is not None and not is_live
    )


def _wanted_ply(match: Match, wanted: Wanted) -> int | None:
    """The ply that a page wants to see; None for the current one."""
    if wanted.step is not None:
        stops = stops_of(match)
        return stops[wanted.step] if wanted.step < len(stops) else None
    if wanted.after is not None:
        return next((stop for stop in stops_of(match) if stop > wanted.after), None)
    return wanted.ply


async def _look_at(request: Request, at: TableContext, wanted: Wanted, have: list[str]) -> tuple[Moment, dict[str, Any]]:
    at.services.looked_at(at.live)
    match = at.live.match
    facts = await facts_of(at)
    if at.live.match is not match:  # they may be older than it
        facts = await facts_of(at)
    names = names_at(at)
    with naming(names):
        moment = await moment_at(at, names, wanted)
        found = without_known(_shared(at, moment, facts, names), have)
        if wanted.seen is None:
            return moment, found
        return moment, {**found, "news": news_json(moment, wanted.seen), "announce": announcement(moment, wanted.seen)}


def _shared(at: TableContext, moment: Moment, facts: Facts, names: list[str]) -> dict[str, Any]:
    """The moment as JSON.  While a game is on, readers who see the same share one answer.

    All spectators share one answer.  Clocks go on without a change of the table.
    """

    def make() -> dict[str, Any]:
        return moment_json(at, moment, facts)

    match, person = at.live.match, at.requester.person
    if match.phase != "playing" or match.setup.clock.kind != "none" or not moment.is_live:
        return make()
    has_say = person is not None and (at.rights.seats or at.rights.is_owner)
    key = ("moment", person.id if person and has_say else None, at.rights)
    read = tuple((name, isinstance(name, You)) for name in names)
    found: dict[str, Any] = at.live.made(key, (match, facts, read, search_awaits_compiler(match.game)), make)
    return found


@router.get("/t/{table}")
async def table_page(request: Request, at: TableDep, move: PlyQuery = None) -> Response:
    """The page of a table, now or at an earlier ply."""
    moment, data = await _look_at(request, at, Wanted(ply=None if move is None else min(move, at.live.match.ply)), [])
    names = names_at(at)
    with naming(names):
        ahead = {
            "page": {
                "table": at.id,
                "state": f"/t/{at.id}/state",
                "moves": f"/t/{at.id}/moves",
                "ghosts": f"/t/{at.id}/ghosts",
                "hint": f"/t/{at.id}/hint",
                "why": f"/t/{at.id}/why",
                "link": f"/t/{at.id}/link",
                "rules": f"/rules/{moment.spec.name}",
                "api": f"/api/tables/{at.id}",
                "events": f"/api/tables/{at.id}/events?brief=true",
                "words": words.table(),
                "live": not at.live.match.is_finished,
                "listens": not at.live.match.is_finished or bool(at.rights.seats),  # after the end for a rematch
            },
            "moment": {**data, "drawing": {"layers": {}}, "fragments": hashes_of(data["fragments"])},
        }
        pictures = moment.pictures({name: layer["body"] for name, layer in data["drawing"]["layers"].items()})
        return await page(
            request,
            at.requester,
            "table.html",
            game=game_card(moment.spec.card),
            goal=translated(moment.spec.card.goal),
            tournament=await tournaments.of_table(at.services, at.id),
            moment=data,
            pictures=pictures,
            square=is_square(pictures[0]),
            reconstructed=moment.match.game.board.reconstructed,
            data=ahead,
            page=ahead["page"],
            may_chat=bool(at.rights.seats or at.rights.is_owner),
            preview=_preview(request, at, moment),
        )


def _preview(request: Request, at: TableContext, moment: Moment) -> dict[str, str]:
    """What other sites show for a link to this page."""
    site = site_of(request, at)
    ranked = sorted(moment.seats(), key=lambda seat: (seat["rank"], seat["number"]))
    standing = ", ".join(f"{seat['name']} {seat['score']}" for seat in ranked)
    title = f"{moment.spec.card.title}: {moment.headline()}" if moment.match.phase == "over" else moment.spec.card.title
    return {
        "title": title,
        "text": standing,
        "address": f"{site}/t/{at.id}?move={moment.ply}",
        "image": f"{site}/t/{at.id}/picture.png?move={moment.ply}",
    }


@router.post("/t/{table}/moves")
async def make_move(request: Request, body: MoveRequest, at: ChangingTableDep, have: HaveQuery = "") -> JSONResponse:
    """Make a move and return the updated table in the same answer, because a person waits for it."""
    done = await moves.move(at, body)
    return await _state(request, done.at, Wanted(seen=body.ply), have)


@router.get("/t/{table}/state")
async def state(
    request: Request,
    at: TableDep,
    ply: PlyQuery = None,
    step: PlyQuery = None,
    after: PlyQuery = None,
    seen: PlyQuery = None,
    have: HaveQuery = "",
) -> JSONResponse:
    """The table now or at an earlier ply, without the parts that the page already has."""
    return await _state(request, at, Wanted(ply, step, after, seen), have)


async def _state(request: Request, at: TableContext, wanted: Wanted, have: str) -> JSONResponse:
    _, data = await _look_at(request, at, wanted, have.split(","))
    response = respond(request, data)
    response.headers["cache-control"] = "no-store"
    return response


@router.get("/t/{table}/log")
async def whole_log(request: Request, at: TableDep, ply: PlyQuery = None) -> Response:
    """The whole log in words."""
    names = names_at(at)
    with naming(names):
        moment = await moment_at(at, names, Wanted(ply))
        text = render(
            "table/log.html",
            groups=grouped(moment.lines(True), moment.marked_ply),
            link=f"/rules/{moment.spec.name}",
            more=False,
        )
    return HTMLResponse(text, headers={"cache-control": "no-store"})


@router.get("/t/{table}/overlay/{name}")
async def overlay(request: Request, at: TableDep, name: str) -> JSONResponse:
    """An overlay of the board."""
    overlays = at.live.match.game.spec.drawing.overlays
    if name not in overlays:
        raise not_found(say("There is no overlay of this name here."))
    names = names_at(at)
    with naming(names):
        moment = await moment_at(at, names)
        return respond(request, {"svg": overlays[name].draw(moment.position, moment.reader)})


@router.post("/t/{table}/hint")
async def hint(request: Request, at: TableDep) -> JSONResponse:
    """What a strong bot would do on the requester's turn: in words with its reasons, and as a ghost on the board."""
    ply = at.live.match.ply
    advice = await hints.hint(at, None, compare=True)
    names = names_at(at)
    with naming(names):
        moment = await moment_at(at, names)
        if moment.match.ply != ply or not moment.mine:
            raise Problem(409, "conflict", say("The game went on meanwhile."))
        return respond(request, hint_json(moment, advice))


class Ghosts(BaseModel):
    """A request for the effects of some moves."""

    model_config = ConfigDict(extra="forbid")
    moves: list[MoveName] = Field(max_length=40)
    ply: int = Field(ge=0, le=1_000_000)


@router.post("/t/{table}/ghosts")
async def ghosts(request: Request, body: Ghosts, at: TableDep) -> JSONResponse:
    """What moves would put on the board; empty unless it is the requester's turn."""
    names = names_at(at)
    with naming(names):
        moment = await moment_at(at, names)
        return respond(request, moment.ghosts(body.moves) if at.live.match.ply == body.ply else {})


@router.post("/t/{table}/why")
async def why(request: Request, body: WhyRequest, at: TableDep) -> JSONResponse:
    """Why the requester cannot pick a thing now, as a sentence with its paragraph."""
    names = names_at(at)
    with naming(names):
        moment = await moment_at(at, names)
        if body.ply != at.live.match.ply and not at.live.match.is_finished:
            return respond(request, {"text": say("You look back at an earlier move.")})
        if not moment.mine:
            return respond(request, {"text": moment.whose_turn or say("The game has not begun.")})
        return respond(request, reason(at.live.match.game, moment.position, body.picks, body.name))
