"""What the site refuses, as the reader sees it: a sentence in his language."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.playing import move_once
from tests.browser.test_games import open_table


def test_a_refusal_in_german(visitor: Callable[..., Person]) -> None:
    """Who votes for a bot too early reads why not, and a record that is none is refused with its line."""
    anna, bernd = visitor(locale="de-DE"), visitor(locale="de-DE")
    anna.allowed = ("403", "422")  # the browser itself reports every refused request
    address = open_table(anna, "northern-pacific", 2, ["me", "open"])
    bernd.page.goto(address)
    bernd.page.fill("#join-name", "Bernd")
    bernd.page.click("form[data-post='/join'] button:visible")
    move_once(anna.page, random.Random(1))
    anna.page.get_by_role("button", name="Für einen Bot stimmen").first.click()
    message = anna.page.locator("#message")
    expect(message).to_have_text(re.compile(r"Bernd gilt noch nicht als abwesend\. Hinweis: Stimme in \d+ Sekunden ab\."))
    page = anna.go("/replay")
    page.fill("textarea[name='text']", "keine Aufzeichnung")
    page.locator("main form.form button").first.click()
    expect(page.locator("[role='alert']")).to_contain_text("Zeile 1: Eine Aufzeichnung beginnt mit 'branchline-record 1'.")
