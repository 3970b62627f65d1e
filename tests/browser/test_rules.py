"""The pages of the rules: a link to a paragraph shows it, the contents lead to it, and the summary fits one sheet of paper."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Person
from tests.browser.everybody import check_for_everybody, check_width
from tests.own_games import OWN_GAMES
from tests.server.running import Running


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_link_of_a_refusal_shows_its_paragraph(visitor: Callable[..., Person], phone: bool) -> None:
    page = visitor(phone=phone).go("/rules/northern-pacific#NP-2.4")
    paragraph = page.locator("#NP-2\\.4")
    expect(paragraph).to_be_in_viewport()
    expect(paragraph).to_contain_text("Nobody passes")
    assert paragraph.evaluate("(one) => getComputedStyle(one).backgroundColor") != "rgba(0, 0, 0, 0)", "highlighted"
    paragraph.get_by_role("link", name="Your turn").click()
    expect(page.get_by_role("heading", name="Your turn", exact=True)).to_be_in_viewport()


def test_a_citation_leads_to_its_paragraph_and_back(visitor: Callable[..., Person]) -> None:
    page = visitor().go("/rules/central-pacific")
    citation = page.locator(".cite a[href='#CP-4.5']").first
    citation.scroll_into_view_if_needed()
    citation.click()
    expect(page.locator("#CP-4\\.5")).to_be_in_viewport()
    page.go_back()
    expect(citation).to_be_in_viewport()


def test_the_contents_stay_in_sight_on_a_wide_screen(visitor: Callable[..., Person]) -> None:
    page = visitor().go("/rules/last-train-to-wensleydale")
    contents = page.get_by_role("navigation", name="Contents")
    contents.get_by_role("link", name="Tips").click()
    expect(page.get_by_role("heading", name="Tips")).to_be_in_viewport()
    expect(contents).to_be_in_viewport()


@pytest.mark.parametrize("game", OWN_GAMES)
def test_german_on_a_phone(visitor: Callable[..., Person], game: str) -> None:
    """Words that are longer fit as well.  Otherwise the pages are as in English, so axe looks at those of one game."""
    ann, check = visitor(phone=True, locale="de-DE"), check_for_everybody if game == OWN_GAMES[0] else check_width
    check(ann.go(f"/rules/{game}"))
    ann.page.get_by_role("link", name="Zusammenfassung auf einer Seite").click()
    expect(ann.page.locator("h1")).to_contain_text("auf einer Seite")
    check(ann.page)


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_summary_is_one_printed_page(visitor: Callable[..., Person], game: str, locale: str) -> None:
    page = visitor(locale=locale).go(f"/rules/{game}/summary")
    paper = page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", paper)) == 1
    a4 = [round(float(side)) for side in re.findall(rb"/MediaBox \[0 0 (\S+) (\S+)\]", paper)[0]]
    assert a4 == [595, 842]
    page.emulate_media(media="print")
    for part in (".masthead", ".foot", "[data-print]"):
        expect(page.locator(part)).to_be_hidden()


def test_a_summary_of_no_game_is_not_found(server: Running, visitor: Callable[..., Person]) -> None:
    answer = visitor().page.request.get(f"{server.url}/rules/nothing/summary", headers={"Accept": "text/html"})
    assert answer.status == 404
