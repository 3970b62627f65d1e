"""What boards need from the server beside the table: their style sheets, and a picture for the first page."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

from fastapi import APIRouter
from fastapi.responses import Response

from branchline.games.catalogue import find_title
from branchline.kernel import Title
from branchline.server.problems import not_found
from branchline.texts import say

router = APIRouter(include_in_schema=False)
FOR_GOOD = {"cache-control": "public, max-age=31536000, immutable"}
FOR_AN_HOUR = {"cache-control": "public, max-age=3600"}


@cache
def style_hash(name: str) -> str:
    """A short name of a game's style sheet, so that browsers may keep it for good."""
    return hashlib.blake2s(_title(name).style.encode(), digest_size=6).hexdigest()


def _title(name: str) -> Title:
    try:
        return find_title(name)
    except ValueError:
        raise not_found(say("There is no game of this name here.")) from None


@router.get("/board/{name}.css")
async def style(name: str) -> Response:
    """The style sheet of a game's drawing."""
    return Response(_title(name).style, media_type="text/css", headers=FOR_GOOD)


@router.get("/picture/{name}.svg")
async def picture(name: str) -> Response:
    """A position of the game, drawn beforehand: the first page has it even while the rules are being compiled."""
    file = files("branchline.server") / "static" / "boards" / f"{_title(name).name}.svg"
    return Response(file.read_bytes(), media_type="image/svg+xml", headers=FOR_AN_HOUR)
