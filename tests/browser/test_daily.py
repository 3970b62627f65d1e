"""Today's deals and puzzles, the same deal again, and one's mistakes, in a real browser."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from branchline.review.puzzles import shipped
from branchline.server.services import daily, puzzles
from tests.browser.conftest import Person
from tests.browser.everybody import Looks, check_for_everybody, check_looks, screens
from tests.browser.playing import COMMIT, POLL, click_one, my_turn
from tests.own_games import OWN_GAMES
from tests.server.reviewing import in_server, publish, reviewed, sample, take
from tests.server.running import Running

NP = "northern-pacific"


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "LEVEL", "random")


@screens
def test_today(visitor: Callable[..., Person], screen: str, looks: Looks) -> None:
    ann = visitor(phone=screen == "phone", locale="de" if screen == "phone" else "en")
    page = ann.go("/daily")
    check_looks(page, "daily", looks, whole=True)
    page.locator(f"form[action='/daily/{NP}'] button").click()
    my_turn(page)
    table = page.url
    expect(page.locator("#tools .message")).to_contain_text(daily.today())
    expect(page.locator("#controls [data-hint]")).to_have_count(0)
    ann.go("/daily").locator(f"main a.button.primary[href='{table.removeprefix(ann.address)}']").click()
    assert page.url == table
    check_looks(ann.go(f"/daily/{NP}"), "daily-game", looks, whole=True)


def give(page: Page, move: str) -> None:
    """Answer with a move: its picks by name, each on the board, in the hand or in the bar, then the button that makes it."""
    path = page.evaluate(
        "(move) => JSON.parse(document.getElementById('data').textContent).offer.choices.find((one) => one.move === move).path",
        move,
    )
    for name in path:
        page.evaluate(
            """(name) => {
              const thing = document.querySelector(`[data-choice="${CSS.escape(name)}"]:not([disabled])`)
                ?? document.querySelector(`.can-pick[data-pick="${CSS.escape(name)}"]`);
              thing?.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
            }""",
            name,
        )
    if page.locator(COMMIT).count():
        page.locator(COMMIT).first.click()


ANSWERED = "() => document.getElementById('verdict').ariaBusy !== 'true'"
"""Whether no answer is under way: until then the page may still change."""


@screens
@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_puzzle(visitor: Callable[..., Person], server: Running, game: str, screen: str, looks: Looks) -> None:
    ann = visitor(phone=screen == "phone")
    page = ann.go(f"/puzzles/{game}/{daily.today()}")
    check_looks(page, f"puzzle-{game}", looks, whole=True)
    puzzle = in_server(server, puzzles.of_day(server.services, game, daily.today()))
    assert puzzle.id in {one.id for one in shipped(game)}
    if screen == "wide":
        give(page, puzzle.best)
        expect(page.locator("#verdict .good strong")).to_have_text("Right!")
        expect(page.locator("#bar")).to_be_hidden()
    else:
        rng = random.Random(3)
        for _ in range(20):
            page.wait_for_function(ANSWERED, polling=POLL)
            if page.locator("#verdict .message").count():
                break
            click_one(page, rng, touch=True)
        if not page.locator("#verdict .good").count():
            page.locator("#give-up").click()
        expect(page.locator("#verdict .good")).to_be_visible()
    if game == OWN_GAMES[0]:
        check_for_everybody(page)


@screens
def test_the_same_deal_and_the_mistakes_of_a_game(
    visitor: Callable[..., Person], server: Running, screen: str, looks: Looks
) -> None:
    ann = visitor(phone=screen == "phone")
    client = server.client()
    table = client.open(seats="me me", options={"rounds": 1, "order": "shuffled"}, name="Ann")
    while table["phase"] == "playing":
        table = client.move(table["id"], table["view"]["legal"][0], table["ply"])
    page = ann.go(f"/t/{table['id']}")
    page.get_by_role("link", name="The same deal").click()
    check_looks(page, "deal", looks, whole=True)
    page.locator("#others").select_option("easy")
    page.get_by_role("button", name="Play the same deal").click()
    my_turn(page)
    expect(page.locator("#tools .message")).to_contain_text("played before")
    game = client.post("/api/import", {"record": sample()}, 201)["id"]
    if client.get(f"/api/tables/{game}/review")["state"] == "none":
        client.post(f"/api/tables/{game}/review", expect=202)
        publish(server, take(server), reviewed(sample()))
    check_looks(ann.go(f"/t/{game}/mistakes"), "mistakes", looks, whole=True)
    page.get_by_role("link", name="Start").click()
    check_looks(page, "mistake", looks, whole=True)
    page.locator("#give-up").click()
    expect(page.locator("#verdict .good strong")).to_have_text("Better was")
    check_for_everybody(page)
