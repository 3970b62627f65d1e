"""Templates in the reader's language and theme."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup, escape
from starlette.requests import Request

from branchline.games.catalogue import cards
from branchline.match.validation import NAME_LENGTH
from branchline.server.web.language import LOOK_COOKIE, language_of
from branchline.texts import count, say, seat

THEMES = ("", "light", "dark")

environment = Environment(
    loader=PackageLoader("branchline.server.pages", "templates"),
    autoescape=select_autoescape(default=True, default_for_string=True),
    undefined=StrictUndefined,
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


@cache
def static(name: str) -> str:
    """The address of a static file.  It changes with the file, so browsers may cache the file forever."""
    body = (files("branchline.server") / "static" / name).read_bytes()
    return f"/static/{name}?{hashlib.blake2s(body, digest_size=6).hexdigest()}"


environment.globals["static"] = static


def with_code(text: str) -> Markup:
    """A text as HTML, with the parts between backticks as code."""
    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(text))))


environment.filters["with_code"] = with_code


def render(template: str, /, **values: Any) -> str:
    """A rendered template, in the current language."""
    return environment.get_template(template).render(values)


@cache
def designers() -> str:
    """The names of the games' designers."""
    return ", ".join(f"{card.title} ({card.designer})" for card in cards())
