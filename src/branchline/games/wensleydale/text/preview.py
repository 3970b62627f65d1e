"""What a move would cost and bring, in a few words, and what it would put on the map."""

from __future__ import annotations

from typing import Any

from branchline.games.wensleydale.drawing.layout import read_chart
from branchline.games.wensleydale.drawing.symbols import link
from branchline.games.wensleydale.rules.board import loads_of, ways_of
from branchline.games.wensleydale.rules.layout import (
    BUILDING,
    COMPANIES,
    CUBE,
    GOODS,
    INVESTMENT_CUBES,
    PASSENGERS,
    PAYS,
    RED,
    TRAIN,
)
from branchline.games.wensleydale.rules.map_data import KINDS, Map
from branchline.games.wensleydale.text.description import train_name
from branchline.games.wensleydale.text.names import amount, amounts, kind_name, room, signed, turning
from branchline.games.wensleydale.text.prices import areas_in, box_worth, link_price, offset, purse, sale_price, train_price
from branchline.games.wensleydale.text.scene import border_names
from branchline.kernel import Board
from branchline.texts import count, say
from branchline.texts import seat as name_of


def preview(state: Any, board: Board, action: int) -> str:
    """What a legal action would cost and bring, or nothing."""
    words = board.texts[action].split()
    map_: Map = board.data
    match words[0]:
        case "bid":
            parts = _bid(state, map_, *divmod(action, INVESTMENT_CUBES))
        case "build":
            parts = _build(state, map_, offset(board, action, "BUILD"))
        case "pay":
            parts = _pay(state, offset(board, action, "PAY"))
        case "hire":
            parts = _hire(state, map_, offset(board, action, "HIRE"))
        case "load":
            parts = _load(state, map_, offset(board, action, "LOAD"))
        case "sell":
            company, way = divmod(offset(board, action, "SELL"), len(ways_of(map_).from_))
            parts = _sell(state, map_, company, way)
        case "done":
            parts = _done(state, map_)
        case _:
            parts = []
    return "; ".join(part for part in parts if part)


def _bid(state: Any, map_: Map, box: int, cubes: int) -> list[str]:
    seat, cubes = int(state.to_act), cubes + 1
    rival = int(state.bidders[box])
    return [
        say("for {points}", points=amounts(box_worth(state, map_, box))),
        count("{n} cube stays free", "{n} cubes stay free", int(state.cubes[seat]) - cubes),
        say("outbids {player}", player=name_of(rival - 1)) if rival else "",
    ]


def _build(state: Any, map_: Map, way: int) -> list[str]:
    seat = int(state.to_act)
    price, has = link_price(state, map_, way, seat), purse(state, seat)
    left = {kind: number - price.at_once.get(kind, 0) for kind, number in has.items()}
    owed = count("{n} point more, of any influence", "{n} points more, of any influence", price.owed) if price.owed else ""
    toll = say("toll {points}", points=amounts(price.toll)) if any(price.toll.values()) else ""
    opposition = say("opposition {points}", points=amount(2, price.opposition)) if price.opposition else ""
    return [
        say("costs {price}", price=amounts({CUBE: price.cubes})) if price.cubes else "",
        toll,
        opposition,
        owed,
        say("left: {rest}", rest=amounts(left) or say("nothing")),
    ]


def _pay(state: Any, kind: int) -> list[str]:
    left = purse(state, int(state.to_act))[kind] - 1
    owed = int(state.owed) - 1
    return [
        say("left: {rest}", rest=amount(kind, left)),
        count("{n} more payment", "{n} more payments", owed) if owed else say("that is all"),
    ]


def _hire(state: Any, map_: Map, train: int) -> list[str]:
    points, missing = train_price(state, train, int(state.to_act))
    offer = next(offer for offer in map_.trains if f"{offer.row}{offer.letter}" == train_name(train))
    return [
        say("costs {price}", price=amount(TRAIN, points)) if points else "",
        count("{n} payment of cubes or other influence", "{n} payments of cubes or other influence", missing)
        if missing
        else "",
        say("carries {room}", room=room(offer.passengers, offer.goods)),
    ]


def _load(state: Any, map_: Map, load: int) -> list[str]:
    piece, _ = loads_of(map_)[load]
    free = [int(number) for number in state.slots[int(state.to_act)]]
    free[PASSENGERS if piece >= RED else GOODS] -= 1
    return [
        say("profit {points}", points=signed(PAYS[piece])),
        say("then free: {room}", room=room(free[PASSENGERS], free[GOODS])),
    ]


def _sell(state: Any, map_: Map, company: int, way: int) -> list[str]:
    links = int(state.path_links) + 1
    goal = map_.areas[ways_of(map_).to[way]]
    has = int(state.marks[company][int(state.to_act)])
    price = say("{price} of your {has}", price=amount(company, sale_price(links)), has=has)
    return [
        count("{n} link for {price}", "{n} links for {price}", links, price=price),
        say("may end in {area}", area=goal.name) if goal.town and not goal.only_from else "",
    ]


def _done(state: Any, map_: Map) -> list[str]:
    entered = areas_in(state.entered)
    if state.phase == BUILDING:
        return [count("your chain has {n} link", "your chain has {n} links", max(0, len(entered) - 1))]
    company, links = int(state.sale) - 1, int(state.path_links)
    held = areas_in(state.company_towns[company])
    towns = [map_.areas[area].name for area in sorted(entered - held) if map_.areas[area].town]
    return [
        count("{n} link for {price}", "{n} links for {price}", links, price=amount(company, sale_price(links))),
        turning(towns, kind_name(company)) if towns else "",
    ]


def ghost(state: Any, board: Board, action: int) -> str:
    """The link that an action would lay or hand over, on its border; or nothing."""
    verb = board.texts[action].split()[0]
    if verb not in ("build", "sell"):
        return ""
    map_: Map = board.data
    company, way = divmod(offset(board, action, verb.upper()), len(ways_of(map_).from_))
    name = border_names(map_)[ways_of(map_).link[way]]
    border = next(border for border in read_chart(map_).borders if border.name == name)
    owner = int(state.to_act) if verb == "build" else KINDS[:COMPANIES][company]
    return link(owner, border.middle, border.angle, "ghost")
