"""The position of a game of Northern Pacific, and the numbers of its rulebook."""

from __future__ import annotations

from typing import Any

from branchline.kernel import Layout, Row, i1, i2, i8

SEATS = 6
COLOURS = 6
CITIES_MAX = 40

SMALL_AT_START = 3
CAPACITY = (0, 0, 2, 2, 3, 3, 4)
"""NP 1.4: the cubes a city holds, by the number of colours in play.  The two-colours duo has four colours."""
SMALL_PAYS = 1
LARGE_PAYS = 2
WINS_NEEDED = 2
WINS_ROUNDS = 9
IN_HAND = -1
"""The place of a large cube that its owner holds."""


class Fields(Layout):
    """One position.  A colour is a set of cubes; it belongs to the seat colour % players."""

    players: int = i1()
    colours: int = i1()
    own_lines: int = i1()
    capacity: int = i1()
    rounds: int = i1()
    by_wins: int = i1()
    shuffled: int = i1()
    many: int = i1()
    """1 if a city may hold several cubes of a colour (option `cubes_per_city`)."""

    rounds_done: int = i1()
    placed: int = i1()
    """How many seats have their place in the order of this round."""
    turn: int = i1()
    """Whose turn it is, counted over the colours: see `colour_to_move`."""
    over: int = i1()
    order: Row = i1(SEATS)
    heads: Row = i1(SEATS)
    """The city in which each line ends."""
    reached: Row = i8(SEATS)
    """The cities each line has reached, as bits.  Line 0 is the shared railroad."""
    came_from: Row = i1(SEATS, CITIES_MAX)
    """For each line and each city it has reached, the city it came from."""
    closed: int = i8()
    """The cities that some line has reached in this round, as bits."""
    full: int = i8()
    """The cities without room for a cube, as bits."""
    invested: Row = i8(COLOURS)
    """The cities with a cube of each colour, as bits."""
    small: Row = i2(COLOURS)
    """The small cubes of each colour in hand."""
    large_at: Row = i1(COLOURS)
    """The city of each large cube, or IN_HAND."""
    standing: Row = i2(COLOURS)
    """The cubes of each colour on the board."""
    small_at: Row = i1(CITIES_MAX, COLOURS)
    cubes: Row = i1(CITIES_MAX)
    """The cubes of all colours and sizes in each city."""
    good: Row = i2(SEATS)
    bad: Row = i2(SEATS)
    wins: Row = i1(SEATS)


def way(state: Any, line: int, start: int) -> tuple[int, ...]:
    """The cities of a line in the order it reached them, from the start to its end."""
    cities = [int(state.heads[line])]
    while cities[-1] != start and 0 <= cities[-1] < CITIES_MAX and len(cities) <= CITIES_MAX:
        cities.append(int(state.came_from[line][cities[-1]]))
    return tuple(reversed(cities))


def last_round(state: Any) -> int:
    """The round after which the game ends at the latest."""
    return WINS_ROUNDS if state.by_wins else int(state.rounds)
