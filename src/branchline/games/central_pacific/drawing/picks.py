"""What a person points at for each action: a tile of the hand, a square, a rotation; a token, a seat; a button.

What gives something away begins with a button of its own, so that no click on a tile or on the trains starts it.
"""

from __future__ import annotations

from functools import cache

from branchline.games.central_pacific.rules import paragraphs
from branchline.games.central_pacific.rules.board import DISCARD_IDS
from branchline.games.central_pacific.rules.forms import FORM_KIND, FORMS
from branchline.games.central_pacific.rules.layout import BEGIN, DISCARD
from branchline.games.central_pacific.text.names import a_tile, exits_words, kind_name
from branchline.games.position import Position
from branchline.kernel import Board
from branchline.texts import say, seat

NO_EXITS = "none"
"""The rotation of a tile without exits."""
CLOCKWISE = ("NS", "EW", "NE", "ES", "SW", "NW", "NES", "ESW", "NSW", "NEW", "NESW", NO_EXITS)
"""Exits in the order in which a tile is turned."""
NEARER = (
    paragraphs.WRONG_TIME,
    paragraphs.NOT_A_TILE,
    paragraphs.NOT_FACED,
    paragraphs.NOT_OWN,
    paragraphs.NOT_CONNECTED,
    paragraphs.LAID_ENOUGH,
    paragraphs.VICTIM_RULE,
    paragraphs.CITY_ON_TERRAIN,
    paragraphs.NOT_CLEARED,
    paragraphs.NO_MATCH,
    paragraphs.TOO_NEAR,
)
"""What forbids an action, from what is far from legal to what is nearly so."""


def paths(board: Board) -> tuple[tuple[str, ...], ...]:
    """For every action id the names of what is pointed at; a tile is first, then come its square and its rotation."""
    return _paths(board.texts)


@cache
def _paths(texts: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    return tuple(_path(text.split()) for text in texts)


def _path(words: list[str]) -> tuple[str, ...]:
    verb, *rest = words
    if verb == "lay":
        square, kind, exits = rest[0], rest[1], "".join(rest[2:])
        return f"tile:{kind}", f"square:{square}", f"turn:{exits or NO_EXITS}"
    if verb in ("discard", "return"):
        return f"button:{verb}", f"tile:{rest[0]}"
    if verb == "sacrifice":
        return "button:sacrifice", "train:sacrifice"
    if verb == "grant":
        return "token:grant", f"seat:{rest[0]}"
    if verb in ("draw", "take", "first"):
        return (f"{verb}:{rest[0]}",)
    if verb == "claim":
        return (f"line:{rest[0]}",)
    return ("token:stock",) if verb == "stock" else (f"button:{verb}",)


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
        return say("as it is") if which == NO_EXITS else exits_words(which)
    if group == "square":
        return say("square {square}", square=which)
    if group == "line":
        return say("the line that begins on {square}", square=which)
    return _button(name)


def _button(name: str) -> str:
    return {
        "token:stock": say("Stock Market: draw two tiles"),
        "token:grant": say("Land Grant: take a tile from an opponent"),
        "train:sacrifice": say("a train in supply"),
        "button:sacrifice": say("Sacrifice a train…"),
        "button:discard": say("Discard tiles…"),
        "button:return": say("Put a tile back…"),
        "button:done": say("End turn"),
        "button:redraw": say("Draw a new hand"),
        "button:keep": say("Keep this hand"),
    }[name]


def act(position: Position, action: int) -> str:
    """A legal action as the text of the button that makes it."""
    match position.board.texts[action].split():
        case ["lay", *_]:
            return say("Lay it")
        case ["discard", kind]:
            return say("Discard {tile}", tile=a_tile(kind))
        case ["return", kind]:
            return say("Put {tile} back", tile=a_tile(kind))
        case ["grant", victim]:
            return say("Take a tile from {player}", player=seat(int(victim)))
        case ["claim", *_]:
            return say("Claim this line")
        case ["sacrifice"]:
            return say("Sacrifice a train")
        case ["stock"]:
            return say("Use the Stock Market")
        case ["done"] if position.fields.phase == DISCARD and position.fields.sacrificing:
            return say("Draw new tiles")
        case ["done"] if position.fields.phase == BEGIN and position.fields.barred:
            return say("End the game")
    return ""


def closeness(position: Position, action: int, code: int) -> int:
    """How near a forbidden action is to a legal one; nothing is further away than a tile that the player does not hold."""
    fields = position.fields
    if action < DISCARD_IDS and fields.hand[fields.turn, FORM_KIND[action % FORMS]] == 0:
        return -1
    return NEARER.index(code) + 1 if code in NEARER else 0
