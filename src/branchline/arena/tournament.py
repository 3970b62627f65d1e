"""Running a tournament."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from branchline.arena.entrants import Entrant, entrants
from branchline.arena.play import Played
from branchline.arena.results import Figures, figures
from branchline.arena.schedule import Job, schedule
from branchline.bots.compiled import compiled_search
from branchline.core.game import Game
from branchline.errors import BadOption, WorkerFailed
from branchline.machine import cores

if TYPE_CHECKING:
    from branchline.arena.adjusting import Adjusted

MOVE_SECONDS = 60.0
SEED_BITS = 63
"""Bits of a random seed: too many for a bot to find the tournament's seed from its own, and with it hidden cards."""
LOCAL, RAY = "local", "ray"
Progress = Callable[[Played, int], None]
"""Called after each game with its result and the number of planned games."""
PlayAll = Callable[[list[Job]], Iterator[Played]]


@dataclass(frozen=True)
class Tournament:
    """A tournament that was played: settings, games and figures."""

    game: Game
    bots: tuple[Entrant, ...]
    seed: int
    move_seconds: float
    planned: int
    """The number of games in the schedule.  Fewer were played after an interrupt or a failure."""
    games: tuple[Played, ...]
    """Every game, in the order of the schedule."""
    seconds: float = field(compare=False)
    workers: int = field(compare=False)
    on: str = field(compare=False)
    failure: str | None = None
    """Why a game could not be played, if no bot was to blame.  The tournament ended there."""
    adjusted: tuple[Adjusted, ...] = ()
    """The win shares corrected for luck, the best bot first; empty unless `arena.adjusted` computed them."""

    @property
    def is_complete(self) -> bool:
        """Whether every planned game was played."""
        return len(self.games) == self.planned

    @cached_property
    def figures(self) -> Figures:
        """Shares, pairs, ratings and forfeits."""
        return figures([one.name for one in self.bots], self.games)

    @property
    def forfeits(self) -> list[Played]:
        """The games in which a bot failed."""
        return [game for game in self.games if game.forfeit is not None]


def run(
    game: Game,
    bots: str | Iterable[str | Callable[..., Any]],
    games: int = 100,
    *,
    seed: int | None = None,
    workers: int | None = None,
    on: str = LOCAL,
    move_seconds: float = MOVE_SECONDS,
    progress: Progress | None = None,
) -> Tournament:
    """Play a tournament among two bots or more, and return every game and the figures.

    `games` is rounded up to the end of a deal.  `seed` is of chance and of all bots; left out, it is drawn so that no bot can
    guess it, and `Tournament.seed` says it.  `workers` are processes, as many as there are cores if left out; with 0 all is
    played in this process, without a watch over bots that stall.  `on` is `local`, `ray` or `ray://host:port`.  An interrupt
    (Ctrl-C) ends the tournament with the games played so far, and so does a game that cannot be played (`failure` says why).

    >>> import branchline as bl
    >>> from branchline import arena
    >>> done = arena.run(bl.game("northern-pacific", players=3), "greedy,random", games=12, seed=1, workers=0)
    >>> done.figures.standings[0].name, done.figures["greedy"].games
    ('greedy', 12)
    """
    found = entrants(bots)
    check_settings(games, workers, on, move_seconds, found)
    seed = secrets.randbits(SEED_BITS) if seed is None else seed
    jobs = schedule(game, found, games, seed, move_seconds)
    warm_up(game, found)
    count, started = 0, time.monotonic()
    played: list[Played] = []
    failure = None
    try:
        with contextlib.suppress(KeyboardInterrupt), place(on, workers, found) as (ready, play_all):
            count = ready
            for one in play_all(jobs):
                played.append(one)
                if progress is not None:
                    progress(one, len(jobs))
    except WorkerFailed as error:
        failure = str(error)
    played.sort(key=lambda one: one.number)
    seconds = time.monotonic() - started
    return Tournament(game, found, seed, move_seconds, len(jobs), tuple(played), seconds, count, on, failure)


def clock_threads(bots: Iterable[Entrant]) -> int:
    """The cores that a worker needs so that each thread of a bot that thinks by the clock has its own."""
    return max((one.threads for one in bots if one.seconds), default=1)


def usual_workers(bots: Iterable[Entrant]) -> int:
    """One worker for each core of this process; fewer if bots think by the clock with several threads."""
    return max(1, cores() // clock_threads(bots))


def warm_up(game: Game, bots: Iterable[Entrant]) -> None:
    """Compile once, with a progress line, what the workers will load."""
    game.start()
    if any(one.is_ours for one in bots):
        compiled_search(game)


@contextlib.contextmanager
def place(on: str, workers: int | None, bots: tuple[Entrant, ...]) -> Iterator[tuple[int, PlayAll]]:
    """The number of workers and the function that plays jobs.  The workers are ended in any case."""
    count = usual_workers(bots) if workers is None else workers
    if on != LOCAL:
        from branchline.arena.cluster import Cluster

        with contextlib.closing(Cluster(on, workers, clock_threads(bots))) as cluster:
            yield len(cluster.actors), cluster.play
    elif count:
        from branchline.arena.local import WorkerPool

        with contextlib.closing(WorkerPool(count)) as pool:
            yield count, pool.play
    else:
        from branchline.arena.local import play_here

        yield 0, play_here


def check_settings(games: int, workers: int | None, on: str, move_seconds: float, bots: Iterable[Entrant]) -> None:
    """Raise BadOption for settings with which nothing can be played."""
    if on not in (LOCAL, RAY) and not on.startswith("ray://"):
        raise BadOption(f"Games cannot be played on {on[:60]!r}. hint: local, ray, or ray://host:port of a cluster.")
    if games < 1:
        raise BadOption("A tournament has at least one game.")
    if workers is not None and workers < 0:
        raise BadOption("A tournament has at least one worker. hint: 0 plays in this process.")
    if workers == 0 and on != LOCAL:
        raise BadOption(f"Without workers games are played here, not on {on[:60]}. hint: leave out --workers or --on.")
    if not 0 < move_seconds < float("inf"):
        raise BadOption("The time for a move is a positive number of seconds.")
    for one in bots:
        if one.seconds >= move_seconds:
            raise BadOption(
                f"{one.name} thinks {one.seconds:g} s a move, and {move_seconds:g} s is the limit."
                " hint: allow more, or give it a smaller budget."
            )
