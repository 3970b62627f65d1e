"""The list of games: those of this package, and those of other installed packages.

The package of a game has `card.py` with `CARD`, which loads quickly, and `game.py` with `GAME`, which is loaded when it is
first needed.
"""

from __future__ import annotations

import difflib
import importlib
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from branchline.errors import UnknownGame
from branchline.games.spec import Card, GameSpec
from branchline.installed import packages
from branchline.texts import say


def find_spec(name: str) -> GameSpec:
    """The game with this name or alias.  Capitals do not matter, nor whether the words are joined by `_`, `-` or blanks.

    >>> find_spec("Northern_Pacific").card.title
    'Northern Pacific'
    """
    spec: GameSpec = _load(_package(name), "game", "GAME", GameSpec)
    return spec


def find_card(name: str) -> Card:
    """The game's card, without loading the rest of the game.

    >>> find_card("np").title
    'Northern Pacific'
    """
    card: Card = _load(_package(name), "card", "CARD", Card)
    return card


def folder(name: str) -> Traversable:
    """The folder of a game, with its rules in words, texts and data."""
    return files(_package(name))


def _package(name: str) -> str:
    if not isinstance(name, str):
        raise UnknownGame(say("A game is named by a text, not by {name!r}.", name=name))
    wanted = "-".join(name.casefold().replace("_", " ").replace("-", " ").split())
    if wanted in packages():
        return packages()[wanted]
    names = {spelling: card.name for card in cards() for spelling in (card.name, *card.aliases)}
    if wanted in names:
        return packages()[names[wanted]]
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=0.5)
    if near:
        raise UnknownGame(say("There is no game named {name!r}. hint: did you mean {near}?", name=name[:60], near=near[0]))
    known = ", ".join(packages())
    raise UnknownGame(say("There is no game named {name!r}. hint: known games: {known}.", name=name[:60], known=known))


def _load(package: str, module: str, attribute: str, kind: type) -> Any:
    """A required name of a module of a game's package.  If it is missing, the error tells the author so in a sentence."""
    found = getattr(importlib.import_module(f"{package}.{module}"), attribute, None)
    if not isinstance(found, kind):
        raise ImportError(f"{package}/{module}.py has no {attribute} of the type {kind.__name__}.")
    return found


def specs() -> tuple[GameSpec, ...]:
    """All games, in the order of the list."""
    return tuple(find_spec(name) for name in packages())


@cache
def cards() -> tuple[Card, ...]:
    """The cards of all games, in the order of the list."""
    found = []
    for name, package in packages().items():
        card: Card = _load(package, "card", "CARD", Card)
        if card.name != name:
            raise ImportError(f"{package}/card.py names the game {card.name!r}, its entry point names it {name!r}.")
        found.append(card)
    return tuple(found)
