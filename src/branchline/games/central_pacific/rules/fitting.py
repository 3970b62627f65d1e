"""What fits on an open square: matching edges and city distance (CP 2.3, 2.4)."""

from __future__ import annotations

from branchline.games.central_pacific.rules.board import NEIGHBOUR, OPPOSITE
from branchline.games.central_pacific.rules.forms import (
    ARM_FORMS,
    CITIES_OF_EXITS,
    FORMS_OF,
    MATCHING,
    NUMBERED_FORMS,
    TERRAIN_FORMS,
    TRACK_FORMS,
)
from branchline.games.central_pacific.rules.layout import CITY2, CITY3, CITY4, START_CITY, Fields
from branchline.games.central_pacific.rules.tile_mix import CITY_NUMBER
from branchline.kernel import rule

FAR = 9
"""More tiles than any city number asks for."""
ENTRY_BITS, ENTRY_START, ENTRY_LIMIT, ENTRY_TILE = 12, 4, 15, 1 << 7
"""What `look` packs: bits of an entry, where the entries start, the bits of the limit, one tile in an entry."""
UNKNOWN = -1
"""In `fits`, only while a placement is carried out: the square must be fitted again."""


@rule
def number_at(state: Fields, square: int) -> int:
    """CP 1.2: the number of the city on a square; 0 where there is none."""
    kind = state.tiles[square] - 1
    if kind == START_CITY:
        return state.home_number
    return CITY_NUMBER[kind] if kind >= 0 else 0


@rule
def linked(state: Fields, square: int, arm: int) -> int:
    """CP 2.3: the square that a tile's rail on one side is joined with; −1 for blanks, dead ends and blocked rail."""
    if not (state.exits[square] >> arm) & 1:
        return -1
    beside = NEIGHBOUR[square, arm]
    if beside < 0 or not (state.exits[beside] >> OPPOSITE[arm]) & 1:
        return -1
    return beside


@rule
def look(state: Fields, square: int, arm: int) -> int:
    """CP 2.4: the cities behind a side of an open square, at most three track tiles away, packed in a number.

    Its low bits are the highest number of a city that could stand on the square; above them come the
    cities at most two tiles away as (square, tiles, number).  There are at most three of these: two
    cities never touch the same track tile.
    """
    first = NEIGHBOUR[square, arm]
    number = number_at(state, first)
    if number > 0:
        return entry(first, number) << ENTRY_START
    limit, found, place = FAR, 0, ENTRY_START
    for arm1 in range(4):
        second = linked(state, first, arm1)
        if second < 0:
            continue
        number = number_at(state, second)
        if number > 0:
            found |= (entry(second, number) | ENTRY_TILE) << place
            place += ENTRY_BITS
            limit = 0
            continue
        for arm2 in range(4):
            third = linked(state, second, arm2)
            if third < 0 or third == first:
                continue
            number = number_at(state, third)
            if number > 0:
                found |= (entry(third, number) | 2 * ENTRY_TILE) << place
                place += ENTRY_BITS
                limit = min(limit, 2 if number <= 2 else 0)
            else:
                limit = min(limit, limit_behind(state, third))
    return found | limit


@rule
def limit_behind(state: Fields, third: int) -> int:
    """CP 2.4: the highest number of a city that the cities behind the third track tile of a way allow."""
    limit = FAR
    for arm in range(4):
        fourth = linked(state, third, arm)
        if fourth >= 0:
            number = number_at(state, fourth)
            if number > 0:
                limit = min(limit, 3 if number <= 3 else 0)
    return limit


@rule
def entry(square: int, number: int) -> int:
    """A city in the list of `look`, no tiles away; never 0, as the number is at least 2."""
    return square | number << 9


@rule
def too_near(these: int, those: int) -> bool:
    """CP 2.4: whether a track tile between two lists of cities would join different ones by too short a way."""
    one = these >> ENTRY_START
    while one > 0:
        other = those >> ENTRY_START
        while other > 0:
            if (one ^ other) & 127:
                tiles = ((one >> 7) & 3) + ((other >> 7) & 3) + 1
                if tiles < max((one >> 9) & 7, (other >> 9) & 7):
                    return True
            other >>= ENTRY_BITS
        one >>= ENTRY_BITS
    return False


@rule
def cities_above(state: Fields, limit: int) -> int:
    """CP 2.4: forms of cities whose number is above the limit."""
    forms = 0
    if limit < 2:
        forms |= FORMS_OF[CITY2]
    if limit < 3:
        forms |= FORMS_OF[CITY3]
    if limit < 4:
        forms |= FORMS_OF[CITY4]
    if limit < state.home_number:
        forms |= FORMS_OF[START_CITY]
    return forms


@rule
def too_near_forms(state: Fields, square: int) -> int:
    """CP 2.4: forms that would break the city distance on an open square."""
    forms = 0
    behind1 = behind2 = behind3 = int(FAR)
    for arm in range(4):
        seen = int(FAR)
        if (state.rail[square] >> arm) & 1:
            seen = look(state, square, arm)
            if seen & ENTRY_LIMIT < FAR:
                forms |= ARM_FORMS[arm] & cities_above(state, seen & ENTRY_LIMIT)
            if too_near(seen, behind1):
                forms |= ARM_FORMS[arm] & ARM_FORMS[arm - 1] & TRACK_FORMS
            if too_near(seen, behind2):
                forms |= ARM_FORMS[arm] & ARM_FORMS[arm - 2] & TRACK_FORMS
            if too_near(seen, behind3):
                forms |= ARM_FORMS[arm] & ARM_FORMS[arm - 3] & TRACK_FORMS
        behind1, behind2, behind3 = seen, behind1, behind2
    return forms


@rule
def printed_forms(state: Fields) -> int:
    """CP 1.2, option city_exits: the forms that exist in this game."""
    return ~NUMBERED_FORMS | CITIES_OF_EXITS[state.city_exits]


@rule
def fit(state: Fields, square: int) -> None:
    """CP 2.3, 2.4, 3.1: note which forms the surroundings of a square allow on it."""
    rail = state.rail[square]
    if rail == 0 or state.exits[square]:
        state.fits[square] = 0
        return
    forms = MATCHING[state.loose, rail, state.blank[square]] & printed_forms(state)
    forms &= ~too_near_forms(state, square)
    state.fits[square] = forms | TERRAIN_FORMS if state.tiles[square] == 0 else forms & TRACK_FORMS


@rule
def refit_around(state: Fields, square: int) -> None:
    """Mark the open squares that a tile's exits face, to be fitted again."""
    for arm in range(4):
        if (state.exits[square] >> arm) & 1:
            beside = NEIGHBOUR[square, arm]
            if beside >= 0 and state.exits[beside] == 0:
                state.fits[beside] = UNKNOWN


@rule
def refit_nearby(state: Fields, square: int) -> None:
    """CP 2.4: mark every open square from which the new tile changes a way of at most three track tiles to a city."""
    for arm in range(4):
        beside = NEIGHBOUR[square, arm]
        if beside >= 0 and state.exits[beside] == 0:
            state.fits[beside] = UNKNOWN
    further = number_at(state, square) > 0
    for arm1 in range(4):
        first = linked(state, square, arm1)
        if first < 0 or number_at(state, first) > 0:
            continue
        refit_around(state, first)
        for arm2 in range(4):
            second = linked(state, first, arm2)
            if second < 0 or second == square or number_at(state, second) > 0:
                continue
            refit_around(state, second)
            if not further:
                continue
            for arm3 in range(4):
                third = linked(state, second, arm3)
                if third >= 0 and third != first and number_at(state, third) == 0:
                    refit_around(state, third)
