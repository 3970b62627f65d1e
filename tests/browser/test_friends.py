"""Playing with friends: the invitation, sitting down, a link to a taken seat."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Person, shoot
from tests.browser.everybody import PAINTED, check_for_everybody, check_looks
from tests.browser.test_games import open_table

NP = "northern-pacific"
SHARE = "Object.defineProperty(navigator, 'share', {value: async (what) => { window.shared = what; }, configurable: true});"


def test_from_with_friends_to_a_full_table(visitor: Callable[..., Person]) -> None:
    ann, bo = visitor(), visitor(phone=True, locale="de")
    ann.page.add_init_script(SHARE)
    page = ann.go("/")
    page.get_by_role("link", name="With friends").first.click()
    expect(page.locator("#clock")).to_be_hidden()
    expect(page.locator("#seat-1")).to_have_value("open")
    page.select_option("#players", "2")
    page.fill("#name", "Ann")
    shoot(page, "friends-form", whole=True)
    page.get_by_role("button", name="Open the table").click()
    invite = page.locator("#invite")
    expect(invite).to_contain_text("One player is missing.")
    invite.get_by_role("button", name="Share …").click()
    assert page.evaluate("() => window.shared.url") == page.url
    invite.get_by_text("QR code").click()
    expect(invite.locator(".qr svg")).to_be_visible()
    check_looks(page, "friends-invitation")
    bo.go(page.url.removeprefix(bo.address))
    expect(invite).to_contain_text("Somebody without a name is looking.")
    expect(bo.page.locator("#invite")).to_contain_text("Am Tisch: Ann. Es fehlt noch eine Person.")
    check_for_everybody(bo.page)
    shoot(bo.page, "friends-invited-phone")
    bo.page.fill("#join-name", "Bo")
    bo.page.get_by_role("button", name="Platz nehmen").click()
    for person in (ann, bo):
        expect(person.page.locator("#players")).to_contain_text("Bo")
        expect(person.page.locator("#invite")).to_be_empty()
        expect(person.page.locator(".dot:visible")).to_have_count(2)
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator("[data-turns]")).to_contain_text("1")
    expect(bo.page.locator("[data-turns]")).to_be_hidden()
    check_for_everybody(page)
    shoot(page, "friends-begun")


def test_a_link_to_a_taken_seat_names_the_sitter(visitor: Callable[..., Person]) -> None:
    ann, bo, cy = visitor(), visitor(), visitor(phone=True)
    open_table(ann, NP, 3, ["me", "friend", "friend"])
    link = ann.page.locator("[data-copy*='#invite_']").first.get_attribute("data-copy") or ""
    bo.go(link)
    expect(bo.page.locator("#sit")).to_contain_text("You are invited to this table.")
    bo.page.fill("#sit-name", "Bo")
    bo.page.click("#sit button")
    bo.page.wait_for_function("() => !location.hash")
    cy.go(link)
    expect(cy.page.locator("#sit")).to_contain_text("This seat is taken: here sits Bo.")
    expect(cy.page.locator("#sit button:visible")).to_have_count(0)
    check_for_everybody(cy.page)
    shoot(cy.page, "friends-taken-phone")
    bo.page.goto(bo.address + link)
    expect(bo.page.locator("#sit")).to_contain_text("You sit here already.")
    expect(bo.page).to_have_url(re.compile(r"/t/\w+$"))
    advice = "A friend does not come? Give the seat to a bot, in the list of players."
    expect(ann.page.locator("#invite")).to_contain_text(advice)
    ann.page.get_by_role("button", name="A bot instead").click()
    expect(ann.page.locator("#status .mine")).to_be_visible()


def both(visitor: Callable[..., Person], clock: str = "none") -> tuple[Person, Person, str]:
    """Two people at a table whose game has begun."""
    ann, bo = visitor(), visitor(phone=True)
    address = open_table(ann, NP, 2, ["me", "open"], clock, rounds="1")
    bo.page.goto(address)
    bo.page.fill("#join-name", "Bo")
    bo.page.get_by_role("button", name="Sit down").click()
    expect(ann.page.locator("#status .mine")).to_be_visible()
    return ann, bo, address.rpartition("/")[2]


def move(table: str, *people: Person) -> bool:
    """Whoever is to decide makes the first legal move, without clicking; False if the game is over."""
    for person in people:
        path = f"{person.address}/api/tables/{table}"
        seen = person.context.request.get(path).json()
        if seen["phase"] != "playing":
            return False
        if seen["view"]["legal"]:
            person.context.request.post(f"{path}/moves", data={"move": seen["view"]["legal"][0], "ply": seen["ply"]})
            return True
    raise AssertionError("Nobody is to decide.")


def check_a_pause(ann: Person, bo: Person) -> None:
    ann.page.get_by_role("button", name="Pause the clock").click()
    expect(bo.page.locator("#tools")).to_contain_text("A pause is wanted by Ann.")
    bo.page.get_by_role("button", name="Agree to the pause").click()
    for person in (ann, bo):
        expect(person.page.locator("#tools")).to_contain_text("The clock is paused.")
        expect(person.page.locator(".clock[data-running]")).to_have_count(0)
    shoot(ann.page, "friends-paused")
    bo.page.get_by_role("button", name="Let the clock run").click()
    expect(ann.page.locator("#log")).to_contain_text("The clock runs again: Bo wants to go on")
    expect(ann.page.locator(".clock[data-running]")).to_have_count(1)


def check_chat(ann: Person, bo: Person) -> None:
    """A line that is not in sight counts as unread, and `#0` in it leads to the first decision."""
    bo.page.evaluate("() => scrollTo(0, 0)")
    bo.page.evaluate(PAINTED)  # the page knows now that the chat is out of sight
    ann.page.fill("#line", "Remember")
    ann.page.get_by_role("button", name="Name the move that is shown").click()
    ann.page.locator("#line").press("Enter")
    expect(bo.page.locator("#unread")).to_contain_text("1")
    expect(ann.page.locator("#unread")).to_be_hidden()
    link = bo.page.locator("#chat [data-ply]")
    link.scroll_into_view_if_needed()
    expect(bo.page.locator("#unread")).to_be_hidden()
    shoot(bo.page, "friends-chat-phone")
    ann.page.fill("#line", "and #0")
    ann.page.locator("#line").press("Enter")
    bo.page.locator("#chat").get_by_role("button", name="#0", exact=True).click()
    expect(bo.page.locator("#place")).to_have_text(re.compile("^0 /"))
    bo.page.get_by_role("button", name="Back to now").click()


def test_undo_is_asked_for_and_another_game_is_offered(visitor: Callable[..., Person]) -> None:
    ann, bo, table = both(visitor, "bank-10")
    while move(table, ann, bo) and ann.page.context.request.get(f"{ann.address}/api/tables/{table}").json()["ply"] < 2:
        pass
    bo.page.reload()
    ann.page.reload()
    ask = ann.page.get_by_role("button", name="Ask to undo")
    ask.click()
    bo.page.get_by_role("button", name="Refuse the undo").click()
    expect(ann.page.locator("#log")).to_contain_text("Bo refused the undo")
    expect(ask).to_be_enabled()
    ask.click()
    expect(ann.page.get_by_role("button", name="Withdraw my wish")).to_be_visible()
    agree = bo.page.get_by_role("button", name="Agree to the undo")
    expect(bo.page.locator("#tools")).to_contain_text("Ann asks to take back everything")
    shoot(bo.page, "friends-asked-phone")
    agree.click()
    expect(ann.page.locator("#log")).to_contain_text("Ann took back")
    check_a_pause(ann, bo)
    assert move(table, ann, bo)
    expect(ann.page.locator("#place")).to_have_text("1 / 1")
    check_chat(ann, bo)
    while move(table, ann, bo):
        pass
    offer = ann.page.get_by_role("button", name="Offer another game")
    expect(bo.page.get_by_role("button", name="Offer another game")).to_be_visible()
    offer.click()
    expect(ann.page.locator("#invite")).to_contain_text("One player is missing.")
    expect(bo.page.locator("#result")).to_contain_text("It is offered by Ann. 2 players · Rounds: 1 · 10 minutes for the game")
    check_for_everybody(bo.page)
    shoot(bo.page, "friends-rematch-phone")
    bo.page.get_by_role("button", name="Accept and sit down").click()
    for person in (ann, bo):
        expect(person.page.locator("#invite")).to_be_empty()
        expect(person.page.locator("#players")).to_contain_text("Bo")
    expect(bo.page.locator("#status .mine")).to_be_visible()
    for person in (ann, bo):
        person.page.on("dialog", lambda dialog: dialog.accept())
    ann.page.get_by_role("button", name="End the game without a result").click()
    bo.page.get_by_role("button", name="Agree to end it").click()
    for person in (ann, bo):
        expect(person.page.locator("#status")).to_contain_text("This table was closed.")
