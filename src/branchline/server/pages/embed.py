"""A replay for other sites to show in a frame: the board and links to the moves before and after.  It has no script.

It shows what a spectator may see, whoever asks: a frame must not show what only the reader's seat may see.
"""

from __future__ import annotations

from bisect import bisect_left

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from branchline.server.accounts.requester import Requester
from branchline.server.base.problems import forbidden
from branchline.server.pages.rendering import Look, render
from branchline.server.pages.table import PlyQuery, Wanted, moment_at, public_names
from branchline.server.services.common import TableContext
from branchline.server.services.seat_rights import SeatRights, keeps_to_itself
from branchline.server.web.dependencies import ServicesDep, TableId
from branchline.texts import naming, say

router = APIRouter(include_in_schema=False)


@router.get("/embed/{table}")
async def embed(request: Request, table: TableId, services: ServicesDep, move: PlyQuery = None) -> Response:
    """A finished or public game at its end, now, or at an earlier ply."""
    live = await services.tables.get(table)
    match = live.match
    if live.private:
        raise keeps_to_itself()
    if not (match.is_finished or live.public):
        raise forbidden(say("Only finished and public games are shown on other sites."))
    at = TableContext(services, live, Requester(), SeatRights())
    names = public_names(at)
    ply = None if move is None or move >= match.ply else move
    with naming(names):
        moment = await moment_at(at, names, Wanted(ply))
        stops = moment.stops
        step = bisect_left(stops, moment.ply)
        text = render(
            "embed.html",
            language=Look.of(request).language,
            table=table,
            title=moment.spec.card.title,
            game=moment.spec.name,
            pictures=moment.pictures(moment.layers),
            told=moment.what_happened(),
            seats=moment.seats(),
            headline=moment.headline() if match.phase == "over" and ply is None else "",
            step=step,
            steps=len(stops) - 1,
            first=stops[0],
            before=stops[max(0, step - 1)],
            after=stops[min(step + 1, len(stops) - 1)],
            last=stops[-1],
        )
    return HTMLResponse(text, headers={"cache-control": "no-store"})
