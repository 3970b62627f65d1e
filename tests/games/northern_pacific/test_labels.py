"""No name of a city lies on the plate of a city, measured by a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from branchline.texts import LANGUAGES
from tests.browser.conftest import MAX_SECONDS, chromium
from tests.browser.labels import LETTERS, blank, boards

pytestmark = pytest.mark.timeout(MAX_SECONDS)

MEASURE = f"""() => {{
  const found = [];
  {LETTERS}"""
MEASURE += """
  for (const svg of document.querySelectorAll(".picture > svg")) {
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
  }
  return found;
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """For the tests of this file."""
    with chromium() as found:
        yield found


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_leave_plates_free(browser: Browser, language: str) -> None:
    with blank(browser) as page:
        for _, where in boards(page, "northern-pacific", language):
            assert page.locator(".np-name").count(), where
            assert page.evaluate(MEASURE) == [], where
