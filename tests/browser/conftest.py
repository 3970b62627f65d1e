"""A real browser before a real server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from tests.server.running import Running, running

CHROMIUM = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
SHOTS = os.environ.get("BRANCHLINE_SHOTS")
"""A folder for pictures of every page, for people to look at.  Without it the tests take none, which saves minutes."""
WAIT = 60_000
"""Milliseconds that anything may take to appear on a page."""
MAX_SECONDS = 600
"""Seconds after which a test is ended whatever it waits for: nothing of a browser can hang for ever."""
DESKTOP, PHONE = {"width": 1280, "height": 860}, {"width": 360, "height": 740}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """No test of this folder outlasts its limit, its fixtures included."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.timeout(MAX_SECONDS))


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose bots answer at once and which lets one address ask as often as it likes."""
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Debian's Chromium; without one the tests are left out, with CI=true they fail.

    Not for the session: while it is there an event loop runs in this thread, and tests of other folders start their own.
    """
    if CHROMIUM is None:
        missing = "There is no Chromium. hint: apt install chromium."
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield found
        found.close()


class Person:
    """Somebody with a browser of his own; every error that the browser reports is a failure."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        self.faults: list[str] = []
        self.allowed: tuple[str, ...] = ()
        self.page = self.new_page()

    def new_page(self) -> Page:
        """Another tab."""
        page = self.context.new_page()
        page.set_default_timeout(WAIT)
        page.set_default_navigation_timeout(WAIT)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda message: self.faults.append(message.text) if message.type == "error" else None)
        return page

    def go(self, path: str) -> Page:
        """Open a page of the site."""
        self.page.goto(self.address + path)
        return self.page

    def check(self) -> None:
        """No error in the console."""
        assert [fault for fault in self.faults if not any(part in fault for part in self.allowed)] == []


@pytest.fixture
def visitor(server: Running, browser: Browser) -> Iterator[Callable[..., Person]]:
    """Makes persons; `visitor(phone=True, dark=True, locale="de", moving=True)`."""
    people: list[Person] = []

    def make(phone: bool = False, dark: bool = False, locale: str = "en", moving: bool = False, **more: Any) -> Person:
        context = browser.new_context(
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            has_touch=phone,
            color_scheme="dark" if dark else "light",
            locale=locale,
            reduced_motion="no-preference" if moving else "reduce",
            **more,
        )
        people.append(Person(context, server.url))
        return people[-1]

    yield make
    for person in people:
        for page in person.context.pages:
            rest(page)
        person.context.close()
        person.check()


def rest(page: Page) -> None:
    """Leave a page's address: a context that is closed in the middle of a navigation may never close."""
    for _ in range(3):
        with suppress(Error):  # a reload that was under way comes between
            page.goto("about:blank", timeout=WAIT)
            return


def shoot(page: Page, name: str, whole: bool = False) -> None:
    """Keep a picture of a page, if pictures are wanted."""
    if SHOTS:
        Path(SHOTS).mkdir(exist_ok=True)
        page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=whole)
