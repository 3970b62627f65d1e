"""How long a quick review of a whole game takes, from the record to its figures, and what the search leaves over.

Of each game the sample that its package ships, if it ships one, and two games of bots.  By the wall clock on all cores, so on
an idle machine.
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
from targets import seats, targets_of

README = Path(__file__).with_name("README.md")
PLAYERS, SEEDS = 3, (1, 2)
EPILOG = """\b
Examples:
  python bench/reviews.py --game np
  python bench/reviews.py --write"""


def played(game: bl.Game, seed: int) -> bl.Record:
    """A game among medium bots."""
    state, rng = game.start(), bl.seeded(seed)
    bots = [bl.bot("medium", seed=seed * game.players + seat) for seat in range(game.players)]
    while not state.is_over:
        state.play(state.random_move(rng) if state.is_chance else bots[state.actor].choose(state.view(state.actor)))
    return bl.Record.of(state)


def samples(name: str) -> list[bl.Record]:
    """The sample game that the package of a game ships, if it has one."""
    file = folder(name) / "data" / "sample.txt"
    return [bl.Record.loads(file.read_text(encoding="utf-8"))] if file.is_file() else []


def sum_of(account: Account) -> float:
    """What `start + errors + luck + gifts + residue` comes to: the result, or the figures are wrong."""
    return account.start + account.errors + account.luck + account.gifts + account.residue


@click.command(epilog=EPILOG)
@click.option("--game", "games", multiple=True, help="Only these games.")
@click.option("--write", is_flag=True, help="Write the table into README.md.")
def main(games: tuple[str, ...], write: bool) -> None:
    """Measure quick reviews of whole games."""
    rows = []
    for spec in [find_spec(game) for game in games] or bl.specs():
        game = bl.game(spec.name, seats(spec.card, PLAYERS))
        by_bots = [played(game, seed) for seed in SEEDS]
        records = [*samples(spec.name), *by_bots]
        bl.review(by_bots[0], depth=120)  # everything is compiled and loaded before the first of them
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
        label, target = f"{spec.card.title}, {game.players} players", targets_of(spec.name).review
        rows.append(Row("Quick reviews", label, max(seconds), duration, target, at_most=True, note=note))
    text = markdown(rows, f"By the wall clock, {cores()} threads.")
    print(text)
    if write:
        write_into(README, text, "reviews", "reviews.py")


if __name__ == "__main__":
    main()
