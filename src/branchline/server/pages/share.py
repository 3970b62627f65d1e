"""What a link to a table shows elsewhere: the board as PNG, and the texts of a link preview."""

from __future__ import annotations

import asyncio
import re
from functools import cache
from pathlib import Path

import resvg_py
from fastapi import APIRouter
from fastapi.responses import Response

from branchline.server.pages.table import PlyQuery, names_at
from branchline.server.services.common import take_costly
from branchline.server.web.dependencies import TableDep
from branchline.texts import naming

router = APIRouter(include_in_schema=False)
WIDTH = 1200
"""Pixels of a PNG, as link previews want it."""
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "/Library/Fonts", "C:/Windows/Fonts")
SANS = (("LiberationSans-Regular", "Liberation Sans"), ("DejaVuSans", "DejaVu Sans"), ("arial", "Arial"))
SERIF = (("LiberationSerif-Regular", "Liberation Serif"), ("DejaVuSerif", "DejaVu Serif"), ("georgia", "Georgia"))
"""The files of common fonts, with the names of their families."""
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
CONDITION = re.compile(r"@(?:media|container|supports|keyframes)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
DEFINITION = re.compile(r"(--[\w-]+):([^;}]+)")
NESTED = 3
"""How deep variables are defined by other variables."""
USE = re.compile(r"var\((--[\w-]+)(?:,([^()]*))?\)")


@router.get("/t/{table}/picture.png")
async def picture(at: TableDep, move: PlyQuery = None) -> Response:
    """The board as PNG, as the requester may see it, now or at an earlier ply."""
    take_costly(at.services, at.requester)
    match = at.live.match
    with naming(names_at(at)):
        svg = match.svg(at.rights.view_seat(at.live), None if move is None else min(move, match.ply))
    return Response(await asyncio.to_thread(png_of, svg), media_type="image/png", headers={"cache-control": "no-store"})


def png_of(svg: str) -> bytes:
    """A self-contained picture as PNG, in its light colours."""
    sans, serif = installed(SANS), installed(SERIF)
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=without_variables(svg), width=WIDTH, font_family=sans, sans_serif_family=sans, serif_family=serif
        )
    )


def without_variables(svg: str) -> str:
    """A picture whose style needs no browser: its variables are replaced by their values, conditional rules left out.

    >>> without_variables("<svg><style>.a{--x:red}@media print{.a{--x:blue}}.b{fill:var(--x)}</style></svg>")
    '<svg><style>.a{--x:red}.b{fill:red}</style></svg>'
    """
    style = STYLE.search(svg)
    if style is None:
        return svg
    rules = [(names, body) for names, body in RULE.findall(CONDITION.sub("", style[1])) if ":root" not in names]
    values: dict[str, str] = {}
    for _, body in rules:
        for name, value in DEFINITION.findall(body):
            values.setdefault(name, value)
    found = svg[: style.start(1)] + "".join(f"{names}{{{body}}}" for names, body in rules) + svg[style.end(1) :]
    for _ in range(NESTED):
        found = USE.sub(lambda use: values.get(use[1], use[2] or ""), found)
    return found


@cache
def installed(fonts: tuple[tuple[str, str], ...]) -> str | None:
    """The first of these families that is installed, or None."""
    files = {file.stem for folder in FONT_FOLDERS for file in Path(folder).rglob("*.tt[fc]")}
    return next((family for file, family in fonts if file in files), None)
