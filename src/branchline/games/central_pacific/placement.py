"""Laying tiles: what fits where, city distance, networks, terrain and clearings (sections 2 and 3).

Every placement brings the fields `rail`, `blank`, `member`, `reach` and `fits` up to date around it;
tracks are never removed, so nothing else can change them.
"""

from __future__ import annotations

from branchline.games.central_pacific.board import (
    ARM_FORMS,
    CITIES_OF_EXITS,
    CITY_NUMBER,
    FORM_EXITS,
    FORM_KIND,
    FORMS,
    FORMS_OF,
    MATCHING,
    NEIGHBOUR,
    NUMBERED_FORMS,
    OPPOSITE,
    RAIL_FORMS,
    TERRAIN_FORMS,
    TOUCHING,
    TRACK_FORMS,
)
from branchline.games.central_pacific.state import (
    BEGIN,
    CITY2,
    CITY3,
    CITY4,
    FOREST,
    FOREST_COSTS,
    KINDS,
    LAY,
    LAYS,
    MOUNTAIN,
    MOUNTAIN_COSTS,
    SEATS,
    SQUARES,
    START_CITY,
    TUNNEL,
    Position,
)
from branchline.kernel import rule
from branchline.kernel.contract import Ids

NOT_A_TILE, NOT_NOW, LAID_ENOUGH, NOT_CONNECTED, NO_MATCH, TOO_NEAR = 102, 500, 201, 202, 203, 204
NOT_FACED, NOT_OWN, NOT_CLEARED, CITY_ON_TERRAIN = 301, 302, 303, 304
FAR = 9
"""More tiles than any city number asks for."""
ENTRY_BITS, ENTRY_START, ENTRY_LIMIT = 12, 4, 15
UNKNOWN = -1
"""In `fits` while a placement is carried out: the square must be looked at again."""


@rule
def side_of(state: Position, seat: int) -> int:
    """CP 6.5: the side a seat plays for."""
    return seat % 2 if state.teams else seat


@rule
def sides(state: Position) -> int:
    """CP 6.5: two teams, or as many sides as players."""
    return 2 if state.teams else state.players


@rule
def number_at(state: Position, square: int) -> int:
    """CP 1.2: the number of the city on a square; 0 where there is none."""
    kind = state.tiles[square] - 1
    if kind == START_CITY:
        return state.home_number
    return CITY_NUMBER[kind] if kind >= 0 else 0


@rule
def linked(state: Position, square: int, arm: int) -> int:
    """CP 2.3: the square that a tile's rail on one side is joined with; −1 for blanks, dead ends and blocked rail."""
    if not (state.exits[square] >> arm) & 1:
        return -1
    beside = NEIGHBOUR[square, arm]
    if beside < 0 or not (state.exits[beside] >> OPPOSITE[arm]) & 1:
        return -1
    return beside


@rule
def look(state: Position, square: int, arm: int) -> int:
    """CP 2.4: the cities behind a side of an open square, at most three track tiles away, packed in a number.

    Its low bits are the highest number of a city that could stand on the square; above them come the
    cities at most two tiles away as (square, tiles, number).  There are at most three of these: two
    cities never touch the same track tile.
    """
    first = NEIGHBOUR[square, arm]
    number = number_at(state, first)
    if number > 0:
        return entry(first, 0, number) << ENTRY_START
    limit, found, place = FAR, 0, ENTRY_START
    for arm1 in range(4):
        second = linked(state, first, arm1)
        if second < 0:
            continue
        number = number_at(state, second)
        if number > 0:
            found |= entry(second, 1, number) << place
            place += ENTRY_BITS
            limit = 0
            continue
        for arm2 in range(4):
            third = linked(state, second, arm2)
            if third < 0 or third == first:
                continue
            number = number_at(state, third)
            if number > 0:
                found |= entry(third, 2, number) << place
                place += ENTRY_BITS
                limit = min(limit, 2 if number <= 2 else 0)
            else:
                limit = min(limit, limit_behind(state, third))
    return found | limit


@rule
def limit_behind(state: Position, third: int) -> int:
    """CP 2.4: what the cities beside the third track tile of a way leave of the limit."""
    limit = FAR
    for arm in range(4):
        fourth = linked(state, third, arm)
        if fourth >= 0:
            number = number_at(state, fourth)
            if number > 0:
                limit = min(limit, 3 if number <= 3 else 0)
    return limit


@rule
def entry(square: int, tiles: int, number: int) -> int:
    """A city in the list of `look`; never 0, as the number is at least 2."""
    return square | tiles << 7 | number << 9


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
def cities_above(state: Position, limit: int) -> int:
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
def too_near_forms(state: Position, square: int) -> int:
    """CP 2.4: forms that would break the city distance on an open square."""
    forms = 0
    behind1 = behind2 = behind3 = FAR
    for arm in range(4):
        seen = FAR
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
def printed_forms(state: Position) -> int:
    """CP 1.2, option city_exits: the forms that exist in this game."""
    return ~NUMBERED_FORMS | CITIES_OF_EXITS[state.city_exits]


@rule
def fit(state: Position, square: int) -> None:
    """CP 2.3, 2.4, 3.1: note which forms can go on a square as far as its surroundings say."""
    rail = state.rail[square]
    if rail == 0 or state.exits[square]:
        state.fits[square] = 0
        return
    forms = MATCHING[state.loose, rail, state.blank[square]] & printed_forms(state)
    forms &= ~too_near_forms(state, square)
    state.fits[square] = forms | TERRAIN_FORMS if state.tiles[square] == 0 else forms & TRACK_FORMS


@rule
def refit_around(state: Position, square: int) -> None:
    """Have the open squares that a tile's exits face looked at again."""
    for arm in range(4):
        if (state.exits[square] >> arm) & 1:
            beside = NEIGHBOUR[square, arm]
            if beside >= 0 and state.exits[beside] == 0:
                state.fits[beside] = UNKNOWN


@rule
def refit_nearby(state: Position, square: int) -> None:
    """CP 2.4: find every open square from which the new tile changes a way of at most three track tiles to a city."""
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


@rule
def put_tile(state: Position, square: int, kind: int, exits: int) -> None:
    """CP 2.2, 2.3: a tile comes on the board, on an empty square or in place of terrain."""
    state.tiles[square] = kind + 1
    state.exits[square] = exits
    state.fits[square] = UNKNOWN
    if exits:
        for arm in range(4):
            beside = NEIGHBOUR[square, arm]
            if beside >= 0:
                if (exits >> arm) & 1:
                    state.rail[beside] |= 1 << OPPOSITE[arm]
                elif not state.loose:
                    state.blank[beside] |= 1 << OPPOSITE[arm]
        join_network(state, square)
        refit_nearby(state, square)
    for other in range(SQUARES):
        if state.fits[other] == UNKNOWN:
            fit(state, other)


@rule
def join_network(state: Position, square: int) -> None:
    """CP 2.2: a new tile belongs to the networks it is joined with, and joins them to each other."""
    members = state.member[square]
    for arm in range(4):
        beside = linked(state, square, arm)
        if beside >= 0:
            members |= state.member[beside]
    state.member[square] = members
    merged = False
    for arm in range(4):
        beside = linked(state, square, arm)
        if beside >= 0 and state.member[beside] != members:
            merged = True
    if not merged:
        extend_reach(state, square)
        return
    for other in range(SQUARES):
        if state.member[other] & members:
            state.member[other] = members
            extend_reach(state, other)


@rule
def extend_reach(state: Position, square: int) -> None:
    """CP 2.2: the squares a tile faces can be reached by every side whose network it is in."""
    for arm in range(4):
        beside = NEIGHBOUR[square, arm]
        if beside >= 0 and (state.exits[square] >> arm) & 1:
            for side in range(SEATS):
                if (state.member[square] >> side) & 1:
                    state.reach[side, beside] |= 1 << OPPOSITE[arm]


@rule
def reached(state: Position, side: int, square: int) -> int:
    """CP 2.2: the sides of a square faced by a side's network; after the spike everybody's is the whole board."""
    return state.rail[square] if state.spike else state.reach[side, square]


@rule
def held_forms(state: Position, seat: int, copies: int) -> int:
    """CP 2.1, 3.3: forms of the kinds of which a seat holds so many tiles and may still lay them in this turn."""
    forms = 0
    if state.laid + copies <= LAYS:
        for kind in range(KINDS):
            if state.hand[seat, kind] >= copies:
                forms |= FORMS_OF[kind]
    return forms


@rule
def lay_forms(state: Position, side: int, square: int, one: int, two: int, three: int) -> int:
    """CP 2.2, 3: forms that can be laid on a square, from those held once, twice and three times."""
    forms = state.fits[square]
    if forms == 0:
        return 0
    arms = reached(state, side, square)
    standing = state.tiles[square] - 1
    if standing < 0:
        terrain = TERRAIN_FORMS if arms or state.anywhere else 0
        return forms & one & (TOUCHING[arms] | terrain)
    paid = two if standing == FOREST else three | (one & FORMS_OF[TUNNEL])
    return forms & paid & TOUCHING[arms]


@rule
def clearing_forms(forms: int) -> int:
    """CP 3.3: straights, curves, tees and crosses clear terrain in equal numbers."""
    return forms & TRACK_FORMS & ~FORMS_OF[TUNNEL]


@rule
def write_lays(state: Position, seat: int, out: Ids) -> int:
    """CP 2, 3: write every tile that a seat can lay now; returns how many."""
    one = held_forms(state, seat, 1)
    two = clearing_forms(held_forms(state, seat, FOREST_COSTS))
    three = clearing_forms(held_forms(state, seat, MOUNTAIN_COSTS))
    side = side_of(state, seat)
    count = 0
    if one == 0:
        return 0
    for square in range(SQUARES):
        forms = lay_forms(state, side, square, one, two, three)
        form = 0
        while forms:
            if forms & 1:
                out[count] = square * FORMS + form
                count += 1
            forms >>= 1
            form += 1
    return count


@rule
def can_lay(state: Position, seat: int) -> bool:
    """CP 5.5, 6.1: whether a seat can lay anything at all."""
    one = held_forms(state, seat, 1)
    two = clearing_forms(held_forms(state, seat, FOREST_COSTS))
    three = clearing_forms(held_forms(state, seat, MOUNTAIN_COSTS))
    side = side_of(state, seat)
    for square in range(SQUARES):
        if lay_forms(state, side, square, one, two, three):
            return True
    return False


@rule
def tiles_used(state: Position, square: int, kind: int) -> int:
    """CP 3.3: how many tiles of its kind a lay takes from the hand."""
    standing = state.tiles[square] - 1
    if standing == FOREST:
        return FOREST_COSTS
    if standing == MOUNTAIN and kind != TUNNEL:
        return MOUNTAIN_COSTS
    return 1


@rule
def why_not_lay(state: Position, seat: int, square: int, form: int) -> int:
    """CP 2, 3: the paragraph that forbids a lay, or 0."""
    if state.phase != BEGIN and state.phase != LAY:
        return NOT_NOW
    one = held_forms(state, seat, 1)
    two = clearing_forms(held_forms(state, seat, FOREST_COSTS))
    three = clearing_forms(held_forms(state, seat, MOUNTAIN_COSTS))
    side = side_of(state, seat)
    if (lay_forms(state, side, square, one, two, three) >> form) & 1:
        return 0
    if not (printed_forms(state) >> form) & 1:
        return NOT_A_TILE
    kind, exits = FORM_KIND[form], FORM_EXITS[form]
    if state.hand[seat, kind] == 0 or state.laid >= LAYS:
        return LAID_ENOUGH
    if state.tiles[square] > 0 and state.exits[square]:
        return NOT_CONNECTED
    if state.tiles[square] > 0:
        broken = why_not_clear(state, seat, square, kind)
        if broken:
            return broken
    arms = reached(state, side, square)
    if exits == 0:
        return NOT_FACED if state.rail[square] == 0 else NOT_OWN
    if arms & exits == 0:
        return NOT_CONNECTED
    if not (MATCHING[state.loose, state.rail[square], state.blank[square]] >> form) & 1:
        return NO_MATCH
    return TOO_NEAR


@rule
def why_not_clear(state: Position, seat: int, square: int, kind: int) -> int:
    """CP 3.3, 3.4: the paragraph that keeps a kind of tile off a terrain square, or 0."""
    if not (RAIL_FORMS & FORMS_OF[kind]):
        return NOT_FACED
    if kind >= CITY2:
        return CITY_ON_TERRAIN
    used = tiles_used(state, square, kind)
    if (kind == TUNNEL and used > 1) or state.hand[seat, kind] < used:
        return NOT_CLEARED
    return LAID_ENOUGH if state.laid + used > LAYS else 0


@rule
def lay(state: Position, seat: int, square: int, form: int) -> None:
    """CP 2.1, 3.3: a tile goes from the hand to the board; a clearing takes its price and the terrain out of the game."""
    kind = FORM_KIND[form]
    used = tiles_used(state, square, kind)
    standing = state.tiles[square] - 1
    if standing >= 0:
        state.out[standing] += 1
        state.out[kind] += used - 1
    state.hand[seat, kind] -= used
    state.hand_size[seat] -= used
    note_latest(state, square)
    state.laid += used
    if FORM_EXITS[form]:
        state.new[state.new_count] = square + 1
        state.new_count += 1
    put_tile(state, square, kind, FORM_EXITS[form])


@rule
def note_latest(state: Position, square: int) -> None:
    """CP 1.6: what was laid last stays in sight until somebody lays again."""
    noted = False
    for place in range(LAYS):
        if state.laid == 0:
            state.latest[place] = 0
        if not noted and state.latest[place] == 0:
            state.latest[place] = square + 1
            noted = True


@rule
def set_board(state: Position) -> None:
    """CP 1.1: an empty board with the homes; at a closed rim no rail points off the board."""
    for square in range(SQUARES):
        for arm in range(4):
            if state.closed and NEIGHBOUR[square, arm] < 0:
                state.blank[square] |= 1 << arm
    for side in range(sides(state)):
        square = state.homes[side]
        state.member[square] = 1 << side
        exits = 0
        for arm in range(4):
            if NEIGHBOUR[square, arm] >= 0:
                exits |= 1 << arm
        put_tile(state, square, START_CITY, exits)
