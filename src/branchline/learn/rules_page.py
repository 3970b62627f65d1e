"""The rules of a game as HTML: the rulebook for players with its diagrams, and the numbered paragraphs as its appendix.

A game without RULEBOOK.md has the numbered paragraphs alone.  Every paragraph has an id for links.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from branchline.games import find_spec
from branchline.games.drawing import tag
from branchline.learn.diagrams import Diagram, draw
from branchline.learn.diagrams import diagrams as drawn_by
from branchline.learn.manual import manual, paragraphs, rulebook, summary
from branchline.learn.markdown import (
    Heading,
    anchor,
    cite,
    citing,
    deeper,
    headings,
    link_numbers,
    name_headings,
    raw,
    read,
    written,
)
from branchline.texts import say, speaking, translated

if TYPE_CHECKING:
    from markdown_it.token import Token

APPENDIX = "appendix"
"""The id of the appendix."""
DIAGRAM = "diagram "
"""How the first line of a fenced block in a rulebook begins; the name of a diagram follows, and the block is its caption."""
CHAPTERS = 2
"""A paragraph names at most this many chapters that explain it."""
TALL = 1.3
"""A picture that is not as many times as wide as it is high is drawn smaller."""


Picture = tuple[Diagram, str]
"""A diagram with its drawing."""


class Page(NamedTuple):
    """The parts of a page of rules, in the order in which they are read."""

    shared: str
    """What the diagrams have in common, as a picture without size."""
    heading: str
    contents: str
    text: str


def html(name: str, language: str = "en") -> str:
    """The rules of a game in a language: heading, table of contents, text with diagrams."""
    return "".join(page(name, language))


@cache
def page(name: str, language: str = "en") -> Page:
    """The same in parts.  Paragraph NP 1.2 has the id `NP-1.2`, section 1 the id `NP-1`."""
    spec = find_spec(name)
    short = spec.card.short
    used: set[str] = set()
    with speaking(language):
        book, rules = read(rulebook(spec.name, language)), read(manual(spec.name, language))
        shared, by_name, by_paragraph = _figures(spec.name, book)
        name_headings(book, short, used)
        chapters = citing(book, short)
        cite(book, short)
        title, text = _apart(list(_with_figures(book, short, by_name)))
        name_headings(rules, short, used)
        link_numbers(rules, short, paragraphs(spec.name))
        own_title, numbered = _apart(list(_name_paragraphs(rules, by_paragraph, chapters)))
        if not book:
            return Page(shared, written(own_title), _contents(headings(numbered)), written(numbered))
        deeper(numbered)
        called = say("Appendix: every rule by its number")
        appendix = tag("section", tag("h2", escape(called), id=APPENDIX), written(numbered), class_=APPENDIX)
        contents = _contents([*headings(text), ("h2", APPENDIX, called), *headings(numbered)])
    return Page(shared, written(title), contents, written(text) + appendix)


@cache
def summary_html(name: str, language: str = "en") -> str:
    """The summary of a game for print.  Its links lead to the page of rules; the text is empty if the game has no summary."""
    card = find_spec(name).card
    tokens = read(summary(card.name, language))
    cite(tokens, card.short, f"/rules/{card.name}")
    return written(tokens)


def _figures(name: str, book: Sequence[Token]) -> tuple[str, dict[str, Picture], dict[str, str]]:
    """Three things: the layers that diagrams share, the rulebook's pictures by name, and the figures after each paragraph."""
    named = {diagram.name: diagram for diagram in drawn_by(name) if diagram.name}
    wanted = [found for token in book if (found := _diagram_name(token))]
    if unknown := [found for found in wanted if found not in named]:
        raise ValueError(f"There is no diagram {unknown[0]!r}. hint: data/diagrams.toml has {', '.join(named)}.")
    in_book = [named[found] for found in dict.fromkeys(wanted)]
    at_paragraphs = [diagram for diagram in drawn_by(name) if diagram.after]
    shared, pictures = draw([*in_book, *at_paragraphs])
    by_name = {diagram.name: (diagram, picture) for diagram, picture in zip(in_book, pictures, strict=False)}
    by_paragraph: dict[str, str] = {}
    for diagram, picture in zip(at_paragraphs, pictures[len(in_book) :], strict=True):
        figure = _figure(diagram, picture, escape(translated(diagram.caption)))
        by_paragraph[diagram.after] = by_paragraph.get(diagram.after, "") + figure
    return shared, by_name, by_paragraph


def _figure(diagram: Diagram, picture: str, caption: str) -> str:
    """A picture with its caption.  A part of a board or a tall picture is drawn small; a whole board scrolls on a phone."""
    found = re.search(r'viewBox="\S+ \S+ (\S+) (\S+)"', picture)
    if diagram.crop or (found and float(found[1]) < TALL * float(found[2])):
        return tag("figure", picture, tag("figcaption", caption), class_="small")
    return tag("figure", tag("div", picture, class_="scroll-x", tabindex=0), tag("figcaption", caption))


def _diagram_name(token: Token) -> str:
    """The diagram that a fenced block of the rulebook names; empty for other tokens."""
    return token.info.removeprefix(DIAGRAM).strip() if token.type == "fence" and token.info.startswith(DIAGRAM) else ""


def _with_figures(tokens: Sequence[Token], short: str, pictures: Mapping[str, Picture]) -> Iterator[Token]:
    """All tokens, with figures for the blocks that name a diagram."""
    for token in tokens:
        name = _diagram_name(token)
        if not name:
            yield token
        else:
            caption = read(token.content)[1:2]
            cite(caption, short)
            yield raw(_figure(*pictures[name], written(caption)))


def _explained(chapters: Sequence[Heading]) -> str:
    """Links to chapters of the rulebook; empty without any."""
    links = ", ".join(_entry(chapter) for chapter in chapters)
    return tag("p", f"{escape(say('Explained in:'))} {links}", class_="explained") if links else ""


def _apart(tokens: Sequence[Token]) -> tuple[Sequence[Token], Sequence[Token]]:
    """The title of a text, and the rest."""
    end = 3 if tokens and tokens[0].tag == "h1" else 0
    return tokens[:end], tokens[end:]


def _contents(found: Iterable[Heading]) -> str:
    """The sections with links.  Lower headings are entries only in the appendix, in a list below its own entry."""
    entries: list[str] = []
    inner: list[str] | None = None
    for heading in found:
        if heading[0] == "h2":
            entries.append(_entry(heading))
            inner = [] if heading[1] == APPENDIX else None
        elif heading[0] == "h3" and inner is not None:
            inner.append(tag("li", _entry(heading)))
    if inner:
        entries[-1] += tag("ul", *inner)
    links = [tag("li", entry) for entry in entries]
    return tag("nav", tag("ul", *links), class_="contents", aria_label=say("Contents")) if links else ""


def _entry(heading: Heading) -> str:
    return tag("a", escape(heading[2]), href=f"#{heading[1]}")


def _name_paragraphs(
    tokens: Sequence[Token], figures: Mapping[str, str], chapters: Mapping[str, Sequence[Heading]]
) -> Iterator[Token]:
    """All tokens, with an id for each numbered item; at its end links to the chapters that explain it, and its figures."""
    item, label = None, ""
    for token in tokens:
        if token.type == "list_item_open":
            item, label = token, ""
        elif token.type == "inline" and item and not label and (found := re.match(r"\*\*(\w+ \d+\.\d+)\*\*", token.content)):
            label = found[1]
            item.attrSet("id", anchor(label))
        elif token.type == "list_item_close":
            yield raw(_explained(chapters.get(label, ())[:CHAPTERS]) + figures.get(label, ""))
            label = ""
        yield token
