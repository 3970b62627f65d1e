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


class Position(Layout):
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


def problems(state: Any, cities: int, start: int) -> list[str]:
    """Sentences on what is impossible in a position, so that a damaged one never reaches compiled rules."""
    found = []
    players, colours = int(state.players), int(state.colours)
    if not 2 <= players <= SEATS or colours not in (players, 2 * players) or colours > COLOURS:
        return [f"{players} players with {colours} colours do not make a game."]
    if not (0 <= state.turn < colours and 0 <= state.placed <= players and 0 <= state.rounds_done <= WINS_ROUNDS):
        found.append("Turn, seating or round is out of range.")
    if sorted(int(seat) for seat in state.order[: state.placed]) != sorted({int(seat) for seat in state.order[: state.placed]}):
        found.append("A seat stands twice in the order.")
    if any(not 0 <= seat < players for seat in state.order[: state.placed]):
        found.append("The order names a seat that does not exist.")
    closed = int(state.closed)
    if closed < 0 or closed >> cities:
        return [*found, "A city is closed that the map does not have."]
    lines = players if state.own_lines else 1
    union = 0
    for line in range(lines):
        head, reached = int(state.heads[line]), int(state.reached[line])
        if not 0 <= head < cities or not reached >> head & 1 or not reached >> start & 1:
            found.append(f"Line {line} does not end in a city it has reached.")
        elif sorted(way(state, line, start)) != [city for city in range(cities) if reached >> city & 1]:
            found.append(f"The way of line {line} does not run through the cities it has reached.")
        union |= reached
    if union != closed:
        found.append("The closed cities are not those the lines have reached.")
    for city in range(CITIES_MAX):
        here = [int(cubes) for cubes in state.small_at[city]]
        large = [colour for colour in range(COLOURS) if state.large_at[colour] == city]
        total = sum(here) + len(large)
        if min(here) < 0 or total != state.cubes[city] or any(here[colours:]) or total > state.capacity:
            found.append(f"The cubes in city {city} do not add up.")
        if total and (city >= cities or closed >> city & 1):
            found.append(f"City {city} is closed or unknown but holds cubes.")
        if bool(state.full >> city & 1) != (city < cities and total == state.capacity):
            found.append(f"City {city} is wrongly marked full or not full.")
        for colour in range(COLOURS):
            if bool(state.invested[colour] >> city & 1) != (here[colour] > 0 or colour in large):
                found.append(f"City {city} is wrongly marked for colour {colour}.")
    for colour in range(COLOURS):
        on_board = sum(int(state.small_at[city][colour]) for city in range(CITIES_MAX)) + (state.large_at[colour] >= 0)
        if state.small[colour] < 0 or on_board != state.standing[colour] or not IN_HAND <= state.large_at[colour] < cities:
            found.append(f"The cubes of colour {colour} do not add up.")
    return found
