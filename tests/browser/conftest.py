"""A real browser before a real server."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize, expect, sync_playwright

from tests.server.running import Running, running

CHROMIUM = next((found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None)
SHOTS = os.environ.get("BRANCHLINE_SHOTS")
"""A folder for pictures of every page, for people to look at.  Without it the tests take none, which saves minutes."""
WAIT = 60_000
"""Milliseconds that anything may take to appear on a page."""
MAX_SECONDS = 600
"""Seconds after which a test is ended whatever it waits for: nothing of a browser can hang for ever."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--process-per-site"]
"""Nothing here has a graphics card, and a process for all pages of the site saves starting one for each."""
DESKTOP, PHONE = ViewportSize(width=1280, height=860), ViewportSize(width=360, height=740)


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


@contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium; without one the tests are left out, with CI=true they fail.

    Not for the session: while it is there an event loop runs in this thread, and tests of other folders start their own.
    """
    if CHROMIUM is None:
        missing = "There is no Chromium. hint: apt install chromium."
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    expect.set_options(timeout=WAIT)  # five seconds by default, which a busy machine can take
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """The browser of all tests of this folder."""
    with chromium() as found:
        yield found


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

    def check(self, faults: list[str]) -> None:
        """None of these errors of the console, except those that the test expects."""
        assert [fault for fault in faults if not any(part in fault for part in self.allowed)] == []


class Contexts:
    """Browser contexts that tests use one after the other: a new one costs as much as the rest of a small test.

    Whoever takes a context finds no cookie and nothing stored.  Only files stay cached.
    """

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.free: dict[str, list[BrowserContext]] = {}

    def take(self, **settings: Any) -> BrowserContext:
        """A context with these settings."""
        free = self.free.setdefault(repr(sorted(settings.items())), [])
        return free.pop() if free else self.browser.new_context(**settings)

    def give_back(self, context: BrowserContext, **settings: Any) -> None:
        """Forget everything that a test left in a context.  One page stays, and with it the process of the site's pages."""
        stays, *others = context.pages
        for page in others:
            rest(page)
            page.close()
        rest(stays)
        context.set_offline(False)
        context.unroute_all()
        context.clear_permissions()
        context.clear_cookies()
        stays.goto(self.address + "/static/icon.svg")
        stays.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
        self.free[repr(sorted(settings.items()))].append(context)


@pytest.fixture(scope="package")
def contexts(server: Running, browser: Browser) -> Contexts:
    """The contexts of all tests of this folder."""
    return Contexts(browser, server.url)


@pytest.fixture
def visitor(contexts: Contexts) -> Iterator[Callable[..., Person]]:
    """Makes persons; `visitor(phone=True, dark=True, locale="de", moving=True)`."""
    people: list[tuple[Person, dict[str, Any]]] = []

    def make(phone: bool = False, dark: bool = False, locale: str = "en", moving: bool = False, **more: Any) -> Person:
        settings: dict[str, Any] = {
            "viewport": PHONE if phone else DESKTOP,
            "has_touch": phone,
            "color_scheme": "dark" if dark else "light",
            "locale": locale,
            "reduced_motion": "no-preference" if moving else "reduce",
            "service_workers": "block",  # it would outlast its test; tests of it allow it
            **more,
        }
        person = Person(contexts.take(**settings), contexts.address)
        people.append((person, settings))
        return person

    yield make
    for person, settings in people:
        for page in person.context.pages:
            with suppress(Error):  # a page that is just navigating
                page.evaluate("0")  # whatever the page has said so far arrives before the answer
        faults = list(person.faults)  # what it says while it is left is no fault
        contexts.give_back(person.context, **settings)
        person.check(faults)


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
