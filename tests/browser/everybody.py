"""Pages for everybody: axe finds no serious barrier, and nothing is wider than the screen."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import shoot


def check_for_everybody(page: Page, *rules: str) -> None:
    """No serious barrier by all of axe's rules or only by these, and nothing wider than the screen."""
    options: dict[str, Any] = {"resultTypes": ["violations"]}  # axe describes what passed, too, if it is not told so
    if rules:
        options["runOnly"] = {"type": "rule", "values": rules}
    found = Axe().run(page, options=options).response["violations"]
    grave = [one for one in found if one["impact"] in ("serious", "critical")]
    barriers = {one["id"]: [node["html"][:160] for node in one["nodes"][:3]] for one in grave}
    assert not barriers, barriers
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth + 1"), "the page scrolls sideways"


def check_light_and_dark(page: Page, name: str, whole: bool = False) -> None:
    """A picture of a page in both colour schemes.  The dark one differs in its colours only, so only contrast is checked."""
    shoot(page, f"{name}-light", whole)
    check_for_everybody(page)
    page.emulate_media(color_scheme="dark")
    shoot(page, f"{name}-dark", whole)
    check_for_everybody(page, "color-contrast")
    page.emulate_media(color_scheme="light")
