"""The words on a board, measured by a real browser: on phones and large screens."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

from playwright.sync_api import Browser, Page

import branchline as bl
from branchline.games.drawing import PANEL
from branchline.texts import speaking
from tests.browser.figures import figures_of
from tests.own_games import SEATED

WIDTHS = (348, 377, 688, 832, 1472)
"""How wide boards are on pages 360, 390, 1280 (a square board and a wide one) and 1920 wide."""
SIDE = 368
NAMES = ["Ann", "Bo", "Cid", "Dora", "Eve", "Fay"]
LETTERS = """const letters = (word) => {  // on the screen, without the pale edge around them
    const box = word.getBBox(), turn = word.getScreenCTM();
    const corners = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([x, y]) =>
      new DOMPoint(box.x + x * box.width, box.y + y * box.height).matrixTransform(turn));
    const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
    return new DOMRect(Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  };"""
"""The box of a word, for scripts that measure."""


def page_of(state: bl.State, width: int, overlay: str | None = None) -> str:
    """A page with the pictures of a position, as a table shows them."""
    drawing, position, layers = state.game.spec.drawing, state.hide(0), state.layers(0)
    other = (PANEL, *drawing.side_layers)
    shown = "".join(f'<g data-layer="{name}">{body}</g>' for name, body in layers.items() if name not in other)
    over = f'<g class="ghost">{drawing.overlays[overlay].draw(position, 0)}</g>' if overlay else ""
    pictures = [(width, f"{drawing.frame(position, 0, False)}{shown}{over}</svg>")]
    if drawing.side_frame is not None:
        beside = "".join(layers[name] for name in drawing.side_layers)
        pictures.append((min(width, SIDE), f"{drawing.side_frame(position, 0)}{beside}</svg>"))
    held = "".join(f'<div class="picture" style="width:{wide}px">{svg}</div>' for wide, svg in pictures)
    look = ".picture{container:board/inline-size}.picture>svg{display:block;width:100%;height:auto}"
    return f'<body style="margin:0"><style>{look}{drawing.style}</style>{held}'


def show(page: Page, state: bl.State, width: int, language: str, overlay: str | None = None) -> None:
    """Show the pictures of a position in a width and a language."""
    with speaking(language, NAMES):
        page.set_viewport_size({"width": max(width, 400), "height": 900})
        page.set_content(page_of(state, width, overlay))


@contextmanager
def blank(browser: Browser) -> Iterator[Page]:
    """An empty page."""
    page = browser.new_page()
    try:
        yield page
    finally:
        page.close()


def boards(page: Page, name: str, language: str) -> Iterator[tuple[bl.State, str]]:
    """Show one board of a game after the other: for few and many players, early and late, in every width."""
    for players in sorted({SEATED[name], max(bl.game(name).spec.card.players)}):
        for plies in figures_of(name).plies:
            state, dice = bl.game(name, players).start(), Random(plies)
            while state.ply < plies and not state.is_over:
                state.push(dice.choice(state.legal()).id)
            for width in WIDTHS:
                show(page, state, width, language)
                yield state, f"{players} players, ply {plies}, {width} wide"
