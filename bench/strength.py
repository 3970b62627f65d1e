"""Does more thought rank higher?  Matches between neighbouring bots, seats balanced.

Each pairing plays one table after another in every rotation of the seats, all rotations of a table with the same chance
(where the game draws in the same order).  A line says how often the first bot ranks above the second, a tie counting
half, with 95 % limits from the spread between the games.  Examples:

    python bench/strength.py --keep strength.ndjson --write             # the whole ladder; goes on where it was stopped
    python bench/strength.py northern-pacific --players 3 --bots hard,medium,greedy,random --games 48
    python bench/strength.py central-pacific --bots expert:32000,hard --games 48 --workers 2
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import statistics
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple, dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import branchline as bl
from branchline.bots import Bot
from report import write_into

LADDER = {
    "northern-pacific": ("expert:64000", "hard", "medium", "greedy", "random"),
    "central-pacific": ("expert:32000", "hard", "medium", "greedy", "random"),
    "last-train-to-wensleydale": ("expert:32000", "hard", "medium", "greedy", "random"),
}
"""The bots of each game, strongest first.  Expert has a budget of simulations here, so that any machine measures the same."""
PLAYERS, GAMES = 3, 48
README = Path(__file__).with_name("README.md")


@dataclass(frozen=True)
class Job:
    """One game of a pairing."""

    game: str
    players: int
    first: str
    second: str
    number: int
    seed: int

    @property
    def seatings(self) -> list[list[str]]:
        """Half of the seats (or nearly) for each bot, in every rotation, and with the bots exchanged."""
        found: list[tuple[str, ...]] = []
        for one, other in ((self.first, self.second), (self.second, self.first)):
            row = tuple(one if seat % 2 == 0 else other for seat in range(self.players))
            found.extend(row[turn:] + row[:turn] for turn in range(self.players))
        return [list(seats) for seats in dict.fromkeys(found)]

    def play(self) -> float:
        """The share of pairs in which `first` ranks above `second`, a tie being half; seatings of a table share its chance."""
        seatings = self.seatings
        seats, seed = seatings[self.number % len(seatings)], self.seed + self.number // len(seatings)
        placed = list(zip(ranks_of(bl.game(self.game, self.players), seats, seed), seats, strict=True))
        pairs = [
            1.0 if mine < theirs else 0.5 if mine == theirs else 0.0
            for mine, whose in placed
            for theirs, other in placed
            if whose == self.first and other == self.second
        ]
        return sum(pairs) / len(pairs)


def make(spelled: str, seed: int) -> Bot:
    """A bot from `hard` or `hard:500`, the latter with its number of simulations."""
    name, _, simulations = spelled.partition(":")
    return bl.bot(name, seed, simulations=int(simulations) if simulations else None)


def ranks_of(game: bl.Game, seats: list[str], seed: int) -> list[int]:
    """Play one game; chance depends on the seed alone."""
    state, rng = game.start(), bl.seeded(seed)
    bots = [make(spelled, seed * 10 + seat) for seat, spelled in enumerate(seats)]
    while not state.is_over:
        if state.is_chance:
            state.push(state.random_move(rng).id)
        else:
            state.play(bots[state.actor].choose(state.view(state.actor)))
    return state.ranks


def version() -> str:
    """A digest of search and evaluations; games of other versions do not count."""
    source = Path(bl.__file__).parent
    searching = [source / "kernel" / "search.py", source / "kernel" / "judgement.py"]
    used = sorted([*searching, *source.glob("bots/*.py"), *source.glob("games/*/evaluation.py")])
    return hashlib.blake2b(b"".join(path.read_bytes() for path in used), digest_size=8).hexdigest()


class Kept:
    """Results by job, on disk as soon as they are known."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.version = path, version()
        self.shares: dict[tuple[object, ...], float] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                if entry["version"] == self.version:
                    self.shares[tuple(entry["job"])] = entry["share"]

    def add(self, job: Job, share: float) -> None:
        """Note a result."""
        self.shares[astuple(job)] = share
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"version": self.version, "job": astuple(job), "share": share}) + "\n")


@dataclass(frozen=True)
class Step:
    """How one bot did against the next weaker one."""

    game: str
    players: int
    first: str
    second: str
    shares: Sequence[float]

    @property
    def mean(self) -> float:
        """The share of pairs in which the first ranks above the second."""
        return sum(self.shares) / len(self.shares)

    @property
    def limit(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        return 1.96 * statistics.stdev(self.shares) / len(self.shares) ** 0.5 if len(self.shares) > 1 else 1.0

    def __str__(self) -> str:
        return f"{self.game}, {self.players} players: {self.first} over {self.second} {self.figure} of {len(self.shares)} games"

    @property
    def figure(self) -> str:
        """Mean and limits."""
        return f"{self.mean:.0%} ± {self.limit:.0%}"


def measure(pairings: list[tuple[str, int, str, str]], games: int, seed: int, workers: int, kept: Kept) -> Iterator[Step]:
    """Play what is not kept yet, pairing by pairing."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    with ProcessPoolExecutor(workers) as pool, Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        for game, players, first, second in pairings:
            jobs = [Job(game, players, first, second, number, seed) for number in range(games)]
            todo = [job for job in jobs if astuple(job) not in kept.shares]
            task = bar.add_task(f"{game}: {first} over {second}", total=games, completed=games - len(todo))
            for job, share in zip(todo, pool.map(Job.play, todo), strict=True):
                kept.add(job, share)
                bar.advance(task)
            bar.remove_task(task)
            yield Step(game, players, first, second, [kept.shares[astuple(job)] for job in jobs])


def markdown(steps: list[Step]) -> str:
    """The table for the README."""
    lines = ["| game | players | step | ranks higher, 95 % limits | games |", "|---|--:|---|--:|--:|"]
    for step in steps:
        title = bl.game(step.game).title.title
        lines.append(f"| {title} | {step.players} | {step.first} over {step.second} | {step.figure} | {len(step.shares)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", help="default: all games")
    parser.add_argument("--players", type=int, default=PLAYERS)
    parser.add_argument("--bots", help="names, or name:simulations; neighbours play each other (default: the whole ladder)")
    parser.add_argument("--games", type=int, default=GAMES, help="for each pairing")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1, help="games at a time")
    parser.add_argument("--keep", type=Path, help="file of results so far: what is in it is not played again")
    parser.add_argument("--write", action="store_true", help="write the table into bench/README.md")
    given = parser.parse_args()
    pairings = [
        (game, given.players, first, second)
        for game in ([given.game] if given.game else LADDER)
        for first, second in itertools.pairwise(given.bots.split(",") if given.bots else LADDER[game])
    ]
    for game, *_ in pairings:
        bl.game(game, given.players).start()
    steps = []
    for step in measure(pairings, given.games, given.seed, given.workers, Kept(given.keep)):
        print(step, flush=True)
        steps.append(step)
    if given.write:
        write_into(README, markdown(steps), "strength", "strength.py")


if __name__ == "__main__":
    main()
