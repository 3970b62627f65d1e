"""Templates in the reader's language and theme."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape
from starlette.requests import Request

from branchline.games.catalogue import cards
from branchline.match.validation import NAME_LENGTH
from branchline.server.pages.static_files import static
from branchline.server.web.language import LOOK_COOKIE, language_of
from branchline.texts import count, say, seat, translated

THEMES = ("", "light", "dark")

environment = Environment(
    loader=PackageLoader("branchline.server.pages", "templates"),
    autoescape=select_autoescape(default=True, default_for_string=True),
    undefined=StrictUndefined,
    auto_reload=False,  # no look at the files of ten templates for every page and every move
    trim_blocks=True,
    lstrip_blocks=True,
)
environment.policies["json.dumps_kwargs"] = {"sort_keys": True, "separators": (",", ":")}
environment.globals.update(say=say, count=count, seat=seat, name_length=NAME_LENGTH)


@dataclass(frozen=True)
class Look:
    """A reader's language and theme."""

    language: str = "en"
    theme: str = ""

    @classmethod
    def of(cls, request: Request) -> Look:
        """The preferences in the cookie; without a cookie, those of the browser."""
        _, _, theme = request.cookies.get(LOOK_COOKIE, "").partition(".")
        return cls(language_of(request), theme if theme in THEMES else "")

    @property
    def cookie(self) -> str:
        """The value of the cookie."""
        return f"{self.language}.{self.theme}"


environment.globals["static"] = static


def with_code(text: str) -> Markup:
    """A text as HTML, with the parts between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


environment.filters["with_code"] = with_code


def render(template: str, /, **values: Any) -> str:
    """A rendered template, in the current language."""
    return environment.get_template(template).render(values)


def designers() -> str:
    """The names of the games' designers."""
    return ", ".join(f"{card.title} ({translated(card.designer)})" for card in cards())
