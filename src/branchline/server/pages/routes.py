"""A plain page for the house, for a table, and for the API: they show that it works."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.templating import Jinja2Templates
from starlette.staticfiles import StaticFiles

from branchline.server.api.common import TableId, TheAsker, TheHouse
from branchline.server.api.info import _games
from branchline.server.api.tables import LONGEST_LIST, listed
from branchline.server.store import rows

HERE = Path(__file__).parent
router = APIRouter(include_in_schema=False)
templates = Jinja2Templates(HERE)  # escapes everything
router.mount("/static", StaticFiles(directory=HERE.parent / "static"), "static")


@router.get("/", response_class=HTMLResponse)
async def home(request: Request, house: TheHouse, asker: TheAsker) -> Response:
    """The games, and the tables to watch or join."""
    async with house.store.read() as db:
        tables = [listed(row) for phase in ("waiting", "playing") for row in await rows.lobby(db, phase, None, LONGEST_LIST)]
        mine = await rows.tables_of(db, asker.person.id, LONGEST_LIST) if asker.person else []
    facts: dict[str, Any] = {"games": _games(), "progress": house.warmup.status(), "tables": tables}
    return templates.TemplateResponse(request, "home.html", {**facts, "mine": [listed(row) for row in mine]})


@router.get("/t/{table}", response_class=HTMLResponse)
async def table(request: Request, table: TableId, house: TheHouse) -> Response:
    """A table.  The script on it shows what the API says, and posts moves."""
    async with house.store.read() as db:
        row = await rows.find_table(db, table)
    facts = {"id": table, "title": row.summary["title"] if row else "No such table", "found": row is not None}
    return templates.TemplateResponse(request, "table.html", facts, 200 if row else 404)


@router.get("/api", response_class=HTMLResponse)
async def api(request: Request) -> Response:
    """The API in words, from its own description."""
    return templates.TemplateResponse(request, "api.html", {"api": request.app.openapi()})
