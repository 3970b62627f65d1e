"""The actions of Northern Pacific: who acts, what is legal, what an action does, why another is refused.

With C cities, the actions 0 to C - 1 extend to a city, the next C invest a small cube there, the next C invest the large
cube there.  After them come the seats that chance places.
"""

from __future__ import annotations

import numpy as np

from branchline.games.northern_pacific.rules.board import CITIES
from branchline.games.northern_pacific.rules.extending import extend, extensions, why_not_extend
from branchline.games.northern_pacific.rules.investing import invest_large, invest_small, open_cities, why_not_invest
from branchline.games.northern_pacific.rules.layout import IN_HAND, Fields
from branchline.games.northern_pacific.rules.paragraphs import GAME_OVER_POINTS, GAME_OVER_WINS
from branchline.games.northern_pacific.rules.scoring import end_round
from branchline.games.northern_pacific.rules.setup import place_seat, seats_to_place, set_up_round, why_not_seat
from branchline.kernel import CHANCE, OVER, rule
from branchline.kernel.contract import Ids, Weights


@rule
def colour_to_move(state: Fields) -> int:
    """NP 5.1: all seats play their first colour, then all play their second: A1 B1 A2 B2."""
    if state.turn < state.players:
        return int(state.order[state.turn])
    return state.order[state.turn - state.players] + state.players


@rule
def line_of(state: Fields, colour: int) -> int:
    """NP 5.3: with own lines each player extends their own; otherwise all share line 0."""
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
        count = write_cities(cities, CITIES, out, count)
    if state.large_at[colour] == IN_HAND:
        count = write_cities(cities, 2 * CITIES, out, count)
    return count


@rule
def write_cities(cities: int, first: int, out: Ids, count: int) -> int:
    """NP 2.2: write an action for each city of a set; the actions of a kind begin with `first`.

    Every city is written, and overwritten unless it counts: a processor is quicker at that than at guessing which ones do.
    """
    for city in range(CITIES):
        out[np.uint64(count)] = first + city  # a signed index would be looked at, whether it counts from the end
        count += (cities >> city) & 1
    return count


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
    """NP 2: one extension or one investment; or chance places a seat."""
    if action >= 3 * CITIES:
        place_seat(state, action - 3 * CITIES)
        return
    colour = colour_to_move(state)
    round_ends = False
    if action < CITIES:
        round_ends = extend(state, line_of(state, colour), action)
    elif action < 2 * CITIES:
        invest_small(state, colour, action - CITIES)
    else:
        invest_large(state, colour, action - 2 * CITIES)
    # NP 4.4: the turn passes before the next round is set up, so the player after the one who ended the round starts it.
    state.turn = state.turn + 1 if state.turn + 1 < state.colours else 0
    if round_ends:
        end_round(state)
        if not state.over:
            set_up_round(state)


@rule
def why_not(state: Fields, action: int) -> int:
    """NP 2.5: the first paragraph that forbids an action, in the order of explanation; or 0."""
    if state.over:
        return GAME_OVER_WINS if state.by_wins else GAME_OVER_POINTS
    if state.placed < state.players or action >= 3 * CITIES:
        return why_not_seat(state, action - 3 * CITIES)
    colour = colour_to_move(state)
    if action < CITIES:
        return why_not_extend(state, line_of(state, colour), action)
    large = action >= 2 * CITIES
    return why_not_invest(state, colour, action - 2 * CITIES if large else action - CITIES, large)
