"""Texts of actions, in and out, and the sentences that explain a refusal."""

from __future__ import annotations

from typing import Any

from branchline.games.drawing import SEAT_NAMES
from branchline.games.northern_pacific.rules import actions
from branchline.games.northern_pacific.rules.board import fold
from branchline.games.northern_pacific.text.names import colour_name
from branchline.kernel import Board
from branchline.texts import say

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
    cities = len(board.data.cities)
    if code in (actions.GAME_OVER_POINTS, actions.GAME_OVER_WINS):
        return say("The game is over")
    if code == actions.SEATING:
        return _explain_seating(state, action - 3 * cities)
    colour = int(actions.colour_to_move(state))
    if code == actions.NOT_AN_EXIT:
        return _explain_extension(state, board, actions.line_of(state, colour), action % cities)
    if code == actions.NO_SUCH_CUBE:
        return _explain_hand(state, board, colour, large=action >= 2 * cities)
    return _explain_city(state, board, colour, action % cities, code)


def _explain_city(state: Any, board: Board, colour: int, number: int, code: int) -> str:
    map_ = board.data
    city = map_.cities[number]
    if code == actions.NOT_OPEN:
        if number == map_.start:
            return say("{city} is the start: cubes never go there", city=city)
        if number == map_.goal:
            return say("{city} is the goal: cubes never go there", city=city)
        if state.own_lines:
            return say("{city} is closed: a line reached it this round", city=city)
        return say("{city} is closed: the railroad reached it this round", city=city)
    if code == actions.FULL:
        return say("{city} is full: {cubes} cubes of {room}", city=city, cubes=state.cubes[number], room=state.capacity)
    # NP 5.1: with two colours a player needs to know which of them is meant.
    if state.colours > state.players:
        return say("You already have a {colour} cube in {city}", colour=colour_name(colour), city=city)
    return say("You already have a cube in {city}", city=city)


def _explain_hand(state: Any, board: Board, colour: int, large: bool) -> str:
    words = {"colour": colour_name(colour), "city": board.data.cities[state.large_at[colour]]}
    two = state.colours > state.players
    if large and two:
        return say("Your large {colour} cube is in {city}, not in your hand", **words)
    if large:
        return say("Your large cube is in {city}, not in your hand", **words)
    return say("You hold no small {colour} cube", **words) if two else say("You hold no small cube")


def _explain_seating(state: Any, seat: int) -> str:
    if state.placed == state.players:
        return say("Seats are placed by chance between rounds, not by a player")
    if seat < 0:
        return say("The seats of this round are still being drawn")
    if seat >= state.players:
        return say("There is no seat {seat}: seats run from 0 to {last}", seat=seat, last=state.players - 1)
    return say("Seat {seat} already has its place in this round", seat=seat)


def _explain_extension(state: Any, board: Board, line: int, city: int) -> str:
    map_ = board.data
    head = int(state.heads[line])
    words = {
        "city": map_.cities[city],
        "head": map_.cities[head],
        "exits": ", ".join(map_.cities[exit] for exit in map_.exits[head]),
    }
    if state.reached[line] >> city & 1:
        if state.own_lines:
            return say("Your line has already reached {city} this round", **words)
        return say("The railroad has already reached {city} this round", **words)
    if state.own_lines:
        return say("Your line stands at {head}, and no track leads from there to {city} (exits: {exits})", **words)
    return say("The railroad stands at {head}, and no track leads from there to {city} (exits: {exits})", **words)
