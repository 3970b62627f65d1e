"""The page of a table, and the moments it fetches while people play."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response
from pydantic import BaseModel, ConfigDict, Field

from branchline.match.view import undo_of
from branchline.server.accounts.seat_links import INVITE, Link
from branchline.server.pages import words
from branchline.server.pages.log_text import LogText
from branchline.server.pages.moment import Moment, is_square, known
from branchline.server.pages.rendering import render
from branchline.server.pages.routes import game_card, page
from branchline.server.services import chat, moves, seating
from branchline.server.services.common import TableContext, may_ask
from branchline.server.services.requests import MoveRequest
from branchline.server.web.dependencies import ChangingTableDep, TableDep, respond
from branchline.server.web.problems import Problem, not_found
from branchline.texts import count, naming, say, seat, sentence, translated

router = APIRouter(include_in_schema=False)
PlyQuery = Annotated[int | None, Query(ge=0, le=1_000_000)]
HaveQuery = Annotated[str, Query(max_length=1000)]


def names_at(at: TableContext) -> list[str]:
    """The names of all seats, as sentences use them."""
    return [words.name_of(number, given.to_dict()) for number, given in enumerate(at.live.match.seats)]


async def moment_at(at: TableContext, names: list[str], ply: int | None) -> Moment:
    """What the requester sees, now or at an earlier ply; the log's sentences are kept from one question to the next."""
    match, reader = at.live.match, at.rights.looking(at.live)
    if ply is not None and ply > match.ply:
        sentence = say("There is no ply {ply!r:.20}: the board is at ply {now}.", ply=ply, now=match.ply)
        raise Problem(404, "not-found", sentence, ply=match.ply)
    whose = None if match.is_finished else reader  # then nothing is hidden, and all read the same
    telling: LogText = at.live.log_text(whose, (match.is_finished, names), lambda: LogText(match, whose))
    await telling.catch_up(match)
    return Moment(match, reader, telling, time.time(), None if ply is None or ply >= match.ply else ply)


@dataclass(frozen=True)
class Facts:
    """What the page shows that stands in the database, not in the match."""

    chat: list[dict[str, Any]]
    free: list[int]
    links: list[Link]


async def facts_of(at: TableContext) -> Facts:
    """Chat, free seats and the links that the requester may hand out."""
    waiting = at.live.match.phase == "waiting"
    links = await seating.links_of(at) if at.rights.seats or at.rights.is_owner else []
    return Facts(chat=await chat.read(at), free=at.live.free if waiting else [], links=links)


def told(at: TableContext, moment: Moment, facts: Facts, have: list[str]) -> dict[str, Any]:
    """A moment as the page takes it.  Call it within `naming`."""
    match, spec = at.live.match, moment.spec
    waiting = match.waiting_for
    actor = seat(waiting.seat) if waiting else ""
    turn = say("Your turn") if moment.mine else actor
    return {
        "version": match.version,
        "ply": moment.ply,
        "last": match.ply,
        "mine": moment.mine,
        "you": at.rights.to_dict(),
        "over": match.is_finished,
        "title": " – ".join(part for part in (turn, spec.card.title, "Branchline") if part),
        "announce": _announcement(moment),
        "offer": moment.offer(),
        "drawing": moment.drawing(have),
        "fragments": {name: known(html, have) for name, html in _fragments(at, moment, facts).items()},
    }


def _marks(fragments: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """The names of fragments without what is in them, for a page that begins with them."""
    return {name: {"hash": fragment["hash"]} for name, fragment in fragments.items()}


def _announcement(moment: Moment) -> str:
    """What a screen reader says when the board has changed."""
    lines = moment.lines()
    last = [line.text for line in lines if line.ply == moment.ply]
    return ". ".join([*last, *([say("Your turn."), moment.todo] if moment.mine else [])])


def _fragments(at: TableContext, moment: Moment, facts: Facts) -> dict[str, str]:
    match = moment.match
    over = match.is_finished
    seats = moment.seats()
    for row in seats:
        row["actions"] = _seat_actions(at, row["number"], facts)
    waiting = match.waiting_for
    thinking = seat(waiting.seat) if waiting and waiting.by == "bot" and moment.is_live else ""
    common = {"over": over, "seats": seats, "game": moment.spec.card, "board": match.game.board}
    return {
        "status": render(
            "table/status.html",
            **common,
            mine=moment.mine,
            actor=seat(waiting.seat) if waiting else "",
            todo=moment.todo if moment.is_live else "",
            thinking=thinking,
            waiting=_waiting(match, moment, facts),
            looking=None if moment.is_live else moment.ply,
            join=bool(facts.free) and not at.rights.seats,
            free=facts.free,
        ),
        "players": render("table/players.html", **common),
        "tools": render(
            "table/tools.html", **common, actions=_actions(at, moment), overlays=_overlays(moment), notice=_notice(at)
        ),
        "log": render(
            "table/log.html",
            lines=moment.lines(),
            link=f"/rules/{moment.spec.name}",
            more=len(moment.lines(True)) > len(moment.lines()),
        ),
        "chat": render("table/chat.html", chat=facts.chat),
        "hand": render("table/hand.html", things=moment.hand() if moment.is_live else []),
        "links": render("table/links.html", links=_links(at, facts), downloads=_downloads(at, moment)),
        "result": render(
            "table/result.html", **common, headline=moment.headline(), sheet=moment.sheet(), show=over and moment.is_live
        )
        if over
        else "",
    }


def _waiting(match: Any, moment: Moment, facts: Facts) -> str:
    """Why nobody is to move, if nobody is."""
    if match.phase == "waiting":
        missing = sum(given.kind == "open" for given in match.seats)
        return count(
            "The game begins when one more player sits down.", "The game begins when {n} more players sit down.", missing
        )
    if match.phase == "closed":
        return say("This table was closed.")
    return ""


def _act(text: str, act: str, question: str = "", primary: bool = False, **body: Any) -> dict[str, Any]:
    """A button: its text, where it posts what, and what it asks before."""
    return {"text": text, "act": act, "body": body, "question": question, "primary": primary}


def _seat_actions(at: TableContext, number: int, facts: Facts) -> list[dict[str, Any]]:
    """What the requester may do about a seat."""
    match, mine = at.live.match, at.rights.seats
    given = match.seats[number]
    found = []
    if number in at.rights.shared:
        found.append(_act(say("End play elsewhere"), "/links", seat=number))
    if match.phase == "waiting" and at.rights.is_owner and given.kind == "open":
        found.append(_act(say("A bot instead"), "/fill", seat=number, level="medium"))
    if match.phase == "playing" and number in mine and given.is_person:
        if given.away:
            found.append(_act(say("Play on myself"), "/back", primary=True, seat=number))
        else:
            found.append(_act(say("Let a bot play for me"), "/away", seat=number))
    elif mine and given.played_by == "person" and match.decider == number and match.setup.absence.kind == "vote":
        found.append(_act(say("Vote for a bot"), "/votes", topic="take-over", about=number))
    return found


def _actions(at: TableContext, moment: Moment) -> list[dict[str, Any]]:
    """What the requester may do at the table beside moving."""
    match, reader = at.live.match, moment.reader
    if not at.rights.seats or reader is None:
        return [_act(say("Play on from here"), "/fork", ply=moment.ply)] if match.is_finished else []
    undo = undo_of(match, reader)
    found = []
    if match.phase == "playing" and moment.is_live:
        if undo["step"] is not None:
            found.append(_act(say("Undo"), "/undo", what="step", ply=match.ply, version=match.version))
            if undo["turn"] not in (None, undo["step"]):
                found.append(_act(say("Restart turn"), "/undo", what="turn", ply=match.ply, version=match.version))
        if may_ask(at.live, at.rights) and moment.mine:
            found.append(_act(say("Hint"), "/hint"))
    elif match.phase == "playing" and (undo["step"] is not None or undo["may_ask"]):
        found.append(_act(say("Undo to here"), "/undo", to=moment.ply, ply=match.ply, version=match.version))
    if match.is_finished:
        if moment.is_live:
            found.append(_act(say("Rematch"), "/rematch", primary=True))
        else:
            found.append(_act(say("Play on from here"), "/fork", ply=moment.ply))
    return found + _asked(at, undo["ask"])


def _asked(at: TableContext, ask: dict[str, Any] | None) -> list[dict[str, Any]]:
    """The answers to somebody's wish to take moves back."""
    if ask is None:
        return []
    mine = [number for number in at.rights.seats if number in ask["waiting_for"]]
    if mine:
        return [
            _act(say("Agree to the undo"), "/undo/answer", primary=True, ask=ask["id"], yes=True),
            _act(say("Refuse the undo"), "/undo/answer", ask=ask["id"], yes=False),
        ]
    return [_act(say("Withdraw my wish"), "/undo/answer", ask=ask["id"], yes=False)] if ask["seat"] in at.rights.seats else []


def _notice(at: TableContext) -> str:
    """What the table waits for beside a move, and what a person should know about their seat."""
    ask = at.live.match.ask
    if ask is None:
        return say("Another browser or a program plays your seat, too.") if at.rights.shared else ""
    return say("{name} asks to take back everything to move {ply}.", name=seat(ask.seat), ply=ask.to)


def _overlays(moment: Moment) -> list[tuple[str, str, str]]:
    """Name, button and explanation of what may be drawn on top."""
    if not moment.is_live or moment.match.is_finished:
        return []
    return [
        (name, translated(overlay.name), sentence(overlay.label(moment.position)))
        for name, overlay in moment.spec.drawing.overlays.items()
    ]


def _links(at: TableContext, facts: Facts) -> list[dict[str, str]]:
    friends, mine = [], []
    for link in facts.links:
        if link.kind == INVITE:
            text = say("Copy the invitation to seat {number} (for one person)", number=link.seat + 1)
            friends.append({"text": text, "address": link.path})
        elif link.seat in at.rights.seats:
            mine.append({"text": say("Copy the link of my seat (for another device)"), "address": link.path})
    return [*friends, *mine, {"text": say("Copy the link for watching"), "address": f"/t/{at.id}"}]


def _downloads(at: TableContext, moment: Moment) -> list[dict[str, Any]]:
    ply = f"?ply={moment.ply}"
    found = [{"text": say("Picture of the board"), "address": f"/api/tables/{at.id}/picture{ply}", "file": True}]
    if moment.match.is_finished:
        found.append({"text": say("Record of the game"), "address": f"/api/tables/{at.id}/record", "file": True})
    return found


# -- routes --------------------------------------------------------------------------------------------------


async def _look_at(request: Request, at: TableContext, ply: int | None, have: list[str]) -> tuple[Moment, dict[str, Any]]:
    at.services.looked_at(at.live)
    facts = await facts_of(at)
    names = names_at(at)
    with naming(names):
        moment = await moment_at(at, names, ply)
        return moment, told(at, moment, facts, have)


@router.get("/t/{table}")
async def table_page(request: Request, at: TableDep) -> Response:
    """The page of a table."""
    moment, data = await _look_at(request, at, None, [])
    names = names_at(at)
    with naming(names):
        ahead = {
            "page": {
                "table": at.id,
                "state": f"/t/{at.id}/state",
                "moves": f"/t/{at.id}/moves",
                "ghosts": f"/t/{at.id}/ghosts",
                "rules": f"/rules/{moment.spec.name}",
                "api": f"/api/tables/{at.id}",
                "events": f"/api/tables/{at.id}/events?brief=true",
                "words": words.table(),
                "live": not at.live.match.is_finished,
            },
            "moment": {**data, "drawing": {"layers": {}}, "fragments": _marks(data["fragments"])},
        }
        pictures = moment.pictures()
        return page(
            request,
            at.requester,
            "table.html",
            game=game_card(moment.spec.card),
            moment=data,
            pictures=pictures,
            square=is_square(pictures[0]),
            reconstructed=moment.match.game.board.reconstructed,
            data=ahead,
            page=ahead["page"],
            may_chat=bool(at.rights.seats or at.rights.is_owner),
            links_first=at.live.match.phase == "waiting",
        )


@router.post("/t/{table}/moves")
async def make_move(request: Request, body: MoveRequest, at: ChangingTableDep, have: HaveQuery = "") -> JSONResponse:
    """Make a move and show what came of it in one answer, as a person waits for it."""
    done = await moves.move(at, body)
    return await _state(request, done.at, None, have)


@router.get("/t/{table}/state")
async def state(request: Request, at: TableDep, ply: PlyQuery = None, have: HaveQuery = "") -> JSONResponse:
    """The table now, or at an earlier ply; parts that the page has are left out."""
    return await _state(request, at, ply, have)


async def _state(request: Request, at: TableContext, ply: int | None, have: str) -> JSONResponse:
    _, data = await _look_at(request, at, ply, have.split(","))
    response = respond(request, data)
    response.headers["cache-control"] = "no-store"
    return response


@router.get("/t/{table}/log")
async def whole_log(request: Request, at: TableDep, ply: PlyQuery = None) -> Response:
    """The log in words from the first move on."""
    names = names_at(at)
    with naming(names):
        moment = await moment_at(at, names, ply)
        text = render("table/log.html", lines=moment.lines(True), link=f"/rules/{moment.spec.name}", more=False)
    return HTMLResponse(text, headers={"cache-control": "no-store"})


@router.get("/t/{table}/overlay/{name}")
async def overlay(request: Request, at: TableDep, name: str) -> JSONResponse:
    """Something to be drawn on top of the board."""
    overlays = at.live.match.game.spec.drawing.overlays
    if name not in overlays:
        raise not_found(say("There is no overlay of this name here."))
    names = names_at(at)
    with naming(names):
        moment = await moment_at(at, names, None)
        return respond(request, {"svg": overlays[name].draw(moment.position, moment.reader)})


class Ghosts(BaseModel):
    """Moves whose effect is to be shown beforehand."""

    model_config = ConfigDict(extra="forbid")
    moves: list[Annotated[str, Field(max_length=200)]] = Field(max_length=40)
    ply: int = Field(ge=0, le=1_000_000)


@router.post("/t/{table}/ghosts")
async def ghosts(request: Request, body: Ghosts, at: TableDep) -> JSONResponse:
    """What moves would put on the board: for who is to move, and nobody else."""
    names = names_at(at)
    with naming(names):
        moment = await moment_at(at, names, None)
        return respond(request, moment.ghosts(body.moves) if at.live.match.ply == body.ply else {})
