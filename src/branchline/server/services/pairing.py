"""Who plays with whom in a round of a tournament, and the standings.  Nothing here knows the database."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import combinations

BYE = 0.5
"""The points of somebody who has no table in a round: as much as an average game."""
AGAIN = 1000
"""Meeting somebody again costs more than any difference in the standings."""
Pair = tuple[int, int]


@dataclass(frozen=True)
class Game:
    """A table of a tournament."""

    round: int
    people: tuple[int, ...]
    """Their numbers, by seat."""
    ranks: tuple[int, ...] | None = None
    """None unless the game was played to its end."""
    absent: frozenset[int] = frozenset()
    """The people for whom a bot played at the end."""


@dataclass
class Line:
    """One person in the standings."""

    number: int
    points: float = 0.0
    played: int = 0
    wins: int = 0
    byes: int = 0
    rank: int = 0


@dataclass(frozen=True)
class Draw:
    """The tables of a round, each a tuple of people by seat, and who has a bye."""

    tables: list[tuple[int, ...]] = field(default_factory=list)
    byes: list[int] = field(default_factory=list)


def standings(numbers: Sequence[int], games: Sequence[Game], byes: Sequence[int] = ()) -> list[Line]:
    """Everybody with points, the best first.  `byes` has a number for each bye.

    A game gives the share of rivals that one ranked above; a tie counts half.  A player who was absent at the end
    gets no points.
    """
    from branchline.arena.play import Played  # here: the start of the server does not need it
    from branchline.arena.results import comparisons

    lines = {number: Line(number) for number in numbers}
    for game in games:
        if game.ranks is None:
            continue
        seats = len(game.people)
        names = tuple(str(number) for number in game.people)
        played = Played(0, 0, names, tuple(range(seats)), (0,) * seats, game.ranks, 0, ())
        for number, rank in zip(game.people, game.ranks, strict=True):
            lines[number].played += 1
            lines[number].wins += rank == 1 and number not in game.absent
        for one, _, value in comparisons(played):
            if int(one) not in game.absent:
                lines[int(one)].points += value / (seats - 1)
    for number in byes:
        lines[number].byes += 1
        lines[number].points += BYE
    ordered = sorted(lines.values(), key=lambda line: (-round(line.points, 6), -line.wins, line.number))
    for place, line in enumerate(ordered, 1):
        before = ordered[place - 2] if place > 1 else None
        is_tied = before is not None and (round(before.points, 6), before.wins) == (round(line.points, 6), line.wins)
        line.rank = before.rank if before is not None and is_tied else place
    return ordered


def rounds_of_robin(people: int, seats: int) -> int:
    """The number of rounds until everybody has met.  It is exact for tables of two and an estimate for larger ones."""
    return people - 1 + people % 2 if seats == 2 else math.ceil((people - 1) / (seats - 1))


def draw(
    order: Sequence[int], seats: int, allowed: Collection[int], games: Sequence[Game], byes: Sequence[int], *, swiss: bool
) -> Draw:
    """The tables of the next round for the people in `order`: that of the standings if `swiss`.

    People who have met less meet first; in a Swiss tournament also people who are close to each other.  `allowed` are the
    numbers of people that a table of the game may have.
    """
    sizes, without = sizes_of(len(order), seats, allowed)
    had = Counter(byes)
    resting = sorted(order, key=lambda number: (had[number], -order.index(number)))[:without]
    playing = [number for number in order if number not in resting]
    place = {number: position for position, number in enumerate(playing)}
    met = Counter(frozenset(pair) for game in games for pair in combinations(game.people, 2))

    def cost(table: Sequence[int]) -> int:
        pairs = list(combinations(table, 2))
        again = sum(met[frozenset(pair)] ** 2 for pair in pairs)
        return AGAIN * again + (sum(abs(place[one] - place[other]) for one, other in pairs) if swiss else 0)

    tables = _improved(_cut(playing, sizes), cost)
    turn = max((game.round for game in games), default=0)
    return Draw([_rotated(sorted(table), turn) for table in tables], resting)


def sizes_of(people: int, seats: int, allowed: Collection[int]) -> tuple[list[int], int]:
    """The sizes of the tables, and how many people have a bye.  Some tables take one person more, if the game allows it."""
    if people < seats:
        return ([people], 0) if people in allowed and people > 1 else ([], people)
    tables, rest = divmod(people, seats)
    if rest <= tables and seats + 1 in allowed and seats > 2:
        return [seats + 1] * rest + [seats] * (tables - rest), 0
    return [seats] * tables, rest


def circle(people: int, turn: int) -> list[Pair]:
    """The pairs of round `turn` (from 0) when everybody meets everybody once.  If it is odd, `people` itself is a bye."""
    ring = list(range(people + people % 2))
    fixed, others = ring[0], ring[1:]
    others = others[turn % len(others) :] + others[: turn % len(others)]
    half = [fixed, *others]
    pairs = [(half[place], half[-1 - place]) for place in range(len(half) // 2)]
    return [(other, one) if turn % 2 else (one, other) for one, other in pairs]


def draw_of_circle(present: Collection[int], people: int, turn: int) -> Draw:
    """The pairs of a round in which everybody meets everybody.  A person without a rival has a bye."""
    pairs = circle(people, turn)
    tables = [pair for pair in pairs if all(number in present for number in pair)]
    seated = {number for pair in tables for number in pair}
    return Draw(list(tables), sorted(set(present) - seated))


def _cut(playing: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    found, start = [], 0
    for size in sizes:
        found.append(list(playing[start : start + size]))
        start += size
    return found


def _improved(tables: list[list[int]], cost: object) -> list[list[int]]:
    """Swap two people of different tables as long as that costs less."""
    assert callable(cost)
    better = True
    while better:
        better = False
        for one, other in combinations(tables, 2):
            for seat, place in ((seat, place) for seat in range(len(one)) for place in range(len(other))):
                before = cost(one) + cost(other)
                one[seat], other[place] = other[place], one[seat]
                if cost(one) + cost(other) < before:
                    better = True
                else:
                    one[seat], other[place] = other[place], one[seat]
    return tables


def _rotated(table: list[int], turn: int) -> tuple[int, ...]:
    """The people by seat.  Another person begins in each round."""
    shift = turn % len(table)
    return tuple(table[shift:] + table[:shift])
