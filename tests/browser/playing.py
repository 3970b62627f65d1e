"""Playing by clicking: whatever can be picked is picked, as somebody would who does not know the game."""

from __future__ import annotations

import random

from playwright.sync_api import Error, Locator, Page

MOST_CLICKS = 3000


def is_over(page: Page) -> bool:
    """Whether the page shows a result."""
    return page.locator("#result section").count() > 0


def offered(page: Page) -> list[Locator]:
    """What can be clicked for a move: things on the board and in the hand, and buttons below it except the way back."""
    buttons = page.locator("#picks button:visible:not([aria-keyshortcuts='Escape'])").all()
    things = page.locator("#board .can-pick[data-pick], #hand .can-pick[data-pick]").all()
    return buttons + things


def my_turn(page: Page) -> None:
    """Wait until there is something to pick, or the game is over."""
    page.wait_for_function(
        "() => document.querySelector('#result section') || document.querySelector('.can-pick[data-pick], #picks button')"
    )


def click_one(page: Page, rng: random.Random) -> None:
    """Click one of the things on offer and wait for what comes of it."""
    choices = offered(page)
    if not choices:
        return
    choice = rng.choice(choices)
    try:
        choice.scroll_into_view_if_needed()
        box = choice.bounding_box()
    except Error as error:
        if "not attached" not in str(error):
            raise
        box = None
    if box is not None:  # gone meanwhile: the board has changed
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def plies(page: Page) -> int:
    """How many moves were made, as the page knows."""
    return int(page.locator("#slider").get_attribute("max") or 0)


def move_once(page: Page, rng: random.Random) -> None:
    """Click until the board has changed."""
    before = plies(page)
    for _ in range(20):
        if plies(page) != before or is_over(page):
            return
        click_one(page, rng)
        page.wait_for_timeout(50)
    raise AssertionError("Twenty clicks made no move.")


def play_on(page: Page, seed: int, clicks: int = MOST_CLICKS) -> int:
    """Click until the game is over or so many clicks are made; returns their number."""
    rng = random.Random(seed)
    for number in range(clicks):
        my_turn(page)
        if is_over(page):
            return number
        click_one(page, rng)
    return clicks
