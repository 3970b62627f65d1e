"""What an action would put on the map, and small pictures of picked things."""

from __future__ import annotations

from branchline.games.position import Position
from branchline.games.wensleydale.drawing.layout import layout_of
from branchline.games.wensleydale.drawing.map_layer import link_places
from branchline.games.wensleydale.drawing.symbols import alone, company_badge, link, piece_alone
from branchline.games.wensleydale.rules.action_space import offset, ways_of
from branchline.games.wensleydale.rules.map_data import KINDS, Map
from branchline.games.wensleydale.text.scene import border_names


def ghost(position: Position, action: int) -> str:
    """The link that an action would build or sell, on its border; or nothing."""
    verb = position.board.texts[action].split()[0]
    if verb not in ("build", "sell"):
        return ""
    map_: Map = position.board.data
    company, way = divmod(offset(position.board, action, verb.upper()), len(ways_of(map_).from_))
    middle, angle = link_places(layout_of(map_))[border_names(map_)[ways_of(map_).link[way]]]
    return link(int(position.fields.to_act) if verb == "build" else KINDS[company], middle, angle, "ghost")


def picture(position: Position, name: str) -> str:
    """A small picture of a piece or a company, which have no place of their own on the board; or nothing."""
    sort, _, what = name.partition(":")
    if sort in ("piece", "draw"):
        return alone(piece_alone(what))
    if sort == "company":
        return alone(company_badge(what))
    return ""
