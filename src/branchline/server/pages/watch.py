"""Games to watch, by game; and games that strong bots play for spectators."""

from __future__ import annotations

from fastapi import APIRouter, Request
from fastapi.responses import Response

from branchline.games.catalogue import cards
from branchline.server.pages.responses import list_entry, page, redirect, spec_of
from branchline.server.services import exhibition, lists
from branchline.server.web.dependencies import RequesterDep, ServicesDep

router = APIRouter(include_in_schema=False)
LISTED = 12


@router.get("/watch")
async def watch(request: Request, services: ServicesDep, requester: RequesterDep) -> Response:
    """Public games that are on or were just finished, by game."""
    found = []
    for card in cards():
        public = await lists.lobby(services, card.name, LISTED, ("playing", "over"))
        shown = {phase: [list_entry(row) for row in tables] for phase, tables in public.items()}
        found.append({"name": card.name, "title": card.title, **shown})
    return await page(request, requester, "watch.html", shelves=found, exhibition=services.settings.exhibition)


@router.post("/watch/{name}")
async def exhibit(request: Request, name: str, services: ServicesDep, requester: RequesterDep) -> Response:
    """Watch strong bots play a game."""
    table = await exhibition.table_of(services, requester, spec_of(name))
    return redirect(request, f"/t/{table}")
