"""The key stays in its corner of the map, and the legend can be read, measured by a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

import branchline as bl
from branchline.games.wensleydale.drawing.layout import layout_of
from branchline.texts import LANGUAGES
from tests.browser.conftest import MAX_SECONDS, chromium
from tests.browser.labels import LETTERS, WIDTHS, blank, boards, show

pytestmark = pytest.mark.timeout(MAX_SECONDS)

NAME = "last-train-to-wensleydale"
MEASURE = f"""(corner) => {{
  const found = [];
  {LETTERS}"""
MEASURE += """
  const title = document.querySelector(".picture > svg [data-layer=key]");
  const frame = title.closest("svg").getBoundingClientRect();
  const right = frame.left + corner[0] * frame.width, bottom = frame.top + corner[1] * frame.height;
  for (const text of title.querySelectorAll("text")) {
    const box = letters(text);
    if (text.getBoundingClientRect().width && (box.right > right || box.bottom > bottom + 2)) {
      found.push(`leaves the corner: ${text.textContent}`);
    }
  }
  return found;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For the tests of this file."""
    with chromium() as found:
        yield found


def corner(state: bl.State) -> list[float]:
    """The right and lower end of the box of the key, as shares of the width and height."""
    layout = layout_of(state.game.board.data)
    assert layout.title_box is not None
    x, y, wide, high = layout.title_box
    return [(x + wide) / layout.size[0], (y + high) / layout.size[1]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_key_stays_in_its_corner(browser: Browser, language: str) -> None:
    with blank(browser) as page:
        for state, where in boards(page, NAME, language):
            assert page.evaluate(MEASURE, corner(state)) == [], where


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", WIDTHS)
def test_a_legend_can_be_read_at_every_size(browser: Browser, language: str, width: int) -> None:
    with blank(browser) as page:
        show(page, bl.game(NAME, 3).start(), width, language, "legend")
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
