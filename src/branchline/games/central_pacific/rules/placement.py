"""Laying tiles: networks, terrain and clearings (sections 2 and 3).

Every placement brings the fields `rail`, `blank`, `member`, `reach` and `fits` up to date around it;
tracks are never removed, so nothing else can change them.
"""

from __future__ import annotations

from branchline.games.central_pacific.rules.board import NEIGHBOUR, OPPOSITE
from branchline.games.central_pacific.rules.fitting import UNKNOWN, fit, linked, printed_forms, refit_nearby
from branchline.games.central_pacific.rules.forms import (
    CLEARING_FORMS,
    FORM_EXITS,
    FORM_KIND,
    FORMS,
    FORMS_OF,
    MATCHING,
    RAIL_FORMS,
    TERRAIN_FORMS,
    TOUCHING,
)
from branchline.games.central_pacific.rules.layout import (
    BEGIN,
    CITY2,
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
    Fields,
)
from branchline.games.central_pacific.rules.limits import most_lays
from branchline.games.central_pacific.rules.paragraphs import (
    CITY_ON_TERRAIN,
    LAID_ENOUGH,
    NO_MATCH,
    NOT_A_TILE,
    NOT_CLEARED,
    NOT_CONNECTED,
    NOT_FACED,
    NOT_OWN,
    TOO_NEAR,
    VICTIM_RULE,
    WRONG_TIME,
)
from branchline.games.central_pacific.rules.sides import side_count, side_of
from branchline.kernel import rule
from branchline.kernel.bits import lowest_bit
from branchline.kernel.contract import Ids


@rule
def put_tile(state: Fields, square: int, kind: int, exits: int) -> None:
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
def join_network(state: Fields, square: int) -> None:
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
def extend_reach(state: Fields, square: int) -> None:
    """CP 2.2: the squares a tile faces can be reached by every side whose network it is in."""
    for arm in range(4):
        beside = NEIGHBOUR[square, arm]
        if beside >= 0 and (state.exits[square] >> arm) & 1:
            for side in range(SEATS):
                if (state.member[square] >> side) & 1:
                    state.reach[side, beside] |= 1 << OPPOSITE[arm]


@rule
def reached(state: Fields, side: int, square: int) -> int:
    """CP 2.2: the sides of a square that a side's network faces; after the spike all rail is everybody's network."""
    return state.rail[square] if state.spike else state.reach[side, square]


@rule
def held_forms(state: Fields, seat: int) -> tuple[int, int, int]:
    """CP 2.1, 3.3, 5.3: the forms a seat can still lay in this turn: with one tile, on a forest and on a mountain."""
    one, two, three = 0, 0, 0
    left = most_lays(state, seat) - state.laid
    for kind in range(KINDS):
        paid = min(state.hand[seat, kind], left)
        if paid >= 1:
            one |= FORMS_OF[kind]
        if paid >= FOREST_COSTS:
            two |= FORMS_OF[kind]
        if paid >= MOUNTAIN_COSTS:
            three |= FORMS_OF[kind]
    return one, two & CLEARING_FORMS, three & CLEARING_FORMS


@rule
def lay_forms(state: Fields, side: int, square: int, one: int, two: int, three: int) -> int:
    """CP 2.2, 3.1–3.4: the forms that can be laid on a square, from those held once, twice and three times."""
    forms = state.fits[square]
    if forms == 0:
        return 0
    arms = reached(state, side, square)
    standing = state.tiles[square] - 1
    if standing < 0:
        terrain = TERRAIN_FORMS if state.anywhere or arms else 0  # CP 3.1, 3.2
        return forms & one & (TOUCHING[arms] | terrain)
    paid = two if standing == FOREST else three | (one & FORMS_OF[TUNNEL])
    return forms & paid & TOUCHING[arms]


@rule
def write_lays(state: Fields, seat: int, out: Ids) -> int:
    """CP 2, 3: write every tile that a seat can lay now; returns how many."""
    one, two, three = held_forms(state, seat)
    side = side_of(state, seat)
    count = 0
    if one == 0:
        return 0
    for square in range(SQUARES):
        forms = lay_forms(state, side, square, one, two, three)
        while forms:
            out[count] = square * FORMS + lowest_bit(forms)
            count += 1
            forms &= forms - 1
    return count


@rule
def can_lay(state: Fields, seat: int) -> bool:
    """CP 5.5, 6.1: whether a seat can lay anything at all."""
    one, two, three = held_forms(state, seat)
    side = side_of(state, seat)
    for square in range(SQUARES):
        if lay_forms(state, side, square, one, two, three):
            return True
    return False


@rule
def tiles_used(state: Fields, square: int, kind: int) -> int:
    """CP 3.3: how many tiles of its kind a lay takes from the hand."""
    standing = state.tiles[square] - 1
    if standing == FOREST:
        return FOREST_COSTS
    if standing == MOUNTAIN and kind != TUNNEL:
        return MOUNTAIN_COSTS
    return 1


@rule
def why_not_lay(state: Fields, seat: int, square: int, form: int) -> int:
    """CP 2, 3: the paragraph that forbids a lay, or 0."""
    if state.phase != BEGIN and state.phase != LAY:
        return WRONG_TIME
    one, two, three = held_forms(state, seat)
    side = side_of(state, seat)
    if (lay_forms(state, side, square, one, two, three) >> form) & 1:
        return 0
    if not (printed_forms(state) >> form) & 1:
        return NOT_A_TILE
    kind, exits = FORM_KIND[form], FORM_EXITS[form]
    if state.hand[seat, kind] == 0:
        return LAID_ENOUGH
    if state.laid >= most_lays(state, seat):
        return why_not_more(state, 1)
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
def why_not_clear(state: Fields, seat: int, square: int, kind: int) -> int:
    """CP 3.3, 3.4: the paragraph that keeps a kind of tile off a terrain square, or 0."""
    if not (RAIL_FORMS & FORMS_OF[kind]):
        return NOT_FACED
    if kind >= CITY2:
        return CITY_ON_TERRAIN
    used = tiles_used(state, square, kind)
    if (kind == TUNNEL and used > 1) or state.hand[seat, kind] < used:
        return NOT_CLEARED
    return why_not_more(state, used) if state.laid + used > most_lays(state, seat) else 0


@rule
def why_not_more(state: Fields, used: int) -> int:
    """CP 2.1, 5.3: which limit `used` further tiles would break: that of every turn, or that of a Land Grant's victim."""
    return LAID_ENOUGH if state.laid + used > LAYS else VICTIM_RULE


@rule
def lay(state: Fields, seat: int, square: int, form: int) -> None:
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
def note_latest(state: Fields, square: int) -> None:
    """CP 1.6: what was laid last stays in sight until somebody lays again."""
    noted = False
    for place in range(LAYS):
        if state.laid == 0:
            state.latest[place] = 0
        if not noted and state.latest[place] == 0:
            state.latest[place] = square + 1
            noted = True


@rule
def set_board(state: Fields) -> None:
    """CP 1.1: an empty board with the homes; at a closed rim no rail points off the board."""
    for square in range(SQUARES):
        for arm in range(4):
            if state.closed and NEIGHBOUR[square, arm] < 0:
                state.blank[square] |= 1 << arm
    for side in range(side_count(state)):
        square = state.homes[side]
        state.member[square] = 1 << side
        exits = 0
        for arm in range(4):
            if NEIGHBOUR[square, arm] >= 0:
                exits |= 1 << arm
        put_tile(state, square, int(START_CITY), exits)
