"""The end of a round and of the game, scores, ranks, and the numbers a learner sees."""

from __future__ import annotations

from branchline.games.northern_pacific.rules.board import CITIES
from branchline.games.northern_pacific.rules.layout import COLOURS, IN_HAND, SEATS, WINS_NEEDED, WINS_ROUNDS, Fields
from branchline.kernel import rule
from branchline.kernel.contract import Floats, Numbers


@rule
def round_good(state: Fields, seat: int) -> int:
    """NP 4.1, 5.1: cubes in hand, every cube 1 whatever its size, over all colours of a seat."""
    good = 0
    for colour in range(seat, state.colours, state.players):
        good += state.small[colour] + (1 if state.large_at[colour] == IN_HAND else 0)
    return good


@rule
def round_bad(state: Fields, seat: int) -> int:
    """NP 4.1, 5.1: own cubes left on the board, over all colours of a seat."""
    bad = 0
    for colour in range(seat, state.colours, state.players):
        bad += state.standing[colour]
    return bad


@rule
def end_round(state: Fields) -> None:
    """NP 4.1: book the round, then see whether the game has ended."""
    for seat in range(state.players):
        state.good[seat] += round_good(state, seat)
        state.bad[seat] += round_bad(state, seat)
    state.rounds_done += 1
    if state.by_wins:
        end_by_wins(state, round_winner(state))
    elif state.rounds_done == state.rounds:
        state.over = 1


@rule
def end_by_wins(state: Fields, winner: int) -> None:
    """NP 4.3: the first to two round wins ends the game, or the ninth round does."""
    if winner >= 0:
        state.wins[winner] += 1
        if state.wins[winner] == WINS_NEEDED:
            state.over = 1
    if state.rounds_done == WINS_ROUNDS:
        state.over = 1


@rule
def round_winner(state: Fields) -> int:
    """NP 4.3: most good of the round, then fewest bad; −1 if that is shared."""
    winner, most, fewest = -1, -1, 0
    for seat in range(state.players):
        good, bad = round_good(state, seat), round_bad(state, seat)
        if good > most or (good == most and bad < fewest):
            winner, most, fewest = seat, good, bad
        elif good == most and bad == fewest:
            winner = -1
    return winner


@rule
def score(state: Fields, out: Numbers) -> None:
    """NP 4.1, 4.2, 4.3: good of the finished rounds, or round wins."""
    for seat in range(state.players):
        out[seat] = state.wins[seat] if state.by_wins else state.good[seat]


@rule
def is_ahead(state: Fields, seat: int, other: int) -> bool:
    """NP 4.2, 4.3: more good, then less bad; or more round wins and nothing else."""
    if state.by_wins:
        return state.wins[seat] > state.wins[other]
    if state.good[seat] != state.good[other]:
        return state.good[seat] > state.good[other]
    return state.bad[seat] < state.bad[other]


@rule
def rank(state: Fields, out: Numbers) -> None:
    """NP 4.2, 4.3: one more than the number of seats ahead; ties share."""
    for seat in range(state.players):
        out[seat] = 1
        for other in range(state.players):
            if is_ahead(state, other, seat):
                out[seat] += 1


SCALARS = 8
ENCODED_LINES = SCALARS + 5 * SEATS + 3 * COLOURS
"""Where the blocks of one number per city start; see `slices` in title.py."""


@rule
def encode(state: Fields, seat: int, out: Floats) -> None:
    """Write the position seen from `seat`: seats are counted from it, colours likewise."""
    for index in range(len(out)):
        out[index] = 0.0
    out[0] = state.players
    out[1] = state.colours
    out[2] = state.capacity
    out[3] = (WINS_ROUNDS if state.by_wins else state.rounds) - state.rounds_done
    out[4] = state.by_wins
    out[5] = state.own_lines
    out[6] = state.many
    out[7] = state.shuffled
    for place in range(state.placed):
        relative = int(state.order[place] - seat) % state.players
        out[SCALARS + relative] = place + 1
    for other in range(state.players):
        relative = int((other - seat) % state.players)
        out[SCALARS + SEATS + relative] = state.good[other]
        out[SCALARS + 2 * SEATS + relative] = state.bad[other]
        out[SCALARS + 3 * SEATS + relative] = state.wins[other]
        if state.placed == state.players and state.order[state.turn % state.players] == other:
            out[SCALARS + 4 * SEATS + relative] = 1.0 + state.turn // state.players
        line = other if state.own_lines else 0
        if other == 0 or state.own_lines:
            block = ENCODED_LINES + (relative if state.own_lines else 0) * CITIES
            for city in range(CITIES):
                out[block + city] = (state.reached[line] >> city) & 1
            out[block + int(state.heads[line])] = 2.0
    encode_cubes(state, seat, out)


@rule
def encode_cubes(state: Fields, seat: int, out: Floats) -> None:
    """The cubes of each colour in hand and in every city, own colours first."""
    hands = SCALARS + 5 * SEATS
    closed = ENCODED_LINES + SEATS * CITIES
    for city in range(CITIES):
        out[closed + city] = (state.closed >> city) & 1
    for colour in range(state.colours):
        relative = int((colour % state.players - seat) % state.players + state.players * (colour // state.players))
        out[hands + relative] = state.small[colour]
        out[hands + COLOURS + relative] = 1.0 if state.large_at[colour] == IN_HAND else 0.0
        out[hands + 2 * COLOURS + relative] = state.standing[colour]
        block = closed + CITIES + relative * CITIES
        for city in range(CITIES):
            out[block + city] = state.small_at[city, colour]
        if state.large_at[colour] != IN_HAND:
            out[block + COLOURS * CITIES + int(state.large_at[colour])] = 1.0
