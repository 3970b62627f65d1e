"""The set-up of a round, and the draw of the order of play before it (NP 1.3, 1.4, 4.4)."""

from __future__ import annotations

from branchline.games.northern_pacific.rules.board import CITIES, START
from branchline.games.northern_pacific.rules.layout import CAPACITY, COLOURS, IN_HAND, SMALL_AT_START, Fields
from branchline.games.northern_pacific.rules.paragraphs import SEATING
from branchline.kernel import rule
from branchline.kernel.contract import Ids, Numbers


@rule
def new(state: Fields, options: Numbers) -> None:
    """NP 1.3, 1.4: set up the first round; `parameters` in options.py gives the options."""
    state.players = options[0]
    state.rounds = options[1]
    state.by_wins = options[2]
    state.shuffled = options[3]
    state.own_lines = options[4]
    state.many = options[5]
    state.colours = state.players * options[6]
    state.capacity = CAPACITY[state.colours]
    set_up_round(state)


@rule
def set_up_round(state: Fields) -> None:
    """NP 1.3: one large and three small cubes for each colour, an empty board, every line at the start."""
    for seat in range(state.players):
        state.heads[seat] = START
        state.reached[seat] = 1 << START
        if seat == 0 or state.own_lines:
            for city in range(CITIES):
                state.came_from[seat, city] = 0
    state.closed = 1 << START
    state.full = 0
    for colour in range(state.colours):
        state.small[colour] = SMALL_AT_START
        state.invested[colour] = 0
        state.standing[colour] = 0
    for colour in range(len(state.large_at)):
        state.large_at[colour] = IN_HAND
    for city in range(CITIES):
        state.cubes[city] = 0
        for colour in range(COLOURS):
            state.small_at[city, colour] = 0
    begin_seating(state)


@rule
def begin_seating(state: Fields) -> None:
    """NP 4.4: clockwise order is the order of the seats; a shuffled order is drawn anew."""
    if state.shuffled:
        state.placed = 0
        state.turn = 0
        for place in range(state.players):
            state.order[place] = 0
    else:
        for seat in range(state.players):
            state.order[seat] = seat
        state.placed = state.players


@rule
def seats_to_place(state: Fields, out: Ids) -> int:
    """NP 4.4: every seat not yet placed."""
    count = 0
    for seat in range(state.players):
        if not is_placed(state, seat):
            out[count] = 3 * CITIES + seat
            count += 1
    return count


@rule
def is_placed(state: Fields, seat: int) -> bool:
    """NP 4.4: whether a seat already has its place in the order of this round."""
    for place in range(state.placed):
        if state.order[place] == seat:
            return True
    return False


@rule
def place_seat(state: Fields, seat: int) -> None:
    """NP 4.4: the drawn seat gets the next place in the order of this round."""
    state.order[state.placed] = seat
    state.placed += 1


@rule
def why_not_seat(state: Fields, seat: int) -> int:
    """NP 4.4: only chance places a seat, each once."""
    placing = state.placed < state.players and 0 <= seat < state.players
    return 0 if placing and not is_placed(state, seat) else SEATING
