"""What tiles, squares, exits and sides are called in a sentence, in the language of the reader."""

from __future__ import annotations

from branchline.games.central_pacific.rules.board import COMPASS
from branchline.games.drawing import SEAT_LETTERS
from branchline.texts import count, say


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
    """One tile that somebody lays, draws or puts back: always the object of its sentence."""
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


def seat_letter(seat: int, teams: bool) -> str:
    """`A`, or `A1` and `A2` for the two of a team."""
    return f"{SEAT_LETTERS[seat % 2]}{seat // 2 + 1}" if teams else SEAT_LETTERS[seat]
