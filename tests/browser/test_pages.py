"""Every page: light and dark, wide and narrow, English and German, and for everybody."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from branchline.games import cards, find_card
from branchline.learn import has_lesson
from tests.browser.conftest import DESKTOP, PHONE, Person, shoot
from tests.browser.everybody import Looks, check_for_everybody, check_looks, check_width, looks
from tests.browser.playing import COMMIT, my_turn, play_on
from tests.browser.test_games import open_table
from tests.own_games import OWN_GAMES, SEATED
from tests.server.running import Running

PAGES = {
    "home": "/",
    **{f"new-{card.short.lower()}": f"/new?game={card.name}" for card in cards()},
    "learn": "/learn",
    **{f"rules-{card.short.lower()}": f"/rules/{card.name}" for card in cards()},
    **{f"summary-{find_card(name).short.lower()}": f"/rules/{name}/summary" for name in OWN_GAMES},
    "replay": "/replay",
    "watch": "/watch",
    "leaderboards": "/leaderboards",
    "holiday": "/holiday",
    "reset": "/reset",
    "offline": "/offline",
    "me": "/me",
    "wait": f"/wait/{cards()[0].name}",
    "api": "/api",
    "nothing": "/nothing",
}
WITH_LESSON = [name for name in SEATED if has_lesson(name)]
MOST_STEPS = 40
"""More than any lesson has."""


@looks
@pytest.mark.parametrize("name", PAGES)
def test_a_page(visitor: Callable[..., Person], name: str, looks: Looks) -> None:
    ann = visitor()
    ann.allowed = ("404",)
    check_looks(ann.go(PAGES[name]), f"page-{name}", looks, whole=True)


@pytest.mark.parametrize("locale", ["en", "de"])
def test_a_fault_of_ours_is_a_kind_page(
    visitor: Callable[..., Person], server: Running, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    async def broken(table: str) -> Any:
        raise RuntimeError("a secret inside")

    monkeypatch.setattr(server.services.tables, "get", broken)
    ann = visitor(locale=locale)
    ann.allowed = ("500",)
    answer = ann.page.goto(f"{server.url}/t/abcdefgh")
    assert answer is not None
    assert (answer.status, answer.headers["content-type"]) == (500, "text/html; charset=utf-8")
    expect(ann.page.locator("h1")).to_have_text({"en": "Our mistake", "de": "Unser Fehler"}[locale])
    expect(ann.page.locator("main")).to_contain_text(answer.headers["x-request-id"])
    expect(ann.page.locator("main")).not_to_contain_text("secret")
    shoot(ann.page, f"page-fault-{locale}")
    check_for_everybody(ann.page)
    asked = ann.page.request.get(f"{server.url}/t/abcdefgh/state", headers={"Accept": "application/json"})
    assert (asked.status, asked.json()["kind"]) == (500, "fault")


BEHIND_THE_BAR = """() => [...document.querySelectorAll(".shown")].length && ![...document.querySelectorAll(".shown")].some(
  (one) => one.getBoundingClientRect().bottom <= document.querySelector("#bar").getBoundingClientRect().top + 1)"""


@looks
@pytest.mark.parametrize("game", SEATED)
def test_a_table_and_a_lesson(visitor: Callable[..., Person], game: str, looks: Looks) -> None:
    ann = visitor()
    open_table(ann, game, SEATED[game], ["me", *["bot-easy"] * (SEATED[game] - 1)])
    my_turn(ann.page)
    play_on(ann.page, seed=5, clicks=4)
    my_turn(ann.page)
    check_looks(ann.page, f"{game}-table", looks)
    for size in (PHONE, DESKTOP):
        ann.page.set_viewport_size(size)
        page = ann.go(f"/learn/{game}?step=3")
        assert not page.evaluate(BEHIND_THE_BAR), "the thing in question lies behind the bar"
    check_looks(page, f"{game}-lesson", looks)


def test_german(visitor: Callable[..., Person]) -> None:
    ann = visitor(locale="de-DE")
    page = ann.go("/")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.locator("form[action='/play/northern-pacific'] button", has_text="Jetzt spielen").click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(page.locator("#status")).to_contain_text("Du bist am Zug")
    play_on(page, seed=1, clicks=4)
    my_turn(page)
    shoot(page, "german-table")
    page.goto(ann.address + "/rules/northern-pacific")
    expect(page.locator("h1")).to_contain_text("die Regeln")
    page.select_option("#language", "en")
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize("game", WITH_LESSON)
def test_german_on_a_phone(visitor: Callable[..., Person], game: str) -> None:
    """Words that are longer fit as well.  Otherwise the pages are as in English, so axe looks at those of one game."""
    ann, check = visitor(phone=True, locale="de-DE"), check_for_everybody if game == WITH_LESSON[0] else check_width
    of_every_game = ("/", "/me") if game == WITH_LESSON[0] else ()
    for path in (*of_every_game, f"/new?game={game}", f"/learn/{game}?step=2"):
        check(ann.go(path))
    open_table(ann, game, SEATED[game], ["me", *["bot-easy"] * (SEATED[game] - 1)])
    my_turn(ann.page)
    shoot(ann.page, f"{game}-german-phone", whole=True)
    check(ann.page)


@pytest.mark.parametrize(
    ("game", "steps"),
    [
        *((game, 4 if number else MOST_STEPS) for number, game in enumerate(WITH_LESSON)),
        *(pytest.param(game, MOST_STEPS, marks=pytest.mark.slow) for game in WITH_LESSON[1:]),
    ],
)
def test_a_lesson_by_pointing(visitor: Callable[..., Person], game: str, steps: int) -> None:
    """The first lesson to its end, the others as far as their first question; the slow tests lead all of them to the end."""
    ann, answered = visitor(), 0
    page = ann.go(f"/learn/{game}")
    for _ in range(steps):
        data = page.evaluate("() => JSON.parse(document.getElementById('data').textContent)")
        if data["expect"]:
            path = next(one["path"] for one in data["offer"]["choices"] if one["move"] == data["expect"][0])
            _point_at(page, path)
            expect(page.locator("#done")).to_be_visible()
            answered += 1
        following = page.locator("a#next")
        if not following.count():
            break
        following.click()
        page.wait_for_load_state()
    assert answered
    if steps == MOST_STEPS:
        expect(page.get_by_role("button", name="Play now")).to_be_visible()


def _point_at(page: Page, path: list[str]) -> None:
    """Pick along a path as far as it has to be picked, and make the move."""
    for name in path:
        if page.locator(COMMIT).count() or page.locator("#done").is_visible():
            break
        thing = page.locator(f"#board .can-pick[data-pick='{name}'], #hand .can-pick[data-pick='{name}']").first
        button = page.locator(f"#picks [data-choice='{name}']").first
        (thing if thing.count() else button).dispatch_event("click")
    commit = page.locator(f"{COMMIT}[data-choice='{path[-1]}']")
    for _ in range(4):
        if page.locator("#done").is_visible() or commit.count():
            break
        page.keyboard.press("r")
    if commit.count():
        commit.dispatch_event("click")
