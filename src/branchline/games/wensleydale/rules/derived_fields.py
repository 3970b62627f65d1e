"""What follows from other fields of a position: the areas a network reaches, free slots, sets of areas as bits."""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.games.wensleydale.rules.board import areas_in, bits
from branchline.games.wensleydale.rules.layout import (
    COMPANIES,
    COMPANY_OWNER,
    GOODS,
    LINKS,
    LOADS,
    NO_AREA,
    PASSENGERS,
    RED,
    SEATS,
    TRAINS,
    TRAINS_IN_ROW,
    TRAINS_MAX,
    WORDS,
)
from branchline.games.wensleydale.rules.map_data import Map
from branchline.kernel import Board


def check_derived(state: Any, board: Board) -> list[str]:
    """Fields that follow from others have the value that follows, and unused places are 0."""
    return [
        f"{name} does not follow from the rest of the position."
        for name, value in follows(state, board).items()
        if value != getattr(state, name)
    ]


def follows(state: Any, board: Board) -> dict[str, Any]:
    """The fields that follow from others, worked out anew."""
    map_: Map = board.data
    seats, unused = range(state.players), SEATS - state.players
    touched = [touched_by(state, map_, 1 + seat) for seat in range(SEATS)]
    no_words = [0] * WORDS
    reach: list[list[set[int]]] = [
        _within_reach(state, board, seat, touched[seat]) if state.phase == TRAINS else [set()] * LOADS for seat in range(SEATS)
    ]
    found = {
        "touched": [words_of(areas) for areas in touched],
        "company_touched": words_of(
            set().union(*(touched_by(state, map_, COMPANY_OWNER + company) for company in range(COMPANIES)))
        ),
        "company_towns": [words_of(areas_in(words)) for words in state.company_towns],
        "entered": words_of(areas_in(state.entered)) if state.path_end != NO_AREA else no_words,
        "path": state.path[: state.path_links] + [0] * (LINKS - state.path_links),
        "stocked": [words_of({n for n, area in enumerate(state.pieces) if area[piece]}) for piece in range(LOADS)],
        "rows_hired": [sum(1 << train // TRAINS_IN_ROW for train in trains_of(state, seat)) for seat in range(SEATS)],
        "slots": [free_slots(state, board, seat) if seat in seats else [0, 0] for seat in range(SEATS)],
        "within_reach": [[words_of(areas) for areas in kinds] for kinds in reach],
        "loaded": state.loaded[: state.players] + [[0] * LOADS] * unused,
        "piles": state.piles[: state.players] + [[0] * LOADS] * unused,
    }
    for name in ("order", "build_order", "train_order", "cubes"):
        found[name] = getattr(state, name)[: state.players] + [0] * unused
    for name in ("marks", "stacks"):
        found[name] = [row[: state.players] + [0] * unused for row in getattr(state, name)]
    return found


def _within_reach(state: Any, board: Board, seat: int, touched: set[int]) -> list[set[int]]:
    """LW 6.5–6.7: the areas where a seat could load stone, cheese, red and green."""
    map_: Map = board.data
    towns = [areas_in(words) for words in state.company_towns]
    free = {area for area in touched if map_.areas[area].town}.difference(*towns)
    stone = set().union(*(areas_in(constant(board, "HILLS_BESIDE")[area]) for area in free))
    own = [(border.a, border.b) for link, border in enumerate(map_.links) if state.owners[link] == 1 + seat]
    return [stone, touched, *(spread(own, touched & towns[company]) for company in range(COMPANIES))]


def free_slots(state: Any, board: Board, seat: int) -> list[int]:
    """LW 6.4: the slots of a seat's trains less its loads, for passengers and for goods."""
    slots = constant(board, "TRAIN_SLOTS")
    taken = {PASSENGERS: sum(state.loaded[seat][RED:]), GOODS: sum(state.loaded[seat][:RED])}
    return [sum(slots[train][kind] for train in trains_of(state, seat)) - taken[kind] for kind in (PASSENGERS, GOODS)]


def trains_of(state: Any, seat: int) -> list[int]:
    """The trains of a seat."""
    return [train for train in range(TRAINS_MAX) if state.train_owner[train] == 1 + seat]


def touched_by(state: Any, map_: Map, owner: int) -> set[int]:
    """The areas at the links of an owner."""
    return {
        area for border, whose in zip(map_.links, state.owners, strict=False) if whose == owner for area in (border.a, border.b)
    }


def spread(pairs: list[tuple[int, int]], areas: set[int], steps: int = LINKS) -> set[int]:
    """All areas that links connect with some areas in at most so many steps."""
    for _ in range(steps):
        areas = areas.union(*(pair for pair in pairs if areas.intersection(pair)))
    return areas


def words_of(areas: set[int]) -> list[int]:
    """A set of areas as plain words of bits."""
    return bits(areas).tolist()


def constant(board: Board, name: str) -> Any:
    """An array of the board as plain lists."""
    return np.asarray(board.constants[name]).tolist()
