"""What has to be done now."""

from __future__ import annotations

from branchline.games.northern_pacific.rules import actions
from branchline.games.northern_pacific.rules.layout import IN_HAND
from branchline.games.northern_pacific.text.names import colour_name, has_two_colours
from branchline.games.northern_pacific.text.notation import EXTEND, read_action
from branchline.games.position import Position
from branchline.kernel import CHANCE, OVER
from branchline.texts import say


def prompt(position: Position) -> str:
    """What the actor has to do now."""
    fields = position.fields
    if position.actor == OVER:
        return say("The game is over.")
    if position.actor == CHANCE:
        place, number = int(fields.placed) + 1, int(fields.rounds_done) + 1
        return say("Drawing who is number {place} in the order of round {round}.", place=place, round=number)
    colour = int(actions.colour_to_move(fields))
    city = position.board.data.cities[fields.heads[actions.line_of(fields, colour)]]
    if _must_extend(position):
        if fields.small[colour] > 0 or fields.large_at[colour] == IN_HAND:
            return say("Extend the line from {city}: no city has room for your cubes.", city=city)
        return say("Extend the line from {city}: you have no cube left to invest.", city=city)
    if has_two_colours(fields):
        return say("Invest a {colour} cube in a city, or extend the line from {city}.", city=city, colour=colour_name(colour))
    return say("Invest a cube in a city, or extend the line from {city}.", city=city)


def _must_extend(position: Position) -> bool:
    """Whether no cube can be invested; extensions come first among the legal actions."""
    return read_action(position.legal[-1], position.board)[0] == EXTEND
