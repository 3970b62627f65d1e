"""The pages of the daily deals and puzzles."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from branchline.games.catalogue import cards
from branchline.games.spec import Card
from branchline.server.accounts.requester import Requester
from branchline.server.base.problems import not_found
from branchline.server.pages.responses import game_card, page, redirect, redirect_to_table, spec_of
from branchline.server.pages.words import level_of
from branchline.server.services import daily
from branchline.server.services.common import NAMELESS
from branchline.server.services.container import Services
from branchline.server.web.dependencies import RequesterDep, ServicesDep
from branchline.texts import say

router = APIRouter(include_in_schema=False)
FIRST = 5
"""The results that the page of all games shows."""


@router.get("/daily")
async def today_page(request: Request, services: ServicesDep, requester: RequesterDep) -> Response:
    """The deals and puzzles of today, and the best of yesterday."""
    today = daily.today()
    found = []
    for card in cards():
        now = await daily.day_of(services, requester, card.name, today)
        before = await daily.day_of(services, requester, card.name, daily.day_before(today))
        found.append({"game": game_card(card), "now": _shown(now, FIRST), "before": _shown(before, FIRST)})
    return await page(request, requester, "daily.html", days=found, today=today, bots=level_of(daily.LEVEL))


@router.post("/daily/{name}")
async def play(request: Request, name: str, services: ServicesDep, requester: RequesterDep) -> Response:
    """Sit down at the deal of today."""
    spec = spec_of(name)
    if not services.warmup.games[spec.name].ready:
        return redirect(request, f"/wait/{spec.name}")
    return redirect_to_table(request, await daily.play(services, requester, spec.name))


@router.get("/daily/{name}")
async def archive(request: Request, name: str, services: ServicesDep, requester: RequesterDep) -> Response:
    """All results of today, and the list of past days."""
    return await _day_page(request, services, requester, spec_of(name).card, daily.today())


@router.get("/daily/{name}/{day}")
async def day_page(request: Request, name: str, day: str, services: ServicesDep, requester: RequesterDep) -> Response:
    """All results of a day."""
    card = spec_of(name).card
    if not daily.is_day(day) or day > daily.today():
        raise not_found(say("There is no deal of this day."))
    return await _day_page(request, services, requester, card, day)


async def _day_page(request: Request, services: Services, requester: Requester, card: Card, day: str) -> Response:
    found = await daily.day_of(services, requester, card.name, day)
    return await page(
        request,
        requester,
        "daily_game.html",
        game=game_card(card),
        now=_shown(found, len(found.results)),
        past=await daily.archive(services, card.name),
        bots=level_of(daily.LEVEL),
    )


def _shown(day: daily.Day, most: int) -> dict[str, Any]:
    """A day for the templates."""
    results = [
        {**vars(one), "name": say("Guest") if one.name == NAMELESS else one.name, "linked": day.is_past or one.mine}
        for one in day.results
    ]
    return {
        "day": day.day,
        "is_past": day.is_past,
        "results": results[:most],
        "more": max(0, len(results) - most),
        "mine": next((one for one in results if one["mine"]), None),
        "table": day.table,
    }
