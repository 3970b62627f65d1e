"""Writes the golden records of a game: `python -m tests.golden.make GAME`.

A game that demands more than its options and kinds of moves has a module of its own here, `make_<folder of the game>`.
Records are kept in the repository and replayed by the tests; run this only when the rules version is raised.
"""

from __future__ import annotations

import importlib.util
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path

import branchline as bl
from branchline.games import find_spec
from branchline.installed import packages
from branchline.testing import settings
from tests.golden.cover import cover, write

HERE = Path(__file__).parent
SEEDS = 50


def folder_of(name: str) -> str:
    """The folder of a game's records: the last part of its package."""
    return packages()[find_spec(name).name].rpartition(".")[2]


def demanded(name: str) -> set[str]:
    """What the records of any game show together: each number of players, each value of an option, each kind of move."""
    spec = find_spec(name)
    kinds = {text.split()[0] for game in settings(name, 1) for text in game.board.texts}
    values = {f"{option.name}={value}" for option in spec.options for value in option.values}
    return {f"{players} players" for players in spec.card.players} | values | kinds


def features(record: bl.Record) -> set[str]:
    """What a record shows."""
    kinds = {record.game.board.texts[action].split()[0] for action in record.actions}
    return {f"{record.game.players} players", *(f"{name}={value}" for name, value in record.game.options.items())} | kinds


def candidates(name: str) -> Iterator[tuple[str, bl.State]]:
    """Random games in every setting."""
    for seed in range(SEEDS):
        for number, game in enumerate(settings(name, 40)):
            yield f"{game.players}-{number}-{seed}", game.start().play_out(1000 * seed + number)


def main(name: str) -> None:
    """Write the records by the game's own module, or by the demands above."""
    own = f"tests.golden.make_{folder_of(name)}"
    if importlib.util.find_spec(own):
        runpy.run_module(own, run_name="__main__")
    else:
        write(HERE / folder_of(name), cover(candidates(name), features, demanded(name)))


if __name__ == "__main__":
    main(sys.argv[1])
