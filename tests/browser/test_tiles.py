"""Central Pacific by hand: a tile is turned before it is laid, shown beforehand, and taken back until the turn is done."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import Person, shoot
from tests.browser.playing import COMMIT, move_once, my_turn, plies
from tests.browser.test_games import open_table

GHOST = "() => document.querySelector('#board g.ghost')?.innerHTML ?? ''"


def choices(page: Page) -> list[list[str]]:
    """The paths of all moves that the page offers."""
    page.reload()
    offer = page.evaluate("() => JSON.parse(document.getElementById('data').textContent).moment.offer.choices")
    return [choice["path"] for choice in offer]


def at_a_tile_to_turn(person: Person) -> tuple[str, str]:
    """Play on to a position with a tile that fits a square in several ways: (tile, square)."""
    open_table(person, "central-pacific", 2, ["me", "bot-easy"])
    rng = random.Random(1)
    for _ in range(30):
        my_turn(person.page)
        ways = Counter((path[0], path[1]) for path in choices(person.page) if path[-1].startswith("turn:"))
        several = [place for place, count in ways.items() if count > 1]
        if several:
            return several[0]
        move_once(person.page, rng)
    raise AssertionError("No tile could be turned in thirty moves.")


def put(page: Page, tile: str, square: str) -> str:
    """Pick a tile and a square for it; returns the ghost that appears there."""
    page.locator(f"#board .can-pick[data-pick='{tile}']").dispatch_event("click")
    place = page.locator(f"#board [data-pick='{square}']")
    if "picked" not in (place.get_attribute("class") or ""):  # the only square of a tile is picked with it
        place.dispatch_event("click")
    page.wait_for_function(f"() => ({GHOST})() !== ''")
    return str(page.evaluate(GHOST))


def other_ghost(page: Page, before: str) -> str:
    """The ghost that follows another."""
    page.wait_for_function(f"(before) => ({GHOST})() !== before", arg=before)
    return str(page.evaluate(GHOST))


def test_a_ghost_is_turned_by_key_wheel_and_button_before_it_is_laid(visitor: Callable[..., Person]) -> None:
    ann = visitor()
    page = ann.page
    tile, square = at_a_tile_to_turn(ann)
    begun = plies(page)
    check_that_a_square_says_what_it_brings(page, tile)
    first = put(page, tile, square)
    shoot(page, "central-pacific-ghost")
    page.keyboard.press("r")
    second = other_ghost(page, first)
    page.keyboard.press("Shift+R")
    assert other_ghost(page, second) == first, "turned back"
    page.evaluate("() => scrollTo(0, 0)")  # the pages before may have left it further down
    box = page.locator("#board svg").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    scrolled = page.evaluate("() => scrollY")
    page.mouse.wheel(0, 120)
    assert other_ghost(page, first) == second, "the wheel turns as the key does"
    assert page.evaluate("() => scrollY") == scrolled, "the wheel turns the tile and not the page"
    page.mouse.wheel(0, -120)
    assert other_ghost(page, second) == first
    page.get_by_role("button", name="Turn", exact=True).click()
    assert other_ghost(page, first) == second
    page.locator(f"#board [data-pick='{square}']").click()
    other_ghost(page, second)
    assert plies(page) == begun, "nothing is laid yet"
    page.keyboard.press("Escape")
    page.wait_for_function(f"() => ({GHOST})() === ''")
    page.keyboard.press("Escape")  # the square is given back first, then the tile
    put(page, tile, square)
    expect(page.locator(COMMIT)).to_have_text("Lay it")
    page.locator("#board [data-commit]").click()
    expect(page.locator("#slider")).to_have_attribute("max", str(begun + 1))


def check_that_a_square_says_what_it_brings(page: Page, tile: str) -> None:
    """Below a tile that is picked, a square under the pointer tells its price and its points."""
    squares = sorted({path[1] for path in choices(page) if path[0] == tile})
    if len(squares) == 1:
        return  # it is picked with the tile, and the line tells of it
    page.locator(f"#board .can-pick[data-pick='{tile}']").dispatch_event("click")
    page.locator(f"#board [data-pick='{squares[0]}']").hover(force=True)
    expect(page.locator("#message .now")).to_have_text(re.compile("^Lay it"))
    expect(page.locator("#message .now")).to_be_visible()
    page.get_by_role("button", name="Back", exact=True).click()


def test_several_tiles_are_taken_back_before_done(visitor: Callable[..., Person]) -> None:
    ann = visitor()
    page = ann.page
    tile, square = at_a_tile_to_turn(ann)
    offered = {name for path in choices(page) for name in path}
    put(page, tile, square)
    begun = plies(page)
    page.keyboard.press("Enter")
    expect(page.locator("#slider")).to_have_attribute("max", str(begun + 1))
    check_what_the_turn_began_with(page, offered)
    path = next(path for path in choices(page) if path[0].startswith("tile:") and path[1].startswith("square:"))
    put(page, *path[:2])
    page.locator(COMMIT).click()
    expect(page.locator("#slider")).to_have_attribute("max", str(begun + 2))
    for left in (1, 0):
        page.get_by_role("button", name="Undo", exact=True).click()
        expect(page.locator("#slider")).to_have_attribute("max", str(begun + left))
        expect(page.locator("#status .mine")).to_be_visible()
    assert [path for path in choices(page) if path[:2] == [tile, square]], "the tile is in the hand again"


def check_what_the_turn_began_with(page: Page, offered: set[str]) -> None:
    """After the first tile the other ways to use the turn are still in sight, switched off, and a click says why."""
    now = {name for path in choices(page) for name in path}
    refusal = page.locator("#message [role='alert']")
    discard = page.locator("#picks [data-gone='button:discard']")
    expect(discard).to_have_text("Discard tiles…")
    expect(discard).to_have_attribute("aria-disabled", "true")
    discard.click(force=True)
    expect(refusal).to_have_text("Tiles are being laid in this turn, not discarded. CP 5.0")
    for name in {"token:stock", "train:sacrifice"} & offered - now:
        page.locator(f"#hand .gone[data-pick='{name}']").click()
        expect(refusal.locator("a")).to_have_text(re.compile(r"^CP \d"))
    shoot(page, "central-pacific-gone")


def test_a_tap_on_the_ghost_turns_it_and_the_tick_beside_it_lays_it(visitor: Callable[..., Person]) -> None:
    ann = visitor(phone=True)
    page = ann.page
    tile, square = at_a_tile_to_turn(ann)
    begun = plies(page)
    first = put(page, tile, square)
    page.locator(f"#board [data-pick='{square}']").tap()
    second = other_ghost(page, first)
    assert plies(page) == begun, "a click turns and lays nothing"
    tick = page.locator("#board [data-commit]")
    expect(tick).to_have_attribute("aria-label", "Lay it")
    shoot(page, "central-pacific-turned")
    assert page.evaluate(GHOST) == second
    tick.tap()
    expect(page.locator("#slider")).to_have_attribute("max", str(begun + 1))


def test_a_tile_that_fits_in_one_way_says_so(visitor: Callable[..., Person]) -> None:
    ann = visitor()
    page = ann.page
    open_table(ann, "central-pacific", 2, ["me", "bot-easy"])
    rng = random.Random(2)
    for _ in range(30):
        my_turn(page)
        ways = Counter((path[0], path[1]) for path in choices(page) if path[-1].startswith("turn:"))
        once = [place for place, count in ways.items() if count == 1]
        if once:
            break
        move_once(page, rng)
    tile, square = once[0]
    begun = plies(page)
    put(page, tile, square)
    page.locator(f"#board [data-pick='{square}']").click()
    expect(page.locator("#message")).to_contain_text("It fits here in one way only.")
    assert plies(page) == begun
    page.keyboard.press("Enter")
    expect(page.locator("#slider")).to_have_attribute("max", str(begun + 1))
