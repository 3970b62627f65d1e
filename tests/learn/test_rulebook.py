"""The rulebooks: citations have their paragraphs, what matters in play is told, and both languages say the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from branchline.games import find_spec
from branchline.learn import paragraphs, rulebook, rules_page, summary
from branchline.learn.diagrams import diagrams
from branchline.learn.markdown import citation
from branchline.learn.rules_page import APPENDIX, html, page, summary_html
from branchline.texts import LANGUAGES, speaking, translated
from tests.own_games import OWN_GAMES

NOT_IN_PLAY = {
    "NP 1.2": "where cities are drawn",
    "CP 1.5": "how a draw is written down",
}
"""The paragraphs that nobody needs in order to play, and why."""
PROGRAM = ("`", "docstring", "toml", "json", "chance node", "zufallsknoten", "multiset", "steiner", r"\bfile\b", r"\bdatei\b")
"""Words for developers."""
OTHERS = [language for language in LANGUAGES if language != "en"]


def cited(text: str, short: str) -> list[str]:
    return [f"{short} {number}" for group in citation(short).findall(text) for number in group.split(", ")]


def sections(text: str) -> Iterator[str]:
    """The text below each heading."""
    yield from re.split(r"^#+ .*$", text, flags=re.MULTILINE)[1:]


def shown(text: str) -> list[str]:
    """The names of the diagrams in a text."""
    return re.findall(r"^```diagram (\S+)$", text, re.MULTILINE)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OWN_GAMES)
class TestText:
    def test_every_citation_has_its_paragraph(self, name: str, language: str) -> None:
        short = find_spec(name).card.short
        for text in (rulebook(name, language), summary(name, language)):
            assert set(cited(text, short)) - set(paragraphs(name)) == set()
            assert set(re.findall(r"\d+\.\d+", text)) == {label.split()[1] for label in cited(text, short)}

    def test_every_paragraph_that_matters_in_play_is_cited(self, name: str, language: str) -> None:
        found = set(cited(rulebook(name, language), find_spec(name).card.short))
        assert set(paragraphs(name)) - found - set(NOT_IN_PLAY) == set()

    def test_players_read_no_words_of_developers(self, name: str, language: str) -> None:
        text = re.sub(r"^```.*$", "", rulebook(name, language) + summary(name, language), flags=re.MULTILINE)
        assert [word for word in PROGRAM if re.search(word, text, re.IGNORECASE)] == []
        assert re.findall(r"(?i)\w=\w|\bseat \d|\bplatz \d", text) == []

    def test_pictures_for_set_up_turn_and_scoring(self, name: str, language: str) -> None:
        text = rulebook(name, language)
        known = {diagram.name for diagram in diagrams(name)}
        assert len(shown(text)) >= 4
        assert set(shown(text)) <= known
        with_picture = [place for place, part in enumerate(re.split(r"^## ", text, flags=re.MULTILINE)) if shown(part)]
        assert with_picture[0] == 3, "goal, table, set-up: the third section has the first picture"
        assert len(with_picture) >= 3

    def test_options_are_those_of_the_form_for_a_new_table(self, name: str, language: str) -> None:
        rows = re.findall(r"^\| ([^|]+) \| \*\*([^|]+)\*\*, ([^|]+) \| [^|]+ \|$", rulebook(name, language), re.MULTILINE)
        wanted = []
        with speaking(language):
            for option in find_spec(name).options:
                if option.values:
                    labels = [translated(label) for label in option.labels] or [str(value) for value in option.values]
                    usual = labels[option.values.index(option.default)]
                    labels.remove(usual)
                    wanted.append((translated(option.label), usual, ", ".join(labels)))
        assert rows == wanted


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", OWN_GAMES)
def test_languages_say_the_same(name: str, language: str) -> None:
    short = find_spec(name).card.short
    for read in (rulebook, summary):
        english, other = read(name), read(name, language)
        assert re.findall(r"^#+ ", other, re.MULTILINE) == re.findall(r"^#+ ", english, re.MULTILINE)
        assert shown(other) == shown(english)
        for own, theirs in zip(sections(other), sections(english), strict=True):
            assert sorted(cited(own, short)) == sorted(cited(theirs, short)), own
            assert sorted(re.findall(r"\d+", own)) == sorted(re.findall(r"\d+", theirs)), own
            assert own.count("\n|") == theirs.count("\n|"), own


class Links(HTMLParser):
    """Where the links of a page lead to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if tag == "a" and name == "href" and value]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OWN_GAMES)
def test_a_summary_links_to_the_page_of_rules(name: str, language: str) -> None:
    links = Links(summary_html(name, language)).found
    assert links
    assert all(f'id="{link.removeprefix(f"/rules/{name}#")}"' in html(name, language) for link in links)


def test_the_rulebook_comes_first_and_the_numbers_are_its_appendix() -> None:
    book, appendix = page("northern-pacific").text.split('<section class="appendix">')
    assert "Nobody can invest there again" in book
    assert '<li id="NP-2.4">' in appendix
    assert '<li id="' not in book
    assert f'<h2 id="{APPENDIX}">' in appendix
    assert "<h3" in appendix
    assert "docstrings" in appendix


def test_a_citation_is_a_small_link_for_each_number() -> None:
    text = page("northern-pacific").text
    assert '<span class="cite">(<a href="#NP-1.4">NP 1.4</a>, <a href="#NP-2.2">2.2</a>)</span>' in text


def test_a_caption_may_cite() -> None:
    caption = page("northern-pacific").text.split("Great Falls is empty and closed")[1].split("</figcaption>")[0]
    assert 'href="#NP-3.1"' in caption


def test_a_diagram_that_does_not_exist_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_page, "rulebook", lambda name, language: "# A\n\n```diagram nowhere\nA caption.\n```\n")
    with pytest.raises(ValueError, match="no diagram 'nowhere'"):
        page.__wrapped__("northern-pacific")


def test_a_game_without_a_rulebook_shows_its_numbered_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_page, "rulebook", lambda name, language: "")
    shown = page.__wrapped__("northern-pacific", "en")
    assert shown.heading.startswith('<h1 id="NP">Northern Pacific: the rules as played here')
    assert '<h2 id="NP-1">' in shown.text
    assert "appendix" not in shown.text
    assert '<a href="#NP-1">' in shown.contents
