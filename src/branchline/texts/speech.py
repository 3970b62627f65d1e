"""Templates in the current language, and the names of the players."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeAlias

from branchline.installed import packages

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Every language with its own name for itself; the first is the language of the code."""

Template: TypeAlias = str | tuple[str, str]
"""A text, or a pair for one and many."""

_language: ContextVar[str] = ContextVar("language", default="en")
_names: ContextVar[tuple[str, ...]] = ContextVar("names", default=())


class You(str):
    """The reader, in place of a player's name: `say` and `count` then use the form of a template that addresses the reader.

    >>> with speaking("en", [You("you"), "Bo"]):
    ...     say("{name} is back", name=seat(0)), say("{name} is back", name=seat(1))
    ('you are back', 'Bo is back')
    """

    __slots__ = ()


@contextmanager
def speaking(language: str, names: Sequence[str] = ()) -> Iterator[None]:
    """Within this block texts are in `language`, and the seats have these names.

    >>> with speaking("en", ["Ann", "Bo"]):
    ...     seat(1)
    'Bo'
    """
    tokens = _language.set(language if language in LANGUAGES else "en"), _names.set(tuple(names))
    try:
        yield
    finally:
        _language.reset(tokens[0])
        _names.reset(tokens[1])


@contextmanager
def naming(names: Sequence[str]) -> Iterator[None]:
    """Within this block the seats have these names; the language does not change.

    >>> with naming(["Ann", "Bo"]):
    ...     seat(1)
    'Bo'
    """
    token = _names.set(tuple(names))
    try:
        yield
    finally:
        _names.reset(token)


def language() -> str:
    """The current language."""
    return _language.get()


def say(template: str, /, **values: object) -> str:
    """A sentence: the template in the current language, filled with its values.

    >>> say("{city} is full: {cubes} cubes of {room}", city="Fargo", cubes=3, room=3)
    'Fargo is full: 3 cubes of 3'
    """
    found = _addressed(template, values) or templates(_language.get()).get(template, template)
    return (found if isinstance(found, str) else found[-1]).format(**values)


def count(one: str, many: str, number: float, /, **values: object) -> str:
    """Like `say`, for a number of things: `{n}` is the number.  A catalogue has a pair of texts under the second template.

    >>> count("{n} cube", "{n} cubes", 1), count("{n} cube", "{n} cubes", 3)
    ('1 cube', '3 cubes')
    """
    pair = _addressed(many, values) or templates(_language.get()).get(many, (one, many))
    if isinstance(pair, str):
        pair = (pair, pair)
    return pair[0 if number == 1 else 1].format(n=number, **values)


def you() -> You:
    """The reader, for `naming`."""
    return You(say("you"))


def _addressed(template: str, values: Mapping[str, object]) -> Template | None:
    """The form of a template that addresses the reader, if one of the values is the reader and there is such a form."""
    for name, value in values.items():
        if type(value) is You:
            return addressing(_language.get()).get((name, template))
    return None


def noted(template: str) -> str:
    """The template itself.  This marks a text for translation; `translated` translates it when it is shown."""
    return template


def translated(text: str) -> str:
    """A text that was marked with `noted`, in the current language.

    >>> translated(noted("How many rounds are played."))
    'How many rounds are played.'
    """
    found = templates(_language.get()).get(text, text)
    return found if isinstance(found, str) else found[-1]


def seat(number: int) -> str:
    """The name of the player in a seat, or `seat 2` if the seats have no names."""
    names = _names.get()
    return names[number] if number < len(names) else say("seat {seat}", seat=number)


def sentence(text: str) -> str:
    """A text with a capital first letter, unless it begins with a player's own name.

    >>> with speaking("en", ["bo"]):
    ...     sentence("the round ends"), sentence("bo begins")
    ('The round ends', 'bo begins')
    """
    if any(name and text.startswith(name) for name in _names.get() if type(name) is not You):
        return text
    return text[:1].upper() + text[1:]


@cache
def templates(language: str) -> dict[str, Template]:
    """The catalogue of a language: English template → translation, or a pair for one and many.  It is empty for English."""
    return {template: _form(own) for file in _catalogues(language) for template, own in _read(file).items()}


@cache
def addressing(language: str) -> dict[tuple[str, str], Template]:
    """The forms that address the reader: value that is the reader, English template → text, or a pair for one and many."""
    files_ = _own_files(f"you.{language}.toml")
    return {
        (value, template): _form(own)
        for file in files_
        for value, forms in _read(file).items()
        for template, own in forms.items()
    }


def _read(file: Traversable) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _form(own: str | list[str]) -> Template:
    return own if isinstance(own, str) else (own[0], own[1])


def _catalogues(language: str) -> Iterator[Traversable]:
    """The files of a language: first those that all games share, then each game's own, if it has any."""
    folder = files("branchline.texts") / language
    if folder.is_dir():
        yield from sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    yield from _own_files(f"{language}.toml")


def _own_files(name: str) -> Iterator[Traversable]:
    """The files of this name: the one for the site, then each game's own, if it has one."""
    for folder in (files("branchline.texts"), *(files(package) / "text" for package in packages().values())):
        if (folder / name).is_file():
            yield folder / name
