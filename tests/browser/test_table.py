"""The page of a table beyond moving: undo, looking back, reloads, tabs, a lost connection, chat, keys."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Person, shoot
from tests.browser.playing import is_over, move_once, my_turn, plies
from tests.browser.test_games import open_table
from tests.server.running import Running, wait_until

NP = "northern-pacific"
BOTS = ["me", "bot-easy", "bot-easy"]


def pick(page: Page, name: str) -> None:
    """Click a thing on the board by its name, in its middle."""
    box = page.locator(f"#board [data-pick='{name}']").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_two_clicks_from_the_first_page_to_a_game(visitor: Callable[..., Person]) -> None:
    ann = visitor()
    page = ann.go("/")
    page.locator(f"form[action='/play/{NP}'] button").click()
    page.wait_for_url(re.compile(r"/t/\w+$"))
    expect(page.locator("#status .mine")).to_be_visible()


def told(page: Page) -> Locator:
    """What the message line says about the picks."""
    return page.locator("#message [role='status']")


def test_escape_goes_back_and_a_click_on_nothing_does_not(visitor: Callable[..., Person]) -> None:
    ann = visitor()
    open_table(ann, NP, 3, BOTS)
    pick(ann.page, "city:Fargo")
    expect(told(ann.page)).to_contain_text("Fargo")
    ann.page.keyboard.press("Escape")
    expect(told(ann.page)).to_have_text("")
    pick(ann.page, "city:Fargo")
    ann.page.locator("#board").click(position={"x": 4, "y": 4})
    expect(ann.page.locator("#message [role='alert']")).to_contain_text("There is nothing to choose here.")
    expect(ann.page.locator("[data-pick='city:Fargo']")).to_have_class(re.compile("picked"))
    ann.page.get_by_role("button", name="Back", exact=True).click()
    expect(ann.page.locator(".picked")).to_have_count(0)
    assert plies(ann.page) == 0


def test_undo(visitor: Callable[..., Person]) -> None:
    ann = visitor()
    open_table(ann, NP, 3, BOTS)
    move_once(ann.page, random.Random(1))
    expect(ann.page.locator("#status .mine")).to_be_visible()
    ann.page.get_by_role("button", name="Undo", exact=True).click()
    expect(ann.page.locator("#slider")).to_have_attribute("max", "0")
    expect(ann.page.locator("#status .mine")).to_be_visible()


def test_looking_back_by_slider_keys_and_log(visitor: Callable[..., Person]) -> None:
    ann = visitor()
    open_table(ann, NP, 3, BOTS)
    move_once(ann.page, random.Random(1))
    expect(ann.page.locator("#slider")).to_have_attribute("max", "3")
    ann.page.locator("#board").focus()
    ann.page.keyboard.press("ArrowLeft")
    expect(ann.page.locator("#place")).to_have_text("2 / 3")
    expect(ann.page.locator("#status .banner")).to_be_visible()
    assert ann.page.locator(".can-pick[data-pick]").count() == 0
    shoot(ann.page, "looking-back")
    ann.page.keyboard.press("Home")
    expect(ann.page.locator("#place")).to_have_text("0 / 3")
    ann.page.keyboard.press("End")
    expect(ann.page.locator("#place")).to_have_text("3 / 3")
    ann.page.locator("#log button[data-ply='1']").click()
    expect(ann.page.locator("#place")).to_have_text("1 / 3")
    ann.page.get_by_role("button", name="Back to now").click()
    expect(ann.page.locator("#status .mine")).to_be_visible()
    check_that_nothing_is_offered_meanwhile(ann.page)
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator("#status .mine")).to_be_visible()
    pick(ann.page, "city:Casper")
    expect(told(ann.page)).to_contain_text("Casper")


def check_that_nothing_is_offered_meanwhile(page: Page) -> None:
    """While an earlier position is fetched, nothing of the current one can be picked."""
    page.evaluate("""() => {
      const real = window.fetch;
      window.fetch = (...what) => new Promise((done) => {
        window.release = () => { window.fetch = real; done(real(...what)); };
      });
    }""")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => window.release")
    assert page.locator(".can-pick[data-pick], #picks [data-choice]").count() == 0
    page.evaluate("() => window.release()")
    expect(page.locator("#place")).to_have_text("2 / 3")


def test_a_reload_in_the_middle_of_a_pick_loses_nothing(visitor: Callable[..., Person]) -> None:
    ann = visitor()
    open_table(ann, NP, 3, BOTS)
    my_turn(ann.page)  # before that nothing can be picked
    pick(ann.page, "city:Fargo")
    expect(told(ann.page)).to_contain_text("Fargo")
    ann.page.reload()
    expect(told(ann.page)).to_contain_text("Fargo")
    ann.page.get_by_role("button", name=re.compile("extend", re.IGNORECASE)).first.click()
    expect(ann.page.locator("#slider")).not_to_have_attribute("max", "0")


def test_two_tabs_of_one_seat(visitor: Callable[..., Person]) -> None:
    ann = visitor()
    address = open_table(ann, NP, 3, BOTS)
    other = ann.new_page()
    other.goto(address)
    pick(other, "city:Fargo")
    move_once(ann.page, random.Random(2))
    expect(ann.page.locator("#status .mine")).to_be_visible()
    expect(other.locator("#slider")).to_have_attribute("max", "3")
    expect(told(other)).to_have_text("")
    move_once(other, random.Random(3))
    expect(ann.page.locator("#slider")).not_to_have_attribute("max", "3")


def test_many_tabs_share_a_stream(visitor: Callable[..., Person], server: Running) -> None:
    """A browser opens six connections to a site: with a stream for each tab, the seventh page would wait for ever."""
    ann, rng = visitor(), random.Random(2)
    tables = [open_table(ann, NP, 3, BOTS) for _ in range(2)]
    tabs = [ann.new_page() for _ in range(8)]
    for number, tab in enumerate(tabs):
        tab.goto(tables[number % 2])
        my_turn(tab)
    ann.go("/rules")

    def check_a_move_is_seen(mover: Page) -> None:
        before = mover.locator("#slider").get_attribute("max") or ""
        move_once(mover, rng)
        for tab in tabs:
            if tab.url == mover.url:
                expect(tab.locator("#slider")).not_to_have_attribute("max", before)
                my_turn(tab)

    check_a_move_is_seen(tabs[0])
    check_a_move_is_seen(tabs[3])
    streams: Counter[str] = server.app.state.open_streams
    assert streams.total() >= len(tabs)
    tabs.pop().close()  # the last that came into sight leads
    check_a_move_is_seen(tabs[0])
    see = "(inSight) => { Object.defineProperty(document, 'hidden', { value: !inSight, configurable: true }); %s }"
    see %= "document.dispatchEvent(new Event('visibilitychange'))"
    for tab in tabs[:4]:
        tab.evaluate(see, False)
    looking = server.services.presence.at(tables[0].rpartition("/")[2]).looking
    wait_until(lambda: looking.total() == 2)
    tabs[2].evaluate(see, True)
    wait_until(lambda: looking.total() == 3)
    check_a_move_is_seen(tabs[3])
    check_that_another_person_hears_nothing(tabs)


def check_that_another_person_hears_nothing(tabs: list[Page]) -> None:
    """The stream ends when its reader signs out, and every page is made anew for the next one."""
    tabs[0].goto(tabs[0].url.rpartition("/t/")[0] + "/me")
    with tabs[1].expect_navigation():
        tabs[0].context.clear_cookies()
        tabs[2].evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    for tab in tabs[1:]:
        expect(tab.locator("body")).to_have_attribute("data-reader", "")


def test_a_lost_connection_comes_back(visitor: Callable[..., Person]) -> None:
    ann, bo = visitor(), visitor()
    ann.allowed = bo.allowed = ("ERR_INTERNET_DISCONNECTED", "ERR_NETWORK_CHANGED", "ERR_FAILED")
    open_table(ann, NP, 3, ["me", "friend", "bot-easy"])
    link = ann.page.locator("[data-copy*='#invite_']").first.get_attribute("data-copy")
    bo.go(link or "")
    bo.page.fill("#sit-name", "Bo")
    bo.page.click("#sit button")
    expect(bo.page.locator("#players")).to_contain_text("Bo")
    bo.context.set_offline(True)
    move_once(ann.page, random.Random(4))
    bo.context.set_offline(False)
    expect(bo.page.locator("#status .mine")).to_be_visible(timeout=40_000)
    expect(bo.page.locator("#connection")).to_be_hidden(timeout=40_000)


def test_chat_is_text_and_nothing_else(visitor: Callable[..., Person]) -> None:
    ann, bo = visitor(), visitor()
    address = open_table(ann, NP, 3, ["me", "open", "bot-easy"])
    ann.page.fill("#line", "<img src=x onerror=alert(1)> hello")
    ann.page.get_by_role("button", name="Send").click()
    bo.page.goto(address)
    for person in (ann, bo):
        expect(person.page.locator("#chat")).to_contain_text("<img src=x onerror=alert(1)> hello")
    bo.page.fill("#join-name", "Bo")
    bo.page.get_by_role("button", name="Sit down").first.click()
    for person in (ann, bo):
        expect(person.page.locator("#players")).to_contain_text("Bo")


def test_northern_pacific_by_keyboard_only(visitor: Callable[..., Person]) -> None:
    ann = visitor()
    open_table(ann, NP, 3, BOTS, rounds="1")
    page = ann.page
    for _ in range(200):
        my_turn(page)
        if is_over(page):
            break
        before = plies(page)
        first = page.locator("#board .can-pick[data-pick]").first
        first.focus()
        page.keyboard.press("Enter")
        assert plies(page) == before, "the first key only selects"
        page.keyboard.press("Enter")  # the next choice has the focus, or the button that makes the move
        expect(page.locator("#slider")).not_to_have_attribute("max", str(before))
    assert is_over(page)


OUTSIDE = """() => {
  const frame = document.querySelector("#board svg").getBoundingClientRect();
  const bottom = Math.min(frame.bottom, document.querySelector("#bar").getBoundingClientRect().top);
  const [left, right] = [Math.max(frame.left, 0), Math.min(frame.right, innerWidth)];
  const top = Math.max(frame.top, 0);
  return [...document.querySelectorAll("g.overlay *")].map((one) => [one.textContent, one.getBoundingClientRect()]).filter(
    ([, box]) => box.width && (box.left < left || box.top < top || box.right > right || box.bottom > bottom));
}"""
"""What of the odds is cut off by the edge of the board or of the screen."""


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_hint_and_the_odds(visitor: Callable[..., Person], phone: bool) -> None:
    ann = visitor(phone=phone)
    open_table(ann, NP, 3, BOTS)
    ann.page.get_by_role("button", name="Odds").click()
    expect(ann.page.locator("g.overlay *").first).to_be_attached()
    expect(told(ann.page)).to_contain_text("Odds that")
    ann.page.locator("#board").evaluate("(one) => one.scrollIntoView({block: 'center'})")
    shoot(ann.page, f"odds-{'phone' if phone else 'desktop'}")
    assert ann.page.evaluate(OUTSIDE) == []
    ann.page.get_by_role("button", name="Hint").click()
    expect(ann.page.locator("#hint")).to_contain_text("Chance to win")
    check_that_a_hint_stays(ann.page)


def check_that_a_hint_stays(page: Page) -> None:
    """Its ghost, and the marks of what to click, are there until it is closed."""
    ghost, shown = page.locator("#board g.ghost *"), page.locator("[data-board] .shown, #hand .shown")
    expect(shown.first).to_be_attached()
    for place in ("#hint", "[data-pick='city:Fargo']", "[data-pick='city:Seattle']", "#hint"):
        page.locator(place).first.hover(force=True)
        expect(ghost.first).to_be_attached()
    expect(shown.first).to_be_attached()
    page.get_by_role("button", name="Close").click()
    expect(ghost).to_have_count(0)
    expect(shown).to_have_count(0)


def test_a_seat_on_another_device_is_seen_and_can_be_ended(visitor: Callable[..., Person]) -> None:
    ann, phone = visitor(), visitor()
    open_table(ann, NP, 3, ["me", "bot-easy", "bot-easy"])
    link = ann.page.locator("[data-copy*='#seat_']").first.get_attribute("data-copy")
    phone.go(link or "")
    expect(phone.page.locator("#sit-name")).to_be_hidden()
    phone.page.get_by_role("button", name="Play here").click()
    expect(phone.page.locator("#status .mine")).to_be_visible()
    expect(ann.page.locator("#tools")).to_contain_text("Another browser or a program plays your seat, too.")
    ann.page.get_by_role("button", name="End play elsewhere").click()
    expect(ann.page.locator("#tools")).not_to_contain_text("Another browser")
    expect(phone.page.locator("#status .mine")).to_have_count(0)
    move_once(ann.page, random.Random(5))


def test_a_page_whose_seat_was_lost_before_its_stream_began_says_so(visitor: Callable[..., Person]) -> None:
    ann, phone = visitor(), visitor()
    open_table(ann, NP, 3, ["me", "bot-easy", "bot-easy"])
    link = ann.page.locator("[data-copy*='#seat_']").first.get_attribute("data-copy")
    phone.go(link or "")
    phone.page.get_by_role("button", name="Play here").click()
    phone.page.wait_for_url(lambda address: "#" not in address)
    phone.allowed = ("net::ERR_FAILED",)
    phone.page.route("**/events?*", lambda route: route.abort())
    phone.page.reload()
    expect(phone.page.locator("#status .mine")).to_be_visible()
    ann.page.get_by_role("button", name="End play elsewhere").click()
    expect(ann.page.locator("#tools")).not_to_contain_text("Another browser")
    phone.page.unroute("**/events?*")
    expect(phone.page.locator("#status .mine")).to_have_count(0, timeout=15_000)
