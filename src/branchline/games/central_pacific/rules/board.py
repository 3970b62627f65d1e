"""Tile mixes of Central Pacific, the squares, and the tables that rules are compiled with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from branchline.errors import DataError
from branchline.games.central_pacific.rules.layout import (
    CITY2,
    CITY3,
    CITY4,
    COLUMNS,
    CROSS,
    CURVE,
    FOREST,
    KINDS,
    MOUNTAIN,
    ROWS,
    SEATS,
    SQUARES,
    START_CITY,
    STRAIGHT,
    TEE,
    TILES,
    TUNNEL,
)
from branchline.games.datafile import DataFile, find_file, is_line
from branchline.games.spec import Value
from branchline.kernel.contract import Board, Numbers, Table
from branchline.texts import noted, say

MIXES = Path(__file__).parents[1] / "data" / "tiles"
KIND_NAMES = ("straight", "curve", "tee", "cross", "tunnel", "city2", "city3", "city4", "forest", "mountain", "start")
CITY_NUMBER = (0, 0, 0, 0, 0, 2, 3, 4, 0, 0, 0)
"""CP 1.2: the number on a city; that of start cities is an option."""
HEADINGS = ("name", "title", "reconstructed")
"""Keys of a tile mix that count nothing."""
LONGEST_HEADING = 5 * 80
NORTH, EAST, SOUTH, WEST = 1, 2, 4, 8
COMPASS = "NESW"
ALL_EXITS = NORTH | EAST | SOUTH | WEST


@dataclass(frozen=True)
class Mix:
    """A tile mix as its file gives it (CP 1.2)."""

    name: str
    title: str
    counts: tuple[int, ...]
    """By kind; the homes are still among the start cities."""
    reconstructed: str


def load_mix(name_or_path: str) -> Mix:
    """Read and check a tile mix: the name of one that comes with the game, or the path of a TOML file."""
    source = DataFile(find_file(name_or_path, MIXES, noted("tile mix")), "tile mix")
    name = source.data.get("name", source.path.stem)
    texts = {"name": name, "title": source.data.get("title", name), "reconstructed": source.data.get("reconstructed", "")}
    for key in HEADINGS:
        if not is_line(texts[key], LONGEST_HEADING):
            raise source.refuse(f"{key} is not one line of {LONGEST_HEADING} letters at most.", key)
    return Mix(texts["name"], texts["title"], _counts(source), texts["reconstructed"])


def _counts(source: DataFile) -> tuple[int, ...]:
    """CP 1.2: a count for every kind; with the Golden Spike 81 tiles."""
    section = "tiles" if "tiles" in source.data else None
    listed = source.data.get("tiles", {key: value for key, value in source.data.items() if key not in HEADINGS})
    if not isinstance(listed, dict) or not listed:
        raise source.refuse("tiles is missing or not a section.", "tiles", section)
    for kind, count in listed.items():
        if kind not in KIND_NAMES:
            raise source.refuse(f"There is no kind of tile called {kind}. hint: kinds: {', '.join(KIND_NAMES)}.", kind, section)
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise source.refuse(f"The count of {kind} is not a whole number from 0 on.", kind, section)
    missing = [kind for kind in KIND_NAMES if kind not in listed]
    if missing:
        raise source.refuse(f"No count for {', '.join(missing)}.", "tiles", section)
    total = sum(listed.values()) + 1
    if total != TILES:
        raise source.refuse(f"{total} tiles with the Golden Spike; the game has {TILES}.", "tiles", section)
    if listed["start"] < 2:
        raise source.refuse(f"{listed['start']} start cities; two homes need 2.", "start", section)
    if listed["city2"] + listed["city3"] + listed["city4"] == 0:
        raise source.refuse("There is no city in the pool.", "city2", section)
    return tuple(listed[kind] for kind in KIND_NAMES)


def check_homes(name_or_path: str, homes: int) -> None:
    """CP 1.2: the homes are taken out of the start cities."""
    found = load_mix(name_or_path).counts[START_CITY]
    if found < homes:
        raise DataError(
            say(
                "The tile mix {name} has {found} start cities, but {homes} homes are needed.",
                name=name_or_path,
                found=found,
                homes=homes,
            )
        )


def square_name(square: int) -> str:
    """The name of a square.

    >>> square_name(0), square_name(94), square_name(99)
    ('A1', 'E10', 'J10')
    """
    return f"{'ABCDEFGHIJ'[square % COLUMNS]}{square // COLUMNS + 1}"


def square_number(name: str) -> int:
    """The number of a square; the inverse of `square_name`."""
    return (int(name[1:]) - 1) * COLUMNS + "ABCDEFGHIJ".index(name[0])


def exits_name(exits: int) -> str:
    """Exits as compass letters in the order N E S W."""
    return "".join(letter for bit, letter in enumerate(COMPASS) if exits >> bit & 1)


SQUARE_NAMES = tuple(square_name(square) for square in range(SQUARES))

TWO_EXITS_STRAIGHT = (NORTH | SOUTH, EAST | WEST)
TWO_EXITS_CURVED = (NORTH | EAST, NORTH | WEST, EAST | SOUTH, SOUTH | WEST)
THREE_EXITS = (NORTH | EAST | SOUTH, NORTH | EAST | WEST, NORTH | SOUTH | WEST, EAST | SOUTH | WEST)
ORIENTATIONS: dict[int, tuple[int, ...]] = {
    STRAIGHT: TWO_EXITS_STRAIGHT,
    CURVE: TWO_EXITS_CURVED,
    TEE: THREE_EXITS,
    CROSS: (ALL_EXITS,),
    TUNNEL: TWO_EXITS_STRAIGHT,
    CITY2: (ALL_EXITS, *THREE_EXITS),
    CITY3: (ALL_EXITS, *THREE_EXITS),
    CITY4: (ALL_EXITS, *THREE_EXITS),
    FOREST: (0,),
    MOUNTAIN: (0,),
    START_CITY: THREE_EXITS,
}
"""CP 1.2, 2.5: the exits each kind of tile can show; a form is a kind in one of its orientations."""
_FORMS = [(kind, exits) for kind in range(KINDS) for exits in ORIENTATIONS[kind]]

FORMS = len(_FORMS)
FORM_KIND: Numbers = np.array([kind for kind, _ in _FORMS], np.int64)
FORM_EXITS: Numbers = np.array([exits for _, exits in _FORMS], np.int64)


def forms_with(wanted: Any) -> int:
    """Forms (kind, exits) for which a condition holds, as bits."""
    return sum(1 << form for form, (kind, exits) in enumerate(_FORMS) if wanted(kind, exits))


FORMS_OF: Numbers = np.array([forms_with(lambda kind, _, of=of: kind == of) for of in range(KINDS)], np.int64)
TERRAIN_FORMS = int(FORMS_OF[FOREST] | FORMS_OF[MOUNTAIN])
TRACK_FORMS = int(FORMS_OF[STRAIGHT] | FORMS_OF[CURVE] | FORMS_OF[TEE] | FORMS_OF[CROSS] | FORMS_OF[TUNNEL])
NUMBERED_FORMS = int(FORMS_OF[CITY2] | FORMS_OF[CITY3] | FORMS_OF[CITY4])
CLEARING_FORMS = TRACK_FORMS & ~int(FORMS_OF[TUNNEL])
"""CP 3.3: kinds that clear terrain in equal numbers."""
RAIL_FORMS = TRACK_FORMS | NUMBERED_FORMS | int(FORMS_OF[START_CITY])
CITIES_OF_EXITS = tuple(
    forms_with(lambda kind, exits, count=count: kind in (CITY2, CITY3, CITY4) and exits.bit_count() == count)
    for count in range(5)
)
"""Forms of numbered cities by their number of exits (option city_exits)."""
ARM_FORMS: Numbers = np.array([forms_with(lambda _, exits, arm=arm: exits >> arm & 1) for arm in range(4)], np.int64)
TOUCHING: Numbers = np.array([forms_with(lambda _, exits, arms=arms: exits & arms) for arms in range(16)], np.int64)
"""CP 2.2: forms with an exit on one of these sides."""


def _matches(exits: int, loose: int, rail: int, blank: int) -> bool:
    """CP 2.3: no rail where none may be, and rail wherever rail is faced; `loose` asks for the first only."""
    return exits != 0 and exits & blank == 0 and (bool(loose) or exits & rail == rail)


MATCHING: np.ndarray[tuple[int, int, int], np.dtype[np.int64]] = np.array(
    [forms_with(lambda _, exits, way=way: _matches(exits, *way)) for way in np.ndindex(2, 16, 16)], np.int64
).reshape(2, 16, 16)
"""CP 2.3: forms that match where these sides face rail and those may carry none, by option matching."""


def _neighbours() -> Table:
    found = np.full((SQUARES, 4), -1, np.int64)
    for square in range(SQUARES):
        row, column = divmod(square, COLUMNS)
        for arm, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            if 0 <= row + down < ROWS and 0 <= column + right < COLUMNS:
                found[square, arm] = (row + down) * COLUMNS + column + right
    return found


NEIGHBOUR: Table = _neighbours()
"""The square beside a square by side N E S W, or −1 off the board."""
NORTH, EAST, SOUTH, WEST = range(4)
OPPOSITE = (SOUTH, WEST, NORTH, EAST)
_HOMES = ((), (), ("E1", "F10"), ("E1", "J7", "A8"), ("E1", "J5", "F10", "A6"))
HOMES: Table = np.array([[square_number(name) for name in (*homes, *["A1"] * SEATS)[:SEATS]] for homes in _HOMES], np.int64)
"""CP 1.1: the homes by number of sides (the rest of a row is unused)."""


def _form_text(kind: int, exits: int) -> str:
    return f"{KIND_NAMES[kind]} {exits_name(exits)}".strip()


LAY_IDS = 0
DISCARD_IDS = LAY_IDS + SQUARES * FORMS
RETURN_IDS = DISCARD_IDS + KINDS
DRAW_IDS = RETURN_IDS + KINDS
TAKE_IDS = DRAW_IDS + KINDS
GRANT_IDS = TAKE_IDS + KINDS
FIRST_IDS = GRANT_IDS + SEATS
CLAIM_IDS = FIRST_IDS + SEATS
DONE = CLAIM_IDS + SQUARES
SACRIFICE, STOCK, REDRAW, KEEP = DONE + 1, DONE + 2, DONE + 3, DONE + 4
ACTIONS = KEEP + 1


def texts() -> tuple[str, ...]:
    """The notation of every action in the order of ids (section 7)."""
    return (
        *(f"lay {name} {_form_text(kind, exits)}" for name in SQUARE_NAMES for kind, exits in _FORMS),
        *(f"discard {kind}" for kind in KIND_NAMES),
        *(f"return {kind}" for kind in KIND_NAMES),
        *(f"draw {kind}" for kind in KIND_NAMES),
        *(f"take {kind}" for kind in KIND_NAMES),
        *(f"grant {seat}" for seat in range(SEATS)),
        *(f"first {seat}" for seat in range(SEATS)),
        *(f"claim {name}" for name in SQUARE_NAMES),
        *("done", "sacrifice", "stock", "redraw", "keep"),
    )


def load_board(options: Mapping[str, Value]) -> Board:
    """The board with the tile mix named by the option `tiles`."""
    return _board(load_mix(str(options["tiles"])))


@cache
def _board(mix: Mix) -> Board:
    content = json.dumps([KIND_NAMES, mix.counts]).encode()
    return Board(
        name=mix.name,
        digest=hashlib.blake2b(content, digest_size=8).hexdigest(),
        # Counts reach the rules through the position, so all mixes share one compilation.
        tables={},
        texts=texts(),
        data=mix,
        max_legal=ACTIONS,
        reconstructed=mix.reconstructed,
    )
