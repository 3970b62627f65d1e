"""What a move did, in sentences with their paragraphs.  What follows without a decision is in consequences.py."""

from __future__ import annotations

from typing import Any

from branchline.games.position import Position
from branchline.games.spec import Told
from branchline.games.wensleydale.rules.action_space import PAYMENT_NAMES, PIECE_NAMES, offset
from branchline.games.wensleydale.rules.board import areas_in
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BUILDING,
    CHEESE,
    CUBE,
    GOVERNMENT,
    MIDLAND,
    NER,
    OPPOSITION,
    PAYS,
    RED,
    STONE,
    TAKEOVERS,
    TRAIN,
    TRAINS,
)
from branchline.games.wensleydale.rules.map_data import KINDS, Map
from branchline.games.wensleydale.rules.queries import LinkPrice, TrainPrice
from branchline.games.wensleydale.rules.takeovers import sale_price
from branchline.games.wensleydale.text.consequences import removed, tell_consequences, turned_towns
from branchline.games.wensleydale.text.names import (
    amount,
    amounts,
    kind_name,
    piece_name,
    pieces_of,
    room,
    signed,
    turning,
    way_name,
)
from branchline.texts import count, say, seat


def tell(before: Position, text: str, after: Position) -> Told:
    """The sentences of a move and of everything that follows from it without a decision."""
    words = text.split()
    return [*_TELLERS[words[0]](before, words, after), *tell_consequences(before, words, after)]


# -- chance ------------------------------------------------------------------------------------------


def _first(before: Position, words: list[str], after: Position) -> Told:
    return [(say("{player} is the first player", player=seat(int(words[1]))), "LW 1.1")]


def _draw(before: Position, words: list[str], after: Position) -> Told:
    goods: Any = before.board.constants["GOODS_DRAWS"]
    towns: Any = before.board.constants["TOWN_DRAWS"]
    draw, piece = int(before.fields.drawn) - 1, piece_name(PIECE_NAMES.index(words[1]))
    if draw < len(goods):
        area = before.board.data.areas[goods[draw]].name
        told = [(say("{area}: {piece} is drawn", area=area, piece=piece), "LW 1.3")]
        if draw == len(goods) - 1:
            told.append((say("stone on the plain and cheese on the fells leave the game"), "LW 1.3"))
        return told
    area = before.board.data.areas[towns[draw - len(goods)]].name
    return [(say("{area}: {piece} is drawn", area=area, piece=piece), "LW 1.4"), *removed(before, after)]


def _token(before: Position, words: list[str], after: Position) -> Told:
    kind = kind_name(KINDS.index(words[1]))
    return [(say("box {box} gets a token: {kind}", box=int(before.fields.drawn) + 1, kind=kind), "LW 2.2")]


# -- players -----------------------------------------------------------------------------------------


def _bid(before: Position, words: list[str], after: Position) -> Told:
    box, cubes = int(words[1]) - 1, int(words[2])
    told = [(say("{player} bids {cubes} for box {box}", player=_player(before), cubes=cubes, box=words[1]), "LW 3.2")]
    if rival := int(before.fields.bidders[box]):
        back = amount(CUBE, int(before.fields.bids[box]))
        told.append((say("{player} is outbid and takes back {cubes}", player=seat(rival - 1), cubes=back), "LW 3.2"))
    return told


def _pass(before: Position, words: list[str], after: Position) -> Told:
    if before.fields.phase == AUCTION:
        return [(say("{player} passes for this round", player=_player(before)), "LW 3.1")]
    if before.fields.phase == TRAINS:
        return [(say("{player} is done with trains", player=_player(before)), "LW 6.1")]
    return [(say("{player} sells nothing", player=_player(before)), "LW 9.0")]


def _build(before: Position, words: list[str], after: Position) -> Told:
    board, player = before.board, _player(before)
    way = offset(board, board.ids[" ".join(words)], "BUILD")
    price: LinkPrice = before.ask("link_price", way)
    toll, owed = {MIDLAND: price.midland, NER: price.ner}, price.build_points - price.cubes
    told = [(say("{player} builds {link}", player=player, link=way_name(board.data, way)), "LW 5.1")]
    if price.cubes:
        told.append((say("{player} pays {price}", player=player, price=amount(CUBE, price.cubes)), "LW 5.3"))
    if any(toll.values()):
        told.append((say("{player} pays a toll of {price}", player=player, price=amounts(toll)), "LW 5.4"))
    if price.government:
        pieces, points = pieces_of(OPPOSITION, price.government), amount(GOVERNMENT, price.government)
        told.append((say("{pieces} gone for {price}", pieces=pieces, price=points), "LW 5.4"))
    if owed:
        told.append((count("{n} point is still owed", "{n} points are still owed", owed), "LW 5.5"))
    return told


def _pay(before: Position, words: list[str], after: Position) -> Told:
    kind = PAYMENT_NAMES.index(words[1])
    paragraph = "LW 5.5" if before.fields.phase == BUILDING else "LW 6.3"
    return [(say("{player} pays {price}", player=_player(before), price=amount(kind, 1)), paragraph)]


def _done(before: Position, words: list[str], after: Position) -> Told:
    if before.fields.phase == TAKEOVERS:
        return _sold(before, after)
    links = max(0, len(areas_in(before.fields.entered)) - 1)
    if not links:
        return [(say("{player} builds nothing", player=_player(before)), "LW 5.0")]
    return [
        (
            count("{player} ends a chain of {n} link", "{player} ends a chain of {n} links", links, player=_player(before)),
            "LW 5.0",
        )
    ]


def _hire(before: Position, words: list[str], after: Position) -> Told:
    train = before.board.data.train(words[1])
    price: TrainPrice = before.ask("train_price", train.number)
    places = room(train.passengers, train.goods)
    told = [(say("{player} hires train {train} with {room}", player=_player(before), train=words[1], room=places), "LW 6.2")]
    if price.points:
        told.append((say("{player} pays {price}", player=_player(before), price=amount(TRAIN, price.points)), "LW 6.2"))
    if price.exchange:
        told.append((count("{n} payment is still owed", "{n} payments are still owed", price.exchange), "LW 6.3"))
    return told


def _load(before: Position, words: list[str], after: Position) -> Told:
    map_: Map = before.board.data
    piece, area = PIECE_NAMES.index(words[1]), map_.areas[map_.index[words[2]]].name
    paragraph = "LW 6.7" if piece >= RED else {STONE: "LW 6.6", CHEESE: "LW 6.5"}[piece]
    profit = signed(PAYS[piece])
    loaded = say(
        "{player} loads in {area}: {piece} (profit {profit})",
        player=_player(before),
        area=area,
        piece=piece_name(piece),
        profit=profit,
    )
    return [(loaded, paragraph)]


def _sell(before: Position, words: list[str], after: Position) -> Told:
    map_: Map = before.board.data
    start, goal = (map_.areas[map_.index[area]].name for area in words[2].split("-"))
    company = kind_name(KINDS.index(words[1]))
    offered = say("{player} offers {link} to {company}", player=_player(before), company=company, link=f"{start} – {goal}")
    return [(offered, "LW 9.1")]


def _sold(before: Position, after: Position) -> Told:
    """LW 9.2–9.6: the links sold, their price, and the towns and pieces concerned."""
    company, links = int(before.fields.sale) - 1, int(before.fields.path_links)
    price, buyer = amount(company, sale_price(links)), kind_name(company)
    told = [
        (
            count(
                "{player} sells {n} link to {company} for {price}",
                "{player} sells {n} links to {company} for {price}",
                links,
                player=_player(before),
                company=buyer,
                price=price,
            ),
            "LW 9.3",
        )
    ]
    if towns := turned_towns(before, after, company):
        told.append((turning(towns, buyer), "LW 9.5"))
    return told + removed(before, after)


def _player(before: Position) -> str:
    return seat(int(before.fields.to_act))


_TELLERS = {
    "first": _first,
    "draw": _draw,
    "token": _token,
    "bid": _bid,
    "pass": _pass,
    "build": _build,
    "pay": _pay,
    "done": _done,
    "hire": _hire,
    "load": _load,
    "sell": _sell,
}
