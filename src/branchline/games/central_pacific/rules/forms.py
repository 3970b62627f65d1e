"""The forms of tiles: a form is a kind of tile in one of its orientations (CP 1.2, 2.5).

Sets of forms are bits of a number, so that rules can intersect them at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from branchline.games.central_pacific.rules.layout import (
    CITY2,
    CITY3,
    CITY4,
    CROSS,
    CURVE,
    FOREST,
    KINDS,
    MOUNTAIN,
    START_CITY,
    STRAIGHT,
    TEE,
    TUNNEL,
)
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from branchline.kernel.contract import Numbers

N, E, S, W = 1, 2, 4, 8
"""Exits as bits."""
COMPASS = "NESW"
ALL_EXITS = N | E | S | W
TWO_EXITS_STRAIGHT = (N | S, E | W)
TWO_EXITS_CURVED = (N | E, N | W, E | S, S | W)
THREE_EXITS = (N | E | S, N | E | W, N | S | W, E | S | W)
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
"""CP 1.2, 2.5: the exits that each kind of tile can show."""
_FORMS = [(kind, exits) for kind in range(KINDS) for exits in ORIENTATIONS[kind]]

FORMS = len(_FORMS)
FORM_KIND: Numbers = np.array([kind for kind, _ in _FORMS], np.int64)
FORM_EXITS: Numbers = np.array([exits for _, exits in _FORMS], np.int64)


def exits_name(exits: int) -> str:
    """Exits as compass letters in the order N E S W."""
    return "".join(letter for bit, letter in enumerate(COMPASS) if exits >> bit & 1)


FORM_NAMES = tuple(f"{KIND_NAMES[kind]} {exits_name(exits)}".strip() for kind, exits in _FORMS)
"""Section 7: `tee NES`, `forest`."""


def forms_with(wanted: Any) -> int:
    """The forms for which a condition on kind and exits holds, as bits."""
    return sum(1 << form for form, (kind, exits) in enumerate(_FORMS) if wanted(kind, exits))


FORMS_OF: Numbers = np.array([forms_with(lambda kind, _, of=of: kind == of) for of in range(KINDS)], np.int64)
TERRAIN_FORMS = int(FORMS_OF[FOREST] | FORMS_OF[MOUNTAIN])
TRACK_FORMS = int(FORMS_OF[STRAIGHT] | FORMS_OF[CURVE] | FORMS_OF[TEE] | FORMS_OF[CROSS] | FORMS_OF[TUNNEL])
NUMBERED_FORMS = int(FORMS_OF[CITY2] | FORMS_OF[CITY3] | FORMS_OF[CITY4])
CLEARING_FORMS = TRACK_FORMS & ~int(FORMS_OF[TUNNEL])
"""CP 3.3: forms that clear terrain with several tiles of their kind."""
RAIL_FORMS = TRACK_FORMS | NUMBERED_FORMS | int(FORMS_OF[START_CITY])
CITIES_OF_EXITS = tuple(
    forms_with(lambda kind, exits, count=count: kind in (CITY2, CITY3, CITY4) and exits.bit_count() == count)
    for count in range(5)
)
"""Forms of numbered cities by their number of exits (option city_exits)."""
ARM_FORMS: Numbers = np.array([forms_with(lambda _, exits, arm=arm: exits >> arm & 1) for arm in range(4)], np.int64)
"""Forms with an exit on a side."""
TOUCHING: Numbers = np.array([forms_with(lambda _, exits, arms=arms: exits & arms) for arms in range(16)], np.int64)
"""CP 2.2: forms with an exit on at least one of these sides."""


def _matches(exits: int, loose: int, rail: int, blank: int) -> bool:
    """CP 2.3: exits avoid all blank sides and meet all rail they face; with `loose` they need not meet it."""
    return exits != 0 and exits & blank == 0 and (bool(loose) or exits & rail == rail)


MATCHING: np.ndarray[tuple[int, int, int], np.dtype[np.int64]] = np.array(
    [forms_with(lambda _, exits, way=way: _matches(exits, *way)) for way in np.ndindex(2, 16, 16)], np.int64
).reshape(2, 16, 16)
"""CP 2.3: forms that match, by the option matching, the sides that face rail and the sides that may carry none."""
