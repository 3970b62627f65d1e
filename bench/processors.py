"""What compiled rules lose if they are made for any processor of a kind instead of for this one.

    python bench/processors.py --write

Every game is compiled for each target into the usual cache.  Then processes take turns: each plays random games and searches
from the start for a while, and gives its rates by processor time.  A target's rate is the best of its turns.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.progress import track

import branchline as bl
from report import per_second, write_into

README = Path(__file__).with_name("README.md")
TARGETS = {"this processor": "", "any x86-64": "generic"}
"""What to compile for, and Numba's name for it: nothing beyond the first processors of this kind."""
TURNS = 4
SECONDS = 1.0
SIMULATIONS = 200


def rates(name: str) -> dict[str, float]:
    """Decisions of random games and simulations of a search, for a second of this process's processor time."""
    game = bl.game(name, players=3)
    start = game.start()
    bl.simulate(game, 20, threads=1)
    bl.search([_decision(start, 0)], 10)
    return {
        "random games": _rate(lambda seed: int(bl.simulate(game, 50, seed, threads=1).lengths.sum())),
        "search": _rate(lambda seed: int(bl.search([_decision(start, seed)], SIMULATIONS, seed=seed, threads=1).visits.sum())),
    }


def _decision(start: bl.State, seed: int) -> bl.State:
    """The first decision of a game."""
    state, rng = start.copy(), bl.seeded(seed)
    while state.is_chance:
        state.play(state.random_move(rng))
    return state


def _rate(work: Callable[[int], int]) -> float:
    """How much work is done in a second of processor time; it is given what was done before, as a seed."""
    done, begun = 0, time.process_time()
    while time.process_time() - begun < SECONDS:
        done += work(done)
    return done / (time.process_time() - begun)


def measure(name: str, target: str) -> dict[str, float]:
    """The rates in a process of its own, compiled for a target."""
    environment = {**os.environ, "NUMBA_CPU_NAME": target} if target else dict(os.environ)
    command = [sys.executable, __file__, "--only", name]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write the table into bench/README.md")
    parser.add_argument("--games", nargs="*", default=[spec.name for spec in bl.specs()], help="names of games")
    parser.add_argument("--only", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.only:
        print(json.dumps(rates(given.only)))
        return
    lines = [f"| game | what | {' | '.join(TARGETS)} |", "|---|---|" + "--:|" * len(TARGETS)]
    for name in given.games:
        best: dict[str, dict[str, float]] = {target: {} for target in TARGETS}
        for _ in track(range(TURNS), name):
            for target, processor in TARGETS.items():
                for what, rate in measure(name, processor).items():
                    best[target][what] = max(rate, best[target].get(what, 0.0))
        native = best["this processor"]
        for what, rate in native.items():
            shares = [f"{best[target][what] / rate:.2f}" for target in TARGETS if target != "this processor"]
            lines.append(f"| {name} | {what} | {per_second(rate)} | {' | '.join(shares)} |")
    text = "\n".join(lines)
    print(text)
    if given.write:
        write_into(README, text, "processors", "processors.py")


if __name__ == "__main__":
    main()
