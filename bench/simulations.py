"""What a simulation takes in positions of a game, here and in another version of the code, and whether both search the same.

    python bench/simulations.py lw --against ../older

Processes of the two versions take turns.  Each grows a tree in every position.  A ratio is the median of the ratios within
a turn.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import TypeAlias

from rich.progress import track

import branchline as bl
from branchline.bots.tree import TREE_STREAM, SearchTree, max_nodes
from branchline.bots.viewed_position import ViewedPosition

SOURCE = Path(__file__).parents[1] / "src"
SIMULATIONS, TIMES = 1500, 3
"""Of a tree; trees in a position, of which the quickest counts."""
PLACES = (0.0, 0.25, 0.5, 0.75)
"""Where in a game the positions are."""
LEAST_MOVES = 4
"""Positions with fewer moves are left out."""
Found: TypeAlias = list[tuple[float, str]]
"""For each position the microseconds that a simulation takes, and a hash of the tree."""


def positions(game: bl.Game) -> list[bl.State]:
    """Positions of a game between quick bots, the same in every run."""
    state, rng, bot, found = game.start(), bl.seeded(5), bl.bot("medium", seed=3, simulations=100), []
    while not state.is_over:
        if state.is_chance:
            state.push(state.random_move(rng).id)
            continue
        if len(state.legal()) >= LEAST_MOVES:
            found.append(state.copy())
        state.play(bot.choose(state.view(state.actor)))
    return [found[int(place * len(found))] for place in PLACES]


def planted(state: bl.State) -> SearchTree:
    """An empty tree."""
    return SearchTree(ViewedPosition(state.view(state.actor)), 7, TREE_STREAM, max_nodes(SIMULATIONS, state.game.players))


def measured(game: bl.Game) -> Found:
    """What a simulation takes in each position, by the processor time of this thread."""
    found = []
    for state in positions(game):
        seconds = []
        for _ in range(TIMES):
            tree = planted(state)
            before = time.thread_time()
            tree.run(SIMULATIONS)
            seconds.append(time.thread_time() - before)
        parts = (tree.nodes[: tree.used], tree.values[: tree.used], tree.wins)
        text = hashlib.blake2b(b"".join(part.tobytes() for part in parts), digest_size=6).hexdigest()
        found.append((1e6 * min(seconds) / SIMULATIONS, text))
    return found


def in_process(name: str, players: int, source: Path) -> Found:
    """The same with the code in a folder."""
    command = [sys.executable, __file__, name, "--players", str(players), "--only"]
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": str(source)}, stdout=subprocess.PIPE, check=True)
    found: Found = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--turns", type=int, default=5, help="of each version (default: 5)")
    parser.add_argument("--against", type=Path, help="the folder of another version")
    parser.add_argument("--only", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.only:
        print(json.dumps(measured(bl.game(given.game, given.players))))
        return
    sources = [SOURCE] + ([given.against.resolve() / "src"] if given.against else [])
    turns = []
    for _ in track(range(given.turns), given.game):
        turns.append([in_process(given.game, given.players, source) for source in sources])
    print("| position | µs | before | ratio | same tree |\n|---|--:|--:|--:|---|")
    for number, place in enumerate(PLACES):
        here = [turn[0][number] for turn in turns]
        there = [turn[-1][number] for turn in turns]
        ratio = median(before[0] / now[0] for now, before in zip(here, there, strict=True))
        same = "yes" if {text for _, text in here} == {text for _, text in there} else "no"
        print(
            f"| {place:.0%} | {median(us for us, _ in here):.1f} | {median(us for us, _ in there):.1f} | {ratio:.2f} | {same} |"
        )


if __name__ == "__main__":
    main()
