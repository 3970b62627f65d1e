"""The page of a review: it appears when the review is ready, and shows every moment of the game, by mouse and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from branchline.review.budget import LEAST
from tests.browser.conftest import Person
from tests.browser.everybody import Looks, check_for_everybody, check_looks, check_width, screens
from tests.server.reviewing import forget_reviews, publish, reviewed, sample, take, tell
from tests.server.running import Running


def replayed(ann: Person, seed: int) -> str:
    """A table with a finished game, at its end."""
    ann.go("/")
    answer = ann.page.request.post(f"{ann.address}/api/import", data={"record": sample(seed)})
    table: str = answer.json()["id"]
    ann.go(f"/t/{table}")
    return table


def check_moment(page: Page, ply: int, move: str = "Move") -> None:
    """The page shows a moment, and its address says so."""
    expect(page.locator("#moment h2")).to_contain_text(f"{move} {ply}:")
    expect(page).to_have_url(re.compile(rf"/review\?move={ply}$"))


@screens
def test_a_review_from_the_end_of_a_game_to_a_new_try(
    server: Running, visitor: Callable[..., Person], screen: str, looks: Looks
) -> None:
    phone = screen == "phone"
    seed = 8 + phone
    ann = visitor(phone=phone)
    forget_reviews(server)
    table, page = replayed(ann, seed), ann.page
    page.get_by_role("button", name="Review", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="being made")).to_be_visible()
    job = take(server)
    tell(server, job, 7, 20)
    expect(page.locator("#progress output")).to_have_text("7 / 20")
    if phone:
        check_for_everybody(page)
    publish(server, job, reviewed(sample(seed)))
    expect(page.locator(".graph svg")).to_be_visible()
    check_looks(page, "review", looks, whole=True)

    steps = reviewed(sample(seed))["steps"]
    worst = max(steps, key=lambda step: step["error"])
    page.locator(f'.errors [data-move="{worst["ply"]}"]').click()
    check_moment(page, worst["ply"])
    expect(page.locator("#moment")).to_contain_text(f"{worst['best']} was better")
    expect(page.locator("#moment .better")).to_have_css("display", "inline")
    expect(page.locator("#moment .played")).to_have_css("display", "none")
    expect(page.locator("#moment .picked")).to_have_count(page.locator("#moment [data-of~=better]").count())
    page.get_by_label("Move played").check()
    expect(page.locator("#moment .better")).to_have_css("display", "none")
    expect(page.locator("#moment .picked")).to_have_count(page.locator("#moment [data-of~=played]").count())
    page.reload()
    check_moment(page, worst["ply"])
    page.get_by_role("link", name="The next move of this line").click()
    expect(page).to_have_url(re.compile(rf"\?move={worst['ply']}&line=1$"))
    expect(page.locator("#moment .line [aria-current]")).to_have_attribute("data-line", "1")
    expect(page.locator("#moment .better")).to_have_count(0)
    page.get_by_role("link", name="One move back in this line").click()
    check_moment(page, worst["ply"])
    expect(page.locator("#moment .better")).to_have_css("display", "inline")
    assert page.evaluate("document.querySelector('#moment').getBoundingClientRect().width <= innerWidth")

    page.get_by_role("button", name="Try it").click()
    page.wait_for_url(re.compile(rf"/t/(?!{table})\w+$"))
    expect(page.locator("#status")).to_contain_text("Your turn")


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_draws_and_hidden_hands(server: Running, visitor: Callable[..., Person], phone: bool) -> None:
    """CP: the moment of a draw, and that of a decision with the hand from which it was made."""
    ann = visitor(phone=phone)
    text = sample(game="central-pacific")
    review, page = reviewed(text, LEAST), ann.page
    table = page.request.post(f"{ann.address}/api/import", data={"record": text}).json()["id"]
    if page.request.get(f"{ann.address}/api/tables/{table}/review").json()["state"] == "none":
        page.request.post(f"{ann.address}/api/tables/{table}/review", data={})
        publish(server, take(server), review)
    draw = max((step for step in review["steps"] if step["kind"] == "chance"), key=lambda step: max(map(abs, step["luck"])))
    ann.go(f"/t/{table}/review?move={draw['ply']}")
    check_moment(page, draw["ply"])
    expect(page.locator("#moment .cp-held")).to_have_count(0)
    worst = max(review["steps"], key=lambda step: step["error"])
    page.locator(f'.errors [data-move="{worst["ply"]}"]').click()
    check_moment(page, worst["ply"])
    expect(page.locator("#moment .cp-held").first).to_be_visible()
    check_width(page)


def test_by_keyboard_and_on_the_graph(server: Running, visitor: Callable[..., Person]) -> None:
    ann = visitor()
    table, page = replayed(ann, 8), ann.page
    if ann.page.request.get(f"{ann.address}/api/tables/{table}/review").json()["state"] == "none":
        page.request.post(f"{ann.address}/api/tables/{table}/review", data={})
        publish(server, take(server), reviewed(sample(8)))
    ann.go(f"/t/{table}/review?move=3")
    slider = page.get_by_label("Move shown")
    slider.focus()
    page.keyboard.press("ArrowRight")
    check_moment(page, 4)
    expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^4, .*: Ann \d+, Bo \d+, Cy \d+$"))
    page.locator("h1").click()
    page.keyboard.press("ArrowLeft")
    check_moment(page, 3)
    box = page.locator(".graph svg").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] * 40 / 760 + 1, box["y"] + box["height"] / 2)
    check_moment(page, 0)
    expect(page.locator(".moves [aria-current]")).to_have_attribute("data-move", "0")
    page.get_by_text("The chances as a table").click()
    expect(page.get_by_role("region", name="The chances as a table").get_by_role("row")).to_have_count(
        len(reviewed(sample(8))["steps"]) + 1
    )


def test_in_german_without_scripts(server: Running, visitor: Callable[..., Person]) -> None:
    ann = visitor(locale="de", java_script_enabled=False)
    answer = ann.page.request.post(f"{ann.address}/api/import", data={"record": sample(12)})
    table = answer.json()["id"]
    page = ann.go(f"/t/{table}/review")
    if page.get_by_role("button", name="Dieses Spiel analysieren").count():
        page.get_by_role("button", name="Dieses Spiel analysieren").click()
        expect(page.locator("main")).to_contain_text("Die Analyse entsteht gerade.")
        publish(server, take(server), reviewed(sample(12)))
        page = ann.go(f"/t/{table}/review")
    expect(page.locator("h1")).to_have_text("Analyse: Northern Pacific")
    page.locator(".moves [data-move='5']").click()
    check_moment(page, 5, "Zug")
    page.locator(".errors [data-move]").first.click()
    page.get_by_role("link", name="Der nächste Zug dieser Folge").click()
    expect(page.locator("#moment .line [aria-current]")).to_have_attribute("data-line", "1")


def test_a_record_is_reviewed_from_the_page_for_records(server: Running, visitor: Callable[..., Person]) -> None:
    ann = visitor()
    page = ann.go("/replay")
    page.get_by_label("Or its text").fill(sample(10))
    page.get_by_role("button", name="Review").click()
    expect(page.get_by_role("status").filter(has_text="being made")).to_be_visible()
    take(server)
