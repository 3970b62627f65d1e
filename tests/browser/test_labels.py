"""Every word on a board stays in its frame, measured by a real browser: on phones and large screens, in both languages."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser

import branchline as bl
from branchline.games.drawing import PANEL
from branchline.games.wensleydale.drawing.layout import layout_of
from branchline.texts import LANGUAGES, speaking
from tests.own_games import OWN_GAMES, SEATED

WIDTHS = (348, 377, 688, 832, 1472)
"""How wide boards are on pages 360, 390, 1280 (a square board and a wide one) and 1920 wide."""
SIDE = 368
RIMS = {"northern-pacific": 12 / 1410, "central-pacific": 0.0, "last-train-to-wensleydale": 12 / 1600}
"""From the edge of the picture to the frame of the map, as a share of the width."""
PLIES = {"northern-pacific": (0, 12), "central-pacific": (150,), "last-train-to-wensleydale": (195, 260)}

MEASURE = """(rim) => {
  const found = [];
  const letters = (word) => {  // on the screen, without the pale edge around them
    const box = word.getBBox(), turn = word.getScreenCTM();
    const corners = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([x, y]) =>
      new DOMPoint(box.x + x * box.width, box.y + y * box.height).matrixTransform(turn));
    const [xs, ys] = [corners.map((corner) => corner.x), corners.map((corner) => corner.y)];
    return new DOMRect(Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  };
  const inside = (a, b, slack) => a.left >= b.left - slack && a.right <= b.right + slack;
  for (const [number, svg] of [...document.querySelectorAll(".picture > svg")].entries()) {
    const frame = svg.getBoundingClientRect();
    const edge = number ? 0 : rim * frame.width;
    const words = [];
    for (const text of svg.querySelectorAll("text")) {
      if (!text.getBoundingClientRect().width) continue;
      const spans = text.querySelectorAll("tspan");
      for (const word of spans.length ? spans : [text]) {
        const box = letters(word);
        if (word.getBoundingClientRect().width) words.push([word, box, text]);
      }
    }
    for (const [word, box, text] of words) {
      if (box.left < frame.left + edge - 0.5 || box.right > frame.right - edge + 0.5
          || box.top < frame.top - 2 || box.bottom > frame.bottom + 2) found.push(`leaves the picture: ${word.textContent}`);
      const card = text.parentElement.querySelector(":scope > rect");
      const held = card?.getBoundingClientRect();
      const middle = (box.top + box.bottom) / 2;
      if (held && !text.matches(".lw-figure") && middle > held.top && middle < held.bottom && !inside(box, held, 1)) {
        found.push(`leaves its card: ${word.textContent}`);
      }
    }
    const level = words.filter(([, , text]) => !(text.getAttribute("transform") ?? "").includes("rotate")
                                                && !text.closest(".np-cube, .np-land, .np-paid"));
    for (const [place, [one, a]] of level.entries()) {
      for (const [other, b] of level.slice(place + 1)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 0.3 * Math.min(a.height, b.height)) {
          found.push(`words overlap: ${one.textContent} and ${other.textContent}`);
        }
      }
    }
    for (const name of svg.querySelectorAll(".np-name")) {
      const a = letters(name);
      for (const plate of svg.querySelectorAll(".np-box")) {
        const b = plate.getBoundingClientRect();
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 0.25 * a.height) {
          found.push(`${name.textContent} touches ${plate.closest("[data-pick]").dataset.pick}`);
        }
      }
    }
    const title = svg.querySelector("[data-layer=key]");
    const corner = document.body.dataset.corner?.split(" ").map(Number);
    if (title && corner) {
      const right = frame.left + corner[0] * frame.width, bottom = frame.top + corner[1] * frame.height;
      for (const text of title.querySelectorAll("text")) {
        const box = letters(text);
        if (text.getBoundingClientRect().width && (box.right > right || box.bottom > bottom + 2)) {
          found.push(`leaves the corner: ${text.textContent}`);
        }
      }
    }
  }
  return found;
}"""


def page_of(state: bl.State, width: int, overlay: str | None) -> str:
    """A page with the pictures of a position, as a table shows them."""
    drawing, position, layers = state.game.spec.drawing, state.hide(0), state.layers(0)
    other = (PANEL, *drawing.side_layers)
    shown = "".join(f'<g data-layer="{name}">{body}</g>' for name, body in layers.items() if name not in other)
    over = f'<g class="ghost">{drawing.overlays[overlay].draw(position, 0)}</g>' if overlay else ""
    pictures = [(width, f"{drawing.frame(position, 0, False)}{shown}{over}</svg>")]
    if drawing.side_frame is not None:
        beside = "".join(layers[name] for name in drawing.side_layers)
        pictures.append((min(width, SIDE), f"{drawing.side_frame(position, 0)}{beside}</svg>"))
    corner: Any = ""
    if state.game.spec.name == "last-train-to-wensleydale":
        layout = layout_of(state.game.board.data)
        assert layout.title_box is not None
        x, y, wide, high = layout.title_box
        corner = f"{(x + wide) / layout.size[0]} {(y + high) / layout.size[1]}"
    held = "".join(f'<div class="picture" style="width:{wide}px">{svg}</div>' for wide, svg in pictures)
    look = ".picture{container:board/inline-size}.picture>svg{display:block;width:100%;height:auto}"
    return f'<body style="margin:0" data-corner="{corner}"><style>{look}{drawing.style}</style>{held}'


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OWN_GAMES)
def test_words_stay_in_their_frames(browser: Browser, name: str, language: str) -> None:
    page = browser.new_page()
    try:
        for players in {SEATED[name], max(bl.game(name).spec.card.players)}:
            for plies in PLIES[name]:
                state, dice = bl.game(name, players).start(), Random(plies)
                while state.ply < plies and not state.is_over:
                    state.push(dice.choice(state.legal()).id)
                for width in WIDTHS:
                    with speaking(language, ["Ann", "Bo", "Cid", "Dora", "Eve", "Fay"]):
                        page.set_viewport_size({"width": max(width, 400), "height": 900})
                        page.set_content(page_of(state, width, None))
                    assert page.evaluate(MEASURE, RIMS[name]) == [], f"{players} players, ply {plies}, {width} wide"
    finally:
        page.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_legend_can_be_read_at_every_size(browser: Browser, language: str, width: int) -> None:
    state = bl.game("last-train-to-wensleydale", 3).start()
    page = browser.new_page()
    try:
        with speaking(language):
            page.set_viewport_size({"width": max(width, 400), "height": 900})
            page.set_content(page_of(state, width, "legend"))
        legend = page.locator(".lw-legend")
        card = legend.locator("rect").first.bounding_box()
        assert card is not None
        assert card["width"] <= width
        for words in legend.locator("text").all():
            box = words.bounding_box()
            assert box is not None
            assert card["x"] <= box["x"] < box["x"] + box["width"] <= card["x"] + card["width"] + 1
        letters = page.evaluate(
            """() => [...document.querySelectorAll(".lw-legend text:not(.lw-bold)")]
                     .map((text) => text.getBoundingClientRect().height)"""
        )
        assert min(letters) >= 13, "letters of at least ten pixels"
        assert page.evaluate("() => getComputedStyle(document.querySelector('.ghost')).opacity") == "1"
    finally:
        page.close()
