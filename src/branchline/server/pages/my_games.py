"""The reader's finished games, their records as one zip, and what becomes of a finished game."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import datetime
from typing import Annotated, Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Depends, Form, Query, Request
from fastapi.responses import Response, StreamingResponse

from branchline.games.catalogue import cards, find_card
from branchline.games.spec import Card
from branchline.server.base.control_characters import Plain
from branchline.server.notifications.wording import UTC
from branchline.server.pages import words
from branchline.server.pages.responses import game_card, page, redirect
from branchline.server.services import games, notifications, wishes
from branchline.server.services.common import require_person, take_costly
from branchline.server.store.result_rows import Wanted
from branchline.server.web.dependencies import ChangingTableDep, RequesterDep, ServicesDep, TableDep
from branchline.texts import say

router = APIRouter(include_in_schema=False)
Choice = Annotated[str, Query(max_length=60)]
Name = Annotated[str, Query(max_length=100)]


async def wanted_games(
    game: Choice = "", players: Choice = "", company: Choice = "", result: Choice = "", name: Name = ""
) -> Wanted:
    """The filters of a request.  What is no choice of the form does not matter."""
    return Wanted(
        game if game in {card.name for card in cards()} else "",
        int(players) if players.isascii() and players.isdecimal() and len(players) < 3 else None,
        company if company in ("people", "bots") else "",
        {"won": True, "lost": False}.get(result),
        name.strip(),
    )


WantedDep = Annotated[Wanted, Depends(wanted_games)]


def _query(wanted: Wanted, **more: str) -> str:
    """The filters as the query of an address."""
    result = "" if wanted.won is None else "won" if wanted.won else "lost"
    players = "" if wanted.players is None else str(wanted.players)
    fields = {"game": wanted.game, "players": players, "company": wanted.company, "result": result, "name": wanted.name, **more}
    return urlencode({name: value for name, value in fields.items() if value})


@router.get("/me/games")
async def my_games(
    request: Request,
    services: ServicesDep,
    requester: RequesterDep,
    wanted: WantedDep,
    after: Annotated[str, Query(max_length=60)] = "",
) -> Response:
    """The reader's finished games, the last first."""
    found = await games.page_of(services, requester.person, wanted, after)
    zone = await notifications.zone_of_person(services, requester.person)
    return await page(
        request,
        requester,
        "my_games.html",
        rows=[shown_game(row, zone) for row in found.games],
        zone=zone,
        total=found.total,
        next=_query(wanted, after=found.after) if found.after else "",
        zip=_query(wanted),
        first=not after,
        wanted=wanted,
        filtered=bool(_query(wanted)),
        most=max(max(card.players) for card in cards()),
    )


def shown_game(row: dict[str, Any], zone: str = UTC) -> dict[str, Any]:
    """A finished game of a list, in words; its day is that of a time zone."""
    seats = row["summary"]["seats"]
    card: Card = find_card(row["game"])
    return {
        "table": row["table_id"],
        "title": card.title,
        "day": datetime.fromtimestamp(row["ended"], ZoneInfo(zone)).date().isoformat(),
        "others": [words.name_of(number, seat) for number, seat in enumerate(seats) if number != row["seat"]],
        "rank": row["rank"],
        "players": row["players"],
        "won": row["rank"] == 1,
        "score": row["summary"]["scores"][row["seat"]],
        "moves": row["moves"],
        "rated": row["rated"],
        "audience": wishes.audience_of(row.get("public", False), row.get("private", False)),
    }


@router.get("/me/games.zip")
async def records_zip(services: ServicesDep, requester: RequesterDep, wanted: WantedDep) -> Response:
    """The records of the reader's finished games as one zip file."""
    person = require_person(requester)
    take_costly(services, requester)
    return _zip("branchline-games.zip", games.records_zip(services, person, wanted))


@router.get("/me/everything.zip")
async def everything(services: ServicesDep, requester: RequesterDep) -> Response:
    """Everything that is stored about the reader."""
    person = require_person(requester)
    take_costly(services, requester)
    return _zip("branchline-everything.zip", games.everything_zip(services, person))


def _zip(name: str, parts: AsyncIterator[bytes]) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return StreamingResponse(parts, media_type="application/zip", headers=headers)


# -- what becomes of a game ----------------------------------------------------------------------------------


@router.get("/t/{table}/keep")
async def keep_page(request: Request, at: TableDep) -> Response:
    """What a finished game is now, what its people wish, and the form to say what one wishes oneself."""
    wished = await wishes.wishes_at(at)
    names = [words.name_of(number, seat.to_dict()) for number, seat in enumerate(at.live.match.seats)]
    return await page(
        request,
        at.requester,
        "keep.html",
        game=game_card(at.live.match.game.spec.card),
        table=at.id,
        audience=_audiences()[wished.audience],
        others=[(names[seat], _said(wish)) for seat, wish in wished.others],
        mine=wished.my_wish,
        mine_said=next((text for value, text, _ in _choices(wished, wished.my_wish) if value == wished.my_wish), ""),
        choices=_choices(wished),
    )


def _audiences() -> dict[str, str]:
    """Who may look at a game, in words."""
    return {
        wishes.PUBLIC: say("This game is listed: everybody finds it."),
        wishes.LINK: say("Only people with the link can look at this game."),
        wishes.PRIVATE: say("Only the people of the game can look at it."),
    }


def _choices(wished: wishes.TableWishes, also: str = "") -> list[tuple[str, str, str]]:
    """What the reader may wish: value, text of the button, and what it means."""
    found = [
        (wishes.PUBLIC, say("List it for everybody"), say("It appears among the games to watch and on public profiles.")),
        (wishes.LINK, say("Only with the link"), say("It is in no list. Whoever has the link can look at it.")),
        (wishes.PRIVATE, say("Keep it private"), say("Nobody else can look at it, even with the link.")),
        (wishes.DELETE, say("Delete it"), say("The game, its chat and its record are gone for good. Ratings stay.")),
    ]
    shown = [choice for choice in found if choice[0] != wished.audience or choice[0] == also]
    return [*shown, (wishes.KEEP, say("Leave it as it is"), say("Nothing changes, whatever others wish."))]


def _said(wish: str) -> str:
    """A wish in words."""
    known = {
        wishes.PUBLIC: say("wishes to list it"),
        wishes.LINK: say("wishes that only the link opens it"),
        wishes.PRIVATE: say("wishes to keep it private"),
        wishes.DELETE: say("wishes to delete it"),
        wishes.KEEP: say("wishes to leave it as it is"),
    }
    return known.get(wish, say("has not said anything yet"))


@router.post("/t/{table}/keep")
async def wish(request: Request, at: ChangingTableDep, wish: Annotated[str, Form(max_length=10), Plain] = "") -> Response:
    """Say what shall become of a finished game."""
    outcome = await wishes.wish(at, wish)
    return redirect(request, "/me/games" if outcome == wishes.DELETE else f"/t/{at.id}/keep")
