"""Markdown of rules as tokens: ids for headings, links for paragraph numbers, HTML of our own in between."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from html import escape
from itertools import pairwise

from branchline.errors import MissingExtra
from branchline.games.drawing import tag

try:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
except ModuleNotFoundError as error:
    if (error.name or "").partition(".")[0] != "markdown_it":
        raise
    raise MissingExtra("Pages of rules need markdown-it-py, which is not installed.", "web") from None

READER = MarkdownIt("commonmark", {"html": False}).enable("table")
Heading = tuple[str, str, str]
"""Tag, id and text of a heading."""


def read(text: str) -> list[Token]:
    """The tokens of a text.  On a phone a table scrolls sideways, so the keyboard can reach every table."""
    tokens = READER.parse(text)
    for table in (token for token in tokens if token.type == "table_open"):
        table.attrSet("tabindex", "0")
    return tokens


def written(tokens: Sequence[Token]) -> str:
    """Tokens as HTML."""
    return READER.renderer.render(tokens, READER.options, {})


def raw(text: str) -> Token:
    """A token with HTML of our own."""
    return Token("html_block", "", 0, content=text, block=True)


def anchor(label: str) -> str:
    """The id of a paragraph: `NP 1.2` becomes `NP-1.2`."""
    return label.replace(" ", "-")


def name_headings(tokens: Sequence[Token], short: str, used: set[str]) -> None:
    """Give every heading an id that is not in `used`, from its number or its words; one without number may have the id `NP`."""
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            number = re.match(r"\d+", inside.content)
            name = f"{short}-{number[0]}" if number else short
            if name in used:
                words = re.sub(r"\W+", "-", inside.content.casefold()).strip("-")
                name = f"{short}-{words}"
            used.add(name)
            token.attrSet("id", name)


def headings(tokens: Sequence[Token]) -> Iterator[Heading]:
    """The headings with their ids."""
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            yield token.tag, str(token.attrGet("id")), inside.content


def deeper(tokens: Iterable[Token]) -> None:
    """Put every heading one level lower."""
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{int(token.tag[1]) + 1}"


def link_numbers(tokens: Iterable[Token], short: str, labels: Container[str]) -> None:
    """Make every paragraph number in the text a link: `NP 2.1` and plain `2.1`, also the number in front of the paragraph."""
    number = re.compile(rf"(?<![\d.,:])(?:{short} )?(\d+\.\d+)(?![\d.])")
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = [part for child in token.children for part in _linked(child, number, short, labels)]


def _linked(token: Token, number: re.Pattern[str], short: str, labels: Container[str]) -> Iterator[Token]:
    """The token itself, or the parts of its text with links."""
    if token.type != "text":
        yield token
        return
    end = 0
    for found in number.finditer(token.content):
        label = f"{short} {found[1]}"
        if label in labels:
            yield _text(token.content[end : found.start()])
            yield Token("link_open", "a", 1, attrs={"href": f"#{anchor(label)}"})
            yield _text(found[0])
            yield Token("link_close", "a", -1)
            end = found.end()
    yield _text(token.content[end:])


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def cite(tokens: Iterable[Token], short: str, page: str = "") -> None:
    """Make citations such as `(NP 2.1, 2.4)` small, and each of their numbers a link to its paragraph on a page."""
    group = citation(short)
    for token in tokens:
        if token.type == "inline" and token.children:
            token.children = [part for child in token.children for part in _cited(child, group, short, page)]


def citation(short: str) -> re.Pattern[str]:
    """A pattern that finds citations; its first group has the numbers.

    >>> citation("NP").findall("Nobody passes (NP 2.4). A city holds 3 cubes (NP 1.4, 2.2).")
    ['2.4', '1.4, 2.2']
    """
    return re.compile(rf"\({short} (\d+\.\d+(?:, \d+\.\d+)*)\)")


def citing(tokens: Sequence[Token], short: str) -> dict[str, list[Heading]]:
    """For every paragraph that a text cites, the headings of the sections that cite it, in their order."""
    found: dict[str, list[Heading]] = {}
    under: Heading | None = None
    for token, inside in pairwise((*tokens, *tokens[-1:])):
        if token.type == "heading_open":
            under = token.tag, str(token.attrGet("id")), inside.content
        for number in (number for group in citation(short).findall(token.content) for number in group.split(", ")):
            places = found.setdefault(f"{short} {number}", [])
            if under is not None and under not in places:
                places.append(under)
    return found


def _cited(token: Token, group: re.Pattern[str], short: str, page: str) -> Iterator[Token]:
    if token.type != "text":
        yield token
        return
    end = 0
    for found in group.finditer(token.content):
        links = [
            tag("a", escape(f"{short} {number}" if place == 0 else number), href=f"{page}#{anchor(f'{short} {number}')}")
            for place, number in enumerate(found[1].split(", "))
        ]
        yield _text(token.content[end : found.start()])
        yield Token("html_inline", "", 0, content=tag("span", f"({', '.join(links)})", class_="cite"))
        end = found.end()
    yield _text(token.content[end:])
