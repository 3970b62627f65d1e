"""What the golden records of Last Train to Wensleydale must cover."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import branchline as bl
from branchline.games.wensleydale.state import BUILDING, PROFIT, PROFIT_MAX, PROFIT_MIN, TRAINS
from tests.golden import make_wensleydale

FOLDER = Path(__file__).parent / "wensleydale"
FILES = sorted(FOLDER.glob("*.txt"))
RECORDS = [bl.Record.loads(file.read_text(encoding="utf-8")) for file in FILES]
EVERY_KIND = {
    *("first", "draw stone", "draw cheese", "draw red", "draw green", "draw opposition"),
    *(f"token {kind}" for kind in ("midland", "ner", "government", "train")),
    *("bid", "pass in the auction", "build", "done with a chain", "pass with trains", "pass a sale", "done with a sale"),
    *(f"pay {kind} for a link" for kind in ("midland", "ner", "government", "train")),
    *(f"pay {kind} for a train" for kind in ("midland", "ner", "government", "cube")),
    *("hire 3", "hire 2", "hire 1"),
    *(f"load {piece}" for piece in ("stone", "cheese", "red", "green")),
    *("sell midland", "sell ner"),
}


def steps(record: bl.Record) -> Iterator[tuple[bl.State, str, bl.State]]:
    states = list(record.states())
    for before, action, after in zip(states, record.actions, states[1:], strict=False):
        yield before, record.game.board.texts[action], after


def kind(before: bl.State, text: str) -> str:
    word, *rest = text.split()
    phase = int(before.record.phase)
    if word == "pay":
        return f"{text} for a {'link' if phase == BUILDING else 'train'}"
    if word == "pass":
        return {3: "pass in the auction", TRAINS: "pass with trains"}.get(phase, "pass a sale")
    if word == "done":
        return "done with a chain" if phase == BUILDING else "done with a sale"
    if word in ("draw", "token"):
        return text
    if word == "hire":
        return f"hire {rest[0][0]}"
    return f"{word} {rest[0]}" if word in ("load", "sell") else word


def events(before: bl.State, text: str, after: bl.State) -> Iterator[str]:
    """Rare things that a step shows."""
    old, new = before.record, after.record
    if text == "done" and old.sale:
        seat = before.actor
        yield "a takeover"
        if new.links[seat] > 0 and is_forked(before, seat):
            yield "a partial takeover of a forked network"
        dual = new.company_towns[0] & new.company_towns[1]
        if (dual & ~(old.company_towns[0] & old.company_towns[1])).any():
            yield "a town of both companies"
    for end, name in ((PROFIT_MIN, "the lower clamp"), (PROFIT_MAX, "the upper clamp")):
        if (new.marks[PROFIT][: new.players] == end).any():
            yield name
    if (new.marks != old.marks).any() and text.split()[0] in ("pay", "build", "hire"):
        yield "a stack changed by spending" if (new.stacks != old.stacks).any() else "spending"


def is_forked(state: bl.State, seat: int) -> bool:
    ends: dict[Any, int] = {}
    for number, border in enumerate(state.game.board.data.links):
        if state.record.owners[number] == 1 + seat:
            for area in (border.a, border.b):
                ends[area] = ends.get(area, 0) + 1
    return max(ends.values()) > 2


def test_players_stackings_and_files() -> None:
    assert {file.stem for file in FILES} == {*make_wensleydale.RANDOM, *make_wensleydale.CAREFUL}
    found = {(record.game.players, record.game.options["stacking"]) for record in RECORDS}
    assert found == {(3, "top"), (3, "bottom"), (4, "top"), (4, "bottom")}


def test_every_kind_of_move_and_every_rare_event() -> None:
    kinds: set[str] = set()
    found: set[str] = set()
    for record in RECORDS:
        for before, text, after in steps(record):
            kinds.add(kind(before, text))
            found.update(events(before, text, after))
    assert kinds == EVERY_KIND
    assert found >= {
        "a takeover",
        "a partial takeover of a forked network",
        "a town of both companies",
        "the lower clamp",
        "the upper clamp",
        "a stack changed by spending",
    }
