"""Every word on a board stays in its frame, measured by a real browser: on phones and large screens, in both languages."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from branchline.texts import LANGUAGES
from tests.browser.figures import figures_of
from tests.browser.labels import LETTERS, blank, boards
from tests.own_games import SEATED

MEASURE = f"""({{rim, beside_cards, stacked}}) => {{
  const found = [];
  {LETTERS}"""
MEASURE += """
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
      if (held && !text.matches(beside_cards) && middle > held.top && middle < held.bottom && !inside(box, held, 1)) {
        found.push(`leaves its card: ${word.textContent}`);
      }
    }
    const level = words.filter(([, , text]) => !(text.getAttribute("transform") ?? "").includes("rotate")
                                                && !(stacked && text.closest(stacked)));
    for (const [place, [one, a]] of level.entries()) {
      for (const [other, b] of level.slice(place + 1)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (wide > 1 && high > 0.3 * Math.min(a.height, b.height)) {
          found.push(`words overlap: ${one.textContent} and ${other.textContent}`);
        }
      }
    }
  }
  return found;
}"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SEATED)
def test_words_stay_in_their_frames(browser: Browser, name: str, language: str) -> None:
    known = figures_of(name)
    how = {"rim": known.rim, "beside_cards": known.beside_cards, "stacked": known.stacked}
    with blank(browser) as page:
        for _, where in boards(page, name, language):
            assert page.evaluate(MEASURE, how) == [], where
