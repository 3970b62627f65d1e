"""Pages for everybody: axe finds no serious barrier, and nothing is wider than the screen."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def check_for_everybody(page: Page) -> None:
    """No serious barrier, and nothing wider than the screen."""
    found = Axe().run(page).response["violations"]
    grave = [one for one in found if one["impact"] in ("serious", "critical")]
    assert {one["id"]: [node["html"][:160] for node in one["nodes"][:3]] for one in grave} == {}
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth + 1"), "the page scrolls sideways"
