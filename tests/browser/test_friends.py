"""Playing with friends: the invitation, sitting down, a link to a taken seat."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.conftest import Person, shoot
from tests.browser.everybody import check_for_everybody, check_light_and_dark
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
    check_light_and_dark(page, "friends-invitation")
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
    ann.page.get_by_role("button", name="A bot instead").click()  # a friend who never comes
    expect(ann.page.locator("#status .mine")).to_be_visible()
