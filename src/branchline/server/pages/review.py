"""The review of a finished game: its page, its pictures, and the way to play on from any of its moments."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Query, Request
from fastapi.responses import HTMLResponse, Response

from branchline.match import Match
from branchline.server.base.control_characters import Plain
from branchline.server.base.problems import Problem, not_found
from branchline.server.pages.rendering import render
from branchline.server.pages.responses import game_card, page, redirect, redirect_to_table
from branchline.server.pages.review_values import ReviewValues
from branchline.server.pages.table import PlyQuery, moment_at, public_names
from branchline.server.services import records, reviews
from branchline.server.services.common import TableContext, take_costly
from branchline.server.services.requests import ForkRequest, SeatRequest
from branchline.server.services.reviews import ReviewState
from branchline.server.web.dependencies import ChangingTableDep, TableDep
from branchline.texts import naming, say

router = APIRouter(include_in_schema=False)
LineQuery = Annotated[int, Query(ge=0, le=100)]
"""After how many moves of the better line the board is shown."""
STRONG = "hard"
"""The bots of a position that somebody tries again, if no bot played in the game."""


async def _values(at: TableContext, found: ReviewState, names: list[str]) -> ReviewValues | None:
    """The review for this reader, if it is there.  Call this within `naming`."""
    named = found.named(names)
    if named is None:
        return None
    moment = await moment_at(at, names)
    return ReviewValues(at.live.match, named, moment.log_text, at.rights.seats)


async def _published(at: TableContext, names: list[str]) -> ReviewValues:
    """The review; 404 if it is not there yet."""
    values = await _values(at, await reviews.find(at), names)
    if values is None:
        raise not_found(say("There is no review of this game yet. hint: ask for it on its page."))
    return values


@router.get("/t/{table}/review")
async def review_page(request: Request, at: TableDep, move: PlyQuery = None, line: LineQuery = 0) -> Response:
    """The page of a review, at a moment of the game; before it is there, its progress."""
    found, names = await reviews.find(at), public_names(at)
    with naming(names):
        values = await _values(at, found, names)
        common: dict[str, Any] = {
            "table": at.id,
            "game": game_card(at.live.match.game.spec.card),
            "progress": found.to_dict(None),
        }
        if values is None:
            return await page(request, at.requester, "review_wait.html", **common)
        event = values.event_at(move)
        return await page(
            request,
            at.requester,
            "review.html",
            **common,
            values=values,
            review=values.review,
            moment=values.moment(event, line),
            event=event,
            data=values.data(event),
            decided=values.review.sentences[-1],
            preview=_preview(request, at, values, event, move),
        )


def _preview(request: Request, at: TableContext, values: ReviewValues, event: int, move: int | None) -> dict[str, str]:
    """What other sites show for a link to this page."""
    site = (at.services.settings.address or str(request.base_url)).rstrip("/")
    title = say("Review: {game}", game=at.live.match.game.spec.card.title)
    here = f"?move={values.plies[event]}" if move is not None else ""
    text = values.said(values.events[event]) if move is not None else " ".join(values.review.sentences[:2])
    address = f"{site}/t/{at.id}/review"
    return {"title": title, "text": text, "address": f"{address}{here}", "image": f"{address}/graph.png"}


@router.post("/t/{table}/review")
async def ask(request: Request, at: ChangingTableDep, depth: Annotated[str, Form(max_length=20), Plain] = "quick") -> Response:
    """Ask for a review, and go to its page."""
    if depth not in reviews.DEPTHS:
        raise Problem(422, "malformed", say("A review is quick or deep."), field="depth")
    await reviews.ask(at, depth)
    return redirect(request, f"/t/{at.id}/review")


@router.get("/t/{table}/review/moment")
async def moment(at: TableDep, move: PlyQuery = None, line: LineQuery = 0) -> Response:
    """One moment of a review as a piece of HTML."""
    names = public_names(at)
    with naming(names):
        values = await _published(at, names)
        text = render("review_moment.html", table=at.id, moment=values.moment(values.event_at(move), line))
    return HTMLResponse(text, headers={"cache-control": "no-store"})


@router.get("/t/{table}/review/graph.svg")
async def graph_svg(at: TableDep) -> Response:
    """The chances as SVG."""
    return Response(await _graph(at), media_type="image/svg+xml", headers={"cache-control": "no-store"})


@router.get("/t/{table}/review/graph.png")
async def graph_png(at: TableDep) -> Response:
    """The chances as PNG."""
    take_costly(at.services, at.requester)
    drawn = await at.services.pictures.png(await _graph(at))
    return Response(drawn, media_type="image/png", headers={"cache-control": "no-store"})


async def _graph(at: TableContext) -> str:
    names = public_names(at)
    with naming(names):
        return (await _published(at, names)).review.svg()


@router.post("/t/{table}/review/try")
async def try_it(request: Request, at: ChangingTableDep, ply: Annotated[int, Form(ge=0, le=1_000_000)]) -> Response:
    """Play on from a moment against bots, on the seat that decided there."""
    reviews.record_to_review(at)
    match = at.live.match
    if ply >= match.ply or match.played[ply].seat < 0:
        raise Problem(422, "malformed", say("Name a ply of the game at which somebody had to decide."), field="ply")
    seats = [
        SeatRequest(kind="me", level=None)
        if seat == match.played[ply].seat
        else SeatRequest(kind="bot", level=_level(match, seat))
        for seat in range(match.game.players)
    ]
    return redirect_to_table(request, await records.fork(at, ForkRequest(ply=ply, level=None, seats=seats)))


def _level(match: Match, seat: int) -> str:
    """The level of the bot on a seat: the one that played there, else a strong one."""
    given = match.seats[seat]
    return given.level if given.kind == "bot" else STRONG
