"""The board as a PNG, for downloads and for what other sites show of a link."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from branchline.server.pages.table import PlyQuery, public_names
from branchline.server.services.common import take_costly
from branchline.server.web.dependencies import TableDep
from branchline.texts import naming

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}/picture.png")
async def picture(at: TableDep, move: PlyQuery = None) -> Response:
    """The board as PNG, as the requester may see it, now or at an earlier ply."""
    take_costly(at.services, at.requester)
    match = at.live.match
    with naming(public_names(at)):
        svg = match.svg(at.rights.view_seat(at.live), None if move is None else min(move, match.ply))
    drawn = await at.services.pictures.png(svg)
    return Response(drawn, media_type="image/png", headers={"cache-control": "no-store"})
