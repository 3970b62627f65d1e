"""The position in words and numbers: for views, logs and the terminal."""

from __future__ import annotations

from typing import Any

from branchline.games.drawing import SEAT_LETTERS
from branchline.games.northern_pacific import rules, scoring
from branchline.games.northern_pacific.notation import COLOUR_NAMES
from branchline.games.northern_pacific.state import IN_HAND, WINS_ROUNDS
from branchline.kernel import Board


def table(state: Any, board: Board) -> dict[str, Any]:
    """The position in JSON-safe words and numbers."""
    map_ = board.data
    lines = range(int(state.players) if state.own_lines else 1)
    return {
        "round": min(int(state.rounds_done) + 1, last_round(state)),
        "rounds": last_round(state),
        "capacity": int(state.capacity),
        "order": [int(seat) for seat in state.order[: state.placed]],
        "colour": None if state.over or state.placed < state.players else COLOUR_NAMES[rules.colour_to_move(state)],
        "lines": [{"seat": line if state.own_lines else None, "head": map_.cities[state.heads[line]]} for line in lines],
        "closed": [city for number, city in enumerate(map_.cities) if state.closed >> number & 1],
        "hands": [_hand(state, colour) for colour in range(state.colours)],
        "cubes": {city: _cubes(state, number) for number, city in enumerate(map_.cities) if state.cubes[number]},
        **tally(state, board),
    }


def last_round(state: Any) -> int:
    """The round after which the game ends at the latest."""
    return WINS_ROUNDS if state.by_wins else int(state.rounds)


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
        return "The game is over."
    if state.placed < state.players:
        return f"Draw the seat for place {state.placed + 1} in the order of round {state.rounds_done + 1}."
    colour = rules.colour_to_move(state)
    head = board.data.cities[state.heads[rules.line_of(state, colour)]]
    with_colour = f" with {COLOUR_NAMES[colour]}" if state.colours > state.players else ""
    return f"Extend the line from {head} or invest a cube{with_colour}."


def text(state: Any, board: Board) -> str:
    """The board for a terminal: a schematic map from west to east, then hands and scores."""
    return "\n".join([*_drawing(state, board), "", *_lines(state, board), *_players(state)])


WIDTH, HEIGHT = 96, 26


def _drawing(state: Any, board: Board) -> list[str]:
    """Cities at their places; [Fargo] is the railroad's end, (Fargo) a closed city, letters are cubes (upper case: large)."""
    map_ = board.data
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    heads = {int(state.heads[line]) for line in range(int(state.players) if state.own_lines else 1)}
    for number, city in enumerate(map_.cities):
        closed = state.closed >> number & 1
        label = f"[{city}]" if number in heads else f"({city})" if closed else city
        if number == map_.goal:
            label = f"*{label}*"
        cubes = "".join(_letters(state, number, colour) for colour in range(state.colours))
        x, y = map_.places[number]
        row = round(y * (HEIGHT - 2))
        _put(rows, row, x, label)
        _put(rows, row + 1, x, cubes + "·" * (int(state.capacity) - len(cubes)) if not closed and number != map_.goal else "")
    return ["".join(row).rstrip() for row in rows]


def _letters(state: Any, city: int, colour: int) -> str:
    letter = SEAT_LETTERS[colour]
    return letter * int(state.large_at[colour] == city) + letter.lower() * int(state.small_at[city][colour])


def _put(rows: list[list[str]], row: int, x: float, label: str) -> None:
    """Write a label centred on x, moved in from the rim and clear of what stands there already."""
    start = max(0, min(WIDTH - len(label), round(x * WIDTH - len(label) / 2)))
    for candidate in (row, row + 1, row - 1):
        if 0 <= candidate < len(rows) and all(
            cell == " " for cell in rows[candidate][max(0, start - 1) : start + len(label) + 1]
        ):
            rows[candidate][start : start + len(label)] = label
            return


def _lines(state: Any, board: Board) -> list[str]:
    cities = board.data.cities
    if not state.own_lines:
        return [f"Railroad at {cities[state.heads[0]]}."]
    return [f"Line of seat {seat} at {cities[state.heads[seat]]}." for seat in range(state.players)]


def _players(state: Any) -> list[str]:
    rows = [f"Round {min(state.rounds_done + 1, last_round(state))} of {last_round(state)}, {state.capacity} cubes to a city."]
    for seat in range(state.players):
        hands = []
        for colour in range(seat, state.colours, state.players):
            large = " and the large cube" if state.large_at[colour] == IN_HAND else ""
            hands.append(f"{COLOUR_NAMES[colour]} {state.small[colour]} small{large}")
        now = f"now {scoring.round_good(state, seat)} good, {scoring.round_bad(state, seat)} bad"
        booked = f"{state.wins[seat]} round wins" if state.by_wins else f"{state.good[seat]} good, {state.bad[seat]} bad"
        rows.append(f"Seat {seat}: {'; '.join(hands)} ({now}); booked {booked}.")
    return rows
