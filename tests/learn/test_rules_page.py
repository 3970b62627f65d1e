"""The rules as a page: complete, with an id for every paragraph, nothing from outside, and not too heavy."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import branchline as bl
from branchline.learn import manual, paragraphs, rulebook
from branchline.learn.diagrams import diagrams
from branchline.learn.markdown import anchor
from branchline.learn.rules_page import html
from branchline.texts import LANGUAGES
from tests.own_games import OWN_GAMES


class Reader(HTMLParser):
    """Ids, links and tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.tags: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name == "id" and value:
                self.ids.append(value)
            if name == "href" and tag == "a" and value:
                self.links.append(value)
            assert name != "style", "inline styles are forbidden on pages"
            assert not name.startswith("on"), name


@pytest.fixture(params=[(name, language) for name in OWN_GAMES for language in LANGUAGES], ids="-".join)
def settings(request: pytest.FixtureRequest) -> tuple[str, str]:
    name, language = request.param
    return name, language


def test_every_paragraph_and_section_has_its_own_id(settings: tuple[str, str]) -> None:
    page = Reader(html(*settings))
    assert len(page.ids) == len(set(page.ids))
    assert {anchor(label) for label in paragraphs(settings[0])} <= set(page.ids)
    sections = re.findall(r"^## (\d+)", manual(*settings), re.MULTILINE)
    assert {f"{bl.game(settings[0]).spec.card.short}-{section}" for section in sections} <= set(page.ids)


def test_every_link_leads_somewhere(settings: tuple[str, str]) -> None:
    page = Reader(html(*settings))
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert all(link.startswith("#") for link in page.links)
    assert len(page.links) > len(paragraphs(settings[0]))


def test_the_text_is_complete(settings: tuple[str, str]) -> None:
    text = html(*settings)
    book, rules = rulebook(*settings), manual(*settings)
    at_paragraphs = [diagram for diagram in diagrams(settings[0]) if diagram.after]
    assert text.count("<figure") == len(at_paragraphs) + len(re.findall(r"^```diagram ", book, re.MULTILINE))
    assert text.count("<h1 ") == 1
    assert text.count("<h2 ") == len(re.findall(r"^## ", book, re.MULTILINE)) + 1, "the appendix is a section"
    assert text.count("<h3 ") == len(re.findall(r"^### ", book, re.MULTILINE)) + len(re.findall(r"^## ", rules, re.MULTILINE))
    assert text.count("<tr>") == len(re.findall(r"^\|", book + rules, re.MULTILINE)) - text.count("<table ")


def test_a_page_is_light_and_has_no_scripts(settings: tuple[str, str]) -> None:
    page = html(*settings)
    assert len(page.encode()) < 300_000
    assert not Reader(page).tags & {"script", "iframe", "img", "style", "object"}


def test_a_paragraph_leads_to_the_chapter_that_explains_it() -> None:
    text = html("northern-pacific")
    paragraph = re.search(r'<li id="NP-2\.3">.*?</li>', text, re.DOTALL)
    assert paragraph is not None
    links = re.findall(r'<p class="explained">Explained in: <a href="#([^"]+)">([^<]+)</a>', paragraph[0])
    assert links[0][1] == "Invest: put a cube into a city"
    assert f'id="{links[0][0]}"' in text


def test_a_figure_stands_in_its_paragraph() -> None:
    item = html("northern-pacific").split('<li id="NP-2.1">')[1].split("</li>")[0]
    assert "<figure" in item
    assert "never back to Bismarck" in item


def test_captions_are_translated() -> None:
    assert "nie zurück nach Bismarck" in html("northern-pacific", "de")
    assert 'aria-label="Inhalt"' in html("northern-pacific", "de")


def test_numbers_in_the_text_are_links() -> None:
    item = html("northern-pacific").split('<li id="NP-2.5">')[1].split("</li>")[0]
    assert '(<a href="#NP-2.2">2.2</a>)' in item
    assert '<strong><a href="#NP-2.5">NP 2.5</a></strong>' in item
    assert "average" in html("northern-pacific")
    assert "10.118 tracks" in html("northern-pacific"), "a figure is no paragraph"
