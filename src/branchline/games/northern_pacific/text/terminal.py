"""The board for a terminal."""

from __future__ import annotations

import textwrap

from branchline.games.drawing import SEAT_LETTERS
from branchline.games.northern_pacific.rules.layout import IN_HAND, last_round
from branchline.games.northern_pacific.text.description import round_number
from branchline.games.northern_pacific.text.names import COLOUR_NAMES
from branchline.games.northern_pacific.text.scene import Scene, scene_of
from branchline.games.position import Position

WIDTH, HEIGHT = 98, 19
"""Columns and rows of the map."""
SHIFTS = sorted(((row, column) for row in range(-3, 4) for column in range(-8, 9)), key=lambda by: 3 * abs(by[0]) + abs(by[1]))
"""How far down and right a city moves if its place is taken, nearest first."""


def terminal(position: Position) -> str:
    """The map with its cubes, the way built so far, then hands and scores."""
    scene = scene_of(position)
    rows = [*_map(scene), "", *_ways(scene), _legend(scene), "", *_players(scene)]
    return "\n".join(row.rstrip() for row in rows)


def _map(scene: Scene) -> list[str]:
    """Cities at their places, each with its cubes below.  Cities that find no room follow in a list."""
    places = scene.map.places
    west, east = min(x for x, _ in places), max(x for x, _ in places)
    north, south = min(y for _, y in places), max(y for _, y in places)
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    without_room = []
    for city, (x, y) in enumerate(places):
        name, below = _sign(scene, city), _below(scene, city)
        column = round(6 + (x - west) / ((east - west) or 1) * (WIDTH - 13))
        row = round((y - north) / ((south - north) or 1) * (HEIGHT - 2))
        if not _put(rows, row, column, name, below):
            without_room.append(f"{name} {below}".strip())
    drawn = ["".join(row).rstrip() for row in rows]
    while not drawn[-1]:
        drawn.pop()
    return drawn + (["Also: " + ", ".join(without_room)] if without_room else [])


def _sign(scene: Scene, city: int) -> str:
    """A city's name: [Fargo] the end of a line, (Fargo) closed, *Seattle* the goal."""
    name = scene.map.cities[city]
    if city in _heads(scene):
        name = f"[{name}]"
    elif scene.is_closed(city):
        name = f"({name})"
    return f"*{name}*" if city == scene.map.goal else name


def _heads(scene: Scene) -> dict[int, str]:
    """The cities in which lines end, with the letters of their owners."""
    heads = scene.fields.heads
    if not scene.fields.own_lines:
        return {heads[0]: ""}
    found: dict[int, str] = {}
    for seat in scene.lines:
        found[heads[seat]] = found.get(heads[seat], "") + SEAT_LETTERS[seat]
    return found


def _below(scene: Scene, city: int) -> str:
    """What stands under a name: cubes and free room, or the letters of the lines that end there."""
    if scene.is_closed(city) or city == scene.map.goal:
        letters = _heads(scene).get(city, "")
        return f"‹{letters}›" if letters else ""
    cubes = "".join(_letters(scene, city, colour) for colour in range(scene.fields.colours))
    return cubes + "·" * (scene.fields.capacity - len(cubes))


def _letters(scene: Scene, city: int, colour: int) -> str:
    """The cubes of a colour in a city: `A` a large one, `a` a small one."""
    letter = SEAT_LETTERS[colour]
    return letter * (scene.fields.large_at[colour] == city) + letter.lower() * scene.fields.small_at[city][colour]


def _put(rows: list[list[str]], row: int, column: int, name: str, below: str) -> bool:
    """Write a name centred on a column with a text below it, as near as there is room; False if there is none."""
    wide = max(len(name), len(below))
    for down, right in SHIFTS:
        top, left = row + down, max(0, min(WIDTH - wide, column - wide // 2 + right))
        if not 0 <= top < HEIGHT - 1:
            continue
        if any(cell != " " for line in rows[top : top + 2] for cell in line[max(0, left - 1) : left + wide + 1]):
            continue
        for line, part in ((top, name), (top + 1, below)):
            start = left + (wide - len(part)) // 2
            rows[line][start : start + len(part)] = part
        return True
    return False


def _ways(scene: Scene) -> list[str]:
    """Every line with its cities, and where the line to move can go."""
    fields, cities = scene.fields, scene.map.cities
    rows = []
    for line in scene.lines:
        who = f"Line of seat {line} ({SEAT_LETTERS[line]})" if fields.own_lines else "Railroad"
        way = " – ".join(cities[city] for city in scene.way(line))
        rows += textwrap.wrap(f"{who}: {way}", WIDTH, subsequent_indent="  ")
    if scene.line is not None:
        rows.append(f"Next from {cities[fields.heads[scene.line]]}: {', '.join(cities[city] for city in scene.exits)}")
    return rows


def _legend(scene: Scene) -> str:
    now = f"Round {round_number(scene.fields)} of {last_round(scene.fields)}"
    return f"{now}. [end of line] (closed) *goal*; cubes a small, A large, · room ({scene.fields.capacity} to a city)."


def _players(scene: Scene) -> list[str]:
    """Hands and scores, a row for each colour."""
    fields = scene.fields
    rows = [f"  Player  Cubes      In hand            On the map   {'Rounds won' if fields.by_wins else 'Good   Bad'}"]
    for seat in range(scene.players):
        for colour in range(seat, fields.colours, scene.players):
            hand = f"{fields.small[colour]} small" + (", 1 large" if fields.large_at[colour] == IN_HAND else "")
            booked = f"{fields.wins[seat]:>10}" if fields.by_wins else f"{fields.good[seat]:>4} {fields.bad[seat]:>5}"
            who = f"{'>' if colour == scene.colour else ' '} Seat {seat}  {SEAT_LETTERS[colour]} {COLOUR_NAMES[colour]:<8}"
            rows.append(f"{who} {hand:<17} {fields.standing[colour]:>11}   {booked if colour == seat else ''}")
    return rows
