"""The pictures of a page: layers, and hashes by which a page knows what it already has."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from functools import lru_cache

from branchline.games.drawing import PANEL
from branchline.games.position import Position
from branchline.games.spec import GameSpec

SIZE = re.compile(r'viewBox="\S+ \S+ (\S+) ([^\s"]+)"')
WIDE = 1.25
"""A picture whose width is at least this many times its height gets the full width of the page."""
IMAGE, GROUP = 'role="img"', 'role="group"'
"""A picture in which things can be picked has the role of a group: screen readers do not look inside an image."""


def part(body: str) -> dict[str, str]:
    """A part of the page with its hash."""
    return {"hash": hashed(body), "body": body}


def unless_known(name: str, part: dict[str, str], have: Collection[str]) -> dict[str, str]:
    """A part of the page without its content if the page already has it: `have` contains `name:hash`.

    The name is needed, because two parts can have the same content: an empty hand and an empty result, for instance.
    """
    return {"hash": part["hash"]} if f"{name}:{part['hash']}" in have else part


def shown_layers(spec: GameSpec, position: Position, reader: int | None, before: Position | None) -> dict[str, str]:
    """All layers except the panel, because the page shows the players itself."""
    return {name: svg for name, svg in spec.drawing.layers(position, reader, before).items() if name != PANEL}


def pictures_of(spec: GameSpec, position: Position, reader: int | None, layers: dict[str, str]) -> list[str]:
    """The pictures that a page starts with: the board, and the second picture if the game has one."""
    parts = [(spec.drawing.frame(position, reader, False), [name for name in layers if name not in spec.drawing.side_layers])]
    if spec.drawing.side_frame is not None:
        parts.append((spec.drawing.side_frame(position, reader), [name for name in layers if name in spec.drawing.side_layers]))
    return [
        f'<div class="picture">{frame.replace(IMAGE, GROUP)}'
        + "".join(f'<g data-layer="{name}" data-hash="{hashed(layers[name])}">{layers[name]}</g>' for name in names)
        + "</svg></div>"
        for frame, names in parts
    ]


def is_square(picture: str) -> bool:
    """Whether a picture is about as high as it is wide.  A page then has room beside it.

    >>> is_square('<svg viewBox="0 0 100 90">'), is_square('<svg viewBox="0 0 160 90">')
    (True, False)
    """
    size = SIZE.search(picture)
    return size is not None and float(size[1]) < WIDE * float(size[2])


@lru_cache(2000)
def hashed(body: str) -> str:
    """A short hash of a text."""
    return hashlib.blake2s(body.encode(), digest_size=6).hexdigest()
