"""What each seat knows, and the position as numbers for learning.  Nothing is hidden in Northern Pacific."""

from __future__ import annotations

from branchline.games.northern_pacific.rules.board import CITIES
from branchline.games.northern_pacific.rules.layout import COLOURS, IN_HAND, SEATS, WINS_ROUNDS, Fields
from branchline.kernel import Board, Rng, rule
from branchline.kernel.bits import lowest_bit
from branchline.kernel.contract import Floats
from branchline.kernel.seats import seats_from

SCALARS = 8
"""Numbers on the game as a whole, which `encode` writes first."""
HANDS = SCALARS + 5 * SEATS
"""Where the cubes in hand begin."""
BLOCKS_BY_CITY = HANDS + 3 * COLOURS
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
    encode_seats(state, seat, out)
    encode_lines(state, seat, out)
    encode_cubes(state, seat, out)


@rule
def encode_seats(state: Fields, seat: int, out: Floats) -> None:
    """The order of play, the results, and whose turn it is; by seat, own seat first."""
    players = int(state.players)
    for place in range(state.placed):
        out[SCALARS + seats_from(seat, int(state.order[place]), players)] = place + 1
    for other in range(players):
        start = SCALARS + seats_from(seat, other, players)
        out[start + SEATS] = state.good[other]
        out[start + 2 * SEATS] = state.bad[other]
        out[start + 3 * SEATS] = state.wins[other]
    if state.placed == players:
        second = state.turn >= players
        to_move = int(state.order[state.turn - players if second else state.turn])
        out[SCALARS + 4 * SEATS + seats_from(seat, to_move, players)] = 2.0 if second else 1.0


@rule
def encode_lines(state: Fields, seat: int, out: Floats) -> None:
    """The cities that each line has reached, and those that any line has reached in this round."""
    players = int(state.players)
    for line in range(players if state.own_lines else 1):
        block = BLOCKS_BY_CITY + (seats_from(seat, line, players) if state.own_lines else 0) * CITIES
        encode_cities(state.reached[line], out, block)
        out[block + int(state.heads[line])] = 2.0
    encode_cities(state.closed, out, BLOCKS_BY_CITY + SEATS * CITIES)


@rule
def encode_cities(cities: int, out: Floats, start: int) -> None:
    """1 for every city of a set."""
    while cities:
        out[start + lowest_bit(cities)] = 1.0
        cities &= cities - 1


@rule
def encode_cubes(state: Fields, seat: int, out: Floats) -> None:
    """The cubes of each colour in hand and in every city, own colours first."""
    players, cities = int(state.players), 0
    blocks = BLOCKS_BY_CITY + (SEATS + 1) * CITIES
    for colour in range(state.colours):
        relative = colour_from(seat, colour, players)
        in_hand = state.large_at[colour] == IN_HAND
        out[HANDS + relative] = state.small[colour]
        out[HANDS + COLOURS + relative] = 1.0 if in_hand else 0.0
        out[HANDS + 2 * COLOURS + relative] = state.standing[colour]
        out[blocks + (COLOURS + relative) * CITIES + max(0, int(state.large_at[colour]))] = 0.0 if in_hand else 1.0
        cities |= state.invested[colour]
    while cities:
        city = lowest_bit(cities)
        for colour in range(state.colours):
            out[blocks + colour_from(seat, colour, players) * CITIES + city] = state.small_at[city, colour]
        cities &= cities - 1


@rule
def colour_from(seat: int, colour: int, players: int) -> int:
    """The place of a colour, counted from the first one of the seat that looks; second colours come after all first ones."""
    first = 0 if colour < players else players
    return first + int(seats_from(seat, colour - first, players))


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
