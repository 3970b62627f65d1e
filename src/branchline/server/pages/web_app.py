"""What makes the site an app that can be installed: manifest, icons, service worker, and a page without a connection."""

from __future__ import annotations

import asyncio
import hashlib
import json
from functools import cache
from typing import Literal

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response

from branchline.core.png import png_of
from branchline.server.base.problems import not_found
from branchline.server.pages.responses import whole_page
from branchline.server.pages.static_files import FOLDER, sent, static
from branchline.texts import language, say

router = APIRouter(include_in_schema=False)
FOR_A_DAY = {"cache-control": "public, max-age=86400"}
ALWAYS_ASK = {"cache-control": "no-cache"}
SIZES = (96, 180, 192, 512)
GREEN, PAPER = "#1d5b4c", "#f5efe2"
OFFLINE = "/offline"
Icon = Literal["icon", "maskable", "badge"]


@router.get("/manifest.webmanifest")
async def manifest() -> JSONResponse:
    """The name, icons and colours of the installed app."""
    pngs = [("icon", 192, "any"), ("icon", 512, "any"), ("maskable", 192, "maskable"), ("maskable", 512, "maskable")]
    icons = [
        {"src": f"/icon/{name}-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
        for name, size, purpose in pngs
    ]
    svg = {"src": static("icon.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}
    body = {
        "id": "/",
        "name": "Branchline",
        "short_name": "Branchline",
        "description": say("Railway board games: play with friends by link, or with strong bots."),
        "lang": language(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": GREEN,
        "icons": [svg, *icons],
        "shortcuts": [{"name": say("New table"), "url": "/new"}, {"name": say("Your tables"), "url": "/me"}],
    }
    return JSONResponse(body, headers=ALWAYS_ASK, media_type="application/manifest+json")


@router.get("/icon/{name}-{size}.png")
async def icon(name: Icon, size: int) -> Response:
    """An icon as PNG.  The maskable one fills its square, so that a system can cut any shape out of it."""
    if size not in SIZES:
        raise not_found(say("There is no page at this address."))
    return Response(await asyncio.to_thread(_drawn, name, size), media_type="image/png", headers=FOR_A_DAY)


@cache
def _drawn(name: str, size: int) -> bytes:
    return png_of((FOLDER / f"{name}.svg").read_text(encoding="utf-8"), size)


@router.get(OFFLINE)
async def offline(request: Request) -> Response:
    """The page that the service worker shows without a connection; it puts the position last seen into it."""
    return whole_page(request, None, 0, "offline.html")


@router.get("/sw.js")
async def service_worker() -> Response:
    """The service worker, with the files it keeps.  A change of any of them is a new version, which browsers fetch at once."""
    return Response(_worker(), media_type="text/javascript", headers=ALWAYS_ASK)


@cache
def _worker() -> str:
    files = [OFFLINE, static("site.css"), static("page.js"), static("icon.svg")]
    kept = json.dumps(files)
    version = hashlib.blake2s((kept + sent("sw.js")).encode(), digest_size=6).hexdigest()
    return f'self.files={kept};self.version="{version}";\n{sent("sw.js")}'
