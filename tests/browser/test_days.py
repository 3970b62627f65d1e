"""Games over days in the browser: plans and notes, a game of four people over three days, a tournament."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import WAIT, Person, shoot
from tests.browser.everybody import check_for_everybody, check_looks
from tests.browser.test_friends import both, move
from tests.browser.test_games import open_table
from tests.server.days import Days
from tests.server.running import Running

UNDER = """(() => {
  const [kept, history] = ["#kept", ".history"].map((name) => document.querySelector(name).getBoundingClientRect());
  return kept.height > 0 && kept.top >= history.bottom;
})()"""


def test_a_plan_and_a_note(visitor: Callable[..., Person]) -> None:
    ann, bo, table = both(visitor)
    page = bo.page
    page.get_by_text("Only for me").click()
    page.get_by_text("Plan my next move").click()
    expect(page.locator("#plan-first option").nth(1)).to_be_attached()
    wish = (
        page.locator("#plan-moves option").first.get_attribute("value") or page.locator("#plan-moves option").first.inner_text()
    )
    page.fill("#plan-move", wish)
    check_for_everybody(page)
    shoot(page, "days-plan-phone", whole=True)
    page.get_by_role("button", name="Plan it").click()
    expect(page.locator("#kept")).to_contain_text(f"When it is your turn: {wish}.")
    page.locator("#private input[name=text]").fill("Ann likes the north")
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator("#kept .note")).to_contain_text("Ann likes the north")
    expect(page.locator("#message")).not_to_contain_text("selector")
    check_looks(page, "days-private")
    expect(ann.page.locator("#kept")).to_be_empty()
    assert page.evaluate(UNDER), "plans and notes come and go below all that is clicked"
    height = "document.querySelector('#since').offsetHeight"
    before = page.evaluate(height)
    assert move(table, ann)
    expect(page.locator("#since")).to_contain_text("Your plan")
    expect(page.locator("#kept")).not_to_contain_text("When it is your turn")
    assert page.evaluate(height) == before, "what became of a plan has its room already"
    page.evaluate("scrollTo(0, 0)")
    shoot(page, "days-plan-made-phone")
    expect(page.locator("#kept .note")).to_have_count(0)
    page.locator("#private").get_by_role("button", name="#0 Ann likes the north").click()
    expect(page.locator("#kept .note")).to_contain_text("Ann likes the north")
    page.get_by_role("button", name="Back to now").click()


def play_all(people: list[Person], table: str) -> None:
    """Play a game to its end; somebody who has no seat there is not asked."""
    seated = [person for person in people if seat_of(person, table)]
    while move(table, *seated):
        pass


def seat_of(person: Person, table: str) -> list[int]:
    return list(person.context.request.get(f"{person.address}/api/tables/{table}").json()["you"]["seats"])


def test_a_tournament_of_six(visitor: Callable[..., Person]) -> None:
    """From the link to the standings; the games themselves are played without clicking."""
    host, phone = visitor(), visitor(phone=True, locale="de")
    page = host.go("/tournaments")
    check_for_everybody(page)
    shoot(page, "tournament-form", whole=True)
    asked = {
        "title": "Winter league",
        "game": "northern-pacific",
        "options": {"rounds": 1},
        "seats": 3,
        "rounds": 1,
        "name": "Ann",
    }
    host.go(host.context.request.post(f"{host.address}/api/tournaments", data=asked).json()["path"])
    expect(page.locator("main")).to_contain_text("It begins when its host begins it.")
    address = page.url
    phone.page.goto(address)
    phone.page.fill("#join-name", "Bo")
    check_for_everybody(phone.page)
    phone.page.get_by_role("button", name="Teilnehmen", exact=True).click()
    expect(phone.page.locator("[data-live]")).to_contain_text("Bo")
    more = [visitor() for _ in range(4)]
    for name, person in zip(("Cy", "Di", "Ed", "Flo"), more, strict=True):
        person.context.request.post(f"{address}/join", form={"name": name}, headers={"accept": "text/html"})
    page.reload()
    expect(page.locator("tbody tr")).to_have_count(6)
    page.get_by_role("button", name="Begin the tournament").click()
    expect(page.locator("[data-live] a[href^='/t/']")).to_have_count(2)
    people = [host, phone, *more]
    tables = [str(link.get_attribute("href")).removeprefix("/t/") for link in page.locator("[data-live] a[href^='/t/']").all()]
    for table in tables:
        play_all(people, table)
    page.evaluate("() => document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("main")).to_contain_text("The tournament is over.", timeout=WAIT)
    expect(page.locator("tbody tr").first).to_contain_text(re.compile(r"\d[.]\d\d"))
    check_looks(page, "tournament", whole=True)
    phone.page.reload()
    expect(phone.page.locator("[data-live]")).to_contain_text("Das Turnier ist zu Ende.")
    shoot(phone.page, "tournament-phone-german", whole=True)


HOUR, DAY = 3600.0, 86_400.0


def get(person: Person, path: str) -> dict[str, Any]:
    return dict(person.context.request.get(f"{person.address}{path}").json())


def click(person: Person, address: str, name: str) -> None:
    person.page.goto(address)
    person.page.get_by_role("button", name=name, exact=True).click()


def test_four_people_over_three_days(visitor: Callable[..., Person], server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another device, an undo with consent, a pause, absence with a bot, and a rematch; the days pass on the server's clock."""
    days = Days(server, monkeypatch)
    ann, bo, cy, di = people = [visitor(), visitor(phone=True), visitor(), visitor()]
    address = open_table(ann, "northern-pacific", 4, ["me", "open", "open", "open"], "days-1", rounds="1")
    table = address.rpartition("/")[2]
    api = f"/api/tables/{table}"
    for name, person in zip(("Bo", "Cy", "Di"), people[1:], strict=True):
        person.context.request.post(f"{person.address}{api}/join", data={"name": name})
    expect(ann.page.locator("#status .mine")).to_be_visible()
    # The first day: moves, a second device, and a wish to take back.
    assert move(table, *people)
    days.go_by(20 * HOUR)
    assert move(table, *people)
    laptop = visitor()
    links = bo.context.request.get(f"{bo.address}{api}/links").json()
    laptop.page.goto(f"{address}#{links[0]['secret']}")
    laptop.page.get_by_role("button", name="Play here").click()
    expect(laptop.page.locator("#log")).to_contain_text("Bo plays on another device, too")
    click(ann, address, "Ask to undo")
    for person in (laptop, cy, di):
        click(person, address, "Agree to the undo")
    expect(ann.page.locator("#log")).to_contain_text("Ann took back 2 decisions")
    assert get(ann, api)["view"]["clocks"]["left"][0] > DAY - HOUR, "the decision has its day again"
    # The second day: everybody wants a pause, and the clock stands still for as long as it lasts.
    assert move(table, *people)
    for person in people:
        click(person, address, "Pause the clock" if person is ann else "Agree to the pause")
    expect(di.page.locator("#tools")).to_contain_text("The clock is paused.")
    days.go_by(3 * DAY)
    assert get(bo, api)["view"]["clocks"]["left"][1] > DAY - HOUR
    check_for_everybody(bo.page)
    shoot(bo.page, "days-paused-phone")
    click(bo, address, "Let the clock run")
    expect(ann.page.locator("#log")).to_contain_text("The clock runs again", timeout=WAIT)
    # The third day: Bo does not come, a bot plays for them, and they come back.
    days.go_by(DAY + HOUR)
    expect(ann.page.locator("#log")).to_contain_text("The clock gave the seat of Bo to a bot", timeout=WAIT)
    click(bo, address, "Play on myself")
    expect(ann.page.locator("#log")).to_contain_text("Bo is back")
    check_looks(ann.page, "days-third-day")
    while move(table, *people):
        pass
    ann.page.get_by_role("button", name="Offer another game").click()
    expect(bo.page.locator("#result")).to_contain_text(
        "It is offered by Ann. 4 players · Rounds: 1 · 1 day a move · when time is out, a bot plays on until the person is back"
    )
    bo.page.get_by_role("button", name="Accept and sit down").click()
    expect(bo.page.locator("#invite")).to_contain_text("2 players are missing.")
