"""Ways to change a text: as a bad disk, a bad editor or a stranger would.  They know nothing of what the text means."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

NUMBERS = [
    "0",
    "-1",
    "00",
    "7",
    "99",
    "2147483648",
    "9" * 30,
    "9" * 5000,
    "1e9",
    "0x10",
    "٣",
    "²",
    "1.0",
    "+1",
    " ",
    "--1",
    "nan",
]
SIGNS = [
    "\0",
    "\r",
    "\x0b",
    "\x1c",
    "\x85",
    "\u2028",
    "\u202e",
    "\ufeff",
    "\ufffd",
    "🚂",
    "ß",
    "İ",
    "a\u0301" * 40,
    "\\",
    "{",
    "%s",
]
ODD: list[Any] = [
    None, True, -1, 0, 1, 2**31, 2**63, 10**40, 0.5, 1e308, float("nan"), float("inf"), "", "x", "\0", "\ud800", "🚂" * 50,
    "x" * 50_000, [], [[]], [None], {}, {"a": {}}, {"name": "\ud800", "digest": "\udfff"}, ["chance", "x"], [0, "extend Fargo"],
]  # fmt: skip

Way = Callable[[str, random.Random], str]


def flip(text: str, chance: random.Random) -> str:
    """Bits of some bytes."""
    data = bytearray(text.encode())
    for _ in range(chance.choice((1, 1, 3, 40))):
        if data:
            data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return data.decode("utf-8", chance.choice(("replace", "ignore")))


def rearrange(text: str, chance: random.Random) -> str:
    """A line removed, doubled or moved."""
    rows = text.split("\n")
    one, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    what = chance.choice(("remove", "double", "move", "swap"))
    row = rows[one]
    if what == "swap":
        rows[one], rows[other] = rows[other], row
        return "\n".join(rows)
    if what != "double":
        del rows[one]
    if what != "remove":
        rows.insert(other, row)
    return "\n".join(rows)


def renumber(text: str, chance: random.Random) -> str:
    """Another number in the place of one."""
    found = list(re.finditer(r"\d+", text))
    hit = chance.choice(found[:20] if chance.random() < 0.6 else found) if found else None
    return text if hit is None else text[: hit.start()] + chance.choice(NUMBERS) + text[hit.end() :]


def sign(text: str, chance: random.Random) -> str:
    """An odd sign somewhere."""
    at = chance.randrange(min(len(text), 300 if chance.random() < 0.6 else len(text)) + 1)
    return text[:at] + chance.choice(SIGNS) + text[at:]


def odd_value(text: str, chance: random.Random) -> str:
    """Odd data in the place of a value."""
    data = json.loads(text)
    inner: Any = data
    while True:
        keys = list(inner) if isinstance(inner, dict) else range(len(inner))
        key = chance.choice(keys)
        if not isinstance(inner[key], (dict, list)) or not inner[key] or chance.random() < 0.4:
            inner[key] = chance.choice(ODD)
            return json.dumps(data)
        inner = inner[key]


# -- within a line: a position is one long line of JSON --------------------------------------------------

MAX_PIECE = 40
NUMBER = re.compile(r"-?\d+")
NEAR = (-2, -1, -1, 1, 1, 2)
EXTREMES = [
    "-1",
    "1",
    "127",
    "128",
    "-128",
    "-129",
    "255",
    "32767",
    "-32768",
    "2147483647",
    str(2**63 - 1),
    str(-(2**63)),
    str(2**63),
]


def _number(text: str, chance: random.Random) -> re.Match[str] | None:
    """A number of the text, found from a random place on."""
    return NUMBER.search(text, chance.randrange(len(text))) if text else None


def nudge(text: str, chance: random.Random) -> str:
    """A number a little larger or smaller."""
    hit = _number(text, chance)
    if hit is None or len(hit[0]) > 20:
        return text
    return f"{text[: hit.start()]}{int(hit[0]) + chance.choice(NEAR)}{text[hit.end() :]}"


def extreme(text: str, chance: random.Random) -> str:
    """A number at the end of a range, or what only looks like a number."""
    hit = _number(text, chance)
    found = chance.choice(EXTREMES if chance.random() < 0.7 else NUMBERS)
    return text if hit is None else text[: hit.start()] + found + text[hit.end() :]


def exchange(text: str, chance: random.Random) -> str:
    """Two numbers in each other's place."""
    hits = sorted(hit.span() for hit in (_number(text, chance), _number(text, chance)) if hit)
    if len(hits) < 2 or hits[0][1] > hits[1][0]:
        return text
    (a, b), (c, d) = hits
    if text[a:b] == text[c:d]:
        return nudge(text, chance)
    return text[:a] + text[c:d] + text[b:c] + text[a:b] + text[d:]


def piece(text: str, chance: random.Random) -> str:
    """A piece removed, doubled or moved."""
    start = chance.randrange(len(text) + 1)
    end = start + chance.randrange(MAX_PIECE)
    found, rest = text[start:end], text[:start] + text[end:]
    place = chance.choice((start, chance.randrange(len(rest) + 1)))
    return chance.choice((rest, text[:place] + found + text[place:], rest[:place] + found + rest[place:]))


def splice(text: str, other: str, chance: random.Random) -> str:
    """The beginning of one text and the end of another, joined at the same word if there is one."""
    start = chance.randrange(len(text) + 1)
    word = text[start : start + 6]
    place = other.find(word)
    return text[:start] + other[place if place >= 0 else chance.randrange(len(other) + 1) :]


LINE_WAYS: list[Way] = [nudge, nudge, nudge, extreme, extreme, exchange, exchange, piece, piece, flip, sign]
TEXT_WAYS: list[Way] = [*LINE_WAYS, rearrange, rearrange, renumber]
