"""What each seat knows, and the position as numbers for learning.  Nothing is hidden in Northern Pacific."""

from __future__ import annotations

from branchline.games.northern_pacific.rules.board import CITIES
from branchline.games.northern_pacific.rules.layout import COLOURS, IN_HAND, SEATS, WINS_ROUNDS, Fields
from branchline.kernel import Board, Rng, rule
from branchline.kernel.contract import Floats

SCALARS = 8
"""Numbers on the game as a whole, which `encode` writes first."""
BLOCKS_BY_CITY = SCALARS + 5 * SEATS + 3 * COLOURS
"""Where the blocks with one number for each city begin."""


@rule
def sees(state: Fields, action: int, seat: int) -> int:
    """Every seat sees every action."""
    return 1


@rule
def hide(state: Fields, seat: int) -> None:
    """Nothing has to be hidden."""


@rule
def resample(state: Fields, seat: int, rng: Rng) -> None:
    """Nothing is hidden, so nothing is drawn."""


@rule
def encode(state: Fields, seat: int, out: Floats) -> None:
    """Write the position as `seat` sees it: seats and colours are counted from it."""
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
            block = BLOCKS_BY_CITY + (relative if state.own_lines else 0) * CITIES
            for city in range(CITIES):
                out[block + city] = (state.reached[line] >> city) & 1
            out[block + int(state.heads[line])] = 2.0
    encode_cubes(state, seat, out)


@rule
def encode_cubes(state: Fields, seat: int, out: Floats) -> None:
    """The cubes of each colour in hand and in every city, own colours first."""
    hands = SCALARS + 5 * SEATS
    closed = BLOCKS_BY_CITY + SEATS * CITIES
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


def encoding(board: Board) -> dict[str, tuple[int, int]]:
    """The parts of what `encode` writes.  In blocks by seat or colour the seat that looks comes first."""
    cities = len(board.data.cities)
    sizes = {
        "options": SCALARS,
        "place_in_order": SEATS,
        "good": SEATS,
        "bad": SEATS,
        "wins": SEATS,
        "to_move": SEATS,
        "small_in_hand": COLOURS,
        "large_in_hand": COLOURS,
        "standing": COLOURS,
        "lines": SEATS * cities,
        "closed": cities,
        "small_in_city": COLOURS * cities,
        "large_in_city": COLOURS * cities,
    }
    found, start = {}, 0
    for name, size in sizes.items():
        found[name] = (start, start + size)
        start += size
    return found
