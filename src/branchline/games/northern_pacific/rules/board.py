"""The board: the constants that rules are compiled with, texts of actions, and figures of a map for designers.

The constants at the end of this module are those of the standard map; `bind` puts another map's in their place.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from branchline.games.northern_pacific.rules.layout import SEATS
from branchline.games.northern_pacific.rules.map_data import Map
from branchline.games.northern_pacific.rules.map_file import load_map, standard
from branchline.games.northern_pacific.rules.visit_odds import ROUTE_LIMIT, random_walk, routes
from branchline.games.spec import Value
from branchline.kernel.contract import Board


def load_board(options: Mapping[str, Value]) -> Board:
    """The board named by the option `map`."""
    return _board(load_map(str(options["map"])))


def _board(map_: Map) -> Board:
    content = json.dumps([map_.cities, map_.exits, map_.start, map_.goal]).encode()
    return Board(
        name=map_.name,
        digest=hashlib.blake2b(content, digest_size=8).hexdigest(),
        constants=constants(map_),
        texts=texts(map_),
        data=map_,
        # `legal` writes before it counts, so it needs one slot beyond the last move.
        max_legal=max(len(exits) for exits in map_.exits) + 2 * len(map_.cities) + 1,
    )


def constants(map_: Map) -> dict[str, object]:
    """The global names of the rules that depend on the map, with their values."""
    width = max(len(exits) for exits in map_.exits)
    exits = np.full((len(map_.cities), width), -1, np.int64)
    for city, targets in enumerate(map_.exits):
        exits[city, : len(targets)] = targets
    return {
        "CITIES": len(map_.cities),
        "START": map_.start,
        "GOAL": map_.goal,
        "EXITS": exits,
        "EXIT_COUNT": np.array([len(targets) for targets in map_.exits], np.int64),
        "INVESTABLE": ((1 << len(map_.cities)) - 1) & ~(1 << map_.start) & ~(1 << map_.goal),
    }


def texts(map_: Map) -> tuple[str, ...]:
    """The text of every action in the order of ids: extend, invest, invest large, seat."""
    return (
        *(f"extend {city}" for city in map_.cities),
        *(f"invest {city}" for city in map_.cities),
        *(f"invest {city} large" for city in map_.cities),
        *(f"seat {seat}" for seat in range(SEATS)),
    )


def places(board: Board) -> dict[str, list[int]]:
    """Every city but the start, with the action of extending to it."""
    return {city: [number] for number, city in enumerate(board.data.cities) if number != board.data.start}


def map_report(board: Board) -> list[tuple[str, str]]:
    """The figures of a map: size, exits, routes, and the odds of coming to each city."""
    map_: Map = board.data
    rows = [
        ("map", f"{map_.title} ({map_.name}, {board.digest})"),
        ("cities", str(len(map_.cities))),
        ("tracks", str(map_.tracks)),
        ("from – to", f"{map_.cities[map_.start]} – {map_.cities[map_.goal]}"),
        *((f"exits {city}", _exits_text(map_, number)) for number, city in enumerate(map_.cities) if number != map_.goal),
        ("dead ends", "none: every line can always be extended (NP 2.4)"),
    ]
    found = routes(map_)
    if len(found) >= ROUTE_LIMIT:
        return [*rows, ("routes", f"more than {ROUTE_LIMIT:,}: too many for exact odds, see `branchline simulate`")]
    lengths = Counter(len(route) - 1 for route in found)
    mean, odds = random_walk(map_)
    ends = (map_.cities[map_.start], map_.cities[map_.goal])
    likely = sorted(odds.items(), key=lambda item: -item[1])
    return [
        *rows,
        ("routes", f"{len(found):,}"),
        ("by length", ", ".join(f"{length}: {count:,}" for length, count in sorted(lengths.items()))),
        ("random exits", f"{mean:.3f} tracks on average"),
        *((f"odds {city}", f"{chance:.3f}") for city, chance in likely if city not in ends),
    ]


def _exits_text(map_: Map, city: int) -> str:
    return ", ".join(map_.cities[exit] for exit in map_.exits[city])


_CONSTANTS: dict[str, Any] = constants(standard())
CITIES: int = _CONSTANTS["CITIES"]
START: int = _CONSTANTS["START"]
GOAL: int = _CONSTANTS["GOAL"]
EXITS: np.ndarray[tuple[int, int], np.dtype[np.int64]] = _CONSTANTS["EXITS"]
EXIT_COUNT: np.ndarray[tuple[int], np.dtype[np.int64]] = _CONSTANTS["EXIT_COUNT"]
INVESTABLE: int = _CONSTANTS["INVESTABLE"]
