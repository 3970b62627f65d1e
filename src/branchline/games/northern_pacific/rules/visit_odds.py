"""How likely a line comes to each city if every exit to a new city is equally likely (section 7 of the rules).

Investments do not change where a line can go, so they play no part.  For one railroad the odds are exact.  With a line for
each player, or on a map with too many ways, they are counted in random rounds in which every player extends.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

from branchline.games.northern_pacific.rules.map_data import Map

ROUTE_LIMIT = 200_000
"""Exact figures of a map are not attempted if it has more routes than this."""
MAX_WAYS = 20_000
"""Exact odds are given up when more ways than this have to be followed at once."""
ROUNDS: int = 400
"""Random rounds in which odds are counted: they are off by at most 2.5 % two times in three."""


def routes(map_: Map, limit: int = ROUTE_LIMIT) -> list[tuple[int, ...]]:
    """The ways from start to goal that visit no city twice, about `limit` of them at most."""
    found: list[tuple[int, ...]] = []
    waiting: list[tuple[int, ...]] = [(map_.start,)]
    while waiting and len(found) < limit:
        path = waiting.pop()
        for city in map_.exits[path[-1]]:
            if city == map_.goal:
                found.append((*path, city))
            elif city not in path:
                waiting.append((*path, city))
    return found


def random_walk(map_: Map) -> tuple[float, dict[str, float]]:
    """The mean length of a railroad in tracks, and the odds of every city by name; from all routes, so exact."""
    mean, odds = 0.0, dict.fromkeys(map_.cities, 0.0)
    for route in routes(map_):
        chance = 1.0
        for stop, city in enumerate(route[:-1]):
            chance /= sum(exit not in route[: stop + 1] for exit in map_.exits[city])
        mean += chance * (len(route) - 1)
        for city in route:
            odds[map_.cities[city]] += chance
    return mean, odds


def odds_of_visits(fields: Any, map_: Map) -> tuple[float, ...]:
    """For every city the odds that a line comes to it in the rest of this round; 1 if one has been there."""
    if not fields.own_lines and (found := exact_odds(map_, int(fields.heads[0]), int(fields.reached[0]))):
        return found
    seats = [int(seat) for seat in fields.order[: fields.players]] if fields.own_lines else [0]
    first = int(fields.turn) % len(seats)
    lines = tuple((int(fields.heads[line]), int(fields.reached[line])) for line in (*seats[first:], *seats[:first]))
    return counted_odds(map_, lines, int(fields.closed))


def are_exact(fields: Any, map_: Map) -> bool:
    """Whether the odds of a position are exact, not counted."""
    return not fields.own_lines and bool(exact_odds(map_, int(fields.heads[0]), int(fields.reached[0])))


@lru_cache(maxsize=512)
def exact_odds(map_: Map, head: int, reached: int) -> tuple[float, ...]:
    """The odds of a railroad with this end and these cities behind it; nothing if there are too many ways.

    All ways are followed at once.  Two ways count as one if they end in the same city and differ only in cities to which no
    track leads from there.
    """
    ahead = _ahead(map_)
    odds = [float(reached >> city & 1) for city in range(len(map_.cities))]
    ways = {(head, reached): 1.0}
    while ways:
        further: dict[tuple[int, int], float] = {}
        for (city, been), weight in ways.items():
            targets = [target for target in map_.exits[city] if not been >> target & 1]
            for target in targets:
                share = weight / len(targets)
                odds[target] += share
                way = target, (been | 1 << target) & ahead[target]
                further[way] = further.get(way, 0.0) + share
        if len(further) > MAX_WAYS:
            return ()
        ways = further
    return tuple(odds)


@lru_cache(maxsize=32)
def _ahead(map_: Map) -> tuple[int, ...]:
    """For every city, as bits, the city itself and all cities to which a way leads from there."""
    found = [1 << city for city in range(len(map_.cities))]
    changed = True
    while changed:
        changed = False
        for city, exits in enumerate(map_.exits):
            wider = found[city]
            for target in exits:
                wider |= found[target]
            changed |= wider != found[city]
            found[city] = wider
    return tuple(found)


@lru_cache(maxsize=128)
def counted_odds(map_: Map, lines: tuple[tuple[int, int], ...], closed: int) -> tuple[float, ...]:
    """The odds of several lines, each with its end and the cities behind it, in the order of play.

    They extend at random, turn by turn, until one is at the goal, and that many times.  Equal positions get equal odds.
    """
    dice, visits = random.Random(closed), [0] * len(map_.cities)
    for _ in range(ROUNDS):
        heads, reached, seen = [head for head, _ in lines], [been for _, been in lines], closed
        while not seen >> map_.goal & 1:
            for line, head in enumerate(heads):
                been = reached[line]
                target = dice.choice([exit for exit in map_.exits[head] if not been >> exit & 1])
                heads[line], reached[line] = target, been | 1 << target
                seen |= 1 << target
                if target == map_.goal:
                    break
        for city in range(len(visits)):
            visits[city] += seen >> city & 1
    return tuple(times / ROUNDS for times in visits)
