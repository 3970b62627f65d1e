"""The rules of Northern Pacific: who acts, what is legal, what an action does, why another is refused."""

from __future__ import annotations

from branchline.games.northern_pacific.rules.board import CITIES, EXIT_COUNT, EXITS, GOAL, INVESTABLE, START
from branchline.games.northern_pacific.rules.layout import (
    CAPACITY,
    IN_HAND,
    LARGE_PAYS,
    SMALL_AT_START,
    SMALL_PAYS,
    Fields,
)
from branchline.games.northern_pacific.rules.scoring import end_round
from branchline.kernel import CHANCE, OVER, Rng, rule
from branchline.kernel.contract import Ids, Numbers, Weights

FULL, NOT_AN_EXIT, NOT_OPEN, OWN_CUBE_THERE, NO_SUCH_CUBE = 104, 201, 202, 203, 205
GAME_OVER_POINTS, GAME_OVER_WINS, SEATING = 402, 403, 404


@rule
def new(state: Fields, options: Numbers) -> None:
    """NP 1.3, 1.4: set up the first round (options: see `parameters` in title.py)."""
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
        for colour in range(state.colours):
            state.small_at[city, colour] = 0
    begin_seating(state)


@rule
def begin_seating(state: Fields) -> None:
    """NP 4.4: clockwise play goes on by seat; a shuffled order is drawn anew."""
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
def colour_to_move(state: Fields) -> int:
    """NP 5.1: the cycle runs over the seats once for each colour they have: A1 B1 A2 B2."""
    if state.turn < state.players:
        return int(state.order[state.turn])
    return state.order[state.turn - state.players] + state.players


@rule
def line_of(state: Fields, colour: int) -> int:
    """NP 5.3: with own lines every player extends his own, otherwise all share line 0."""
    return colour % state.players if state.own_lines else 0


@rule
def actor(state: Fields) -> int:
    """NP 4.4: chance places the seats, then the seat whose colour is next decides."""
    if state.over:
        return OVER
    if state.placed < state.players:
        return CHANCE
    return state.order[state.turn if state.turn < state.players else state.turn - state.players]


@rule
def legal(state: Fields, out: Ids) -> int:
    """NP 2.1–2.5: extensions, then small cubes, then the large cube; at a chance node the seats to place."""
    if state.over:
        return 0
    if state.placed < state.players:
        return seats_to_place(state, out)
    colour = colour_to_move(state)
    count = extensions(state, line_of(state, colour), out)
    cities = open_cities(state, colour)
    if state.small[colour] > 0:
        for city in range(CITIES):
            out[count] = CITIES + city
            count += (cities >> city) & 1
    if state.large_at[colour] == IN_HAND:
        for city in range(CITIES):
            out[count] = 2 * CITIES + city
            count += (cities >> city) & 1
    return count


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
def extensions(state: Fields, line: int, out: Ids) -> int:
    """NP 2.1, 2.4: exits of the line's end to cities it has not reached; the map guarantees one."""
    head = state.heads[line]
    reached = state.reached[line]
    count = 0
    for exit in range(EXIT_COUNT[head]):
        out[count] = EXITS[head, exit]
        count += 1 - ((reached >> EXITS[head, exit]) & 1)
    return count


@rule
def open_cities(state: Fields, colour: int) -> int:
    """NP 1.4, 2.2, 2.3: cities that take a cube of this colour, as bits."""
    cities = INVESTABLE & ~state.closed & ~state.full
    if state.many:
        return cities
    return cities & ~state.invested[colour]


@rule
def weights(state: Fields, out: Weights) -> int:
    """NP 4.4: every seat left has weight 1."""
    if state.over or state.placed == state.players:
        return 0
    left = state.players - state.placed
    for place in range(left):
        out[place] = 1
    return left


@rule
def apply(state: Fields, action: int) -> None:
    """NP 2: exactly one of extend and invest, or the placing of a seat by chance."""
    if action >= 3 * CITIES:
        state.order[state.placed] = action - 3 * CITIES
        state.placed += 1
        return
    colour = colour_to_move(state)
    round_ends = False
    if action < CITIES:
        round_ends = extend(state, line_of(state, colour), action)
    elif action < 2 * CITIES:
        invest_small(state, colour, action - CITIES)
    else:
        invest_large(state, colour, action - 2 * CITIES)
    # NP 4.4: the turn passes on before the next round is set up, so the player after the finisher starts it.
    state.turn = state.turn + 1 if state.turn + 1 < state.colours else 0
    if round_ends:
        end_round(state)
        if not state.over:
            set_up_round(state)


@rule
def extend(state: Fields, line: int, city: int) -> bool:
    """NP 2.1, 4.1: move a line's end to a city; true if that ends the round."""
    state.came_from[line, city] = state.heads[line]
    state.heads[line] = city
    state.reached[line] |= 1 << city
    if not (state.closed >> city) & 1:
        state.closed |= 1 << city
        pay_out(state, city)
    return city == GOAL


@rule
def pay_out(state: Fields, city: int) -> None:
    """NP 3.1: cubes return with new small ones, one for a small cube and two for a large one."""
    if state.cubes[city] == 0:
        return
    keep = ~(1 << city)
    for colour in range(state.colours):
        back = state.small_at[city, colour]
        state.small[colour] += back * (1 + SMALL_PAYS)
        state.small_at[city, colour] = 0
        if state.large_at[colour] == city:
            state.large_at[colour] = IN_HAND
            state.small[colour] += LARGE_PAYS
            back += 1
        state.standing[colour] -= back
        state.invested[colour] &= keep
    state.cubes[city] = 0
    state.full &= keep


@rule
def invest_small(state: Fields, colour: int, city: int) -> None:
    """NP 2.2: a small cube goes from the hand to a city."""
    state.small[colour] -= 1
    state.small_at[city, colour] += 1
    occupy(state, colour, city)


@rule
def invest_large(state: Fields, colour: int, city: int) -> None:
    """NP 2.2: the large cube goes from the hand to a city."""
    state.large_at[colour] = city
    occupy(state, colour, city)


@rule
def occupy(state: Fields, colour: int, city: int) -> None:
    """NP 1.4, 2.3: note the cube's owner and whether the city is full now."""
    state.invested[colour] |= 1 << city
    state.standing[colour] += 1
    state.cubes[city] += 1
    if state.cubes[city] == state.capacity:
        state.full |= 1 << city


@rule
def why_not(state: Fields, action: int) -> int:
    """NP 2.5: the first paragraph in the order of explanation that forbids an action, or 0."""
    if state.over:
        return GAME_OVER_WINS if state.by_wins else GAME_OVER_POINTS
    if state.placed < state.players or action >= 3 * CITIES:
        return why_not_seat(state, action - 3 * CITIES)
    colour = colour_to_move(state)
    if action < CITIES:
        return why_not_extend(state, line_of(state, colour), action)
    large = action >= 2 * CITIES
    return why_not_invest(state, colour, action - 2 * CITIES if large else action - CITIES, large)


@rule
def why_not_seat(state: Fields, seat: int) -> int:
    """NP 4.4: only chance places a seat, each once."""
    placing = state.placed < state.players and 0 <= seat < state.players
    return 0 if placing and not is_placed(state, seat) else SEATING


@rule
def why_not_extend(state: Fields, line: int, city: int) -> int:
    """NP 2.1: a track must lead there along its arrow, to a city this line has not reached."""
    if (state.reached[line] >> city) & 1:
        return NOT_AN_EXIT
    head = state.heads[line]
    for exit in range(EXIT_COUNT[head]):
        if EXITS[head, exit] == city:
            return 0
    return NOT_AN_EXIT


@rule
def why_not_invest(state: Fields, colour: int, city: int, large: bool) -> int:
    """NP 2.5: closed city, then no such cube, then full, then a cube of this colour there."""
    if not (INVESTABLE >> city) & 1 or (state.closed >> city) & 1:
        return NOT_OPEN
    if (large and state.large_at[colour] != IN_HAND) or (not large and state.small[colour] == 0):
        return NO_SUCH_CUBE
    if state.cubes[city] >= state.capacity:
        return FULL
    if not state.many and (state.invested[colour] >> city) & 1:
        return OWN_CUBE_THERE
    return 0


@rule
def sees(state: Fields, action: int, seat: int) -> int:
    """Nothing is hidden in this game."""
    return 1


@rule
def hide(state: Fields, seat: int) -> None:
    """Nothing is hidden in this game."""


@rule
def resample(state: Fields, seat: int, rng: Rng) -> None:
    """Nothing is hidden in this game."""
