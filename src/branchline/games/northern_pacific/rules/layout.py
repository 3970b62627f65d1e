"""The position of a game of Northern Pacific, and the numbers of its rulebook."""

from __future__ import annotations

from typing import Any

from branchline.kernel import Layout, Row, i1, i2, i8

SEATS = 6
COLOURS = 6
CITIES_MAX = 40

SMALL_AT_START = 3
CAPACITY = (0, 0, 2, 2, 3, 3, 4)
"""NP 1.4, by number of colours in play (two-colours duo: four colours, capacity 3)."""
SMALL_PAYS = 1
LARGE_PAYS = 2
WINS_NEEDED = 2
WINS_ROUNDS = 9
IN_HAND = -1
"""Place of a large cube that its owner holds."""


class Fields(Layout):
    """One position.  A colour is a set of cubes; seat = colour % players (two each in the two-colours duo)."""

    players: int = i1()
    colours: int = i1()
    own_lines: int = i1()
    capacity: int = i1()
    rounds: int = i1()
    by_wins: int = i1()
    shuffled: int = i1()
    many: int = i1()

    rounds_done: int = i1()
    placed: int = i1()
    turn: int = i1()
    over: int = i1()
    order: Row = i1(SEATS)
    heads: Row = i1(SEATS)
    reached: Row = i8(SEATS)
    """Cities each line has reached, as bits; line 0 is the shared railroad."""
    came_from: Row = i1(SEATS, CITIES_MAX)
    """For each line and city it has reached, the city before; the set alone does not tell the way."""
    closed: int = i8()
    full: int = i8()
    invested: Row = i8(COLOURS)
    """Cities with a cube of each colour, as bits."""
    small: Row = i2(COLOURS)
    large_at: Row = i1(COLOURS)
    standing: Row = i2(COLOURS)
    """Cubes of each colour on the board."""
    small_at: Row = i1(CITIES_MAX, COLOURS)
    cubes: Row = i1(CITIES_MAX)
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
