"""Whole games by clicking: alone against bots, with a friend by link, watched."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from branchline.games import find_spec
from branchline.games.spec import Text
from tests.browser.conftest import PHONE, Person, shoot
from tests.browser.everybody import check_for_everybody
from tests.browser.panels import check_panels
from tests.browser.playing import EVERY, is_over, move_once, my_turn, play_on
from tests.own_games import SEATED
from tests.server.running import wait_until


def open_table(person: Person, game: str, players: int, seats: list[str], clock: str = "none", **options: str) -> str:
    """Fill in the form for a new table; returns the table's address."""
    page = person.go(f"/new?game={game}")
    page.locator("form.form details").evaluate_all("(parts) => parts.forEach((part) => (part.open = true))")
    page.select_option("#clock", clock)
    page.select_option("#players", str(players))
    for number, kind in enumerate(seats):
        page.select_option(f"#seat-{number}", kind)
    for name, value in options.items():
        page.select_option(f"#option-{name}", value)
    page.fill("#name", "Ann")
    page.click("form.form button.primary")
    page.wait_for_url(re.compile(r"/t/\w+$"))
    return page.url


TOLD = """() => {
  window.told = {headline: [], card: []};
  for (const id in window.told) {
    const place = document.getElementById(id);
    new MutationObserver(() => place.textContent && window.told[id].push(place.textContent)).observe(place, {childList: true});
  }
}"""
"""Note every headline and every tally of a round."""


def has_own(game: str, part: str) -> bool:
    """Whether a game has a text of its own for this part, which a game may leave out."""
    return getattr(find_spec(game).text, part) is not getattr(Text, part)


@pytest.mark.parametrize("every", [EVERY, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game", SEATED)
def test_a_whole_game_against_bots_by_clicking_only(visitor: Callable[..., Person], game: str, every: int) -> None:
    ann = visitor()
    players = SEATED[game]
    open_table(ann, game, players, ["me", *["bot-easy"] * (players - 1)])
    my_turn(ann.page)
    shoot(ann.page, f"{game}-begin")
    ann.page.evaluate(TOLD)
    clicks = play_on(ann.page, seed=1, clicks=12)
    shoot(ann.page, f"{game}-middle")
    assert clicks + play_on(ann.page, seed=2, check=check_panels, every=every) > 0
    assert is_over(ann.page)
    told = ann.page.evaluate("() => window.told")
    assert told["headline"] or not has_own(game, "milestone"), "what counts has a moment of its own"
    assert bool(told["card"]) == has_own(game, "round_tally"), "a game with rounds tells the tally of each"
    ann.page.locator("#result summary", has_text="Score sheet").click()
    expect(ann.page.locator("#result table")).to_be_visible()
    shoot(ann.page, f"{game}-end", whole=True)
    check_for_everybody(ann.page)


def test_a_whole_game_on_a_phone_by_tapping_only(visitor: Callable[..., Person]) -> None:
    ann = visitor(phone=True)
    open_table(ann, "northern-pacific", 3, ["me", "bot-easy", "bot-easy"], rounds="1")
    play_on(ann.page, seed=1, clicks=6, touch=True)
    for name in ("Undo", "Hint"):
        box = ann.page.get_by_role("button", name=name, exact=True).bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= PHONE["height"], "in sight without scrolling"
    shoot(ann.page, "phone-middle")
    play_on(ann.page, seed=2, touch=True)
    check_the_end(ann.page)
    result = ann.page.locator("#result").bounding_box()
    assert result is not None
    assert result["height"] < PHONE["height"] / 2, "the board stays in sight"
    shoot(ann.page, "phone-end")
    ann.page.reload()
    my_turn(ann.page)
    assert ann.page.evaluate(LEFT_OF_THE_LOG) < 5
    check_what_leads_on(ann.page)


LEFT_OF_THE_LOG = (
    "() => { const log = document.querySelector('#log'); return log.scrollHeight - log.clientHeight - log.scrollTop; }"
)


def check_the_end(page: Page) -> None:
    """The result is a strip over a board that stays visible, and the history can be walked through."""
    expect(page.locator("#result h2")).to_be_visible()
    assert page.locator("#board").is_visible()
    page.keyboard.press("Home")
    expect(page.locator("#place")).to_have_text(re.compile(r"^0 /"))
    page.keyboard.press("End")
    expect(page.locator("#result h2")).to_be_visible()


def check_what_leads_on(page: Page) -> None:
    """Everything to share, and a game against stronger bots."""
    address = page.url
    page.locator("#result summary", has_text="Share").click()
    shoot(page, f"share-{page.viewport_size['width'] if page.viewport_size else 0}")
    expect(page.get_by_role("button", name="Copy the link")).to_be_in_viewport(ratio=1)
    for kind in ("PNG", "SVG"):
        expect(page.get_by_role("link", name=f"Picture ({kind})")).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Play stronger bots").click()
    page.wait_for_url(lambda found: found != address and "/t/" in found and "?" not in found)
    expect(page.locator("#players")).to_contain_text("medium bot")
    expect(page.locator("#status")).to_contain_text("Round 1 of 1")


@pytest.mark.parametrize("game", SEATED)
def test_a_friend_plays_by_link_and_somebody_watches(visitor: Callable[..., Person], game: str) -> None:
    ann, bo, cy = visitor(), visitor(), visitor()
    players = SEATED[game]
    address = open_table(ann, game, players, ["me", "friend", *["bot-easy"] * (players - 2)])
    link = ann.page.locator("[data-copy*='#invite_']").first.get_attribute("data-copy")
    assert link is not None
    bo.go(link)
    bo.page.fill("#sit-name", "Bo")
    bo.page.click("#sit button")
    bo.page.wait_for_function("() => !location.hash")
    cy.page.goto(address)
    for person in (ann, bo, cy):
        expect(person.page.locator("#players")).to_contain_text("Bo")
    rng = random.Random(3)
    for _ in range(8):
        mover = wait_until(lambda: next((one for one in (ann, bo) if one.page.locator("#status .mine").count()), None))
        move_once(mover.page, rng)
    expect(cy.page.locator("#slider")).not_to_have_attribute("max", "0")
    assert cy.page.locator("#picks button").count() == 0
    shoot(cy.page, f"{game}-watched")
    check_for_everybody(cy.page)
