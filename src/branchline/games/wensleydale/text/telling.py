"""A move told in words: what was done, and the paragraph behind it.  What follows by itself is told in `aftermath`."""

from __future__ import annotations

from typing import Any

from branchline.games.wensleydale.rules.board import PAYMENT_NAMES, PIECE_NAMES
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BUILDING,
    CHEESE,
    CUBE,
    GOVERNMENT,
    OPPOSITION,
    PAYS,
    RED,
    STONE,
    TAKEOVERS,
    TRAIN,
    TRAINS,
)
from branchline.games.wensleydale.rules.map_data import KINDS, Map
from branchline.games.wensleydale.text.consequences import Told, aftermath, removed
from branchline.games.wensleydale.text.names import amount, amounts, kind_name, piece_name, pieces_of, room, signed, turning
from branchline.games.wensleydale.text.prices import areas_in, between, link_price, offset, sale_price, train_price
from branchline.kernel import Board
from branchline.texts import count, say, seat


def tell(before: Any, text: str, after: Any, board: Board) -> list[Told]:
    """The sentences of a move and of everything that follows from it by itself."""
    words = text.split()
    return [*_TELLERS[words[0]](before, words, after, board), *aftermath(before, words, after, board)]


# -- chance ------------------------------------------------------------------------------------------


def _first(before: Any, words: list[str], after: Any, board: Board) -> list[Told]:
    return [(say("{player} is the first player", player=seat(int(words[1]))), "LW 1.1")]


def _draw(before: Any, words: list[str], after: Any, board: Board) -> list[Told]:
    goods: Any = board.tables["GOODS_DRAWS"]
    towns: Any = board.tables["TOWN_DRAWS"]
    draw, piece = int(before.drawn) - 1, piece_name(PIECE_NAMES.index(words[1]))
    if draw < len(goods):
        area = board.data.areas[goods[draw]].name
        told = [(say("{area}: {piece} is drawn", area=area, piece=piece), "LW 1.3")]
        if draw == len(goods) - 1:
            told.append((say("stone on the plain and cheese on the fells leave the game"), "LW 1.3"))
        return told
    area = board.data.areas[towns[draw - len(goods)]].name
    return [(say("{area}: {piece} is drawn", area=area, piece=piece), "LW 1.4"), *removed(before, after, board)]


def _token(before: Any, words: list[str], after: Any, board: Board) -> list[Told]:
    kind = kind_name(KINDS.index(words[1]))
    return [(say("box {box} gets a token: {kind}", box=int(before.drawn) + 1, kind=kind), "LW 2.2")]


# -- players -----------------------------------------------------------------------------------------


def _bid(before: Any, words: list[str], after: Any, board: Board) -> list[Told]:
    box, cubes = int(words[1]) - 1, int(words[2])
    told = [(say("{player} bids {cubes} for box {box}", player=_player(before), cubes=cubes, box=words[1]), "LW 3.2")]
    if rival := int(before.bidders[box]):
        back = amount(CUBE, int(before.bids[box]))
        told.append((say("{player} is outbid and takes back {cubes}", player=seat(rival - 1), cubes=back), "LW 3.2"))
    return told


def _pass(before: Any, words: list[str], after: Any, board: Board) -> list[Told]:
    if before.phase == AUCTION:
        return [(say("{player} passes for this round", player=_player(before)), "LW 3.1")]
    if before.phase == TRAINS:
        return [(say("{player} is done with trains", player=_player(before)), "LW 6.1")]
    return [(say("{player} sells nothing", player=_player(before)), "LW 9.0")]


def _build(before: Any, words: list[str], after: Any, board: Board) -> list[Told]:
    map_: Map = board.data
    way = offset(board, board.ids[" ".join(words)], "BUILD")
    price, player = link_price(before, map_, way, int(before.to_act)), _player(before)
    told = [(say("{player} builds {link}", player=player, link=between(map_, way)), "LW 5.1")]
    if price.cubes:
        told.append((say("{player} pays {price}", player=player, price=amount(CUBE, price.cubes)), "LW 5.3"))
    if any(price.toll.values()):
        told.append((say("{player} pays a toll of {price}", player=player, price=amounts(price.toll)), "LW 5.4"))
    if price.opposition:
        pieces, points = pieces_of(OPPOSITION, price.opposition), amount(GOVERNMENT, price.opposition)
        told.append((say("{pieces} gone for {price}", pieces=pieces, price=points), "LW 5.4"))
    if price.owed:
        told.append((count("{n} point is still owed", "{n} points are still owed", price.owed), "LW 5.5"))
    return told


def _pay(before: Any, words: list[str], after: Any, board: Board) -> list[Told]:
    kind = PAYMENT_NAMES.index(words[1])
    paragraph = "LW 5.5" if before.phase == BUILDING else "LW 6.3"
    return [(say("{player} pays {price}", player=_player(before), price=amount(kind, 1)), paragraph)]


def _done(before: Any, words: list[str], after: Any, board: Board) -> list[Told]:
    if before.phase == TAKEOVERS:
        return _sold(before, after, board)
    links = max(0, len(areas_in(before.entered)) - 1)
    if not links:
        return [(say("{player} builds nothing", player=_player(before)), "LW 5.0")]
    return [
        (
            count("{player} ends a chain of {n} link", "{player} ends a chain of {n} links", links, player=_player(before)),
            "LW 5.0",
        )
    ]


def _hire(before: Any, words: list[str], after: Any, board: Board) -> list[Told]:
    train = offset(board, board.ids[" ".join(words)], "HIRE")
    offer = next(offer for offer in board.data.trains if f"{offer.row}{offer.letter}" == words[1])
    points, missing = train_price(before, train, int(before.to_act))
    places = room(offer.passengers, offer.goods)
    told = [(say("{player} hires train {train} with {room}", player=_player(before), train=words[1], room=places), "LW 6.2")]
    if points:
        told.append((say("{player} pays {price}", player=_player(before), price=amount(TRAIN, points)), "LW 6.2"))
    if missing:
        told.append((count("{n} payment is still owed", "{n} payments are still owed", missing), "LW 6.3"))
    return told


def _load(before: Any, words: list[str], after: Any, board: Board) -> list[Told]:
    piece, area = PIECE_NAMES.index(words[1]), board.data.areas[board.data.index[words[2]]].name
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


def _sell(before: Any, words: list[str], after: Any, board: Board) -> list[Told]:
    map_: Map = board.data
    start, goal = (map_.areas[map_.index[area]].name for area in words[2].split("-"))
    company = kind_name(KINDS.index(words[1]))
    offered = say("{player} offers {link} to {company}", player=_player(before), company=company, link=f"{start} – {goal}")
    return [(offered, "LW 9.1")]


def _sold(before: Any, after: Any, board: Board) -> list[Told]:
    """LW 9.2–9.6: price, links, towns and pieces."""
    map_: Map = board.data
    company, links = int(before.sale) - 1, int(before.path_links)
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
    turned = areas_in(after.company_towns[company]) - areas_in(before.company_towns[company])
    if turned:
        told.append((turning([map_.areas[area].name for area in sorted(turned)], buyer), "LW 9.5"))
    return told + removed(before, after, board)


def _player(before: Any) -> str:
    return seat(int(before.to_act))


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
