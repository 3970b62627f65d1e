"""The set-up: the first position, and the draws that fill the map."""

from __future__ import annotations

from branchline.games.wensleydale.rules.board import (
    COMPANY_TOWNS,
    DRAW,
    FIRST,
    GOODS_DRAWS,
    GOODS_OF_AREA,
    TOWN_DRAWS,
)
from branchline.games.wensleydale.rules.layout import (
    CHEESE,
    COMPANIES,
    IN_BAG,
    INFLUENCES,
    NO_AREA,
    NOBODY,
    OPPOSITION,
    PIECES,
    RED,
    SET_UP,
    START_MARKS,
    STONE,
    TOKENS_EACH,
    TRACKS,
    TURNS,
    WORDS,
    Fields,
)
from branchline.games.wensleydale.rules.paragraphs import GOODS_BAG, SET_UP_ORDER, START_PLAYER, TOWN_BAG
from branchline.games.wensleydale.rules.pieces import clean_up, discard, place_piece
from branchline.kernel import CHANCE, rule
from branchline.kernel.contract import Ids, Numbers, Weights


@rule
def new(state: Fields, options: Numbers) -> None:
    """LW 1.1, 1.2, 1.5, 1.6: stock, markers and company towns; options.py says what `options` holds."""
    state.players = options[0]
    state.bottom = options[1]
    state.turns = TURNS[options[0]]
    state.turn = 1
    state.phase = SET_UP
    state.to_act = CHANCE
    state.path_end = NO_AREA
    for piece in range(PIECES):
        state.bag[piece] = IN_BAG[piece]
    for kind in range(INFLUENCES):
        state.tokens[kind] = TOKENS_EACH
    for company in range(COMPANIES):
        for word in range(WORDS):
            state.company_towns[company, word] = COMPANY_TOWNS[company, word]
    set_first_player(state, 0)


@rule
def set_first_player(state: Fields, first: int) -> None:
    """LW 1.1, 1.2: the player order and every stack begin with the first player and go on clockwise."""
    for place in range(state.players):
        seat = (first + place) % state.players
        state.order[place] = seat
        for track in range(TRACKS):
            state.marks[track, seat] = START_MARKS[track]
            state.stacks[track, place] = seat


@rule
def first_outcome(state: Fields) -> int:
    """LW 1.0: the first kind of piece that this draw can give."""
    return STONE if state.drawn <= len(GOODS_DRAWS) else RED


@rule
def last_outcome(state: Fields) -> int:
    """LW 1.0: the last kind of piece that this draw can give."""
    return CHEESE if state.drawn <= len(GOODS_DRAWS) else OPPOSITION


@rule
def legal_draws(state: Fields, out: Ids) -> int:
    """LW 1.0: first draw the first player, then pieces of any kind left in the bag."""
    count = 0
    if state.drawn == 0:
        for seat in range(state.players):
            out[count] = FIRST + seat
            count += 1
        return count
    for piece in range(first_outcome(state), last_outcome(state) + 1):
        if state.bag[piece] > 0:
            out[count] = DRAW + piece
            count += 1
    return count


@rule
def draw_weights(state: Fields, out: Weights) -> int:
    """LW 1.0: the weight of a seat is 1; the weight of a kind of piece is the number of such pieces in the bag."""
    count = 0
    if state.drawn == 0:
        for _seat in range(state.players):
            out[count] = 1
            count += 1
        return count
    for piece in range(first_outcome(state), last_outcome(state) + 1):
        if state.bag[piece] > 0:
            out[count] = state.bag[piece]
            count += 1
    return count


@rule
def apply_draw(state: Fields, action: int) -> None:
    """LW 1.0, 1.3, 1.4: place the drawn piece; after the last draw the first turn begins."""
    if state.drawn == 0:
        set_first_player(state, action - FIRST)
    elif state.drawn <= len(GOODS_DRAWS):
        place_piece(state, action - DRAW, GOODS_DRAWS[state.drawn - 1])
        if state.drawn == len(GOODS_DRAWS):
            remove_wrong_cubes(state)
    else:
        place_piece(state, action - DRAW, TOWN_DRAWS[state.drawn - 1 - len(GOODS_DRAWS)])
    state.drawn += 1
    if state.drawn > len(GOODS_DRAWS) + len(TOWN_DRAWS):
        empty_bag(state, RED, OPPOSITION)
        clean_up(state)
        state.drawn = 0
        state.to_act = NOBODY


@rule
def remove_wrong_cubes(state: Fields) -> None:
    """LW 1.0, 1.3: cheese on hills, stone on lowland and the rest of the bag leave the game."""
    for draw in range(len(GOODS_DRAWS)):
        area = GOODS_DRAWS[draw]
        discard(state, CHEESE if GOODS_OF_AREA[area] == STONE else STONE, area)
    empty_bag(state, STONE, CHEESE)


@rule
def empty_bag(state: Fields, first: int, last: int) -> None:
    """LW 1.3, 1.4: the pieces left in the bag leave the game."""
    for piece in range(first, last + 1):
        state.removed[piece] += state.bag[piece]
        state.bag[piece] = 0


@rule
def why_not_draw(state: Fields, action: int) -> int:
    """LW 1.0: check the kind of draw, then what the bag holds."""
    if state.drawn == 0:
        if action < FIRST or action >= DRAW:
            return SET_UP_ORDER
        return 0 if action - FIRST < state.players else START_PLAYER
    piece = action - DRAW
    if piece < first_outcome(state) or piece > last_outcome(state):
        return SET_UP_ORDER
    if state.bag[piece] > 0:
        return 0
    return GOODS_BAG if piece <= CHEESE else TOWN_BAG
