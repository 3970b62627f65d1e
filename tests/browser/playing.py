"""Playing by clicking: whatever can be picked is picked, as somebody would who does not know the game."""

from __future__ import annotations

import random
from collections.abc import Callable

from playwright.sync_api import Page

MAX_CLICKS = 3000


def is_over(page: Page) -> bool:
    """Whether the page shows a result."""
    return page.locator("#result section").count() > 0


COMMIT = "#picks .primary"
"""The button that makes the selected move."""
OFFERED = f"""
() => {{
  const commit = document.querySelectorAll("{COMMIT}");
  return commit.length ? [...commit] : [
    ...document.querySelectorAll("#picks button[data-choice]"),
    ...document.querySelectorAll("#board .can-pick[data-pick], #hand .can-pick[data-pick]"),
  ].filter((thing) => !thing.matches("button") || thing.checkVisibility());
}}
"""
"""What can be clicked for a move: the button of the selected one, or things on the board and in the hand, and buttons."""
MIDDLE = f"""
(share) => {{
  const things = ({OFFERED})();
  if (!things.length) return null;
  const thing = things[Math.floor(share * things.length)];
  thing.scrollIntoView({{block: "center", inline: "nearest", behavior: "instant"}});
  const box = thing.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}}
"""
"""Scroll to one of the things on offer and tell where its middle is.  One call, since whole games take hundreds of clicks."""
POLL = 25
"""Milliseconds between two looks at a page.  Playwright's default, every frame, keeps the page painting."""


EVERY = 5
"""So many clicks are between two checks of a whole game."""


MY_TURN = """
() => {
  const tally = document.querySelector("#card:not([hidden]) [data-go-on]");
  tally?.click();
  return !tally && document.querySelector("#result section, .can-pick[data-pick], #picks button");
}
"""
"""Whether there is something to click.  The tally of a round is closed: the board waits for that."""


def my_turn(page: Page) -> None:
    """Wait until there is something to pick, or the game is over.  The tally of a round is read and closed."""
    page.wait_for_function(MY_TURN, polling=POLL)


def click_one(page: Page, rng: random.Random, touch: bool = False) -> None:
    """Click one of the things on offer, or tap it."""
    middle = page.evaluate(MIDDLE, rng.random())
    if middle is not None:  # gone meanwhile: the board has changed
        (page.touchscreen.tap if touch else page.mouse.click)(*middle)


def plies(page: Page) -> int:
    """How many moves were made, as the page knows."""
    return int(page.locator("#slider").get_attribute("max") or 0)


CHANGED = """
(before) => document.getElementById("slider").max !== before
  || document.querySelector("#result section, .can-pick[data-pick], #picks button, #card:not([hidden])")
"""
"""Whether a move was made since so many, or there is something to click."""


def move_once(page: Page, rng: random.Random, touch: bool = False) -> None:
    """Click or tap until the board has changed, or the tally of a round is shown."""
    before = plies(page)
    for _ in range(20):
        page.wait_for_function(CHANGED, arg=str(before), polling=POLL)
        if plies(page) != before or is_over(page) or page.locator("#card").is_visible():
            return
        click_one(page, rng, touch)
    raise AssertionError("Twenty clicks made no move.")


def play_on(
    page: Page,
    seed: int,
    clicks: int = MAX_CLICKS,
    check: Callable[[Page], None] = lambda page: None,
    touch: bool = False,
    every: int = EVERY,
) -> int:
    """Click until the game is over or so many clicks are made; returns their number.

    `check` is called before every fifth click, or as often as is wanted, and at the end.
    """
    rng = random.Random(seed)
    for number in range(clicks):
        my_turn(page)
        over = is_over(page)
        if over or number % every == 0:
            check(page)
        if over:
            return number
        click_one(page, rng, touch)
    return clicks
