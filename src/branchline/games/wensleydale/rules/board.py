"""The board: the constants that rules are compiled with, and reports on the map.

The module-level constants are those of the map `dales`.  `bind` replaces them by those of the map in play.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.games.spec import Value
from branchline.games.wensleydale.rules.action_space import PIECE_NAMES, firsts_of, loads_of, texts, ways_of
from branchline.games.wensleydale.rules.layout import (
    AREAS_MAX,
    BOXES,
    COMPANIES,
    INVESTMENT_CUBES,
    LOADS,
    SEATS,
    TRAINS_MAX,
    WORD_BITS,
    WORDS,
)
from branchline.games.wensleydale.rules.map_data import Map
from branchline.games.wensleydale.rules.map_file import load_map
from branchline.kernel.contract import Board

Numbers = NDArray[np.int64]


def bits(areas: Iterable[int]) -> Numbers:
    """A set of areas as words of bits."""
    words = [0] * WORDS
    for area in areas:
        words[area // WORD_BITS] |= 1 << area % WORD_BITS
    return np.array(words, np.int64)


def areas_in(words: Iterable[int]) -> set[int]:
    """The areas in a set of bits: the reverse of `bits`."""
    found = set()
    for word, row in enumerate(words):
        left = int(row) & ((1 << WORD_BITS) - 1)
        while left:
            lowest = left & -left
            found.add(WORD_BITS * word + lowest.bit_length() - 1)
            left -= lowest
    return found


def constants(map_: Map) -> dict[str, object]:
    """The global names in rules that depend on the map, with their values."""
    return {**firsts_of(map_), **_area_tables(map_), **_way_tables(map_), **_load_tables(map_), **_supply_tables(map_)}


def _area_tables(map_: Map) -> dict[str, object]:
    areas = range(len(map_.areas))
    towns = {area for area in areas if map_.areas[area].town}
    hills = {area for area in areas if map_.areas[area].terrain == "hill"}
    return {
        "AREAS": len(map_.areas),
        "TOWN_AREAS": bits(towns),
        "SALE_ENDS": bits(area for area in towns if not map_.areas[area].only_from),
        "COMPANY_TOWNS": np.array(
            [bits(area for area in areas if company in map_.areas[area].companies) for company in range(COMPANIES)]
        ),
        "HILLS_BESIDE": np.array([bits(set(map_.neighbours[area]) & hills) for area in areas]),
        "TOWNS_BESIDE": np.array([bits(set(map_.neighbours[area]) & towns) for area in areas]),
        "GOODS_DRAWS": np.array([area for area in areas if map_.areas[area].goods for _ in range(2)], np.int64),
        "TOWN_DRAWS": np.array([area for area in areas for _ in range(map_.areas[area].pieces)], np.int64),
        "GOODS_OF_AREA": np.array([PIECE_NAMES.index(area.goods) if area.goods else -1 for area in map_.areas], np.int64),
    }


def _way_tables(map_: Map) -> dict[str, object]:
    ways, areas = ways_of(map_), range(len(map_.areas))
    return {
        "LINK_COUNT": len(map_.links),
        "WAYS": len(ways.from_),
        "WAY_FROM": np.array(ways.from_, np.int64),
        "WAY_TO": np.array(ways.to, np.int64),
        "WAY_LINK": np.array(ways.link, np.int64),
        "WAY_COST": np.array([map_.links[link].cost for link in ways.link], np.int64),
        "WAY_OPEN": np.array([int(not map_.areas[area].only_from) for area in ways.to], np.int64),
        "FIRST_WAY": np.array([sum(start < area for start in ways.from_) for area in range(len(areas) + 1)], np.int64),
        "LINK_ENDS": np.array([(border.a, border.b) for border in map_.links], np.int64),
    }


def _load_tables(map_: Map) -> dict[str, object]:
    loads = loads_of(map_)
    load_at = np.full((LOADS, len(map_.areas)), -1, np.int64)
    for load, (piece, area) in enumerate(loads):
        load_at[piece, area] = load
    return {
        "LOAD_PIECE": np.array([piece for piece, _ in loads], np.int64),
        "LOAD_AREA": np.array([area for _, area in loads], np.int64),
        "LOAD_AT": load_at,
    }


def _supply_tables(map_: Map) -> dict[str, object]:
    slots = np.zeros((TRAINS_MAX, 2), np.int64)
    offered = np.zeros((TRAINS_MAX, SEATS + 1), np.int64)
    for train in map_.trains:
        slots[train.number] = train.passengers, train.goods
        offered[train.number, list(train.players)] = 1
    return {
        "BOX_MINIMUM": np.array([box.minimum for box in map_.boxes], np.int64),
        "BOX_PRINTED": np.array([box.printed for box in map_.boxes], np.int64),
        "TRAIN_SLOTS": slots,
        "TRAIN_OFFERED": offered,
    }


def load_board(options: Mapping[str, Value]) -> Board:
    """The board named by the option `map`."""
    return _board(load_map(str(options["map"])))


def _board(map_: Map) -> Board:
    areas = [(a.id, a.terrain, a.town, a.companies, a.goods, a.pieces, a.only_from) for a in map_.areas]
    borders = [(border.a, border.b, border.cost) for border in map_.borders]
    boxes = [(box.minimum, box.printed) for box in map_.boxes]
    trains = [(t.row, t.letter, t.passengers, t.goods, t.players) for t in map_.trains]
    content = json.dumps([areas, borders, boxes, trains]).encode()
    ways = len(ways_of(map_).from_)
    return Board(
        name=map_.name,
        digest=hashlib.blake2b(content, digest_size=8).hexdigest(),
        constants=constants(map_),
        texts=texts(map_),
        data=map_,
        # The longest list of legal actions in any phase, and one more for `done` or `pass`.
        max_legal=1 + max(BOXES * INVESTMENT_CUBES, COMPANIES * ways, len(loads_of(map_)) + TRAINS_MAX),
        reconstructed=map_.reconstructed,
    )


def map_report(board: Board) -> list[tuple[str, str]]:
    """The figures of a map: areas, borders, towns and goods."""
    map_: Map = board.data
    costs = [border.cost for border in map_.links]
    areas = map_.areas
    kinds = {
        "company towns": [area.name for area in areas if area.companies],
        "major towns": [area.name for area in areas if area.town == "major" and not area.companies],
        "minor towns": [area.name for area in areas if area.town == "minor" and not area.companies],
        "cheese": [area.name for area in areas if area.goods == "cheese"],
        "stone": [area.name for area in areas if area.goods == "stone"],
    }
    return [
        ("map", f"{map_.title} ({map_.name}, {board.digest})"),
        *([("note", map_.reconstructed)] if map_.reconstructed else []),
        ("areas", str(len(areas))),
        ("borders", f"{len(map_.borders)}, {len(costs)} for links: {costs.count(1)} cost 1, {costs.count(2)} cost 2"),
        *((kind, f"{len(names)}: {', '.join(names)}") for kind, names in kinds.items()),
        ("draws", f"{2 * sum(bool(area.goods) for area in areas)} cubes, {sum(area.pieces for area in areas)} pieces"),
    ]


def places(board: Board) -> dict[str, list[int]]:
    """Every area with the actions that build a link into it."""
    map_: Map = board.data
    first, ways = firsts_of(map_)["BUILD"], ways_of(map_)
    found: dict[str, list[int]] = {}
    for way, area in enumerate(ways.to):
        if not map_.areas[area].only_from:
            found.setdefault(map_.areas[area].name, []).append(first + way)
    return found


@cache
def standard() -> Map:
    """The map `dales`."""
    return load_map("dales")


AREA_WORD: Numbers = np.arange(AREAS_MAX, dtype=np.int64) // WORD_BITS
AREA_SHIFT: Numbers = np.arange(AREAS_MAX, dtype=np.int64) % WORD_BITS
AREA_BIT: Numbers = np.left_shift(np.int64(1), AREA_SHIFT)

_CONSTANTS: dict[str, Any] = constants(standard())
BID: int = _CONSTANTS["BID"]
BUILD: int = _CONSTANTS["BUILD"]
PAY: int = _CONSTANTS["PAY"]
HIRE: int = _CONSTANTS["HIRE"]
LOAD: int = _CONSTANTS["LOAD"]
SELL: int = _CONSTANTS["SELL"]
DONE: int = _CONSTANTS["DONE"]
PASS: int = _CONSTANTS["PASS"]
FIRST: int = _CONSTANTS["FIRST"]
DRAW: int = _CONSTANTS["DRAW"]
TOKEN: int = _CONSTANTS["TOKEN"]
AREAS: int = _CONSTANTS["AREAS"]
TOWN_AREAS: Numbers = _CONSTANTS["TOWN_AREAS"]
SALE_ENDS: Numbers = _CONSTANTS["SALE_ENDS"]
COMPANY_TOWNS: Numbers = _CONSTANTS["COMPANY_TOWNS"]
HILLS_BESIDE: Numbers = _CONSTANTS["HILLS_BESIDE"]
TOWNS_BESIDE: Numbers = _CONSTANTS["TOWNS_BESIDE"]
GOODS_DRAWS: Numbers = _CONSTANTS["GOODS_DRAWS"]
TOWN_DRAWS: Numbers = _CONSTANTS["TOWN_DRAWS"]
GOODS_OF_AREA: Numbers = _CONSTANTS["GOODS_OF_AREA"]
LINK_COUNT: int = _CONSTANTS["LINK_COUNT"]
WAYS: int = _CONSTANTS["WAYS"]
WAY_FROM: Numbers = _CONSTANTS["WAY_FROM"]
WAY_TO: Numbers = _CONSTANTS["WAY_TO"]
WAY_LINK: Numbers = _CONSTANTS["WAY_LINK"]
WAY_COST: Numbers = _CONSTANTS["WAY_COST"]
WAY_OPEN: Numbers = _CONSTANTS["WAY_OPEN"]
FIRST_WAY: Numbers = _CONSTANTS["FIRST_WAY"]
LINK_ENDS: Numbers = _CONSTANTS["LINK_ENDS"]
LOAD_PIECE: Numbers = _CONSTANTS["LOAD_PIECE"]
LOAD_AREA: Numbers = _CONSTANTS["LOAD_AREA"]
LOAD_AT: Numbers = _CONSTANTS["LOAD_AT"]
BOX_MINIMUM: Numbers = _CONSTANTS["BOX_MINIMUM"]
BOX_PRINTED: Numbers = _CONSTANTS["BOX_PRINTED"]
TRAIN_SLOTS: Numbers = _CONSTANTS["TRAIN_SLOTS"]
TRAIN_OFFERED: Numbers = _CONSTANTS["TRAIN_OFFERED"]
