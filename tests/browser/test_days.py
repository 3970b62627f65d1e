"""Games over days in the browser: plans and notes, a game of four people over three days, a tournament."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import WAIT, Person, shoot
from tests.browser.everybody import check_for_everybody, check_looks, check_width
from tests.browser.playing import move_once
from tests.browser.test_friends import NP, both, move
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
    wish = page.locator("#plan-moves option").first
    page.fill("#plan-move", wish.get_attribute("value") or "")
    check_for_everybody(page)
    shoot(page, "days-plan-phone", whole=True)
    page.get_by_role("button", name="Plan it").click()
    expect(page.locator("#kept")).to_contain_text(f"When it is your turn: {wish.text_content()}.")
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


def get(person: Person, path: str) -> dict[str, Any]:
    """What the API answers to a person."""
    return dict(person.context.request.get(f"{person.address}{path}").json())


def press(person: Person, name: str) -> None:
    """Click the button of this name on the page that the person has open."""
    person.page.get_by_role("button", name=name, exact=True).click()


def play_all(people: list[Person], table: str) -> None:
    """Play a game to its end by HTTP.  Whoever has no seat at the table does nothing."""
    api = f"/api/tables/{table}"
    seated = {seat: person for person in people for seat in get(person, api)["you"]["seats"]}
    found = get(people[0], api)
    while found["phase"] == "playing":
        mover = seated[found["view"]["waiting_for"]["seat"]]
        seen = get(mover, api)
        legal = seen["view"]["legal"]
        body = {"move": legal[seen["ply"] * 7 % len(legal)], "ply": seen["ply"]}
        found = mover.context.request.post(f"{mover.address}{api}/moves", data=body).json()


FEW_LINES = """(() => {
  const low = new CSSStyleSheet();
  low.replaceSync("#log { max-height: 2rem }");
  document.adoptedStyleSheets = [low];
})()"""
"""A log so low that one move fills it, as many moves of others fill a high one."""
TO_THE_MARK = """() => {
  const [log, mark] = ["#log", ".since-turn"].map((name) => document.querySelector(name).getBoundingClientRect());
  return [mark.top - log.top, log.bottom - mark.bottom];
}"""
"""How far the mark of what is new stands below the top of the log, and above its lower end."""


def test_the_log_opens_at_what_is_new(visitor: Callable[..., Person]) -> None:
    ann, bo = visitor(), visitor(phone=True)
    address = open_table(ann, NP, 2, ["me", "open"], "days-3")
    table = address.rpartition("/")[2]
    bo.context.request.post(f"{bo.address}/api/tables/{table}/join", data={"name": "Bo"})
    for _ in range(40):
        assert move(table, ann, bo)
    mover = next(one for one in (ann, bo) if get(one, f"/api/tables/{table}")["view"]["legal"])
    mover.page.goto(address)
    below, above = mover.page.evaluate(TO_THE_MARK)
    assert below > 50, "the moves before it stand above it"
    assert above >= 0, "and what is new is in sight"
    expect(mover.page.locator(".clock[data-running]")).to_have_text("2 d 23 h")
    shoot(mover.page, "days-log", whole=True)
    mover.page.add_init_script(FEW_LINES)
    mover.page.reload()
    assert abs(mover.page.evaluate(TO_THE_MARK)[0]) < 4


IMPATIENT = "(() => { const every = setInterval; window.setInterval = (work, time) => every(work, time / 50); })()"
"""A page that looks for news every ten seconds does it five times a second."""


def test_a_tournament_of_six(visitor: Callable[..., Person]) -> None:
    """From the form to the standings, which change by themselves; the games are played without clicking."""
    host, german, phone = visitor(), visitor(phone=True, locale="de"), visitor(phone=True)
    for person in (host, german):
        person.page.add_init_script(IMPATIENT)
    page = host.go("/tournaments")
    page.fill("#title", "Winter league")
    page.select_option("#game", NP)
    page.fill("#seats", "3")
    page.fill("#rounds", "1")
    page.fill("#name", "Ann")
    check_for_everybody(page)
    shoot(page, "tournament-form", whole=True)
    press(host, "Open the tournament")
    expect(page.locator("main")).to_contain_text("It begins when its host begins it.")
    address = page.url
    german.page.goto(address)
    shoot(german.page, "tournament-invited-phone-german", whole=True)
    german.page.fill("#join-name", "Bo")
    check_for_everybody(german.page)
    press(german, "Teilnehmen")
    expect(german.page.locator("[data-live]")).to_contain_text("Bo")
    phone.page.goto(address)
    phone.page.fill("#join-name", "Cy")
    press(phone, "Take part")
    shoot(phone.page, "tournament-joined-phone", whole=True)
    more = [visitor() for _ in range(3)]
    for name, person in zip(("Di", "Ed", "Flo"), more, strict=True):
        person.context.request.post(f"{address}/join", form={"name": name}, headers={"accept": "text/html"})
    for person in (host, german):
        expect(person.page.locator("tbody tr")).to_have_count(6)
    press(host, "Begin the tournament")
    links = page.locator("[data-live] a[href^='/t/']")
    expect(links).to_have_count(2)
    first, second = [str(link.get_attribute("href")).removeprefix("/t/") for link in links.all()]
    people = [host, german, phone, *more]
    play_all(people, first)
    expect(page.locator("[data-live] .chip").get_by_text("finished", exact=True)).to_have_count(1)
    expect(page.locator("tbody tr").first).to_contain_text(re.compile(r"1[.]00|0[.][5-9]\d"))
    expect(page.locator("[data-live] p[role='status']")).to_have_text("Round 1 of 1")
    play_all(people, second)
    expect(page.locator("main")).to_contain_text("The tournament is over.")
    check_looks(page, "tournament", whole=True)
    expect(page.get_by_role("button", name="End the tournament")).to_have_count(0)
    expect(german.page.locator("[data-live]")).to_contain_text("Das Turnier ist zu Ende.")
    expect(german.page.locator("main button")).to_have_count(0)
    check_width(german.page)
    shoot(german.page, "tournament-phone-german", whole=True)


HOUR, DAY = 3600.0, 86_400.0


def four_at_a_table(visitor: Callable[..., Person]) -> tuple[list[Person], str]:
    """Ann has opened a table with a day for each move; three others have sat down, one of them in German."""
    people = [visitor(), visitor(phone=True), visitor(), visitor(phone=True, locale="de")]
    address = open_table(people[0], NP, 4, ["me", "open", "open", "open"], "days-1", rounds="1")
    for name, person in zip(("Bo", "Cy", "Di"), people[1:], strict=True):
        person.page.goto(address)
        person.page.fill("#join-name", name)
        press(person, "Platz nehmen" if name == "Di" else "Sit down")
        expect(person.page.locator("#join-name")).to_have_count(0)
    for person in people:
        expect(person.page.locator("#invite")).to_be_empty()
    expect(people[0].page.get_by_text("Only for me")).to_be_visible()  # though the game had not begun when the page was made
    return people, address.rpartition("/")[2]


def play_by_clicking(person: Person, your_turn: str, touch: bool = False) -> None:
    """Wait for the turn, and make a move on the board."""
    expect(person.page.locator("#status .mine")).to_have_text(your_turn)
    move_once(person.page, random.Random(1), touch)
    expect(person.page.locator("#status .mine")).to_have_count(0)


def test_four_people_over_three_days(visitor: Callable[..., Person], server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another device, an undo with consent, a pause, absence with a bot, and a rematch; the days pass on the server's clock."""
    days = Days(server, monkeypatch)
    people, table = four_at_a_table(visitor)
    ann, bo, cy, di = people
    api = f"/api/tables/{table}"
    # The first day: moves, one of them on a second device, and a wish to take back.
    assert move(table, *people)
    days.go_by(20 * HOUR)
    laptop = visitor()
    laptop.go(bo.page.locator("[data-copy*='#seat_']").first.get_attribute("data-copy") or "")
    press(laptop, "Play here")
    play_by_clicking(laptop, "Your turn")
    expect(ann.page.locator("#log")).to_contain_text("Bo plays on another device, too")
    press(ann, "Ask to undo")
    expect(di.page.locator("#tools")).to_contain_text("Ann möchte alles bis Zug 0 zurücknehmen.")
    check_for_everybody(di.page)
    shoot(di.page, "days-undo-asked-phone-german", whole=True)
    for person in (laptop, cy):
        press(person, "Agree to the undo")
    press(di, "Der Rücknahme zustimmen")
    expect(ann.page.locator("#log")).to_contain_text("Ann took back 2 decisions")
    assert get(ann, api)["view"]["clocks"]["left"][0] > DAY - HOUR, "the decision has its day again"
    # The second day: everybody wants a pause, and the clock stands still for as long as it lasts.
    assert move(table, *people)
    press(ann, "Pause the clock")
    for person, wish in ((bo, "wanted by Ann."), (cy, "wanted by Ann, Bo.")):
        expect(person.page.locator("#tools")).to_contain_text(wish)  # so that the button is not replaced under the click
        press(person, "Agree to the pause")
    expect(di.page.locator("#tools")).to_contain_text("wünschen: Ann, Bo, Cy.")
    press(di, "Der Pause zustimmen")
    expect(di.page.locator("#tools")).to_contain_text("Die Uhr steht.")
    days.go_by(3 * DAY)
    assert get(bo, api)["view"]["clocks"]["left"][1] > DAY - HOUR
    expect(bo.page.locator("#tools")).to_contain_text("The clock is paused.")
    check_width(bo.page)
    shoot(bo.page, "days-paused-phone")
    press(bo, "Let the clock run")
    expect(ann.page.locator("#log")).to_contain_text("The clock runs again", timeout=WAIT)
    # The third day: Bo does not come, a bot plays for them, and they come back.
    days.go_by(DAY + HOUR)
    expect(ann.page.locator("#log")).to_contain_text("The clock gave the seat of Bo to a bot", timeout=WAIT)
    expect(bo.page.locator("#log")).to_contain_text("(played by a bot)", timeout=WAIT)
    press(bo, "Play on myself")
    expect(ann.page.locator("#log")).to_contain_text("Bo is back")
    check_looks(ann.page, "days-third-day")
    assert move(table, cy)
    play_by_clicking(di, "Du bist am Zug", touch=True)
    play_all(people, table)
    check_the_rematch(people)


def check_the_rematch(people: list[Person]) -> None:
    """One offers another game, the others accept it, and it begins."""
    ann, bo, cy, di = people
    press(ann, "Offer another game")
    expect(ann.page.locator("#invite")).to_contain_text("3 players are missing.")
    expect(bo.page.locator("#result")).to_contain_text(
        "It is offered by Ann. 4 players · Rounds: 1 · 1 day a move · when time is out, a bot plays on until the person is back"
    )
    expect(di.page.locator("#result")).to_contain_text("Noch eine Partie? Angeboten von Ann.")
    check_for_everybody(di.page)
    shoot(di.page, "days-rematch-phone-german", whole=True)
    for person in (bo, cy):
        press(person, "Accept and sit down")
    press(di, "Annehmen und Platz nehmen")
    for person in people:
        expect(person.page).to_have_url(ann.page.url)
        expect(person.page.locator("#invite")).to_be_empty()
        expect(person.page.locator(".clock[data-running]")).to_have_count(1)
    shoot(di.page, "days-again-phone-german", whole=True)
