"""The rules say the same in every language, as far as a program can see."""

from __future__ import annotations

import re

import pytest

from branchline.learn import manual, paragraphs
from branchline.texts import LANGUAGES
from tests.own_games import OWN_GAMES

OTHERS = [language for language in LANGUAGES if language != "en"]
EVIDENCE = re.compile(r"\[[ABC]\]")
CITED = re.compile(r"(?<![\d,.:])\d{1,2}\.\d{1,2}(?![\d.])")


@pytest.mark.parametrize("name", OWN_GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_same_paragraphs_in_the_same_order(name: str, language: str) -> None:
    assert list(paragraphs(name, language)) == list(paragraphs(name))


@pytest.mark.parametrize("name", OWN_GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_same_evidence_and_same_references(name: str, language: str) -> None:
    for label, text in paragraphs(name, language).items():
        english = paragraphs(name)[label]
        assert EVIDENCE.findall(text) == EVIDENCE.findall(english), label
        assert sorted(CITED.findall(text)) == sorted(CITED.findall(english)), label


@pytest.mark.parametrize("name", OWN_GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_same_headings_and_same_tables(name: str, language: str) -> None:
    def headings(language: str) -> list[str]:
        return re.findall(r"^(#+ \d*)", manual(name, language), re.MULTILINE)

    def cells(language: str) -> list[str]:
        """First column of each table; in it the options and the notation, which are not translated."""
        return re.findall(r"^\| (`[^|]*) \|", manual(name, language), re.MULTILINE)

    def options(language: str) -> list[str]:
        """Values and default of each option, as far as they are names."""
        rows = re.findall(r"^\| `\w+` \|([^|]*)\|([^|]*)\|[^|]*\|$", manual(name, language), re.MULTILINE)
        return [word for row in rows for cell in row for word in re.findall(r"`[^`]+`", cell)]

    assert headings(language) == headings("en")
    assert cells(language) == cells("en")
    assert options(language) == options("en")


@pytest.mark.parametrize("name", OWN_GAMES)
@pytest.mark.parametrize("language", OTHERS)
def test_same_code_words(name: str, language: str) -> None:
    def code(language: str) -> set[str]:
        return {word for word in re.findall(r"`([^`]+)`", manual(name, language)) if word not in ("FROM-TO", "VON-NACH")}

    assert code("en") - code(language) == set()


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ValueError, match="hint: languages are en, de"):
        manual("northern-pacific", "tlh")
