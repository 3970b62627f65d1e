"""What the actor has to do now, as one sentence."""

from __future__ import annotations

from branchline.games.position import Position
from branchline.games.wensleydale.rules.board import areas_in
from branchline.games.wensleydale.rules.layout import AUCTION, BUILDING, CUBE, INFLUENCE, NO_AREA, SET_UP, TRAINS
from branchline.games.wensleydale.rules.map_data import Map
from branchline.games.wensleydale.text.names import amount, amounts, kind_name
from branchline.games.wensleydale.text.scene import purse
from branchline.kernel import OVER
from branchline.texts import count, say


def prompt(position: Position) -> str:
    """What has to be done now."""
    fields = position.fields
    map_: Map = position.board.data
    if fields.to_act == OVER:
        return say("The game is over.")
    if fields.phase == SET_UP:
        return say("Draw the first player.") if fields.drawn == 0 else say("Draw the next piece of the set-up.")
    if fields.phase == INFLUENCE:
        return say("Draw the token for box {box}.", box=fields.drawn + 1)
    if fields.owed and fields.phase == BUILDING:
        return count("Pay {n} more point for the link.", "Pay {n} more points for the link.", int(fields.owed))
    if fields.owed:
        return count("Pay {n} more point for the train.", "Pay {n} more points for the train.", int(fields.owed))
    if fields.phase == AUCTION:
        return say("Bid for influence ({cubes} free) or pass.", cubes=amount(CUBE, int(fields.cubes[fields.to_act])))
    if fields.phase == BUILDING:
        return _building(position)
    if fields.phase == TRAINS:
        return say("Hire a train, load a piece, or pass.")
    if fields.sale:
        end, company = map_.areas[fields.path_end].name, kind_name(int(fields.sale) - 1)
        return say("Sell on from {area} to {company}, or say done.", area=end, company=company)
    return say("Sell a path of your links to a company, or pass.")


def _building(position: Position) -> str:
    fields = position.fields
    if fields.path_end == NO_AREA:
        return say("Build a chain of links, or say done.")
    laid = count("{n} link laid", "{n} links laid", len(areas_in(fields.entered)) - 1)
    left = amounts(purse(fields, int(fields.to_act))) or say("nothing")
    end = position.board.data.areas[fields.path_end].name
    return say("Build on from {area}, or say done ({laid}; left: {rest}).", area=end, laid=laid, rest=left)
