"""Small matches: does more thought rank higher?

Every pairing of the bots plays tables with all seatings rotated; each line says how often the first ranks above the second,
a tie counting half, with 95 % limits.  Example:

    python bench/strength.py northern-pacific --players 3 --bots medium:1000,medium:200,greedy,random --games 24
"""

from __future__ import annotations

import argparse
import itertools
import math
import time

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
    return found


def match(game: bl.Game, first: str, second: str, games: int, seed: int) -> tuple[float, int]:
    """The share of cross pairs in which `first` ranks above `second`, over at least `games` games, and their number."""
    shares = []
    for number, seats in zip(range(games), itertools.cycle(tables(game.players, first, second)), strict=False):
        ranks = play(game, seats, seed + number // (2 * game.players))
        pairs = [
            1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
            for mine, whose in zip(ranks, seats, strict=True)
            for theirs, other in zip(ranks, seats, strict=True)
            if whose == first and other == second
        ]
        shares.append(sum(pairs) / len(pairs))
    return sum(shares) / len(shares), len(shares)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--bots", default="medium,greedy,random", help="names, or name:simulations; neighbours play each other")
    parser.add_argument("--games", type=int, default=24, help="for each pairing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--set", dest="settings", action="append", default=[], metavar="OPTION=VALUE")
    given = parser.parse_args()
    game = bl.game(given.game, given.players, **dict(setting.split("=", 1) for setting in given.settings))
    print(f"{game!r}: {given.games} games for each pairing")
    for first, second in itertools.pairwise(given.bots.split(",")):
        started = time.perf_counter()
        share, played = match(game, first, second, given.games, given.seed)
        limit = 1.96 * math.sqrt(0.25 / played)
        took = time.perf_counter() - started
        print(f"{first} over {second}: {share:.0%} ± {limit:.0%} of {played} games ({took:.0f} s)", flush=True)


if __name__ == "__main__":
    main()
