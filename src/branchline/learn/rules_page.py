"""The rules of a game as HTML: every paragraph has an id for links, and diagrams follow their paragraphs."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import cache
from html import escape
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from branchline.games import find_spec
from branchline.games.drawing import tag
from branchline.learn.diagrams import diagrams as drawn_by
from branchline.learn.diagrams import draw
from branchline.learn.manual import manual, paragraphs
from branchline.texts import say, speaking, translated


@cache
def html(name: str, language: str = "en", diagrams: bool = True) -> str:
    """The rules of a game in a language: heading, table of contents, text with diagrams.

    Diagrams need the compiled rules; without diagrams the page is ready at once.  Paragraph NP 1.2 has the id `NP-1.2`,
    section 1 the id `NP-1`.
    """
    spec = find_spec(name)
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(manual(spec.name, language))
    with speaking(language):
        shared, figures = _figures(spec.name) if diagrams else ("", {})
        _name_headings(tokens, spec.card.short)
        for table in (token for token in tokens if token.type == "table_open"):
            table.attrSet("tabindex", "0")  # on a phone a table scrolls sideways; this lets the keyboard scroll it too
        tokens = list(_name_paragraphs(tokens, figures))
        _link_references(tokens, spec.card.short, paragraphs(spec.name))
        first = next((place for place, token in enumerate(tokens) if token.tag == "h2"), None)
        if first is not None:
            tokens.insert(first, _raw(_contents(tokens)))
    return shared + reader.renderer.render(tokens, reader.options, {})


def anchor(label: str) -> str:
    """The id of a paragraph: `NP 1.2` becomes `NP-1.2`."""
    return label.replace(" ", "-")


def _figures(name: str) -> tuple[str, dict[str, str]]:
    """The layers that diagrams share, and the figures that follow each paragraph."""
    chosen = drawn_by(name)
    shared, pictures = draw(chosen)
    found: dict[str, str] = {}
    for diagram, picture in zip(chosen, pictures, strict=True):
        caption = tag("figcaption", escape(translated(diagram.caption)))
        found[diagram.after] = found.get(diagram.after, "") + tag("figure", picture, caption)
    return shared, found


def _raw(text: str) -> Token:
    """A token with HTML of our own."""
    return Token("html_block", "", 0, content=text, block=True)


def _headings(tokens: Sequence[Token]) -> Iterator[tuple[Token, str]]:
    """The opening tags of headings, each with the heading's text."""
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            yield token, inside.content


def _name_headings(tokens: Sequence[Token], short: str) -> None:
    """Give every heading an id from its number or its words.  The first heading without a number has the id `NP` or such."""
    used: set[str] = set()
    for token, text in _headings(tokens):
        number = re.match(r"\d+", text)
        name = f"{short}-{number[0]}" if number else short
        if name in used:
            words = re.sub(r"\W+", "-", text.casefold()).strip("-")
            name = f"{short}-{words}"
        used.add(name)
        token.attrSet("id", name)


def _contents(tokens: Sequence[Token]) -> str:
    entries = [(token.attrGet("id"), text) for token, text in _headings(tokens) if token.tag == "h2"]
    links = [tag("li", tag("a", escape(text), href=f"#{name}")) for name, text in entries]
    return tag("nav", tag("ul", *links), class_="contents", aria_label=say("Contents"))


def _name_paragraphs(tokens: Sequence[Token], figures: dict[str, str]) -> Iterator[Token]:
    """All tokens, with an id for each numbered item and its figures at its end."""
    item, label = None, ""
    for token in tokens:
        if token.type == "list_item_open":
            item, label = token, ""
        elif token.type == "inline" and item and not label and (found := re.match(r"\*\*(\w+ \d+\.\d+)\*\*", token.content)):
            label = found[1]
            item.attrSet("id", anchor(label))
        elif token.type == "list_item_close" and label in figures:
            yield _raw(figures[label])
        yield token


def _link_references(tokens: Sequence[Token], short: str, labels: Container[str]) -> None:
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
