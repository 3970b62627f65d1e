"""The texts of a game for readers, in their language: the numbered rules, the rulebook for players and its summary."""

from __future__ import annotations

import re
from functools import cache

from branchline.games import find_card, folder
from branchline.texts import LANGUAGES


@cache
def manual(name: str, language: str = "en") -> str:
    """RULES.md of a game, in a language of `branchline.texts.LANGUAGES`; in English if there is no translation.

    For a game without RULES.md the text is only the title and the summary.

    >>> manual("northern-pacific", "de").splitlines()[0]
    '# Northern Pacific: die Regeln, wie sie hier gespielt werden'
    """
    card = find_card(name)
    return _text(name, "RULES", language) or f"# {card.title}\n\n{card.summary}\n"


@cache
def rulebook(name: str, language: str = "en") -> str:
    """RULEBOOK.md of a game: the rules told to somebody who wants to play.  It is empty if the game has none.

    >>> rulebook("northern-pacific", "de").splitlines()[0]
    '# Northern Pacific: die Regeln'
    """
    return _text(name, "RULEBOOK", language)


@cache
def summary(name: str, language: str = "en") -> str:
    """SUMMARY.md of a game: its rules on one printed page.  It is empty if the game has none.

    >>> summary("northern-pacific").splitlines()[0]
    '# Northern Pacific on one page'
    """
    return _text(name, "SUMMARY", language)


def _text(name: str, title: str, language: str) -> str:
    """A Markdown file of a game in a language, or else in English; empty if there is none."""
    if language not in LANGUAGES:
        raise ValueError(f"There are no rules in {language!r}. hint: languages are {', '.join(LANGUAGES)}.")
    for file in (f"{title}.{language}.md", f"{title}.md"):
        if (found := folder(name).joinpath(file)).is_file():
            return found.read_text(encoding="utf-8")
    return ""


@cache
def paragraphs(name: str, language: str = "en") -> dict[str, str]:
    """The numbered paragraphs in order: the label (`NP 2.1`) and the text in Markdown, without the list marker.

    >>> paragraphs("northern-pacific")["NP 2.3"]
    '**NP 2.3** [B] With `cubes_per_city=one` a city takes at most one cube of each colour.'
    """
    short = find_card(name).short
    found = re.finditer(
        rf"^- (\*\*({short} \d+\.\d+)\*\*.*?)\s*(?=^- |^\S|\Z)", manual(name, language), re.MULTILINE | re.DOTALL
    )
    return {match[2]: re.sub(r"\n\s+", "\n", match[1]) for match in found}
