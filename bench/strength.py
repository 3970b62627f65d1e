"""Does more thought rank higher?  Matches between neighbouring bots, seats balanced.

Each pairing plays one table after another in every rotation of the seats, all rotations of a table with the same chance
(where the game draws in the same order).  A line says how often the first bot ranks above the second, a tie counting
half, with 95 % limits from the spread between the games.  Example:

    python bench/strength.py northern-pacific --players 3 --bots hard,medium,greedy,random --games 48
    python bench/strength.py central-pacific --players 3 --bots expert:32000,hard --games 48 --workers 2
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from rich.console import Console
from rich.progress import Progress

import branchline as bl
from branchline.bots import Bot


def make(spelled: str, seed: int) -> Bot:
    """A bot from `hard` or `hard:500`, the latter with its number of simulations."""
    name, _, simulations = spelled.partition(":")
    return bl.bot(name, seed, simulations=int(simulations) if simulations else None)


def play(game: bl.Game, seats: list[str], seed: int) -> list[int]:
    """One game; returns the ranks by seat.  Chance depends on the seed alone."""
    state, rng = game.start(), bl.seeded(seed)
    bots = [make(spelled, seed * 10 + seat) for seat, spelled in enumerate(seats)]
    while not state.is_over:
        if state.is_chance:
            state.push(state.random_move(rng).id)
        else:
            state.play(bots[state.actor].choose(state.view(state.actor)))
    return state.ranks


def tables(players: int, first: str, second: str) -> list[list[str]]:
    """Half of the seats (or nearly) for each bot, in every rotation, and with the bots exchanged."""
    found: list[list[str]] = []
    for one, other in ((first, second), (second, first)):
        row = [one if seat % 2 == 0 else other for seat in range(players)]
        found.extend(row[turn:] + row[:turn] for turn in range(players))
    return [list(seats) for seats in dict.fromkeys(map(tuple, found))]


def share(job: tuple[bl.Game, list[str], int, str, str]) -> float:
    """The share of the pairs of one game in which `first` ranks above `second`; a tie is half."""
    game, seats, seed, first, second = job
    placed = list(zip(play(game, seats, seed), seats, strict=True))
    pairs = [
        1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
        for mine, whose in placed
        for theirs, other in placed
        if whose == first and other == second
    ]
    return sum(pairs) / len(pairs)


def jobs(game: bl.Game, first: str, second: str, games: int, seed: int) -> Iterator[tuple[bl.Game, list[str], int, str, str]]:
    """So many games, whole tables of rotations as far as they go."""
    seatings = tables(game.players, first, second)
    for number in range(games):
        yield game, seatings[number % len(seatings)], seed + number // len(seatings), first, second


def limit(shares: list[float]) -> float:
    """Half the width of the 95 % interval of the mean."""
    return 1.96 * statistics.stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 1.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--bots", default="medium,greedy,random", help="names, or name:simulations; neighbours play each other")
    parser.add_argument("--games", type=int, default=24, help="for each pairing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="games at a time")
    parser.add_argument("--set", dest="settings", action="append", default=[], metavar="OPTION=VALUE")
    given = parser.parse_args()
    game = bl.game(given.game, given.players, **dict(setting.split("=", 1) for setting in given.settings))
    game.start()
    print(f"{game!r}: {given.games} games for each pairing")
    with ProcessPoolExecutor(given.workers) as pool, Progress(console=Console(stderr=True), transient=True) as bar:
        for first, second in itertools.pairwise(given.bots.split(",")):
            started = time.perf_counter()
            todo = jobs(game, first, second, given.games, given.seed)
            shares = list(bar.track(pool.map(share, todo), given.games, description=f"{first} over {second}"))
            took = time.perf_counter() - started
            mean = sum(shares) / len(shares)
            print(f"{first} over {second}: {mean:.1%} ± {limit(shares):.1%} of {len(shares)} games ({took:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
