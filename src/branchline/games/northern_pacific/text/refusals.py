"""Why an action is refused."""

from __future__ import annotations

from branchline.games.northern_pacific.rules import actions
from branchline.games.northern_pacific.rules.map_data import Map
from branchline.games.northern_pacific.rules.paragraphs import (
    FULL,
    GAME_OVER_POINTS,
    GAME_OVER_WINS,
    NO_SUCH_CUBE,
    NOT_AN_EXIT,
    NOT_OPEN,
    SEATING,
)
from branchline.games.northern_pacific.text.names import colour_name, has_two_colours
from branchline.games.northern_pacific.text.notation import INVEST_LARGE, SEAT, read_action
from branchline.games.position import Position
from branchline.texts import say, sentence
from branchline.texts import seat as seat_name


def refusal(position: Position, action: int, code: int) -> str:
    """The fact behind a refusal, as a sentence without its full stop."""
    if code in (GAME_OVER_POINTS, GAME_OVER_WINS):
        return say("The game is over")
    kind, place = read_action(action, position.board)
    if code == SEATING:
        return _seating(position, place if kind == SEAT else None)
    colour = int(actions.colour_to_move(position.fields))
    if code == NOT_AN_EXIT:
        return _extension(position, colour, place)
    if code == NO_SUCH_CUBE:
        return _hand(position, colour, large=kind == INVEST_LARGE)
    if code == NOT_OPEN:
        return _shut_city(position, place)
    return _occupied_city(position, colour, place, full=code == FULL)


def _seating(position: Position, seat: int | None) -> str:
    """NP 4.4."""
    fields = position.fields
    if fields.placed == fields.players:
        return say("The order of play is drawn between rounds, not chosen by a player")
    if seat is None:
        return say("The order of this round is still being drawn")
    if seat >= fields.players:
        return say("Only {players} players are in this game", players=fields.players)
    return sentence(say("{player} already has a place in this round", player=seat_name(seat)))


def _extension(position: Position, colour: int, city: int) -> str:
    """NP 2.1."""
    fields, map_ = position.fields, position.board.data
    line = int(actions.line_of(fields, colour))
    head = int(fields.heads[line])
    words = {
        "city": map_.cities[city],
        "head": map_.cities[head],
        "exits": ", ".join(map_.cities[exit] for exit in map_.exits[head]),
    }
    if fields.reached[line] >> city & 1:
        if fields.own_lines:
            return say("Your line has already reached {city} this round", **words)
        return say("The railroad has already reached {city} this round", **words)
    if fields.own_lines:
        return say("Your line stands at {head}, and no track leads from there to {city} (exits: {exits})", **words)
    return say("The railroad stands at {head}, and no track leads from there to {city} (exits: {exits})", **words)


def _hand(position: Position, colour: int, large: bool) -> str:
    """NP 2.5: the player holds no such cube."""
    fields = position.fields
    words = {"colour": colour_name(colour), "city": position.board.data.cities[fields.large_at[colour]]}
    if large and has_two_colours(fields):
        return say("Your large {colour} cube is in {city}, not in your hand", **words)
    if large:
        return say("Your large cube is in {city}, not in your hand", **words)
    return say("You hold no small {colour} cube", **words) if has_two_colours(fields) else say("You hold no small cube")


def _shut_city(position: Position, number: int) -> str:
    """NP 2.2."""
    map_: Map = position.board.data
    city = map_.cities[number]
    if number == map_.start:
        return say("{city} is the start: cubes never go there", city=city)
    if number == map_.goal:
        return say("{city} is the goal: cubes never go there", city=city)
    if position.fields.own_lines:
        return say("{city} is closed: a line reached it this round", city=city)
    return say("{city} is closed: the railroad reached it this round", city=city)


def _occupied_city(position: Position, colour: int, number: int, full: bool) -> str:
    """NP 1.4, 2.3."""
    fields, city = position.fields, position.board.data.cities[number]
    if full:
        return say("{city} is full: {cubes} cubes of {room}", city=city, cubes=fields.cubes[number], room=fields.capacity)
    if has_two_colours(fields):
        return say("You already have a {colour} cube in {city}", colour=colour_name(colour), city=city)
    return say("You already have a cube in {city}", city=city)
