"""Texts of actions, in and out, and the sentences that explain a refusal."""

from __future__ import annotations

from typing import Any

from branchline.games.drawing import SEAT_NAMES
from branchline.games.northern_pacific import rules
from branchline.games.northern_pacific.board import fold
from branchline.kernel import Board

COLOUR_NAMES = SEAT_NAMES
"""The cubes of the colours 0 to 5; in the two-colours duo seat 0 has red and gold, seat 1 blue and green."""


def parse(text: str, board: Board) -> int | None:
    """The id of a text, in any case, with or without apostrophes, hyphens for blanks."""
    return _folded(board).get(fold(text))


def _folded(board: Board) -> dict[str, int]:
    found: dict[str, int] | None = _FOLDED.get(board.digest)
    if found is None:
        found = _FOLDED[board.digest] = {fold(text): action for text, action in board.ids.items()}
    return found


_FOLDED: dict[str, dict[str, int]] = {}


def veil(text: str) -> str:
    """Nothing is hidden in this game."""
    return text


def explain(state: Any, board: Board, action: int, code: int) -> str:
    """The fact behind a refusal, as a sentence without its full stop."""
    map_ = board.data
    cities = len(map_.cities)
    if code in (rules.GAME_OVER_POINTS, rules.GAME_OVER_WINS):
        return "The game is over"
    if code == rules.SEATING:
        return _explain_seating(state, action - 3 * cities)
    city = map_.cities[action % cities]
    number = action % cities
    colour = rules.colour_to_move(state)
    if code == rules.NOT_AN_EXIT:
        return _explain_extension(state, board, rules.line_of(state, colour), number)
    if code == rules.NOT_OPEN:
        if number in (map_.start, map_.goal):
            which = "start" if number == map_.start else "goal"
            return f"{city} is the {which}: cubes never go there"
        whose = "a line" if state.own_lines else "the railroad"
        return f"{city} is closed: {whose} reached it this round"
    if code == rules.FULL:
        return f"{city} is full: {state.cubes[number]} cubes of {state.capacity}"
    # NP 5.1: with two colours a player needs to know which of them is meant.
    kind = f"{COLOUR_NAMES[colour]} " if state.colours > state.players else ""
    if code != rules.NO_SUCH_CUBE:
        return f"You already have a {kind}cube in {city}"
    if action < 2 * cities:
        return f"You hold no small {kind}cube"
    return f"Your large {kind}cube is in {map_.cities[state.large_at[colour]]}, not in your hand"


def _explain_seating(state: Any, seat: int) -> str:
    if state.placed == state.players:
        return "Seats are placed by chance between rounds, not by a player"
    if seat < 0:
        return "The seats of this round are still being drawn"
    if seat >= state.players:
        return f"There is no seat {seat}: seats run from 0 to {state.players - 1}"
    return f"Seat {seat} already has its place in this round"


def _explain_extension(state: Any, board: Board, line: int, city: int) -> str:
    map_ = board.data
    whose = "Your line" if state.own_lines else "The railroad"
    if state.reached[line] >> city & 1:
        return f"{whose} has already reached {map_.cities[city]} this round"
    head = int(state.heads[line])
    exits = ", ".join(map_.cities[exit] for exit in map_.exits[head])
    return f"{whose} stands at {map_.cities[head]}, and no track leads from there to {map_.cities[city]} (exits: {exits})"
