"""The board as a picture, for downloads and for what other sites show of a link."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response

from branchline.server.pages.table import PlyQuery, public_names
from branchline.server.services.common import TableContext, take_costly
from branchline.server.web.dependencies import TableDep
from branchline.texts import naming

router = APIRouter(include_in_schema=False)


@router.get("/t/{table}/picture.png")
async def picture(at: TableDep, move: PlyQuery = None) -> Response:
    """The board as PNG, as the requester may see it, now or at an earlier ply."""
    take_costly(at.services, at.requester)
    drawn = await at.services.pictures.png(_drawn(at, move))
    return Response(drawn, media_type="image/png", headers={"cache-control": "no-store"})


@router.get("/t/{table}/picture.svg")
async def scalable(at: TableDep, move: PlyQuery = None) -> Response:
    """The same as SVG."""
    return Response(_drawn(at, move), media_type="image/svg+xml", headers={"cache-control": "no-store"})


def _drawn(at: TableContext, move: int | None) -> str:
    match = at.live.match
    with naming(public_names(at)):
        return match.svg(at.rights.view_seat(at.live), None if move is None else min(move, match.ply))
