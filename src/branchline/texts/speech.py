"""Templates in the current language, and the names of the players."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from branchline.installed import packages

LANGUAGES = {"en": "English", "de": "Deutsch"}
"""Every language with its own name for itself; the first is the language of the code."""

_language: ContextVar[str] = ContextVar("language", default="en")
_names: ContextVar[tuple[str, ...]] = ContextVar("names", default=())


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
    found = templates(_language.get()).get(template, template)
    return (found if isinstance(found, str) else found[-1]).format(**values)


def count(one: str, many: str, number: int, /, **values: object) -> str:
    """Like `say`, for a number of things: `{n}` is the number.  A catalogue has a pair of texts under the second template.

    >>> count("{n} cube", "{n} cubes", 1), count("{n} cube", "{n} cubes", 3)
    ('1 cube', '3 cubes')
    """
    pair = templates(_language.get()).get(many, (one, many))
    if isinstance(pair, str):
        pair = (pair, pair)
    return pair[0 if number == 1 else 1].format(n=number, **values)


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
    """A text with a capital first letter, unless it begins with a player's name.

    >>> with speaking("en", ["bo"]):
    ...     sentence("the round ends"), sentence("bo begins")
    ('The round ends', 'bo begins')
    """
    if any(name and text.startswith(name) for name in _names.get()):
        return text
    return text[:1].upper() + text[1:]


@cache
def templates(language: str) -> dict[str, str | tuple[str, str]]:
    """The catalogue of a language: English template → translation, or a pair for one and many.  It is empty for English."""
    found: dict[str, str | tuple[str, str]] = {}
    for file in _catalogues(language):
        for template, own in tomllib.loads(file.read_text(encoding="utf-8")).items():
            found[template] = own if isinstance(own, str) else (own[0], own[1])
    return found


def _catalogues(language: str) -> Iterator[Traversable]:
    """The files of a language: first those that all games share, then each game's own, if it has any."""
    folder = files("branchline.texts") / language
    if folder.is_dir():
        yield from sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    for package in packages().values():
        file = files(package) / "text" / f"{language}.toml"
        if file.is_file():
            yield file
