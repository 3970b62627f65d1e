"""Writes the golden records of Wensleydale: `python -m tests.golden.make_wensleydale`.

They are kept in the repository and replayed by the tests; run this only when the rules version is raised.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import branchline as bl
from branchline.games.wensleydale.rules import layout as numbers
from tests.golden.cover import cover, write
from tests.oracle.test_wensleydale import WISHES, after

FOLDER = Path(__file__).parent / "wensleydale"
NAME = "last-train-to-wensleydale"
PAYABLE = ("midland", "ner", "train", "government")
DEMANDED = {
    "3 players",
    "4 players",
    "stacking top",
    "stacking bottom",
    *(f"phase {phase}: {verb}" for phase, verb in [(0, "first"), (0, "draw"), (2, "token"), (3, "bid"), (3, "pass")]),
    *(f"phase {phase}: {verb}" for phase, verb in [(5, "build"), (5, "pay"), (5, "done"), (6, "hire"), (6, "pay")]),
    *(f"phase {phase}: {verb}" for phase, verb in [(6, "load"), (6, "pass"), (9, "sell"), (9, "done"), (9, "pass")]),
    *(f"build pays {kind}" for kind in PAYABLE),
    *(f"exchange pays {kind}" for kind in ("cube", "government", "midland", "ner")),
    *(f"load {kind}" for kind in ("stone", "cheese", "red", "green")),
    "sell midland",
    "sell ner",
    "dual company town",
    "partial takeover of a fork",
    "profit at -13",
    "profit at +5",
}


def features(record: bl.Record) -> set[str]:
    """What a game shows."""
    found = {f"{record.game.players} players", f"stacking {record.game.options['stacking']}"}
    state = record.game.start()
    for action in record.actions:
        before = state.copy().fields_view
        verb, _, rest = record.game.board.texts[action].partition(" ")
        phase = int(before.phase)
        found.add(f"phase {phase}: {verb}")
        if verb == "pay":
            found.add(f"{'build' if phase == numbers.BUILDING else 'exchange'} pays {rest}")
        elif verb in ("load", "sell"):
            found.add(f"{verb} {rest.split()[0]}")
        state.push(action)
        found |= _after(before, state.fields_view, int(verb == "done" and phase == numbers.TAKEOVERS))
    return found


def _after(before: Any, now: Any, is_sale: int) -> set[str]:
    found = set()
    marks = [int(mark) for mark in now.marks[numbers.PROFIT][: now.players]]
    if min(marks) == numbers.PROFIT_MIN:
        found.add("profit at -13")
    if max(marks) == numbers.PROFIT_MAX:
        found.add("profit at +5")
    if is_sale:
        seat = int(before.to_act)
        midland, ner = (now.company_towns[company] for company in range(2))
        printed = before.company_towns[0] & before.company_towns[1]
        if (midland & ner & ~printed).any():
            found.add("dual company town")
        joint = before.entered & now.touched[seat]
        if joint.any():
            found.add("partial takeover of a fork")
    return found


def candidates() -> Iterator[tuple[str, bl.State]]:
    for seed in range(60):
        for wish in ("build and sell", "carry"):
            for players, stacking in ((4, "top"), (3, "bottom"), (3, "top"), (4, "bottom")):
                game = bl.game(NAME, players, stacking=stacking)
                choose = after(WISHES[wish], seed, 0.9)
                moves = [line["move"] for line in bl.trace(game, 1, seed, choose) if "move" in line]
                yield f"{players}-{stacking}-{wish.replace(' ', '-')}-{seed}", game.replay(moves)


if __name__ == "__main__":
    write(FOLDER, cover(candidates(), features, DEMANDED))
