"""Why an action is refused, as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from branchline.games.position import Position
from branchline.games.wensleydale.rules import paragraphs, takeovers, trains
from branchline.games.wensleydale.rules.action_space import PAYMENT_NAMES, firsts_of, loads_of, offset, ways_of
from branchline.games.wensleydale.rules.board import areas_in
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BUILDING,
    COMPANIES,
    COMPANY_LINKS,
    COMPANY_OWNER,
    CUBE,
    GOVERNMENT,
    INFLUENCE,
    INVESTMENT_CUBES,
    LINKS,
    MIDLAND,
    NER,
    NO_AREA,
    RED,
    SET_UP,
    TRAIN,
    TRAINS,
)
from branchline.games.wensleydale.rules.map_data import Map
from branchline.games.wensleydale.rules.queries import LinkPrice, TrainPrice
from branchline.games.wensleydale.text.names import amount, kind_name, piece_name, way_name
from branchline.games.wensleydale.text.scene import purse
from branchline.texts import count, say
from branchline.texts import seat as name_of


def refusal(position: Position, action: int, code: int) -> str:
    """The fact behind a refusal, as a sentence without its full stop."""
    if code == paragraphs.GAME_OVER:
        return say("The game is over")
    fields, first = position.fields, firsts_of(position.board.data)
    if fields.phase == SET_UP:
        return _draw(position, action, first, code)
    if fields.phase == INFLUENCE:
        return say("Chance draws a token for the next box, of a kind still in the bag")
    if fields.owed > 0:
        return _payment(fields, action - first["PAY"])
    if fields.phase == AUCTION:
        return _bid(position, action - first["BID"], code)
    if fields.phase == BUILDING:
        return _build(position, action - first["BUILD"], code)
    if fields.phase == TRAINS:
        if code in (paragraphs.OFFER, paragraphs.EXCHANGES):
            return _hire(position, action, code)
        return _load(fields, position.board.data, action - first["LOAD"], code)
    return _sale(fields, position.board.data, action - first["SELL"], code)


def _draw(position: Position, action: int, first: Mapping[str, int], code: int) -> str:
    fields = position.fields
    if code == paragraphs.START_PLAYER:
        return say("Only {players} players are in this game", players=fields.players)
    if code in (paragraphs.GOODS_BAG, paragraphs.TOWN_BAG):
        return say("The bag holds no {piece} any more", piece=piece_name(action - first["DRAW"]))
    if fields.drawn == 0:
        return say("Chance draws the first player now")
    goods: Any = position.board.constants["GOODS_DRAWS"]
    if fields.drawn <= len(goods):
        return say("The set-up is not finished: stone or cheese is drawn now")
    return say("The set-up is not finished: red, green or opposition is drawn now")


def _bid(position: Position, bid: int, code: int) -> str:
    if code == paragraphs.ROUNDS:
        return say("This is the auction: bid in a box or pass")
    fields, seat = position.fields, int(position.fields.to_act)
    box, cubes = bid // INVESTMENT_CUBES, bid % INVESTMENT_CUBES + 1
    if code == paragraphs.LOCKED:
        return say("{cubes} cubes are more than you have free: {free}", cubes=cubes, free=fields.cubes[seat])
    if fields.bidders[box] == 1 + seat:
        return say("Your own bid of {bid} stands in box {box}", bid=fields.bids[box], box=box + 1)
    least = position.ask("least_bid", box)
    return say("Box {box} needs at least {least} cubes, not {cubes}", box=box + 1, least=least, cubes=cubes)


def _payment(fields: Any, kind: int) -> str:
    owed = int(fields.owed)
    if not 0 <= kind < len(PAYMENT_NAMES):
        return count("{n} more payment is owed first", "{n} more payments are owed first", owed)
    if fields.phase == TRAINS and kind == TRAIN:
        return say("You are paying for Train points you lack: Train points cannot stand for themselves")
    if fields.phase == BUILDING and kind == CUBE:
        return say("Your cubes are spent already: only influence is left to pay with")
    if kind == CUBE:
        return say("You have no cubes left")
    return say("You have no {kind} influence left", kind=kind_name(kind))


def _build(position: Position, way: int, code: int) -> str:
    fields, ways = position.fields, ways_of(position.board.data)
    map_: Map = position.board.data
    if code == paragraphs.LINK_ASKED or not 0 <= way < len(ways.from_):
        return say("You are building: lay a link, or finish building")
    start, goal = map_.areas[ways.from_[way]], map_.areas[ways.to[way]]
    if code == paragraphs.BORDERS:
        if goal.only_from:
            return say("{area} can only be built from, never into", area=goal.name)
        return _border(fields, int(fields.owners[ways.link[way]]), way_name(map_, way))
    if code == paragraphs.CHAIN:
        if ways.to[way] in areas_in(fields.entered):
            return say("Your chain has been in {area} already this turn", area=goal.name)
        if fields.path_end == NO_AREA:
            return say("A chain starts in a company town or on your own track, and {area} is neither", area=start.name)
        end = map_.areas[fields.path_end].name
        return say("Your chain has got to {end}, so the next link starts there, not in {area}", end=end, area=start.name)
    return _price(position, way)


def _price(position: Position, way: int) -> str:
    """LW 5.4, 5.5: the part of a link's price that the acting seat cannot pay."""
    price: LinkPrice = position.ask("link_price", way)
    has, link = purse(position.fields, int(position.fields.to_act)), way_name(position.board.data, way)
    needs = {MIDLAND: price.midland, NER: price.ner, GOVERNMENT: price.government}
    for kind, need in needs.items():
        if need > has[kind]:
            return say("{link} needs {need}, you have {has}", link=link, need=amount(kind, need), has=has[kind])
    return say(
        "{link} costs {cost} build points, you have {cubes} and {left} influence left for them",
        link=link,
        cost=price.build_points,
        cubes=amount(CUBE, has[CUBE]),
        left=sum(has.values()) - has[CUBE] - sum(needs.values()),
    )


def _border(fields: Any, owner: int, link: str) -> str:
    if not owner:
        return say("All your {links} links are on the board", links=LINKS)
    if owner == 1 + fields.to_act:
        return say("{link} has a link already, laid by you", link=link)
    whose = name_of(owner - 1) if owner < COMPANY_OWNER else kind_name(owner - COMPANY_OWNER)
    return say("{link} has a link already, laid by {owner}", link=link, owner=whose)


def _hire(position: Position, action: int, code: int) -> str:
    fields, seat = position.fields, int(position.fields.to_act)
    train, name = offset(position.board, action, "HIRE"), position.board.texts[action].split()[1]
    price: TrainPrice = position.ask("train_price", train)
    if code == paragraphs.EXCHANGES:
        return say(
            "Train {train} costs {cost} Train, you have {points}; for what is missing you need {missing} cubes or other points"
            " and have {has}",
            train=name,
            cost=price.cost,
            points=price.points,
            missing=price.exchange,
            has=int(trains.purse(fields, seat)),
        )
    if not position.ask("on_offer", train):
        return say("There is no train {train} with {players} players", train=name, players=fields.players)
    if owner := int(fields.train_owner[train]):
        if owner == 1 + seat:
            return say("You have hired train {train} already", train=name)
        return say("Train {train} is hired by {player} already", train=name, player=name_of(owner - 1))
    return say("You have a train of the row that costs {cost} already", cost=price.cost)


def _load(fields: Any, map_: Map, load: int, code: int) -> str:
    loads = loads_of(map_)
    if code == paragraphs.TRAIN_ASKED or not 0 <= load < len(loads):
        return say("Hire a train, load a piece, or finish with trains")
    piece, area = loads[load]
    name = map_.areas[area].name
    if code == paragraphs.SLOTS:
        if not fields.pieces[area][piece]:
            return say("There is no {piece} in {area}", piece=piece_name(piece), area=name)
        return (
            say("You have no free seat on your trains") if piece >= RED else say("You have no free goods wagon on your trains")
        )
    if code == paragraphs.CHEESE_RULE:
        return say("None of your links touches {area}", area=name)
    if code == paragraphs.STONE_RULE:
        towns = ", ".join(map_.areas[town].name for town in map_.neighbours[area] if map_.areas[town].town)
        return say(
            "None of your links touches a town beside {area} that is no company town (towns there: {towns})",
            area=name,
            towns=towns,
        )
    company = kind_name(piece - RED)
    return say("Your own links do not lead from {area} to a company town of {company}", area=name, company=company)


def _sale(fields: Any, map_: Map, sale: int, code: int) -> str:
    ways, seat = ways_of(map_), int(fields.to_act)
    directions = len(ways.from_)
    end = map_.areas[fields.path_end].name if fields.path_end != NO_AREA else ""
    if not 0 <= sale < COMPANIES * directions and fields.sale:
        buyer = kind_name(fields.sale - 1)
        if code == paragraphs.SALE_ASKED:
            return say("A sale to {company} is under way: sell on, or finish the sale", company=buyer)
        return say("The sale to {company} has got to {end}, where it cannot end: go on to a town", company=buyer, end=end)
    if not 0 <= sale < COMPANIES * directions or code == paragraphs.SALE_ASKED:
        return say("Takeovers: sell a path of your links, or pass")
    company, way = divmod(sale, directions)
    start, goal = map_.areas[ways.from_[way]].name, map_.areas[ways.to[way]].name
    buyer = kind_name(company)
    if code == paragraphs.PRICE:
        points = fields.marks[company][seat]
        return say("{company} influence {n} pays for too few links to reach a town this way", company=buyer, n=points)
    if code == paragraphs.SUPPLY:
        left = int(takeovers.supply_limit(fields, company))
        return say(
            "{company} has {left} of its {all} links left, too few to reach a town this way",
            company=buyer,
            left=left,
            all=COMPANY_LINKS,
        )
    if fields.owners[ways.link[way]] != 1 + seat:
        return say("No link of yours lies between {start} and {goal}", start=start, goal=goal)
    if fields.sale and company != fields.sale - 1:
        return say("This sale is to {buyer}, not to {company}", buyer=kind_name(fields.sale - 1), company=buyer)
    if ways.to[way] in areas_in(fields.entered):
        return say("The path has been in {area} already", area=goal)
    if end and ways.from_[way] != fields.path_end:
        return say("The path has got to {end}, so the next link starts there, not in {area}", end=end, area=start)
    if not end and ways.from_[way] not in areas_in(fields.company_towns[company]):
        return say("{area} is no company town of {company}, so a sale to it cannot start there", area=start, company=buyer)
    return say("No path of your links leads on from {area} to a town", area=goal)
