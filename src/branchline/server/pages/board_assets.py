"""Files for the boards: the style sheet of each game, and its cover picture for the first page."""

from __future__ import annotations

import hashlib
from functools import cache

from fastapi import APIRouter
from fastapi.responses import Response
from rcssmin import cssmin

from branchline.errors import UnknownGame
from branchline.games.catalogue import find_card, folder
from branchline.games.plain_board import plain_cover
from branchline.server.base.problems import not_found
from branchline.server.pages.rendering import environment
from branchline.server.pages.responses import spec_of
from branchline.texts import say

router = APIRouter(include_in_schema=False)
FOR_GOOD = {"cache-control": "public, max-age=31536000, immutable"}
FOR_AN_HOUR = {"cache-control": "public, max-age=3600"}


@cache
def style_of(name: str) -> str:
    """The address of a game's style sheet.  It changes with the sheet, so browsers may cache the sheet forever."""
    return f"/board/{name}.css?{hashlib.blake2s(spec_of(name).drawing.style.encode(), digest_size=6).hexdigest()}"


environment.globals["style_of"] = style_of


@router.get("/board/{name}.css")
async def style(name: str) -> Response:
    """The style sheet of a game's drawing."""
    return Response(_minified(spec_of(name).drawing.style), media_type="text/css", headers=FOR_GOOD)


@cache
def _minified(sheet: str) -> str:
    return cssmin(sheet)


@router.get("/picture/{name}.svg")
async def picture(name: str) -> Response:
    """The cover of a game.  It is a stored file, so the first page can show it without loading the game."""
    try:
        card = find_card(name)
    except UnknownGame:
        raise not_found(say("There is no game of this name here.")) from None
    file = folder(card.name) / "data" / "cover.svg"
    cover = file.read_bytes() if file.is_file() else plain_cover(card).encode()
    return Response(cover, media_type="image/svg+xml", headers=FOR_AN_HOUR)
