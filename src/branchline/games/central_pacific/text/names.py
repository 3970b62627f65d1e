"""Names of tiles, exits, sides and endings in sentences, in the language of the reader."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules.forms import COMPASS
from branchline.games.central_pacific.rules.layout import LAST_TRAIN, STALL, STUCK
from branchline.games.drawing import SEAT_LETTERS
from branchline.texts import count, say, seat


def kind_name(kind: str) -> str:
    """A kind of tile by itself, as a name on a button."""
    return {
        "straight": say("straight"),
        "curve": say("curve"),
        "tee": say("tee"),
        "cross": say("cross"),
        "tunnel": say("tunnel"),
        "city2": say("city of {number}", number=2),
        "city3": say("city of {number}", number=3),
        "city4": say("city of {number}", number=4),
        "forest": say("forest"),
        "mountain": say("mountain"),
        "start": say("start city"),
    }[kind]


def a_tile(kind: str) -> str:
    """One tile as the object of a sentence: somebody lays, draws or puts it back."""
    return {
        "straight": say("a straight"),
        "curve": say("a curve"),
        "tee": say("a tee"),
        "cross": say("a cross"),
        "tunnel": say("a tunnel"),
        "city2": say("a city of {number}", number=2),
        "city3": say("a city of {number}", number=3),
        "city4": say("a city of {number}", number=4),
        "forest": say("a forest"),
        "mountain": say("a mountain"),
        "start": say("a start city"),
    }[kind]


def some_tiles(kind: str, number: int) -> str:
    """Several tiles of a kind that can clear terrain."""
    return {
        "straight": count("{n} straight", "{n} straights", number),
        "curve": count("{n} curve", "{n} curves", number),
        "tee": count("{n} tee", "{n} tees", number),
        "cross": count("{n} cross", "{n} crosses", number),
        "tunnel": count("{n} tunnel", "{n} tunnels", number),
    }[kind]


def tiles(number: int) -> str:
    """A number of tiles."""
    return count("{n} tile", "{n} tiles", number)


def trains(number: int) -> str:
    """A number of trains that are not on the board."""
    return count("{n} train in supply", "{n} trains in supply", number)


def points(number: int) -> str:
    """A number of points."""
    return count("{n} point", "{n} points", number)


def exits_words(exits: str) -> str:
    """Exits in words: `NS` is `north–south`."""
    words = dict(zip(COMPASS, (say("north"), say("east"), say("south"), say("west")), strict=True))
    return "–".join(words[letter] for letter in exits)


def seat_letter(number: int, teams: bool) -> str:
    """The letter of a seat: `A`, or `A1` and `A2` for the two players of a team."""
    return f"{SEAT_LETTERS[number % 2]}{number // 2 + 1}" if teams else SEAT_LETTERS[number]


def side_name(fields: Any, side: int) -> str:
    """The one player or the two players of a side."""
    if fields.teams:
        return say("team {one} & {other}", one=seat(side), other=seat(side + 2))
    return seat(side)


def ending(fields: Any) -> str:
    """CP 6.1: why the game is over, or nothing."""
    return {
        LAST_TRAIN: say("the last train was placed"),
        STUCK: say("nothing could be laid before an empty pool"),
        STALL: say("nobody laid a tile for five rounds"),
    }.get(int(fields.over), "")
