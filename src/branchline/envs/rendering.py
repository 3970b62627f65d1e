"""Positions as environments show them: as text, as SVG or as pixels."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.png import png_of
from branchline.core.state import State
from branchline.envs.extras import needed
from branchline.errors import BadOption

MODES = ("human", "ansi", "rgb_array", "svg")
WIDTH = 800
"""Pixels of a picture in the mode `rgb_array`."""


def check_mode(mode: str | None) -> None:
    """Raise BadOption for a mode that does not exist."""
    if mode is not None and mode not in MODES:
        raise BadOption(f"There is no render mode {mode!r:.60}. hint: render modes are {', '.join(MODES)}.")


def render(state: State, mode: str | None, seat: int | None = None) -> Any:
    """The position as a seat (None: a spectator) sees it; `human` prints it and returns nothing."""
    if mode == "human":
        print(state.text(seat))
        return None
    if mode == "ansi":
        return state.text(seat)
    if mode == "svg":
        return state.svg(seat)
    return pixels(state.svg(seat)) if mode == "rgb_array" else None


def pixels(svg: str) -> NDArray[np.uint8]:
    """A picture as an array (height, width, 3)."""
    needed("resvg_py")
    image = needed("PIL", "PIL.Image").open(io.BytesIO(png_of(svg, WIDTH))).convert("RGBA")
    white = needed("PIL", "PIL.Image").new("RGBA", image.size, "white")
    white.alpha_composite(image)
    return np.asarray(white.convert("RGB"), np.uint8).copy()
