"""Spoilt records: golden ones changed in every way that a stranger, a bad disk or a bad editor may change them."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path

import branchline as bl
from branchline.core.record import Record
from branchline.errors import BranchlineError
from branchline.match import Match, imported, read_record
from tests.hostile.mutation import ODD, Way, flip, odd_value, rearrange, renumber, sign

MAX_SENTENCE_LENGTH = 600
GOLDEN = Path(__file__).parents[1] / "golden"
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


def head(text: str, chance: random.Random) -> str:
    """The same in the header, where there are fewer lines to hit."""
    start, _, rest = text.partition("\n\n")
    return f"{rearrange(start, chance)}\n\n{rest}"


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


# -- what becomes of them -----------------------------------------------------------------------------------


def check_sentence(text: str, longest: int = MAX_SENTENCE_LENGTH) -> None:
    """Something that a person can read, and that can be sent."""
    assert 10 < len(text) < longest, text[:200]
    assert "\n" not in text
    text.encode()


def read(text: str) -> Record | None:
    """A record from a stranger, if it is one; else there was a sentence."""
    try:
        record = read_record(text)
    except BranchlineError as error:
        check_sentence(str(error))
        return None
    again = Record.loads(record.dumps(), files=False)
    assert (again.actions, again.seats, again.date) == (record.actions, record.seats, record.date)
    return record


def play(record: Record, number: int) -> None:
    """The table of a record: over, or it can be played on."""
    try:
        match = Match(imported(record))
    except BranchlineError as error:
        check_sentence(str(error))
        return
    for seat, given in enumerate(match.seats):
        if given.kind == "open":
            match.apply(match.join(seat, f"Person {seat}", 1.0, random.Random(number)))
    for _ in range(3):
        if match.decider is not None:
            move = random.Random(number).choice(match.state.legal())
            match.apply(match.play(match.decider, move, match.ply, 2.0, random.Random(number)))
    match.view(None, 3.0)


class Records:
    """The door for records: `Record.loads`, and a table that goes on from one."""

    def __init__(self, name: str, seed: int) -> None:
        self.first = seed << 40

    def case(self, number: int) -> tuple[str]:
        return (spoilt(self.first + number),)

    def offer(self, text: str, number: int) -> str:
        record = read(text)
        if record is None:
            return "refused"
        play(record, number)
        return "accepted"
