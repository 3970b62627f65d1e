"""What a person points at for each action: a tile of the hand, a square, a rotation; a token, a seat; a button."""

from __future__ import annotations

from functools import cache

from branchline.games.central_pacific.rules.forms import ORIENTATIONS
from branchline.games.central_pacific.rules.layout import BEGIN, DISCARD
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from branchline.games.central_pacific.text.names import exits_words, kind_name
from branchline.games.position import Position
from branchline.kernel import Board
from branchline.texts import say, seat

ONE_WAY = tuple(KIND_NAMES[kind] for kind, ways in ORIENTATIONS.items() if len(ways) == 1)
"""Kinds that cannot be turned."""
CLOCKWISE = ("NS", "EW", "NE", "ES", "SW", "NW", "NES", "ESW", "NSW", "NEW", "NESW")
"""Exits in the order in which a tile is turned."""


def paths(board: Board) -> tuple[tuple[str, ...], ...]:
    """For every action id the names of what is pointed at; the tile is first, then come its squares and `discard`."""
    return _paths(board.texts)


@cache
def _paths(texts: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(_path(text.split()) for text in texts)


def _path(words: list[str]) -> tuple[str, ...]:
    verb, *rest = words
    if verb == "lay":
        square, kind, exits = rest[0], rest[1], "".join(rest[2:])
        place = (f"tile:{kind}", f"square:{square}")
        return place if kind in ONE_WAY else (*place, f"turn:{exits}")
    if verb in ("discard", "return"):
        return f"tile:{rest[0]}", f"button:{verb}"
    if verb == "grant":
        return "token:grant", f"seat:{rest[0]}"
    if verb in ("draw", "take", "first"):
        return (f"{verb}:{rest[0]}",)
    if verb == "claim":
        return (f"line:{rest[0]}",)
    return ({"stock": "token:stock", "sacrifice": "train:sacrifice"}.get(verb, f"button:{verb}"),)


def order(name: str) -> int:
    """The place of a name among others of its group; rotations go clockwise."""
    group, _, which = name.partition(":")
    return CLOCKWISE.index(which) if group == "turn" else 0


def label(name: str, board: Board) -> str:
    """A picked thing in words."""
    group, _, which = name.partition(":")
    if group in ("tile", "draw", "take"):
        return kind_name(which)
    if group in ("seat", "first"):
        return seat(int(which))
    if group == "turn":
        return exits_words(which)
    if group == "square":
        return say("square {square}", square=which)
    if group == "line":
        return say("the line that begins on {square}", square=which)
    return _button(name)


def label_now(position: Position, name: str) -> str:
    """CP 5.2, 6.1: the button that ends a turn, where it does something else."""
    fields = position.fields
    if name != "button:done":
        return ""
    if fields.phase == DISCARD and fields.sacrificing:
        return say("Draw new tiles")
    return say("End the game") if fields.phase == BEGIN and fields.barred else ""


def _button(name: str) -> str:
    return {
        "token:stock": say("Stock Market: draw two tiles"),
        "token:grant": say("Land Grant: take a tile from an opponent"),
        "train:sacrifice": say("Sacrifice a train"),
        "button:discard": say("Discard it"),
        "button:return": say("Put it back"),
        "button:done": say("End turn"),
        "button:redraw": say("Draw a new hand"),
        "button:keep": say("Keep this hand"),
    }[name]
