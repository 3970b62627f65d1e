"""Pages for everybody: axe finds no serious barrier, and nothing is wider than the screen."""

from __future__ import annotations

import zlib
from typing import Any, Literal, TypeAlias

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize

from tests.browser.conftest import DESKTOP, PHONE, shoot

Looks: TypeAlias = tuple[tuple[str, Literal["light", "dark"]], ...]
SCREENS: dict[str, ViewportSize] = {"wide": DESKTOP, "phone": PHONE}
TWO_LOOKS: Looks = (("wide", "light"), ("phone", "dark"))
"""Each size and each colour scheme once.  Axe takes seconds for a long page: it looks at one of the two, chosen by the name."""
EVERY_LOOK: Looks = (("wide", "light"), ("wide", "dark"), ("phone", "light"), ("phone", "dark"))
looks = pytest.mark.parametrize("looks", [TWO_LOOKS, pytest.param(EVERY_LOOK, marks=pytest.mark.slow)], ids=["two", "every"])
"""Mark a test that is given looks: usually two, and every one with `make test-slow`."""
screens = pytest.mark.parametrize(
    ("screen", "looks"),
    [
        ("wide", EVERY_LOOK[:1]),
        ("phone", EVERY_LOOK[3:]),
        pytest.param("wide", EVERY_LOOK[:2], marks=pytest.mark.slow),
        pytest.param("phone", EVERY_LOOK[2:], marks=pytest.mark.slow),
    ],
    ids=["wide", "phone", "wide-every", "phone-every"],
)
"""Mark a test that does something else on each screen: it is given one look of that screen, and both with `make test-slow`."""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Wait until the page has been painted, so that its observers know of a new size."""


def check_for_everybody(page: Page) -> None:
    """No serious barrier by axe's rules, and nothing wider than the screen."""
    check_width(page)
    options: dict[str, Any] = {
        "resultTypes": ["violations"],
        "preload": False,
    }  # else it describes what passed, and loads films
    found = Axe().run(page, options=options).response["violations"]
    grave = [one for one in found if one["impact"] in ("serious", "critical")]
    barriers = {one["id"]: [node["html"][:160] for node in one["nodes"][:3]] for one in grave}
    assert not barriers, barriers


def check_width(page: Page) -> None:
    """Nothing is wider than the screen."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth + 1"), "the page scrolls sideways"


def check_looks(page: Page, name: str, looks: Looks = TWO_LOOKS, whole: bool = False) -> None:
    """A page for everybody on screens of these sizes and in these colours, with a picture of each.  Then it is as before."""
    before, protocol = page.viewport_size, page.context.new_cdp_session(page)
    examined = looks[zlib.crc32(name.encode()) % 2 :][:1] if looks is TWO_LOOKS else looks
    for look in looks:
        screen, colours = look
        page.set_viewport_size(SCREENS[screen])
        protocol.send("Emulation.setTouchEmulationEnabled", {"enabled": screen == "phone"})
        page.emulate_media(color_scheme=colours)
        page.evaluate(PAINTED)
        shoot(page, f"{name}-{screen}-{colours}", whole)
        (check_for_everybody if look in examined else check_width)(page)
    page.emulate_media(color_scheme="light")
    protocol.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    if before is not None:
        page.set_viewport_size(before)
