"""Writes the golden records of Central Pacific: `python -m tests.golden.make_central_pacific`.

They are kept in the repository and replayed by the tests; run this only when the rules version is raised.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import branchline as bl
from branchline.games.central_pacific.rules import layout as numbers
from branchline.games.central_pacific.rules.board import SQUARE_NAMES
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from branchline.testing import settings
from tests.golden.cover import cover, write

FOLDER = Path(__file__).parent / "central_pacific"
ENDS = {numbers.LAST_TRAIN: "ends: last train", numbers.STUCK: "ends: stuck player", numbers.STALL: "ends: stall"}
VERBS = ("first", "draw", "take", "redraw", "keep", "stock", "grant", "sacrifice", "discard", "return", "claim", "done")
DEMANDED = {
    *ENDS.values(),
    *VERBS,
    *(f"lay {kind}" for kind in KIND_NAMES),
    *(f"{option.name}={value}" for option in bl.game("central-pacific").spec.options for value in option.values),
    *(f"{players} players" for players in (2, 3, 4)),
    "forest cleared",
    "mountain cleared",
    "mountain tunnelled",
    "spike taken",
    "steal",
    "own merge",
    "spike-turn merge",
    "victim of a Land Grant at the limit",
}


def features(record: bl.Record) -> set[str]:
    """What a game shows."""
    found = {f"{name}={value}" for name, value in record.game.options.items()} | {f"{record.game.players} players"}
    state = record.game.start()
    for action in record.actions:
        before = state.copy().fields_view
        words = record.game.board.texts[action].split()
        found.add(f"lay {words[2]}" if words[0] == "lay" else words[0])
        if words[0] == "lay":
            found |= _clearing(before, words)
        if words[0] == "done" and before.limited[before.turn] and numbers.VICTIM_LAYS in (before.laid, before.discarded):
            found.add("victim of a Land Grant at the limit")
        state.push(action)
        if words[0] in ("done", "claim"):
            found |= _claiming(before, state.fields_view)
    found.add(ENDS.get(int(state.fields_view.over), "unfinished"))
    return found


def _clearing(before: Any, words: list[str]) -> set[str]:
    old = int(before.tiles[SQUARE_NAMES.index(words[1])])
    terrain = KIND_NAMES[old - 1] if old else ""
    if terrain and words[2] == "tunnel":
        return {"mountain tunnelled"}
    return {f"{terrain} cleared"} if terrain else set()


def _claiming(before: Any, now: Any) -> set[str]:
    """What the end of laying did to the markers."""
    found = set()
    mover = 1 + (int(before.turn) % 2 if before.teams else int(before.turn))
    gone = (before.marks > 0) & (now.marks != before.marks)
    owners = {int(owner) for owner in np.unique(before.marks[gone])}
    rivals = any(_rival_marks(now, int(square), mover) for square in np.flatnonzero(gone & (before.marks == mover)))
    if now.spike and not before.spike:
        found.add("spike taken")
        if rivals:
            found.add("spike-turn merge")
    elif owners - {mover}:
        found.add("steal")
    if owners == {mover} and not rivals:
        found.add("own merge")
    return found


def _rival_marks(now: Any, square: int, mover: int) -> bool:
    """Whether the line on a square carries somebody else's marker."""
    line, waiting = {square}, [square]
    while waiting:
        here = waiting.pop()
        for side, step in enumerate((-numbers.COLUMNS, 1, numbers.COLUMNS, -1)):
            there = here + step
            on_board = 0 <= there < numbers.SQUARES and (step not in (1, -1) or there // 10 == here // 10)
            if not (on_board and now.exits[here] >> side & 1 and now.exits[there] >> (side + 2) % 4 & 1):
                continue
            if there not in line and not KIND_NAMES[now.tiles[there] - 1].startswith(("city", "start")):
                line.add(there)
                waiting.append(there)
    return any(now.marks[square] not in (0, mover) for square in line)


def candidates() -> Iterator[tuple[str, bl.State]]:
    """The plain game for every seating first, then all the options."""
    plain = [bl.game("central-pacific", players) for players in (2, 3, 4)] + [bl.game("central-pacific", 4, teams="on")]
    every = plain + settings("central-pacific", 40)
    for seed in range(200):
        for number, game in enumerate(every):
            teams = "-teams" if game.options["teams"] == "on" else ""
            yield f"{game.players}{teams}-{number}-{seed}", game.start().play_out(1000 * seed + number)


if __name__ == "__main__":
    write(FOLDER, cover(candidates(), features, DEMANDED))
