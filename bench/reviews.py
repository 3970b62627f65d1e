"""How long a quick review of a whole game takes, from the record to its figures, and what the search leaves over.

Each game is the sample that the package ships, and two games of bots.  By the wall clock on all cores, so on an idle machine.
"""

from __future__ import annotations

import statistics
import time
from pathlib import Path

import click
from rich.progress import track

import branchline as bl
from branchline.games.catalogue import find_spec, folder
from branchline.machine import cores
from branchline.review import Account
from report import Row, duration, markdown, write_into

README = Path(__file__).with_name("README.md")
TARGETS = {"northern-pacific": 10.0, "central-pacific": 30.0, "last-train-to-wensleydale": 40.0}
"""Seconds on two cores."""
PLAYERS, SEEDS = 3, (1, 2)
EPILOG = """\b
Examples:
  python bench/reviews.py --game np
  python bench/reviews.py --write"""


def played(name: str, seed: int) -> bl.Record:
    """A game among medium bots."""
    state, rng = bl.game(name, players=PLAYERS).start(), bl.seeded(seed)
    bots = [bl.bot("medium", seed=seed * PLAYERS + seat) for seat in range(PLAYERS)]
    while not state.is_over:
        state.play(state.random_move(rng) if state.is_chance else bots[state.actor].choose(state.view(state.actor)))
    return bl.Record.of(state)


def sum_of(account: Account) -> float:
    """What `start + errors + luck + gifts + residue` comes to: the result, or the figures are wrong."""
    return account.start + account.errors + account.luck + account.gifts + account.residue


@click.command(epilog=EPILOG)
@click.option("--game", "games", multiple=True, help="Only these games.")
@click.option("--write", is_flag=True, help="Write the table into README.md.")
def main(games: tuple[str, ...], write: bool) -> None:
    """Measure quick reviews of whole games."""
    rows = []
    for spec in [find_spec(game) for game in games or TARGETS]:
        name = spec.name
        sample = bl.Record.loads((folder(name) / "data" / "sample.txt").read_text(encoding="utf-8"))
        records = [sample, *(played(name, seed) for seed in SEEDS)]
        bl.review(records[1], depth=120)  # everything is compiled and loaded before the first of them
        seconds, left = [], []
        for record in track(records, f"Reviewing {spec.card.title}"):
            begun = time.perf_counter()
            found = bl.review(record)
            seconds.append(time.perf_counter() - begun)
            for account in found.seats:
                assert abs(sum_of(account) - account.result) < 1e-9
                left.append(abs(account.residue) * 100)
        shown = ", ".join(f"{one:.1f}" for one in seconds)
        note = f"worst of {shown} s; residue of a seat {statistics.mean(left):.0f} points, at most {max(left):.0f}"
        label = f"{spec.card.title}, {PLAYERS} players"
        rows.append(Row("Quick reviews", label, max(seconds), duration, TARGETS[name], at_most=True, note=note))
    text = markdown(rows, f"By the wall clock, {cores()} threads.")
    print(text)
    if write:
        write_into(README, text, "reviews", "reviews.py")


if __name__ == "__main__":
    main()
