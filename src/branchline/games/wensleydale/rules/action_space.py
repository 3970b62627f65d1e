"""The ids of actions: what kinds of actions a map has, where each kind begins, and their texts.

A *way* is a link in one direction of travel; ways are sorted by the area they leave.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from branchline.games.wensleydale.rules.layout import (
    BOXES,
    COMPANIES,
    INFLUENCES,
    INVESTMENT_CUBES,
    LOADS,
    ROWS,
    SEATS,
    TRAINS_IN_ROW,
)
from branchline.games.wensleydale.rules.map_data import KINDS, LETTERS, Map
from branchline.kernel import Board

PIECE_NAMES = ("stone", "cheese", "red", "green", "opposition")
PAYMENT_NAMES = (*KINDS, "cube")


@dataclass(frozen=True)
class Ways:
    """The links of a map in both directions, sorted by the area they leave."""

    from_: tuple[int, ...]
    to: tuple[int, ...]
    link: tuple[int, ...]


@cache
def ways_of(map_: Map) -> Ways:
    """The ways of a map, worked out once."""
    both = [(border.a, border.b, link) for link, border in enumerate(map_.links)]
    both += [(border.b, border.a, link) for link, border in enumerate(map_.links)]
    both.sort()
    return Ways(*(tuple(way[part] for way in both) for part in range(3)))


@cache
def loads_of(map_: Map) -> tuple[tuple[int, int], ...]:
    """Every possible load as piece and area: stone, cheese, red, green, each in map order."""
    found = []
    for piece in range(LOADS):
        for number, area in enumerate(map_.areas):
            if area.goods == PIECE_NAMES[piece] or (piece >= 2 and area.pieces):
                found.append((piece, number))
    return tuple(found)


@cache
def firsts_of(map_: Map) -> Mapping[str, int]:
    """The first id of each kind of action."""
    ways = len(ways_of(map_).from_)
    sizes = {
        "BID": BOXES * INVESTMENT_CUBES,
        "BUILD": ways,
        "PAY": len(PAYMENT_NAMES),
        "HIRE": ROWS * TRAINS_IN_ROW,
        "LOAD": len(loads_of(map_)),
        "SELL": COMPANIES * ways,
        "DONE": 1,
        "PASS": 1,
        "FIRST": SEATS,
        "DRAW": len(PIECE_NAMES),
        "TOKEN": INFLUENCES,
    }
    found, start = {}, 0
    for name, size in sizes.items():
        found[name] = start
        start += size
    return found


def offset(board: Board, action: int, kind: str) -> int:
    """The number of an action among the actions of its kind."""
    return action - firsts_of(board.data)[kind]


def texts(map_: Map) -> tuple[str, ...]:
    """LW 11: the notation of every action in the order of ids."""
    ids, ways = [area.id for area in map_.areas], ways_of(map_)
    journeys = [f"{ids[a]}-{ids[b]}" for a, b in zip(ways.from_, ways.to, strict=True)]
    return (
        *(f"bid {box + 1} {cubes + 1}" for box in range(BOXES) for cubes in range(INVESTMENT_CUBES)),
        *(f"build {journey}" for journey in journeys),
        *(f"pay {name}" for name in PAYMENT_NAMES),
        *(f"hire {row}{letter}" for row in range(ROWS, 0, -1) for letter in LETTERS),
        *(f"load {PIECE_NAMES[piece]} {ids[area]}" for piece, area in loads_of(map_)),
        *(f"sell {company} {journey}" for company in KINDS[:COMPANIES] for journey in journeys),
        "done",
        "pass",
        *(f"first {seat}" for seat in range(SEATS)),
        *(f"draw {name}" for name in PIECE_NAMES),
        *(f"token {kind}" for kind in KINDS),
    )
