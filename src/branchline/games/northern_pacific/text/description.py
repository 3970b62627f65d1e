"""The position in words and numbers: for views, logs and the terminal."""

from __future__ import annotations

import textwrap
from typing import Any

from branchline.games.drawing import SEAT_LETTERS
from branchline.games.northern_pacific.rules import actions
from branchline.games.northern_pacific.rules.board import Map
from branchline.games.northern_pacific.rules.layout import IN_HAND, last_round, way
from branchline.games.northern_pacific.text.names import colour_name
from branchline.games.northern_pacific.text.notation import COLOUR_NAMES
from branchline.kernel import Board
from branchline.texts import say
from branchline.texts import seat as seat_name


def table(state: Any, board: Board) -> dict[str, Any]:
    """The position in JSON-safe words and numbers."""
    map_ = board.data
    lines = range(int(state.players) if state.own_lines else 1)
    return {
        "round": min(int(state.rounds_done) + 1, last_round(state)),
        "rounds": last_round(state),
        "capacity": int(state.capacity),
        "order": [int(seat) for seat in state.order[: state.placed]],
        "colour": None if state.over or state.placed < state.players else COLOUR_NAMES[actions.colour_to_move(state)],
        "lines": [{"seat": line if state.own_lines else None, "head": map_.cities[state.heads[line]]} for line in lines],
        "closed": [city for number, city in enumerate(map_.cities) if state.closed >> number & 1],
        "hands": [_hand(state, colour) for colour in range(state.colours)],
        "cubes": {city: _cubes(state, number) for number, city in enumerate(map_.cities) if state.cubes[number]},
        **tally(state, board),
    }


def _hand(state: Any, colour: int) -> dict[str, Any]:
    return {
        "seat": colour % int(state.players),
        "colour": COLOUR_NAMES[colour],
        "small": int(state.small[colour]),
        "large": int(state.large_at[colour] == IN_HAND),
    }


def _cubes(state: Any, city: int) -> list[dict[str, Any]]:
    found = []
    for colour in range(state.colours):
        small, large = int(state.small_at[city][colour]), int(state.large_at[colour] == city)
        if small or large:
            owner = {"seat": colour % int(state.players), "colour": COLOUR_NAMES[colour]}
            found.append({**owner, "small": small, "large": large})
    return found


def tally(state: Any, board: Board) -> dict[str, list[int]]:
    """Good, bad and round wins of each seat over the finished rounds."""
    seats = range(state.players)
    return {name: [int(getattr(state, name)[seat]) for seat in seats] for name in ("good", "bad", "wins")}


def phrase(state: Any, board: Board) -> str:
    """What has to be done now."""
    if state.over:
        return say("The game is over.")
    if state.placed < state.players:
        place, number = int(state.placed) + 1, int(state.rounds_done) + 1
        return say("Draw the seat for place {place} in the order of round {round}.", place=place, round=number)
    colour = int(actions.colour_to_move(state))
    head = board.data.cities[state.heads[actions.line_of(state, colour)]]
    small, large = state.small[colour] > 0, state.large_at[colour] == IN_HAND
    if not (small or large):
        return say("Extend the line from {city}: there is no cube to invest.", city=head)
    if not open_cities(state, board.data, colour):
        return say("Extend the line from {city}: no city has room for a cube.", city=head)
    if state.colours > state.players:
        return say("Extend the line from {city} or invest a cube with {colour}.", city=head, colour=colour_name(colour))
    return say("Extend the line from {city} or invest a cube.", city=head)


def open_cities(state: Any, map_: Map, colour: int) -> list[int]:
    """The cities that take a cube of this colour (the rule of the same name knows the standard map only, uncompiled)."""
    shut = int(state.closed) | int(state.full) | (0 if state.many else int(state.invested[colour]))
    return [city for city in range(len(map_.cities)) if city not in (map_.start, map_.goal) and not shut >> city & 1]


def round_name(state: Any) -> str:
    """Which round is played, of how many."""
    now, last = min(int(state.rounds_done) + 1, last_round(state)), last_round(state)
    if state.by_wins:
        return say("Round {round} of {rounds} at most", round=now, rounds=last)
    return say("Round {round} of {rounds}", round=now, rounds=last)


def summary(state: Any, board: Board) -> str:
    """The position in a sentence or two, for those who cannot see the picture."""
    cities = board.data.cities
    if state.own_lines:
        ends = ", ".join(
            say("the line of {who} at {city}", who=seat_name(line), city=cities[state.heads[line]])
            for line in range(int(state.players))
        )
    else:
        ends = say("the railroad at {city}", city=cities[state.heads[0]])
    return f"Northern Pacific. {round_name(state)}: {ends}. {phrase(state, board)}"


WIDTH, HEIGHT = 98, 19
"""Of the map in a terminal."""
SHIFTS = sorted(((row, column) for row in range(-3, 4) for column in range(-8, 9)), key=lambda by: 3 * abs(by[0]) + abs(by[1]))
"""Where a city moves when its place is taken, nearest first."""


def text(state: Any, board: Board) -> str:
    """The board for a terminal: the map with its cubes, the way built so far, then hands and scores."""
    rows = [*_drawing(state, board), "", *_ways(state, board), *_legend(state), "", *_players(state)]
    return "\n".join(row.rstrip() for row in rows)


def _drawing(state: Any, board: Board) -> list[str]:
    """Cities at their places, each with its cubes below; those for which there is no room follow in a list."""
    map_ = board.data
    west, east = min(x for x, _ in map_.places), max(x for x, _ in map_.places)
    north, south = min(y for _, y in map_.places), max(y for _, y in map_.places)
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    homeless = []
    for city in range(len(map_.cities)):
        name, below = _sign(state, map_, city), _below(state, map_, city)
        x, y = map_.places[city]
        column = round(6 + (x - west) / ((east - west) or 1) * (WIDTH - 13))
        row = round((y - north) / ((south - north) or 1) * (HEIGHT - 2))
        if not _put(rows, row, column, name, below):
            homeless.append(f"{name} {below}".strip())
    drawn = ["".join(row).rstrip() for row in rows]
    while not drawn[-1]:
        drawn.pop()
    return drawn + (["Also: " + ", ".join(homeless)] if homeless else [])


def _sign(state: Any, map_: Map, city: int) -> str:
    """A city's name: [Fargo] a line's end, (Fargo) closed, *Seattle* the goal."""
    name = map_.cities[city]
    if city in _heads(state):
        name = f"[{name}]"
    elif int(state.closed) >> city & 1:
        name = f"({name})"
    return f"*{name}*" if city == map_.goal else name


def _heads(state: Any) -> dict[int, str]:
    """The cities in which lines end, with the letters of their owners."""
    if not state.own_lines:
        return {int(state.heads[0]): ""}
    found: dict[int, str] = {}
    for seat in range(state.players):
        head = int(state.heads[seat])
        found[head] = found.get(head, "") + SEAT_LETTERS[seat]
    return found


def _below(state: Any, map_: Map, city: int) -> str:
    """What stands under a name: cubes and free room, or the letters of the lines that end there."""
    if int(state.closed) >> city & 1 or city == map_.goal:
        letters = _heads(state).get(city, "")
        return f"‹{letters}›" if letters else ""
    cubes = "".join(_letters(state, city, colour) for colour in range(state.colours))
    return cubes + "·" * (int(state.capacity) - len(cubes))


def _letters(state: Any, city: int, colour: int) -> str:
    letter = SEAT_LETTERS[colour]
    return letter * int(state.large_at[colour] == city) + letter.lower() * int(state.small_at[city][colour])


def _put(rows: list[list[str]], row: int, column: int, name: str, below: str) -> bool:
    """Write a name centred on a column with a text below it, as near as both find room."""
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


def _ways(state: Any, board: Board) -> list[str]:
    """Every line in words, and where the one to move can go."""
    map_: Map = board.data
    rows = []
    for line in range(int(state.players) if state.own_lines else 1):
        cities = " – ".join(map_.cities[city] for city in way(state, line, map_.start))
        who = f"Line of seat {line} ({SEAT_LETTERS[line]})" if state.own_lines else "Railroad"
        rows += textwrap.wrap(f"{who}: {cities}", WIDTH, subsequent_indent="  ")
    if not state.over and state.placed == state.players:
        line = int(actions.line_of(state, actions.colour_to_move(state)))
        open_exits = [city for city in map_.exits[state.heads[line]] if not int(state.reached[line]) >> city & 1]
        rows.append(f"Next from {map_.cities[state.heads[line]]}: {', '.join(map_.cities[city] for city in open_exits)}")
    return rows


def _legend(state: Any) -> list[str]:
    now = f"Round {min(int(state.rounds_done) + 1, last_round(state))} of {last_round(state)}"
    return [f"{now}. [end of line] (closed) *goal*; cubes a small, A large, · room ({state.capacity} to a city)."]


def _players(state: Any) -> list[str]:
    """A table of hands and scores, a row for each colour."""
    moving = None if state.over or state.placed < state.players else int(actions.colour_to_move(state))
    count = "Rounds won" if state.by_wins else "Good   Bad"
    rows = [f"  Player  Cubes      In hand            On the map   {count}"]
    for seat in range(state.players):
        for colour in range(seat, state.colours, state.players):
            hand = f"{state.small[colour]} small" + (", 1 large" if state.large_at[colour] == IN_HAND else "")
            booked = f"{state.wins[seat]:>10}" if state.by_wins else f"{state.good[seat]:>4} {state.bad[seat]:>5}"
            who = f"{'>' if colour == moving else ' '} Seat {seat}  {SEAT_LETTERS[colour]} {COLOUR_NAMES[colour]:<8}"
            rows.append(f"{who} {hand:<17} {state.standing[colour]:>11}   {booked if colour == seat else ''}")
    return rows
