"""What a move would cost and bring, in a few words."""

from __future__ import annotations

from branchline.games.position import Position
from branchline.games.wensleydale.rules.action_space import loads_of, offset, ways_of
from branchline.games.wensleydale.rules.board import areas_in
from branchline.games.wensleydale.rules.layout import BUILDING, CUBE, GOODS, GOVERNMENT, MIDLAND, NER, PASSENGERS, PAYS, TRAIN
from branchline.games.wensleydale.rules.map_data import Map
from branchline.games.wensleydale.rules.queries import LinkPrice, TrainPrice
from branchline.games.wensleydale.rules.takeovers import sale_price
from branchline.games.wensleydale.text.consequences import turned_towns
from branchline.games.wensleydale.text.names import amount, amounts, kind_name, room, signed, turning
from branchline.games.wensleydale.text.scene import purse
from branchline.texts import count, say
from branchline.texts import seat as name_of


def preview(position: Position, action: int) -> str:
    """What a legal action would cost and bring, or nothing."""
    match position.board.texts[action].split():
        case ["bid", box, cubes]:
            parts = _bid(position, int(box) - 1, int(cubes))
        case ["build", _]:
            parts = _build(position, action)
        case ["pay", _]:
            parts = _pay(position, action)
        case ["hire", train]:
            parts = _hire(position, train)
        case ["load", *_]:
            parts = _load(position, action)
        case ["sell", *_]:
            parts = _sell(position, action)
        case ["done"]:
            parts = _done(position, action)
        case _:
            parts = []
    return "; ".join(part for part in parts if part)


def _bid(position: Position, box: int, cubes: int) -> list[str]:
    fields = position.fields
    rival = int(fields.bidders[box])
    return [
        say("for {points}", points=amounts(dict(enumerate(position.ask("box_points", box))))),
        count("{n} cube stays free", "{n} cubes stay free", int(fields.cubes[fields.to_act]) - cubes),
        say("outbids {player}", player=name_of(rival - 1)) if rival else "",
    ]


def _build(position: Position, action: int) -> list[str]:
    price: LinkPrice = position.ask("link_price", offset(position.board, action, "BUILD"))
    toll, owed = {MIDLAND: price.midland, NER: price.ner}, price.build_points - price.cubes
    left = purse(position.after(action).fields, int(position.fields.to_act))
    return [
        say("costs {price}", price=amount(CUBE, price.cubes)) if price.cubes else "",
        say("toll {points}", points=amounts(toll)) if any(toll.values()) else "",
        say("opposition {points}", points=amount(GOVERNMENT, price.government)) if price.government else "",
        count("{n} point more, of any influence", "{n} points more, of any influence", owed) if owed else "",
        say("left: {rest}", rest=amounts(left) or say("nothing")),
    ]


def _pay(position: Position, action: int) -> list[str]:
    kind, after = offset(position.board, action, "PAY"), position.after(action).fields
    owed = int(after.owed)
    return [
        say("left: {rest}", rest=amount(kind, purse(after, int(position.fields.to_act))[kind])),
        count("{n} more payment", "{n} more payments", owed) if owed else say("that is all"),
    ]


def _hire(position: Position, name: str) -> list[str]:
    train = position.board.data.train(name)
    price: TrainPrice = position.ask("train_price", train.number)
    payments = count("{n} payment of cubes or other influence", "{n} payments of cubes or other influence", price.exchange)
    return [
        say("costs {price}", price=amount(TRAIN, price.points)) if price.points else "",
        payments if price.exchange else "",
        say("carries {room}", room=room(train.passengers, train.goods)),
    ]


def _load(position: Position, action: int) -> list[str]:
    piece, _ = loads_of(position.board.data)[offset(position.board, action, "LOAD")]
    free = position.ask_position("unsettled", action).fields.slots[position.fields.to_act].tolist()
    return [
        say("profit {points}", points=signed(PAYS[piece])),
        say("then free: {room}", room=room(free[PASSENGERS], free[GOODS])),
    ]


def _sell(position: Position, action: int) -> list[str]:
    fields = position.fields
    map_: Map = position.board.data
    company, way = divmod(offset(position.board, action, "SELL"), len(ways_of(map_).to))
    links = int(fields.path_links) + 1
    has = int(fields.marks[company][fields.to_act])
    price = say("{price} of your {has}", price=amount(company, sale_price(links)), has=has)
    may_end = position.after(action).ask("sale_is_complete")
    return [
        count("{n} link for {price}", "{n} links for {price}", links, price=price),
        say("may end in {area}", area=map_.areas[ways_of(map_).to[way]].name) if may_end else "",
    ]


def _done(position: Position, action: int) -> list[str]:
    fields = position.fields
    if fields.phase == BUILDING:
        links = max(0, len(areas_in(fields.entered)) - 1)
        return [count("your chain has {n} link", "your chain has {n} links", links)]
    company, links = int(fields.sale) - 1, int(fields.path_links)
    towns = turned_towns(position, position.after(action), company)
    return [
        count("{n} link for {price}", "{n} links for {price}", links, price=amount(company, sale_price(links))),
        turning(towns, kind_name(company)) if towns else "",
    ]
