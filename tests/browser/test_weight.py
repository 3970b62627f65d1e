"""What the page of a table fetches: few files, and few bytes of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.figures import figures_of
from tests.browser.playing import my_turn
from tests.own_games import SEATED

FETCHED = """() => [performance.getEntriesByType('navigation'), performance.getEntriesByType('resource')].flat()
  .map((entry) => [new URL(entry.name).pathname, entry.encodedBodySize])"""


@pytest.mark.parametrize("game", SEATED)
def test_a_first_visit(visitor: Callable[..., Person], game: str) -> None:
    ann = visitor()
    page = ann.go("/")
    page.click(f"form[action='/play/{game}'] button")
    page.wait_for_url("**/t/*")
    my_turn(page)
    expect(page.locator("#picks button, #board .can-pick").first).to_be_attached()
    fetched = {path: size for path, size in page.evaluate(FETCHED) if not path.endswith("/state")}  # what bots did meanwhile
    files = [path for path in fetched if path.startswith(("/static/", "/board/")) and path.endswith((".js", ".css"))]
    assert sorted(files) == sorted(["/static/site.css", f"/board/{game}.css", "/static/table.js"])
    assert not [path for path in fetched if path.startswith("/api/me")], "the number of tables that wait comes with the page"
    assert sum(fetched.values()) <= figures_of(game).first_visit
