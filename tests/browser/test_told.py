"""What happened, as a person sees it: events since their turn, bots at a pace, headlines, tallies, hints, the end."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

import branchline as bl
from tests.browser.conftest import Person, shoot
from tests.browser.panels import check_panels
from tests.browser.playing import click_one, is_over, move_once, my_turn, play_on, plies
from tests.browser.test_choosing import every_game
from tests.browser.test_games import LEFT_OF_THE_LOG, check_the_end, check_what_leads_on, open_table
from tests.own_games import SEATED

NP = "northern-pacific"
NOT_SEATTLE = "Seattle is the goal: cubes never go there. NP 2.2"
BOTS = ["me", "bot-easy", "bot-easy"]
WATCH = """() => {
  window.seen = [];
  const place = document.querySelector("#place");
  new MutationObserver(() => window.seen.push(place.textContent)).observe(place, {childList: true});
}"""


CLOCKS = """() => [...document.querySelectorAll("#players .player")].filter((player) => {
  const clock = player.querySelector(".clock").getBoundingClientRect();
  return [...player.querySelectorAll(".chip")].map((chip) => chip.getBoundingClientRect()).some((chip) =>
    chip.right > clock.left && chip.left < clock.right && chip.bottom > clock.top && chip.top < clock.bottom);
}).length"""


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_events_since_my_turn_are_shown_on_the_board(visitor: Callable[..., Person], phone: bool) -> None:
    ann = visitor(phone=phone)
    open_table(ann, NP, 3, BOTS)
    page = ann.page
    if phone:
        check_that_the_whole_map_is_seen_first(page)
    page.evaluate(ANNOUNCED)
    move_once(page, random.Random(1))
    expect(page.locator("#since [data-peek]")).to_have_count(2)
    assert page.locator("#board .latest").count() > 0, "everything since my turn is marked"
    expect(page.locator("#announce")).to_have_text(re.compile(r"Your turn\. Invest a cube"))  # for screen readers
    expect(page.locator("#announce")).not_to_contain_text("..")
    told = " ".join(page.evaluate("() => window.announced"))
    assert all(name in told for name in ("Ann", "Mallard", "Puffing Billy")), told
    if phone:
        page.locator("#since [data-peek]").first.tap()
    else:
        page.locator("#since [data-peek]").first.hover()
    expect(page.locator("#place")).to_have_text("2 / 3")
    shoot(page, f"since-{'phone' if phone else 'desktop'}")
    if phone:
        page.get_by_role("button", name="Back to now").tap()
    else:
        page.mouse.move(2, 2)
    expect(page.locator("#status .mine")).to_be_visible()
    page.locator("#since [data-peek]").first.click()
    expect(page).to_have_url(re.compile(r"\?move=2$"))
    page.keyboard.press("ArrowRight")
    expect(page.locator("#status .mine")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/t/\w+$"))


ANNOUNCED = """() => {
  window.announced = [];
  const place = document.querySelector("#announce");
  new MutationObserver(() => window.announced.push(place.textContent)).observe(place, {childList: true});
}"""
"""Note what screen readers are told."""


def check_that_the_whole_map_is_seen_first(page: Page) -> None:
    """The board begins as wide as the screen.  Its reader may enlarge it, and the browser remembers that."""
    larger = page.get_by_role("button", name="Larger")
    hidden = "() => { const place = document.querySelector('#board'); return place.scrollWidth - place.clientWidth; }"
    assert page.evaluate(hidden) == 0
    larger.tap()
    assert page.evaluate(hidden) > 100
    page.reload()
    expect(larger).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(hidden) > 100
    larger.tap()
    page.reload()
    expect(larger).to_have_attribute("aria-pressed", "false")
    for name in ("city:Seattle", "city:Fargo"):
        page.locator(f"#board [data-pick='{name}']").tap()
        expect(page.locator("#message [role='alert']")).to_have_text(NOT_SEATTLE if name == "city:Seattle" else "")
    assert plies(page) == 0, "a tap only selects"
    boxes = [button.bounding_box() for button in page.locator("#picks button").all()]
    edges = [(box["x"], box["x"] + box["width"]) for box in boxes if box]
    assert len(edges) == 4, "three moves, and the way back"
    assert all(left[1] <= right[0] for left, right in pairwise(edges)), "every button in sight"
    page.keyboard.press("Escape")


def test_bots_move_one_after_the_other(visitor: Callable[..., Person]) -> None:
    ann = visitor(moving=True)
    open_table(ann, NP, 3, BOTS)
    page = ann.page
    my_turn(page)
    page.evaluate(WATCH)
    move_once(page, random.Random(1))
    expect(page.locator("#status .mine")).to_be_visible()
    assert page.evaluate("() => window.seen.findIndex((one) => one.startsWith('2 /'))") >= 0, "each decision was shown"
    check_that_a_click_skips(page)


def check_that_a_click_skips(page: Page) -> None:
    """A click on the board goes to the newest position.  It picks nothing, so there is nothing to refuse."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.locator("summary", has_text="Settings").click()
    page.select_option("#pace", "1800")
    move_once(page, random.Random(2))
    page.locator("#status .passing").wait_for()
    expect(page.locator("#controls [data-why^='First you are shown']")).to_have_count(3)
    page.locator("#board [data-pick='city:Seattle']").dispatch_event("click")
    expect(page.locator("#status .mine")).to_be_visible()
    assert [url for url in asked if url.endswith("/why")] == []
    expect(page.locator("#message [role='alert']")).to_have_text("")


HURRY = """() => {
  window.waits = [];
  const wait = window.setTimeout;
  window.setTimeout = (what, delay, ...more) => { window.waits.push(delay); return wait(what, Math.min(delay, 50), ...more); };
}"""
"""Note how long the page wants to wait, and wait less."""


def test_the_pace_is_kept(visitor: Callable[..., Person]) -> None:
    ann = visitor(moving=True)
    address = open_table(ann, NP, 3, BOTS)
    page = ann.page
    expect(page.locator("#pace")).to_have_value("800")
    page.evaluate(HURRY)
    page.locator("summary", has_text="Settings").click()
    for told, wait in (("slowly", 1800), ("one after the other", 800)):
        page.select_option("#pace", told)
        move_once(page, random.Random(1))
        my_turn(page)
        assert set(page.evaluate("() => window.waits.splice(0)")) & {800, 1800} == {wait}, told
    page.select_option("#pace", "0")
    page.goto(address)
    expect(page.locator("#pace")).to_have_value("0")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_headline_and_the_tally_of_a_round(visitor: Callable[..., Person], phone: bool) -> None:
    ann = visitor(phone=phone)
    address = open_table(ann, NP, 3, BOTS)
    page = ann.page
    expect(page.locator("#status .round")).to_have_text("Round 1 of 3")
    page.evaluate(
        """() => { window.heads = new Set(); const head = document.querySelector("#headline");
        new MutationObserver(() => window.heads.add(head.textContent)).observe(head, {childList: true}); }"""
    )
    rng = random.Random(4)
    for _ in range(600):
        page.wait_for_function(
            "() => document.querySelector('.can-pick[data-pick], #picks button, #card:not([hidden]), #result section')"
        )
        if page.locator("#card").is_visible() or is_over(page):
            break
        click_one(page, rng, touch=phone)
    expect(page.locator("#card table")).to_be_visible()
    page.locator("#since [data-peek]").first.dispatch_event("pointerover", {"bubbles": True, "pointerType": "mouse"})
    expect(page.locator("#card table")).to_be_visible()  # a pointer that happens to rest on an event closes nothing
    expect(page.locator("#status .round")).to_have_text("Round 1 of 3")  # also without motion, and without a pace
    expect(page.get_by_role("button", name="Go on")).to_be_focused()
    expect(page.locator("#message")).to_have_text("")
    shoot(page, "tally")
    expect(page.get_by_role("button", name="Go on")).to_be_in_viewport(ratio=1)
    page.request.post(f"{ann.address}/api/tables/{address.rpartition('/')[2]}/chat", data={"text": "well done"})
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("#card")).to_be_hidden()
    expect(page.locator("#status .round")).to_have_text("Round 2 of 3")
    expect(page.locator("#chat")).to_contain_text("well done")  # also what came while the board waited
    assert any("pays" in head for head in page.evaluate("() => [...window.heads]"))


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_hint_tells_its_reasons_and_can_be_played(visitor: Callable[..., Person], phone: bool) -> None:
    ann = visitor(phone=phone)
    open_table(ann, NP, 3, BOTS)
    page = ann.page
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hint")).to_contain_text("Chance to win")
    expect(page.locator("#message.message:not([hidden])")).to_have_count(0)
    expect(page.locator("g.ghost *").first).to_be_attached()
    shoot(page, "hint")
    page.get_by_role("button", name="Play it").click()
    expect(page.locator("#slider")).to_have_attribute("max", "3")
    expect(page.locator("#hint")).to_be_hidden()


def test_the_end_leads_on(visitor: Callable[..., Person]) -> None:
    ann = visitor()
    open_table(ann, NP, 3, BOTS, rounds="1")
    page = ann.page
    play_on(page, seed=3)
    check_the_end(page)
    page.locator("#board [data-pick='city:Fargo']").click(force=True)
    expect(page.locator("#message [role='alert']")).to_be_visible()
    expect(page.locator("#message [role='alert']")).to_have_text("The game is over.")
    shoot(page, "end")
    board, result = page.locator("#board").bounding_box(), page.locator("#result").bounding_box()
    assert board is not None
    assert result is not None
    assert result["height"] < 200, "the board stays visible"
    address = page.url
    check_what_leads_on(page)
    page.goto(address)
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda found: found != address and "/t/" in found)
    expect(page.locator("#players")).to_contain_text("easy bot")
    expect(page.locator("#status")).to_contain_text("Round 1 of 1")


def test_players_share_the_win(visitor: Callable[..., Person]) -> None:
    rng, state = bl.seeded(25, 0), bl.game(NP, players=3, rounds=1).start()
    while not state.is_over:
        state.play(state.random_move(rng))
    assert state.ranks == [3, 1, 1]
    record = bl.Record.of(state, seats=["Ann", "Bo", "Cy"]).dumps()
    ann = visitor()
    ann.go("/")
    table = ann.page.request.post(f"{ann.address}/api/import", data={"record": record}).json()["id"]
    expect(ann.go(f"/t/{table}").locator("#result h2")).to_have_text("Bo and Cy share the win.")


@every_game
def test_undo_keeps_every_panel_right(visitor: Callable[..., Person], game: str, phone: bool) -> None:
    ann = visitor(phone=phone)
    open_table(ann, game, SEATED[game], ["me", *["bot-easy"] * (SEATED[game] - 1)])
    my_turn(ann.page)
    move_once(ann.page, random.Random(5))
    my_turn(ann.page)
    ann.page.get_by_role("button", name="Undo", exact=True).click()
    expect(ann.page.locator("#log .notice")).to_be_visible()
    check_panels(ann.page)


def test_the_log_is_at_its_end_and_follows(visitor: Callable[..., Person]) -> None:
    ann = visitor()
    address = open_table(ann, NP, 3, BOTS)
    play_on(ann.page, seed=1, clicks=24)
    ann.page.goto(address)
    my_turn(ann.page)
    assert ann.page.evaluate(LEFT_OF_THE_LOG) < 5
    ann.page.locator("#log").evaluate("(log) => { log.scrollTop = log.scrollHeight; }")
    before = ann.page.locator("#log").inner_text()
    move_once(ann.page, random.Random(2))
    my_turn(ann.page)
    assert ann.page.locator("#log").inner_text() != before
    assert ann.page.evaluate(LEFT_OF_THE_LOG) < 5
    assert ann.page.locator("#log").evaluate("(log) => log.scrollTop") > 0


TONES = """() => {
  window.tones = [];
  const start = OscillatorNode.prototype.start;
  const set = AudioParam.prototype.setValueAtTime;
  OscillatorNode.prototype.start = function (...when) { window.tones.push(this.first); return start.apply(this, when); };
  const create = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    const tone = create.call(this);
    tone.frequency.setValueAtTime = function (value, when) { tone.first = value; return set.call(this, value, when); };
    return tone;
  };
}"""
"""Note the first frequency of every tone that is played."""


@pytest.mark.parametrize(
    ("phone", "game", "piece"), [(False, NP, 660), (True, "central-pacific", 240)], ids=["desktop", "phone"]
)
def test_sounds_are_off_until_wanted(visitor: Callable[..., Person], phone: bool, game: str, piece: int) -> None:
    """The signal of one's turn, and a sound of its own for cubes and for tiles."""
    ann = visitor(phone=phone)
    open_table(ann, game, 3, BOTS, clock="bank-10")
    page: Page = ann.page
    page.evaluate(TONES)
    assert page.evaluate(CLOCKS) == 0, "no clock on a chip"
    expect(page.locator("#sound")).not_to_be_checked()
    page.locator("summary", has_text="Settings").click()
    assert page.evaluate("() => window.tones") == []
    page.locator("#sound").check()
    page.wait_for_function("() => window.tones.join() === '523,784'")
    move_once(page, random.Random(1))
    expect(page.locator("#status .mine")).to_be_visible()
    page.wait_for_function("(piece) => window.tones.includes(piece)", arg=piece)
    page.reload()
    expect(page.locator("#sound")).to_be_checked()


def test_a_phone_keeps_the_pace_and_tells_of_an_undo(visitor: Callable[..., Person]) -> None:
    ann = visitor(phone=True, moving=True)
    address = open_table(ann, NP, 3, BOTS)
    page = ann.page
    page.locator("summary", has_text="Settings").click()
    page.select_option("#pace", "0")
    page.goto(address)
    expect(page.locator("#pace")).to_have_value("0")
    my_turn(page)
    move_once(page, random.Random(5))
    my_turn(page)
    page.get_by_role("button", name="Undo", exact=True).tap()
    expect(page.locator("#log .notice")).to_contain_text("took back")


def test_a_page_that_is_up_to_date_asks_for_nothing(visitor: Callable[..., Person]) -> None:
    """The page has everything in it: the first event of the stream is not a reason to fetch the table again."""
    ann = visitor()
    address = open_table(ann, NP, 3, BOTS)
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    with ann.page.expect_request("**/events?*") as stream:
        ann.page.goto(address)
    stream.value.response()
    my_turn(ann.page)
    with ann.page.expect_response("**/state?*step=0"):
        ann.page.keyboard.press("ArrowLeft")  # what the first event of the stream began is under way before this
    assert [url for url in asked if "/state?" in url and "step=0" not in url] == []


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_sample_is_replayed_from_its_start(visitor: Callable[..., Person], phone: bool) -> None:
    """Names of the bots, the first move, and an address that leads to what is shown."""
    page = visitor(phone=phone).go("/replay")
    page.get_by_role("button", name="Northern Pacific").click()
    expect(page.locator("#place")).to_have_text(re.compile(r"^0 /"))
    expect(page.locator("#players")).to_contain_text("Mallard")
    begun = page.url
    page.keyboard.press("ArrowRight")
    page.wait_for_url(lambda url: "?move=" in url and url != begun)
    page.reload()
    expect(page.locator("#place")).to_have_text(re.compile(r"^1 /"))
