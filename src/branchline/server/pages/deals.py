"""The pages of deals: the results of tables with the same draws, and the form to play a deal once more."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request
from fastapi.responses import Response

from branchline.bots import BOTS
from branchline.errors import MatchError
from branchline.server.base.control_characters import Plain
from branchline.server.base.problems import Problem
from branchline.server.pages import words
from branchline.server.pages.responses import game_card, page, redirect_to_table
from branchline.server.pages.table_buttons import LADDER
from branchline.server.services import deals
from branchline.server.services.common import TableContext
from branchline.server.services.requests import DealRequest, SeatRequest
from branchline.server.web.dependencies import ChangingTableDep, TableDep
from branchline.texts import say

router = APIRouter(include_in_schema=False)
SAME, FRIENDS = "same", "friends"
"""What sits on the other seats: the bots of before, or friends by link; else the level of bots."""


@router.get("/t/{table}/deal")
async def deal_page(request: Request, at: TableDep) -> Response:
    """The results of all finished tables with the deal of a table, and the form to play it once more."""
    match = at.live.match
    try:
        deals.check_deal(at)
        refusal = ""
    except MatchError as error:
        refusal = str(error)
    return await page(
        request,
        at.requester,
        "deal.html",
        game=game_card(match.game.spec.card),
        table=at.id,
        running=not match.is_finished,
        refusal=refusal,
        players=match.game.players,
        results=[_row(row, at) for row in await deals.results(at)],
        seats=_seats(at),
        mine=next(number for number, seat in enumerate(deals.default_seats(at)) if seat.kind == "me"),
        others=_others(at),
    )


@router.post("/t/{table}/deal")
async def play_deal(
    request: Request,
    at: ChangingTableDep,
    seat: Annotated[str, Form(max_length=2), Plain] = "",
    others: Annotated[str, Form(max_length=20), Plain] = SAME,
) -> Response:
    """Open a table with the same deal."""
    return redirect_to_table(request, await deals.same_deal(at, _wanted(at, seat, others)))


def _wanted(at: TableContext, seat: str, others: str) -> DealRequest:
    """The seats that the form asks for."""
    players = at.live.match.game.players
    if others not in (SAME, FRIENDS, *BOTS) or (seat and not (seat.isascii() and seat.isdigit() and int(seat) < players)):
        raise Problem(422, "malformed", say("This is no choice of the form."), field="others")
    usual = deals.default_seats(at, others if others in BOTS else None)
    before = next(number for number, given in enumerate(usual) if given.kind == "me")
    mine = int(seat) if seat else before
    usual[before] = SeatRequest(kind="bot", level=others if others in BOTS else at.live.match.setup.stand_in)
    if others == FRIENDS:
        usual = [SeatRequest(kind="link", level=None) for _ in usual]
    usual[mine] = SeatRequest(kind="me", level=None)
    return DealRequest(seats=usual, name=None)


def _seats(at: TableContext) -> list[tuple[str, str]]:
    """The seats of the table with the names of their players."""
    return [
        (str(number), f"{say('Seat {number}', number=number + 1)} ({_player(at, number)})")
        for number in range(at.live.match.game.players)
    ]


def _player(at: TableContext, number: int) -> str:
    """The name of a seat's player; the reader is “you”."""
    return say("you") if number in at.rights.seats else words.name_of(number, at.live.match.seats[number].to_dict())


def _others(at: TableContext) -> list[tuple[str, str]]:
    """What the other seats may be."""
    found = [(FRIENDS, say("friends, by link"))]
    if any(seat.kind == "bot" for seat in at.live.match.seats):
        found.insert(0, (SAME, say("the same bots")))
    return [*found, *((level, words.level_of(level)) for level in LADDER)]


def _row(row: dict[str, Any], at: TableContext) -> dict[str, Any]:
    """A finished table of the list: its players by seat with their points."""
    summary = row["summary"]
    players = zip(summary["seats"], summary["scores"], summary["ranks"], strict=True)
    return {
        "id": row["id"],
        "here": row["id"] == at.id,
        "undone": bool({"undo-alone", "undo-consent"} & set(summary.get("marks", ()))),
        "players": [
            {
                "name": words.name_of(number, seat),
                "is_bot": seat["kind"] == "bot",
                "note": words.level_of(seat["level"]) if seat["kind"] == "bot" else "",
                "score": score,
                "rank": rank,
            }
            for number, (seat, score, rank) in enumerate(players)
        ],
    }
