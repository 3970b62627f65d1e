"""Select first, commit second: what a click does, what it says, and what it never does."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import Person, shoot
from tests.browser.playing import COMMIT, click_one, is_over, move_once, my_turn, plies
from tests.browser.test_games import open_table
from tests.own_games import SEATED
from tests.server.running import wait_until

SCREENS: dict[str, ViewportSize] = {"wide": {"width": 1280, "height": 860}, "phone": {"width": 390, "height": 800}}
CP, NP, LW = "central-pacific", "northern-pacific", "wensleydale"
phones = pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
slow_phones = pytest.mark.parametrize("phone", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["desktop", "phone"])
every_game = pytest.mark.parametrize(
    ("game", "phone"),
    [
        *((game, False) for game in SEATED),
        *(pytest.param(game, True, marks=pytest.mark.slow if number else ()) for number, game in enumerate(SEATED)),
    ],
)
"""Mark a test of every game on a desktop, and on a phone: one game in `make test`, the others with `make test-slow`."""


def at_my_turn(person: Person, game: str, **options: str) -> Page:
    """A new table against easy bots, at the first decision."""
    open_table(person, game, SEATED.get(game, 3), ["me", *["bot-easy"] * (SEATED.get(game, 3) - 1)], **options)
    my_turn(person.page)
    return person.page


def click_on(page: Page, thing: Locator) -> None:
    """Click in the middle of a thing, whatever lies on top of it; tap it on a phone."""
    thing.evaluate("(one) => one.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'})")
    press_on(page, thing)


def press_on(page: Page, thing: Locator) -> None:
    """The same for a thing where it is.  Playwright's own way scrolls the page first."""
    box = thing.bounding_box()
    assert box is not None
    press_at(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def press_at(page: Page, x: float, y: float) -> None:
    touches = page.evaluate("() => navigator.maxTouchPoints > 0")
    (page.touchscreen.tap if touches else page.mouse.click)(x, y)


def message(page: Page) -> Locator:
    return page.locator("#message")


def refusal(page: Page) -> Locator:
    return page.locator("#message [role='alert']")


# -- selecting ---------------------------------------------------------------------------------------


@every_game
def test_a_click_on_the_board_only_selects(visitor: Callable[..., Person], game: str, phone: bool) -> None:
    page = at_my_turn(visitor(phone=phone), game)
    things = page.locator("[data-board] .can-pick[data-pick], #hand .can-pick[data-pick]")
    names = [str(thing.get_attribute("data-pick")) for thing in things.all()]
    begun = plies(page)
    for name in names[:12]:
        click_on(page, page.locator(f"[data-pick='{name}']").first)
        expect(page.locator(f"[data-pick='{name}']").first).to_have_class(re.compile("picked"))
        expect(page.locator("#message [role='status']")).not_to_be_empty()
    assert plies(page) == begun, "nothing was done yet"


def test_a_second_click_on_a_complete_choice_makes_the_move(visitor: Callable[..., Person]) -> None:
    page = at_my_turn(visitor(), NP, rounds="1")
    track = page.locator("#board .can-pick[data-path]").first  # it stands for a whole move
    box = track.locator("path").last.evaluate("""(way) => {
      const middle = way.getPointAtLength(way.getTotalLength() / 2).matrixTransform(way.getScreenCTM());
      return [middle.x, middle.y];
    }""")
    page.mouse.click(*box)
    expect(page.locator(COMMIT)).to_have_text(re.compile("^Extend to "))
    expect(page.locator("#board g.ghost *").first).to_be_attached()
    assert plies(page) == 0
    page.mouse.click(*box)
    expect(page.locator("#slider")).not_to_have_attribute("max", "0")


def test_things_say_what_they_do_and_a_cube_can_be_picked_before_its_city(
    visitor: Callable[..., Person],
) -> None:
    page = at_my_turn(visitor(), NP)
    now, ghost = page.locator("#message .now"), page.locator("#board g.ghost *")
    page.locator("#board [data-pick='city:Fargo']").hover()
    expect(now).to_be_visible()
    expect(now).to_have_text(
        re.compile("^Fargo – Extend to Fargo, Invest a small cube in Fargo, Invest the large cube in Fargo$")
    )
    page.locator("#board [data-pick='city:Casper']").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(now).to_have_text(re.compile("^Casper – "))
    click_on(page, page.locator("#board [data-pick='city:Fargo']"))
    cut = (
        "() => [...document.querySelectorAll('#picks button')].filter((one) => one.scrollHeight > one.clientHeight + 1).length"
    )
    assert page.evaluate(cut) == 0, "no text of a button is cut"
    page.locator("#picks [data-choice='cube:large']").hover()
    expect(now).to_have_text(re.compile("^Invest the large cube in Fargo – pays 2 new cubes"))
    expect(now).to_be_visible()  # in place of what was told of Fargo
    expect(ghost.first).to_be_attached()
    page.keyboard.press("Escape")
    click_on(page, page.locator("#board [data-pick='city:Seattle']"))
    expect(refusal(page)).to_contain_text("Seattle is the goal")
    expect(now).to_be_hidden()
    page.locator("#board [data-pick='city:Fargo']").hover()
    expect(now).to_be_visible()
    page.mouse.move(2, 2)
    expect(now).to_be_hidden()
    expect(refusal(page)).to_contain_text("Seattle is the goal")  # it is still there, and was so for screen readers
    click_on(page, page.locator("#hand [data-pick='cube:large']"))
    click_on(page, page.locator("#board [data-pick='city:Fargo']"))
    expect(page.locator(COMMIT)).to_have_text("Invest the large cube in Fargo")
    click_on(page, page.locator("#board [data-pick='city:Duluth']"))
    expect(page.locator(COMMIT)).to_have_text("Invest the large cube in Duluth")
    page.locator(COMMIT).click()
    expect(page.locator("#log")).to_contain_text("Duluth")


def test_a_tap_on_a_choice_first_says_what_it_brings(visitor: Callable[..., Person]) -> None:
    page = at_my_turn(visitor(phone=True), NP)
    page.get_by_role("button", name="Undo", exact=True).tap(force=True)
    expect(refusal(page)).to_have_text("You have not decided anything yet, so there is nothing to take back.")
    expect(refusal(page)).to_be_visible()
    click_on(page, page.locator("#board [data-pick='city:Fargo']"))
    expect(refusal(page)).to_have_text("")
    page.locator("#picks [data-choice='cube:large']").tap()
    expect(message(page)).to_contain_text("Pays 2 new cubes")
    expect(page.locator("#board g.ghost *").first).to_be_attached()
    shoot(page, "tapped-choice")
    assert plies(page) == 0
    page.locator(COMMIT).tap()
    expect(page.locator("#slider")).not_to_have_attribute("max", "0")


# -- what gives something away -----------------------------------------------------------------------


@slow_phones
def test_no_click_on_tiles_or_trains_gives_them_away(visitor: Callable[..., Person], phone: bool) -> None:
    """Central Pacific: only the buttons with these names discard a tile or sacrifice a train."""
    page = at_my_turn(visitor(phone=phone), CP)
    rng = random.Random(4)
    while not page.locator("[data-choice='button:discard']").count():  # a hand without a city is kept or redrawn first
        move_once(page, rng)
        my_turn(page)
    for thing in page.locator("#board [data-pick^='tile:'], #hand [data-pick]").all():
        click_on(page, thing)
        page.keyboard.press("Escape")
        click_on(page, thing)
        expect(message(page)).not_to_be_empty()
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    expect(page.locator("#log")).not_to_contain_text("Ann discards")
    expect(page.locator("#log")).not_to_contain_text("Ann sacrifices")
    click_on(page, page.locator("#hand [data-pick='train:sacrifice']"))
    expect(refusal(page)).to_contain_text("First choose “Sacrifice a train…”.")
    page.locator("[data-choice='button:sacrifice']").click()
    expect(message(page)).to_contain_text("once in a game")
    expect(page.locator(COMMIT)).to_have_text("Sacrifice a train")
    page.keyboard.press("Escape")
    before = plies(page)
    page.locator("[data-choice='button:discard']").click()
    click_on(page, page.locator("#board [data-pick^='tile:']").first)
    expect(page.locator(COMMIT)).to_have_text(re.compile("^Discard "))
    assert plies(page) == before
    page.locator(COMMIT).click()
    expect(page.locator("#slider")).to_have_attribute("max", str(before + 1))
    expect(page.locator("[data-choice='button:done']")).to_have_text(re.compile("^End turn"))
    expect(page.locator("#board .can-pick[data-pick^='tile:']").first).to_be_attached()
    if phone:
        page.locator("[data-choice='button:done']").tap()
        expect(message(page)).to_contain_text("End turn – you draw ")
        assert plies(page) == before + 1
        page.locator(COMMIT).tap()
        expect(page.locator("#slider")).not_to_have_attribute("max", str(before + 1))


def test_a_button_whose_move_cannot_be_taken_back_asks_first(visitor: Callable[..., Person]) -> None:
    """Among people: the end of a turn with new tiles is selected, and the button that makes it says so.

    What is taken back freely before it is told to the others.
    """
    ann, bo = visitor(), visitor()
    bo.page.goto(open_table(ann, CP, 2, ["me", "open"]))
    bo.page.fill("#join-name", "Bo")
    bo.page.click("form[data-post='/join'] button:visible")
    expect(ann.page.locator("#players")).to_contain_text("Bo")
    rng, undone = random.Random(7), False
    for _ in range(30):
        page = wait_until(
            lambda: next((one.page for one in (ann, bo) if one.page.locator("#picks [data-choice]").count()), None)
        )
        done, discard = page.locator("[data-choice='button:done']"), page.locator("[data-choice='button:discard']")
        if done.count():
            break
        if discard.count():
            check_only_the_button_commits(page)
            discard.click()
            click_on(page, page.locator("#board .can-pick[data-pick^='tile:']").first)
            page.locator(COMMIT).click()
            expect(done).to_be_visible()
            if not undone:
                page.get_by_role("button", name="Undo", exact=True).click()
                other = bo if page is ann.page else ann
                expect(other.page.locator("#log .notice")).to_contain_text("took back")
                expect(discard).to_be_visible()
                undone = True
        else:  # a hand without a city is kept or redrawn first
            move_once(page, rng)
    begun = plies(page)
    done.dblclick()
    expect(page.locator(COMMIT)).to_have_text("End turn – it cannot be taken back")
    assert plies(page) == begun
    page.locator(COMMIT).click()
    expect(page.locator("#slider")).not_to_have_attribute("max", str(begun))


def check_only_the_button_commits(page: Page) -> None:
    """A token that draws tiles: neither a second click on it nor Enter makes the move; the message names the button."""
    begun, token = plies(page), page.locator("#hand [data-pick='token:stock']")
    token.dblclick()
    expect(page.locator(COMMIT)).to_have_text("Use the Stock Market – it cannot be taken back")
    for again in ("click", "Enter on it", "Enter elsewhere"):
        if again == "click":
            token.click()
        else:
            (token if again == "Enter on it" else page.locator("#board")).press("Enter")
        expect(message(page)).to_contain_text("It cannot be taken back: press “Use the Stock Market” for it.")
        page.keyboard.press("Escape")
        token.click()
    assert plies(page) == begun
    page.keyboard.press("Escape")


@pytest.mark.parametrize("screen", SCREENS)
def test_bids_are_one_row_in_order(visitor: Callable[..., Person], screen: str) -> None:
    page = at_my_turn(visitor(phone=screen == "phone"), LW)
    if screen == "phone":  # the boxes lie below the map, so the bar tells what each gives
        press_on(page, page.locator("#picks summary"))
        shoot(page, "bids-phone")
        box = page.locator("#picks [data-choice='box:1']")
        expect(box).to_have_text(re.compile("^Box 1for .* Midland"))
        for one in (box.locator("small"), page.locator("#picks [data-choice='box:8'] small")):
            expect(one).to_be_in_viewport(ratio=1)
        press_on(page, box)
        assert page.evaluate("() => scrollY") == 0, "nobody has to scroll past the map"
    else:
        page.locator(".beside .can-pick[data-pick='box:1']").hover()
        expect(page.locator("#message .now")).to_have_text(re.compile("^Box 1 – for .* Midland"))
        click_on(page, page.locator(".beside .can-pick[data-pick^='box:']").first)
    amounts = page.locator("#picks [data-choice^='amount:']")
    expect(amounts.first).to_be_visible()
    offered = [int(text) for text in amounts.all_inner_texts()]
    assert offered == list(range(offered[0], 13))
    assert len({one["y"] for one in (button.bounding_box() for button in amounts.all()) if one}) == 1, "one row"
    expect(page.locator("#message [role='status']")).to_have_text(re.compile("^Box 1 – for "))
    begun = plies(page)
    amounts.first.click()
    page.get_by_role("button", name=re.compile(r"^Bid \d+ cubes? for box 1$")).click()
    expect(page.locator("#slider")).not_to_have_attribute("max", str(begun))


@phones
def test_borders_and_trains_say_their_price_first(visitor: Callable[..., Person], phone: bool) -> None:
    page = at_my_turn(visitor(phone=phone), LW)
    pass_until(page, "Building")
    begun = plies(page)
    for border in page.locator("#board .can-pick[data-pick^='border:']").all():
        click_on(page, border)
        expect(message(page)).not_to_be_empty()
        if page.locator(COMMIT).count():  # otherwise the link may begin on either side of the border
            break
    expect(page.locator(COMMIT)).to_have_text(re.compile("^Build to "))
    expect(message(page)).to_contain_text(re.compile(r"Costs .*; left: ", re.IGNORECASE))
    expect(page.locator("#board g.ghost *").first).to_be_attached()
    shoot(page, f"border-{'phone' if phone else 'desktop'}")
    assert plies(page) == begun, "nothing is built yet"
    page.locator(COMMIT).click()
    expect(page.locator("#slider")).not_to_have_attribute("max", str(begun))
    pass_until(page, "Trains")
    begun = plies(page)
    click_on(page, page.locator("[data-board] .can-pick[data-pick^='train:']").first)
    expect(page.locator(COMMIT)).to_have_text(re.compile("^Hire train "))
    expect(message(page)).to_contain_text(re.compile("(costs|payment).*; carries ", re.IGNORECASE))
    shoot(page, f"train-{'phone' if phone else 'desktop'}")
    assert message(page).evaluate("(line) => line.scrollHeight <= line.clientHeight + 1"), "the whole price is in sight"
    assert plies(page) == begun, "no train is hired yet"


def pass_until(page: Page, phase: str) -> None:
    """Wensleydale: pass, or build nothing more, up to a phase."""
    for _ in range(20):
        my_turn(page)
        if page.locator("#status .phases [aria-current]").inner_text() == phase:
            return
        before = plies(page)
        page.locator("#picks [data-choice='button:pass'], #picks [data-choice='button:done']").first.click()
        if page.locator(COMMIT).count():  # a finger selects first
            page.locator(COMMIT).click()
        expect(page.locator("#slider")).not_to_have_attribute("max", str(before))
    raise AssertionError(f"Twenty passes did not lead to {phase}.")


# -- why not -----------------------------------------------------------------------------------------


@phones
def test_why_not_says_the_rule_and_links_to_it(visitor: Callable[..., Person], phone: bool) -> None:
    page = at_my_turn(visitor(phone=phone), NP)
    click_on(page, page.locator("#board [data-pick='city:Seattle']"))
    expect(refusal(page)).to_have_text("Seattle is the goal: cubes never go there. NP 2.2")
    expect(refusal(page).locator("a")).to_have_attribute("href", "/rules/northern-pacific#NP-2.2")
    expect(page.locator("#board [data-pick='city:Seattle']")).to_have_class(re.compile("refused"))
    shoot(page, "why-not")
    expect(page.locator("#board [data-pick='city:Seattle']")).not_to_have_class(re.compile("refused"))
    click_on(page, page.locator("#board [data-pick='city:Fargo']"))
    expect(refusal(page)).to_have_text("")


@every_game
def test_nothing_on_the_board_is_silent(visitor: Callable[..., Person], game: str, phone: bool) -> None:
    page = at_my_turn(visitor(phone=phone), game)
    begun = plies(page)
    places = page.evaluate("""() => [...document.querySelectorAll("[data-board] svg")].flatMap((svg) => {
      const box = svg.getBoundingClientRect();
      return [[.02, .02], [.3, .4], [.5, .5], [.7, .3], [.93, .96]]
        .map(([x, y]) => [box.x + box.width * x, box.y + scrollY + box.height * y]);
    })""")
    for x, y in places:
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.evaluate("(y) => scrollTo(0, y - 300)", y)
        press_at(page, x, y - page.evaluate("() => scrollY"))
        expect(page.locator("#message [role='status']:not(:empty), #message [role='alert']:not(:empty)")).to_have_count(1)
    assert plies(page) == begun


def test_why_not_when_it_is_not_my_turn(visitor: Callable[..., Person]) -> None:
    ann, bo = visitor(), visitor(phone=True)
    address = open_table(ann, NP, 2, ["me", "open"])
    bo.page.goto(address)
    click_on(bo.page, bo.page.locator("#board [data-pick='city:Fargo']"))
    expect(refusal(bo.page)).to_contain_text("The game has not begun.")
    expect(refusal(bo.page)).to_be_visible()
    bo.page.fill("#join-name", "Bo")
    bo.page.click("form[data-post='/join'] button:visible")
    expect(ann.page.locator("#players")).to_contain_text("Bo")
    waiting = ann if bo.page.locator("#status .mine").count() else bo
    other = {id(ann): "Bo", id(bo): "Ann"}[id(waiting)]
    expect(waiting.page.locator("#players .to-move")).to_contain_text(other)
    click_on(waiting.page, waiting.page.locator("#board [data-pick='city:Fargo']"))
    expect(refusal(waiting.page)).to_have_text(f"{other} is to move.")
    mover = bo if waiting is ann else ann
    move_once(mover.page, random.Random(1))
    expect(waiting.page.locator("#status .mine")).to_be_visible()
    waiting.page.keyboard.press("ArrowLeft")
    expect(waiting.page.locator("#status .banner")).to_be_visible()
    click_on(waiting.page, waiting.page.locator("#board [data-pick='city:Fargo']"))
    expect(refusal(waiting.page)).to_have_text("You look back at an earlier move.")


# -- the bar -----------------------------------------------------------------------------------------

BOX = """() => { const box = document.getElementById("board").getBoundingClientRect();
  return [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round); }"""
WATCH = f"""() => {{
  const box = {BOX};
  window.boxes = new Set();
  const look = () => {{ window.boxes.add(box().join(" ")); requestAnimationFrame(look); }};
  look();
}}"""


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("game", SEATED)
def test_nothing_jumps(visitor: Callable[..., Person], game: str, screen: str) -> None:
    """The board has one place on the page: at rest, while picks are made, sent and refused, while bots think, with a hint."""
    ann = visitor(phone=screen == "phone")
    ann.page.set_viewport_size(SCREENS[screen])
    page = at_my_turn(ann, game)
    page.evaluate(WATCH)
    rng = random.Random(6)
    click_on(page, page.locator("#board").first)
    expect(message(page)).not_to_be_empty()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#hint")).to_contain_text("Chance to win")
    if (bid := re.match(r"bid (\d+)", page.locator("#hint").get_attribute("data-move") or "")) is not None:
        expect(page.locator(f".beside .shown[data-pick='box:{bid[1]}']")).to_have_count(1)
    page.get_by_role("button", name="Close").click()
    for _ in range(10):
        my_turn(page)
        if is_over(page):
            break
        click_one(page, rng)
    my_turn(page)
    assert not is_over(page)
    assert len(page.evaluate("() => [...window.boxes]")) == 1, page.evaluate("() => [...window.boxes]")


@pytest.mark.parametrize("screen", SCREENS)
def test_the_bar_is_always_there(visitor: Callable[..., Person], screen: str) -> None:
    ann = visitor(phone=screen == "phone")
    ann.page.set_viewport_size(SCREENS[screen])
    page = at_my_turn(ann, LW)
    height = SCREENS[screen]["height"]
    bar = page.locator("#bar")
    first = bar.bounding_box()
    assert first is not None
    assert round(first["y"] + first["height"]) == height
    for name in ("Undo", "Restart turn", "Hint"):
        expect(page.get_by_role("button", name=name, exact=True)).to_be_in_viewport()
    expect(page.locator("#status .round")).to_have_text("Turn 1 of 5")
    expect(page.locator("#status .phases [aria-current]")).to_have_text("Auction")
    expect(page.locator("#status .phases li")).to_have_count(6)
    for phase in page.locator("#status .phases li").all():
        expect(phase).to_be_in_viewport(ratio=1)
    expect(page.locator("#log summary").first).to_have_text(re.compile(r"^\d+ draws$"))
    if screen == "wide":
        expect(page.get_by_role("button", name="Legend")).to_be_in_viewport()
    page.evaluate("() => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2)")
    later = bar.bounding_box()
    assert later is not None
    assert (later["y"], later["height"]) == (first["y"], first["height"])
    page.evaluate("() => scrollTo(0, document.documentElement.scrollHeight)")
    show = page.get_by_role("button", name="Show me where")
    show.click()
    expect(page.locator(".beside .can-pick[data-pick]").first).to_be_in_viewport()
    expect(show).to_be_hidden()


@pytest.mark.parametrize("game", SEATED)
def test_the_focus_is_never_lost(visitor: Callable[..., Person], game: str) -> None:
    page = at_my_turn(visitor(), game)
    here = "() => document.activeElement === document.body"
    for _ in range(4):
        my_turn(page)
        before = plies(page)
        page.locator("#board .can-pick[data-pick], .beside .can-pick[data-pick], #picks [data-choice]").first.focus()
        for _ in range(6):
            if plies(page) != before:
                break
            page.keyboard.press("Enter")
            assert not page.evaluate(here)
            my_turn(page)
        assert plies(page) != before, "Enter selects, goes on to the next choice and makes the move"
        my_turn(page)
        assert not page.evaluate(here)
