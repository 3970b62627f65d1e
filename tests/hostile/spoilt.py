"""Spoilt records: golden ones changed in every way that a stranger, a bad disk or a bad editor may change them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import branchline as bl

GOLDEN = Path(__file__).parents[1] / "golden"
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
LINES = [
    "",
    "#",
    ":",
    "Seat 0: " + "x" * 300,
    "Seat 1: \u202eeve",
    "Seat 99999999: x",
    "Seat -1: x",
    "Option : ",
    "Option map: /etc/passwd",
    "Option map: ../../../etc/passwd",
    "Option map: x.toml",
    "Option rounds: 999999999",
    "Option teams: on",
    "Option tiles: \0",
    "Option stack: top",
    "Players: 3",
    "Players: 999999999",
    "Date: " + "9" * 200,
    "Date: \x1b[31m",
    "Result: unfinished",
    "Result: scores , ranks ",
    "Result: scores 1 2, ranks 1 2, ranks 1 2",
    "0",
    "chance",
    "0 ",
    "-1 extend Fargo",
    "0 " + "extend Fargo " * 4000,
    "x" * 100_000,
    "{",
    "branchline-record 1",
    "branchline-record 2",
    "Game: central-pacific",
    "Rules: 0",
    "Board: standard 0000000000000000",
]
ODD: list[Any] = [
    None, True, -1, 0, 1, 2**31, 2**63, 10**40, 0.5, 1e308, float("nan"), float("inf"), "", "x", "\0", "\ud800", "🚂" * 50,
    "x" * 50_000, [], [[]], [None], {}, {"a": {}}, {"name": "\ud800", "digest": "\udfff"}, ["chance", "x"], [0, "extend Fargo"],
]  # fmt: skip


@cache
def golden() -> list[str]:
    """The text of every golden record."""
    return [path.read_text("utf-8") for path in sorted(GOLDEN.glob("*/*.txt"))]


@cache
def twins() -> list[str]:
    """Some golden records as JSON."""
    return [json.dumps(bl.Record.loads(text).to_json()) for text in golden()[::3]]


def spoilt(number: int) -> str:
    """The record of this number: always the same one."""
    chance = random.Random(number)
    if chance.random() < 0.35:
        return chance.choice(JSON_WAYS)(chance.choice(twins()), chance)
    text = chance.choice(golden())
    for _ in range(chance.choice((1, 1, 2, 5))):
        text = chance.choice(TEXT_WAYS)(text, chance)
    return text


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


def head(text: str, chance: random.Random) -> str:
    """The same in the header, where there are fewer lines to hit."""
    start, _, rest = text.partition("\n\n")
    return f"{rearrange(start, chance)}\n\n{rest}"


def renumber(text: str, chance: random.Random) -> str:
    """Another number in the place of one."""
    found = list(re.finditer(r"\d+", text))
    hit = chance.choice(found[:20] if chance.random() < 0.6 else found) if found else None
    return text if hit is None else text[: hit.start()] + chance.choice(NUMBERS) + text[hit.end() :]


def sign(text: str, chance: random.Random) -> str:
    """An odd sign somewhere."""
    at = chance.randrange(min(len(text), 300 if chance.random() < 0.6 else len(text)) + 1)
    return text[:at] + chance.choice(SIGNS) + text[at:]


def line(text: str, chance: random.Random) -> str:
    """A line that does not belong there."""
    rows = text.split("\n")
    rows.insert(
        chance.randrange(min(len(rows), 12)) if chance.random() < 0.7 else chance.randrange(len(rows)), chance.choice(LINES)
    )
    return "\n".join(rows)


def cut(text: str, chance: random.Random) -> str:
    """Only a part of it, perhaps called unfinished."""
    rows = text.split("\n")
    part = "\n".join(rows[: chance.randrange(len(rows))])
    return re.sub("Result: .*", "Result: unfinished", part) if chance.random() < 0.7 else part


def mix(text: str, chance: random.Random) -> str:
    """The header of one game, the moves of another."""
    return text.partition("\n\n")[0] + "\n\n" + chance.choice(golden()).partition("\n\n")[2]


def ends(text: str, chance: random.Random) -> str:
    """Other ends of lines, and something before the first."""
    return chance.choice(("", "\ufeff", "\n\n", " ", "{")) + text.replace(
        "\n", chance.choice(("\r\n", "\r", "\n\n", "\u2028", " ", "\n \n"))
    )


TEXT_WAYS: list[Way] = [flip, rearrange, head, renumber, sign, line, cut, mix, ends]


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


def odd_key(text: str, chance: random.Random) -> str:
    """A field too many, too few or of another name."""
    data = json.loads(text)
    key = chance.choice(list(data))
    if chance.random() < 0.5:
        del data[key]
    if chance.random() < 0.7:
        data[chance.choice(["", key + " ", key.upper(), "x" * 10_000, "\ud800", "__class__"])] = chance.choice(ODD)
    return json.dumps(data)


def odd_options(text: str, chance: random.Random) -> str:
    """Options of other games and of none."""
    data = json.loads(text)
    for _ in range(chance.choice((1, 2))):
        name = chance.choice(
            ["map", "rounds", "teams", "tiles", "stack", "order", "line", "scoring", "x", "", "\ud800", "map.toml"]
        )
        data["options"][name] = chance.choice([*ODD, "standard", "on", "own", "../x.toml", 10**6])
    return json.dumps(data)


def odd_actions(text: str, chance: random.Random) -> str:
    """Actions of odd shapes."""
    data = json.loads(text)
    at = chance.randrange(len(data["actions"]))
    data["actions"][at] = chance.choice(
        [
            [chance.choice(ODD), data["actions"][at][1]],
            [data["actions"][at][0], chance.choice(ODD)],
            chance.choice(ODD),
            [0],
            [0, 1, 2],
        ]
    )
    return json.dumps(data)


def odd_json(text: str, chance: random.Random) -> str:
    """What is hardly JSON, or too much of it."""
    return chance.choice(
        [
            text[: chance.randrange(len(text))],
            '{"format":' * 50_000,
            '{"format": "branchline-record", "x": ' + "[" * 50_000,
            "{}",
            '{"format": "branchline-record"}',
            '{"format": ["branchline-record"]}',
            text.replace('"version": 1', '"version": ' + "9" * 5000, 1),
            text.replace('"players": ', '"players": 1e', 1),
            text.replace('"players"', '"players": 2, "players"', 1),
            text.replace("{", '{"actions": [], ', 1),
            text + text,
            text + "\0",
        ]
    )


JSON_WAYS: list[Way] = [odd_value, odd_value, odd_value, odd_key, odd_options, odd_actions, odd_json, flip, sign, renumber]
