"""What an action would bring."""

from __future__ import annotations

from branchline.games.northern_pacific.rules.layout import LARGE_PAYS, SMALL_PAYS
from branchline.games.northern_pacific.rules.visit_odds import odds_of_visits
from branchline.games.northern_pacific.text.consequences import payouts
from branchline.games.northern_pacific.text.names import owner_name
from branchline.games.northern_pacific.text.notation import EXTEND, INVEST_LARGE, SEAT, read_action
from branchline.games.position import Position
from branchline.texts import count, say


def preview(position: Position, action: int) -> str:
    """What a legal action would bring."""
    kind, place = read_action(action, position.board)
    if kind == SEAT:
        return ""
    if kind == EXTEND:
        return _extension(position, position.after(action))
    return _investment(position, place, LARGE_PAYS if kind == INVEST_LARGE else SMALL_PAYS)


def _extension(position: Position, after: Position) -> str:
    if after.fields.rounds_done > position.fields.rounds_done:
        return say("ends the round")
    paid = payouts(position, after)
    if not paid:
        return say("pays nobody")
    gains = ", ".join(say("{who} +{gain}", who=owner_name(position.fields, one.colour), gain=one.gain) for one in paid)
    return say("pays {gains}", gains=gains)


def _investment(position: Position, city: int, gain: int) -> str:
    """The gain, and how likely it is; with own lines the odds are left out."""
    pays = count("pays {n} new cube when a line comes", "pays {n} new cubes when a line comes", gain)
    if position.fields.own_lines:
        return pays
    share = odds_of_visits(position.fields, position.board.data)[city]
    return say("{pays} (odds {share} % if every exit is equally likely)", pays=pays, share=round(100 * share))
