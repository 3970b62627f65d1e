"""Set-up and phase 2: the first position and everything that chance draws."""

from __future__ import annotations

from branchline.games.wensleydale.rules.board import (
    COMPANY_TOWNS,
    DRAW,
    FIRST,
    GOODS_DRAWS,
    GOODS_OF_AREA,
    TOKEN,
    TOWN_DRAWS,
)
from branchline.games.wensleydale.rules.layout import (
    BOXES,
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
from branchline.games.wensleydale.rules.pieces import clean_up, discard, place_piece
from branchline.kernel import CHANCE, rule
from branchline.kernel.contract import Ids, Numbers, Weights

SET_UP_ORDER, START_PLAYER, GOODS_BAG, TOWN_BAG, TOKEN_BAG = 100, 101, 103, 104, 202


@rule
def new(state: Fields, options: Numbers) -> None:
    """LW 1.1, 1.2, 1.5, 1.6: stock, markers and company towns (options: see `parameters` in title.py)."""
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
    """LW 1.1, 1.2: the order of play and every stack start with the first player, then clockwise."""
    for place in range(state.players):
        seat = (first + place) % state.players
        state.order[place] = seat
        for track in range(TRACKS):
            state.marks[track, seat] = START_MARKS[track]
            state.stacks[track, place] = seat


@rule
def first_outcome(state: Fields) -> int:
    """LW 1.0: the kind of piece with which the outcomes of the draw begin."""
    return STONE if state.drawn <= len(GOODS_DRAWS) else RED


@rule
def last_outcome(state: Fields) -> int:
    """LW 1.0: the kind of piece with which the outcomes of the draw end."""
    return CHEESE if state.drawn <= len(GOODS_DRAWS) else OPPOSITION


@rule
def legal_draws(state: Fields, out: Ids) -> int:
    """LW 1.0: the first player, then whatever kind is left in the bag."""
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
    """LW 1.0: every seat weighs 1, a kind as many as the bag still has."""
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
    """LW 1.0, 1.3, 1.4: place what was drawn; after the last draw the first turn begins."""
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
    """LW 1.0, 1.3: cheese on hills, stone on lowland and the rest of the bag are out of the game."""
    for draw in range(len(GOODS_DRAWS)):
        area = GOODS_DRAWS[draw]
        discard(state, CHEESE if GOODS_OF_AREA[area] == STONE else STONE, area)
    empty_bag(state, STONE, CHEESE)


@rule
def empty_bag(state: Fields, first: int, last: int) -> None:
    """LW 1.3, 1.4: what is left in the bag is out of the game."""
    for piece in range(first, last + 1):
        state.removed[piece] += state.bag[piece]
        state.bag[piece] = 0


@rule
def why_not_draw(state: Fields, action: int) -> int:
    """LW 1.0: one node for each draw, with what the bag still holds."""
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


@rule
def begin_influence(state: Fields) -> None:
    """LW 2.2: all tokens go back into the bag."""
    for kind in range(INFLUENCES):
        state.tokens[kind] = TOKENS_EACH
    for box in range(BOXES):
        state.box_token[box] = 0
    state.drawn = 0
    state.to_act = CHANCE


@rule
def legal_tokens(state: Fields, out: Ids) -> int:
    """LW 2.2: every kind of token left in the bag."""
    count = 0
    for kind in range(INFLUENCES):
        if state.tokens[kind] > 0:
            out[count] = TOKEN + kind
            count += 1
    return count


@rule
def token_weights(state: Fields, out: Weights) -> int:
    """LW 2.2: a kind weighs as many as the bag still has."""
    count = 0
    for kind in range(INFLUENCES):
        if state.tokens[kind] > 0:
            out[count] = state.tokens[kind]
            count += 1
    return count


@rule
def apply_token(state: Fields, action: int) -> None:
    """LW 2.2: the token lies in the next box, 1 to 8."""
    kind = action - TOKEN
    state.tokens[kind] -= 1
    state.box_token[state.drawn] = 1 + kind
    state.drawn += 1
    if state.drawn == BOXES:
        state.drawn = 0
        state.to_act = NOBODY


@rule
def why_not_token(state: Fields, action: int) -> int:
    """LW 2.2: only a token that is in the bag."""
    kind = action - TOKEN
    return 0 if kind >= 0 and state.tokens[kind] > 0 else TOKEN_BAG
