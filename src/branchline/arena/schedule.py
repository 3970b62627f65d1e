"""The schedule of a tournament: which games are played.

A *line-up* is the bots of one game.  With more bots than seats it is a subset of the bots.  With fewer, every bot has equally
many seats, and the seats that remain go to each bot in turn.  A *deal* is one line-up in one order around the board with one
sequence of draws; it is played once in every rotation.  Where seats are partners, no bot plays on several sides if that can be
avoided.
"""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from branchline.arena.entrants import Entrant
from branchline.core.game import Game, set_up
from branchline.games.spec import Value

Order = tuple[int, ...]
"""The entrant in each seat, by number."""
CHANCE_STREAM, BOT_STREAM = 0, 1
"""Two kinds of numbers that are derived from the tournament's seed."""


@dataclass(frozen=True)
class Job:
    """One game to be played.  It can be sent as JSON."""

    number: int
    deal: int
    game: str
    players: int
    options: dict[str, Value]
    seats: tuple[Entrant, ...]
    chance_seed: int
    bot_seeds: tuple[int, ...]
    move_seconds: float
    trial: tuple[int, ...] | None = None
    """In a trial: the actions to repeat, after which it ends; see `worker.Worker._culprit`."""
    live: tuple[int, ...] = ()
    """In a trial: the seats whose programs are started."""
    linger: float = 0.0
    """In a trial: seconds to wait at its end, since the game went on so long after a program's last answer."""

    @property
    def programs(self) -> list[int]:
        """The seats of programs."""
        return [seat for seat, entrant in enumerate(self.seats) if entrant.is_external]

    def runs(self, seat: int) -> bool:
        """Whether the bot of a seat takes part: in a trial some programs do not."""
        return self.trial is None or seat in self.live or not self.seats[seat].is_external

    def set_up(self) -> Game:
        """The game to be played."""
        return set_up(self.game, self.players, self.options)

    def to_json(self) -> dict[str, Any]:
        """JSON-safe."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Job:
        """What `to_json` wrote."""
        seats = tuple(Entrant(**seat) for seat in data["seats"])
        lists = {name: tuple(value) for name, value in data.items() if isinstance(value, (list, tuple))}
        return cls(**{**data, **lists, "seats": seats})


def schedule(game: Game, bots: tuple[Entrant, ...], games: int, seed: int, move_seconds: float) -> list[Job]:
    """The jobs of a tournament: at least `games` games, up to the end of the last deal."""
    jobs: list[Job] = []
    where = (game.name, game.players, game.options)
    sides = tuple(game.spec.rules.sides(game.start().fields_view))
    for deal, order in enumerate(orders(len(bots), sides)):
        if len(jobs) >= games:
            break
        chance_seed = number_of(seed, CHANCE_STREAM, deal)
        for seating in rotations(order):
            bot_seeds = tuple(number_of(seed, BOT_STREAM, len(jobs), seat) for seat in range(game.players))
            seats = tuple(bots[entrant] for entrant in seating)
            jobs.append(Job(len(jobs), deal, *where, seats, chance_seed, bot_seeds, move_seconds))
    return jobs


def number_of(seed: int, *path: int) -> int:
    """A random number of 63 bits for a place in the tournament; always the same for the same seed and place."""
    place = " ".join(map(str, (seed, *path))).encode()
    return int.from_bytes(hashlib.blake2b(place, digest_size=8).digest(), "big") >> 1


def line_ups(bots: int, seats: int) -> list[Order]:
    """All line-ups, each in ascending order.

    >>> line_ups(3, 2), line_ups(2, 3), line_ups(2, 4)
    ([(0, 1), (0, 2), (1, 2)], [(0, 0, 1), (0, 1, 1)], [(0, 0, 1, 1)])
    """
    if bots >= seats:
        return list(itertools.combinations(range(bots), seats))
    each, more = divmod(seats, bots)
    chosen = itertools.combinations(range(bots), more)
    return [tuple(sorted([*(list(range(bots)) * each), *extra])) for extra in chosen]


@cache
def cyclic_orders(line_up: Order) -> list[Order]:
    """The different orders around the board; rotations count as the same order.

    >>> cyclic_orders((0, 1, 2)), cyclic_orders((0, 0, 1, 1))
    ([(0, 1, 2), (0, 2, 1)], [(0, 0, 1, 1), (0, 1, 0, 1)])
    """
    first, *rest = line_up
    ways = sorted({(first, *others) for others in itertools.permutations(rest)})
    return [way for way in ways if way == min(rotations(way))]


def rotations(order: Order) -> list[Order]:
    """The different rotations of an order.

    >>> rotations((0, 1, 2)), rotations((0, 1, 0, 1))
    ([(0, 1, 2), (1, 2, 0), (2, 0, 1)], [(0, 1, 0, 1), (1, 0, 1, 0)])
    """
    return list(dict.fromkeys(order[turn:] + order[:turn] for turn in range(len(order))))


def seating_orders(line_up: Order, sides: Order) -> list[Order]:
    """The orders around the board; if possible only those in which no bot plays on several sides.

    >>> seating_orders((0, 0, 1, 1), sides=(0, 1, 0, 1)), seating_orders((0, 0, 1), sides=(0, 1, 2))
    ([(0, 1, 0, 1)], [(0, 0, 1)])
    """
    ways = cyclic_orders(line_up)
    return [way for way in ways if len(set(zip(way, sides, strict=True))) == len(set(way))] or ways


def orders(bots: int, sides: Order) -> Iterator[Order]:
    """Endless line-ups in a balanced order: the least used first, and among them the bots that have met least.

    All orders around the board are used in turn.  `sides` is the side of each seat.
    """
    found = line_ups(bots, len(sides))
    used: Counter[Order] = Counter()
    sat: Counter[int] = Counter()
    met: Counter[tuple[int, int]] = Counter()
    while True:
        line_up = min(found, key=lambda one: (used[one], _crowding(one, sat, met), one))
        ways = seating_orders(line_up, sides)
        yield ways[used[line_up] % len(ways)]
        used[line_up] += 1
        sat.update(line_up)
        met.update(_pairs(line_up))


def _pairs(line_up: Order) -> Iterable[tuple[int, int]]:
    return itertools.combinations(sorted(set(line_up)), 2)


def _crowding(line_up: Order, sat: Counter[int], met: Counter[tuple[int, int]]) -> int:
    """How much the bots and pairs of a line-up have been used.  The counts are squared, so that high ones weigh more."""
    return sum(sat[one] ** 2 for one in line_up) + sum(met[pair] ** 2 for pair in _pairs(line_up))
