"""What the actor has to do now, as one sentence."""

from __future__ import annotations

from branchline.games.position import Position
from branchline.games.wensleydale.rules.action_space import firsts_of
from branchline.games.wensleydale.rules.board import areas_in
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BUILDING,
    CUBE,
    GOODS,
    INFLUENCE,
    NO_AREA,
    PASSENGERS,
    SET_UP,
    TRAINS,
)
from branchline.games.wensleydale.rules.map_data import Map
from branchline.games.wensleydale.text.names import amount, kind_name, room
from branchline.kernel import OVER
from branchline.texts import count, say


def prompt(position: Position) -> str:
    """What has to be done now."""
    fields = position.fields
    if fields.to_act == OVER:
        return say("The game is over.")
    if fields.phase == SET_UP:
        return say("Drawing the first player.") if fields.drawn == 0 else say("Setting up: drawing the next piece.")
    if fields.phase == INFLUENCE:
        return say("Drawing the token for box {box}.", box=fields.drawn + 1)
    if fields.owed and fields.phase == BUILDING:
        return count(
            "Choose what to pay with: {n} more point of influence for this link.",
            "Choose what to pay with: {n} more points of influence for this link.",
            int(fields.owed),
        )
    if fields.owed:
        return count(
            "Choose what to pay with: {n} more cube or point of influence for this train.",
            "Choose what to pay with: {n} more cubes or points of influence for this train.",
            int(fields.owed),
        )
    if fields.phase == AUCTION:
        return say("Bid for a box of influence, or pass ({cubes} left).", cubes=_cubes(position))
    if fields.phase == BUILDING:
        return _building(position)
    return _loading(position) if fields.phase == TRAINS else _selling(position)


def _cubes(position: Position) -> str:
    return amount(CUBE, int(position.fields.cubes[position.fields.to_act]))


def _building(position: Position) -> str:
    fields = position.fields
    if fields.path_end == NO_AREA:
        return say(
            "Build a link from a company town or your own track, or build nothing ({cubes} left).", cubes=_cubes(position)
        )
    laid = count("{n} link laid", "{n} links laid", len(areas_in(fields.entered)) - 1)
    end = position.board.data.areas[fields.path_end].name
    return say("Build on from {area}, or finish building ({laid}, {cubes} left).", area=end, laid=laid, cubes=_cubes(position))


def _loading(position: Position) -> str:
    """LW 6.1: hiring and loading, as far as they are possible now."""
    first, free = firsts_of(position.board.data), position.fields.slots[position.fields.to_act].tolist()
    hire = any(first["HIRE"] <= action < first["LOAD"] for action in position.legal)
    load = any(first["LOAD"] <= action < first["SELL"] for action in position.legal)
    places = room(free[PASSENGERS], free[GOODS])
    if hire and load:
        return say("Load a piece ({room} free), hire a train, or finish with trains.", room=places)
    if load:
        return say("Load a piece ({room} free), or finish with trains.", room=places)
    return say("Hire a train, or finish with trains.")


def _selling(position: Position) -> str:
    fields = position.fields
    map_: Map = position.board.data
    if not fields.sale:
        return say("Sell a path of your links to a company, or pass.")
    end, company = map_.areas[fields.path_end].name, kind_name(int(fields.sale) - 1)
    if position.ask("sale_is_complete"):
        return say("Sell on from {area} to {company}, or finish the sale.", area=end, company=company)
    return say("Sell on from {area} to {company}: a sale ends in a town.", area=end, company=company)
