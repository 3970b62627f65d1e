"""The sentences that explain a refusal."""

from __future__ import annotations

from typing import Any

from branchline.games.wensleydale.rules import actions, auction, building, setup, takeovers, trains
from branchline.games.wensleydale.rules.board import PAYMENT_NAMES, firsts_of, loads_of, ways_of
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
    NO_AREA,
    RED,
    ROWS,
    SET_UP,
    TRAIN,
    TRAINS,
    TRAINS_IN_ROW,
)
from branchline.games.wensleydale.rules.map_data import Map
from branchline.games.wensleydale.text.description import train_name
from branchline.games.wensleydale.text.names import amount, kind_name, piece_name
from branchline.games.wensleydale.text.prices import areas_in, between, link_price, purse, train_price
from branchline.kernel import Board
from branchline.texts import count, say
from branchline.texts import seat as name_of


def explain(state: Any, board: Board, action: int, code: int) -> str:
    """The fact behind a refusal, as a sentence without its full stop."""
    if code == actions.GAME_OVER:
        return say("The game is over")
    map_: Map = board.data
    first = firsts_of(map_)
    if state.phase == SET_UP:
        return _draw(state, board, action, first, code)
    if state.phase == INFLUENCE:
        return say("Chance draws a token for the next box, of a kind still in the bag")
    if state.owed > 0:
        return _payment(state, action - first["PAY"])
    if state.phase == AUCTION:
        return _bid(state, map_, action, code)
    if state.phase == BUILDING:
        return _build(state, map_, action - first["BUILD"], code)
    if state.phase == TRAINS:
        if code in (trains.OFFER, trains.EXCHANGES):
            return _hire(state, map_, action - first["HIRE"], code)
        return _load(state, map_, action - first["LOAD"], code)
    return _sale(state, map_, action - first["SELL"], code)


def _draw(state: Any, board: Board, action: int, first: dict[str, int], code: int) -> str:
    if code == setup.START_PLAYER:
        last = state.players - 1
        return say("There is no seat {seat}: seats run from 0 to {last}", seat=action - first["FIRST"], last=last)
    if code in (setup.GOODS_BAG, setup.TOWN_BAG):
        return say("The bag holds no {piece} any more", piece=piece_name(action - first["DRAW"]))
    if state.drawn == 0:
        return say("Chance draws the first player now")
    goods: Any = board.tables["GOODS_DRAWS"]
    if state.drawn <= len(goods):
        return say("The set-up is not finished: stone or cheese is drawn now")
    return say("The set-up is not finished: red, green or opposition is drawn now")


def _bid(state: Any, map_: Map, action: int, code: int) -> str:
    if code == auction.ROUNDS:
        return say("This is the auction: bid in a box or pass")
    seat = int(state.to_act)
    box, cubes = action // INVESTMENT_CUBES, action % INVESTMENT_CUBES + 1
    if code == auction.LOCKED:
        return say("{cubes} cubes are more than you have free: {free}", cubes=cubes, free=state.cubes[seat])
    if state.bidders[box] == 1 + seat:
        return say("Your own bid of {bid} stands in box {box}", bid=state.bids[box], box=box + 1)
    least = max(map_.boxes[box].minimum, int(state.bids[box]) + 1)
    return say("Box {box} needs at least {least} cubes, not {cubes}", box=box + 1, least=least, cubes=cubes)


def _payment(state: Any, kind: int) -> str:
    owed = int(state.owed)
    if not 0 <= kind < len(PAYMENT_NAMES):
        return count("{n} more payment is owed first", "{n} more payments are owed first", owed)
    if state.phase == TRAINS and kind == TRAIN:
        return say("You are paying for Train points you lack: Train points cannot stand for themselves")
    if state.phase == BUILDING and kind == CUBE:
        return say("Your cubes are spent already: only influence is left to pay with")
    if kind == CUBE:
        return say("You have no cubes left")
    return say("You have no {kind} influence left", kind=kind_name(kind))


def _build(state: Any, map_: Map, way: int, code: int) -> str:
    seat, ways = int(state.to_act), ways_of(map_)
    if code == building.ASKED or not 0 <= way < len(ways.from_):
        return say("You are building: lay a link, or say done")
    start, goal = map_.areas[ways.from_[way]], map_.areas[ways.to[way]]
    if code == building.BORDERS:
        if goal.only_from:
            return say("{area} can only be built from, never into", area=goal.name)
        return _border(state, int(state.owners[ways.link[way]]), between(map_, way))
    if code == building.CHAIN:
        if ways.to[way] in areas_in(state.entered):
            return say("Your chain has been in {area} already this turn", area=goal.name)
        if state.path_end == NO_AREA:
            return say("A chain starts in a company town or on your own track, and {area} is neither", area=start.name)
        end = map_.areas[state.path_end].name
        return say("Your chain has got to {end}, so the next link starts there, not in {area}", end=end, area=start.name)
    price, has = link_price(state, map_, way, seat), purse(state, seat)
    needs = {**price.toll, GOVERNMENT: price.opposition}
    for kind, need in needs.items():
        if need > has[kind]:
            return say("{link} needs {need}, you have {has}", link=between(map_, way), need=amount(kind, need), has=has[kind])
    return say(
        "{link} costs {cost} build points, you have {cubes} and {left} influence left for them",
        link=between(map_, way),
        cost=price.build_points,
        cubes=amount(CUBE, has[CUBE]),
        left=sum(has.values()) - has[CUBE] - sum(needs.values()),
    )


def _border(state: Any, owner: int, link: str) -> str:
    if not owner:
        return say("All your {links} links are on the board", links=LINKS)
    if owner == 1 + state.to_act:
        return say("{link} has a link already, laid by you", link=link)
    whose = name_of(owner - 1) if owner < COMPANY_OWNER else kind_name(owner - COMPANY_OWNER)
    return say("{link} has a link already, laid by {owner}", link=link, owner=whose)


def _hire(state: Any, map_: Map, train: int, code: int) -> str:
    seat, name, cost = int(state.to_act), train_name(train), ROWS - train // TRAINS_IN_ROW
    if code == trains.EXCHANGES:
        points, missing = train_price(state, train, seat)
        has = sum(number for kind, number in purse(state, seat).items() if kind != TRAIN)
        return say(
            "Train {train} costs {cost} Train, you have {points}; for what is missing you need {missing} cubes or other points"
            " and have {has}",
            train=name,
            cost=cost,
            points=points,
            missing=missing,
            has=has,
        )
    used_with = {f"{train.row}{train.letter}": train.players for train in map_.trains}
    if state.players not in used_with.get(name, ()):
        return say("There is no train {train} with {players} players", train=name, players=state.players)
    if owner := int(state.train_owner[train]):
        if owner == 1 + seat:
            return say("You have hired train {train} already", train=name)
        return say("Train {train} is hired by {player} already", train=name, player=name_of(owner - 1))
    return say("You have a train of the row that costs {cost} already", cost=cost)


def _load(state: Any, map_: Map, load: int, code: int) -> str:
    loads = loads_of(map_)
    if code == trains.ASKED or not 0 <= load < len(loads):
        return say("Hire a train, load a piece or pass")
    piece, area = loads[load]
    name = map_.areas[area].name
    if code == trains.SLOTS:
        if not state.pieces[area][piece]:
            return say("There is no {piece} in {area}", piece=piece_name(piece), area=name)
        return (
            say("You have no free seat on your trains") if piece >= RED else say("You have no free goods wagon on your trains")
        )
    if code == trains.CHEESE_RULE:
        return say("None of your links touches {area}", area=name)
    if code == trains.STONE_RULE:
        towns = ", ".join(map_.areas[town].name for town in map_.neighbours[area] if map_.areas[town].town)
        return say(
            "None of your links touches a town beside {area} that is no company town (towns there: {towns})",
            area=name,
            towns=towns,
        )
    company = kind_name(piece - RED)
    return say("Your own links do not lead from {area} to a company town of {company}", area=name, company=company)


def _sale(state: Any, map_: Map, sale: int, code: int) -> str:
    ways, seat = ways_of(map_), int(state.to_act)
    directions = len(ways.from_)
    end = map_.areas[state.path_end].name if state.path_end != NO_AREA else ""
    if not 0 <= sale < COMPANIES * directions and state.sale:
        buyer = kind_name(state.sale - 1)
        return say("The sale to {company} has got to {end}, where it cannot end: go on to a town", company=buyer, end=end)
    if not 0 <= sale < COMPANIES * directions or code == takeovers.ASKED:
        return say("Takeovers: sell a path of your links, or pass")
    company, way = divmod(sale, directions)
    start, goal = map_.areas[ways.from_[way]].name, map_.areas[ways.to[way]].name
    buyer = kind_name(company)
    if code == takeovers.PRICE:
        points = state.marks[company][seat]
        return say("{company} influence {n} pays for too few links to reach a town this way", company=buyer, n=points)
    if code == takeovers.SUPPLY:
        left = COMPANY_LINKS - int(state.company_links[company])
        return say(
            "{company} has {left} of its {all} links left, too few to reach a town this way",
            company=buyer,
            left=left,
            all=COMPANY_LINKS,
        )
    if state.owners[ways.link[way]] != 1 + seat:
        return say("No link of yours lies between {start} and {goal}", start=start, goal=goal)
    if state.sale and company != state.sale - 1:
        return say("This sale is to {buyer}, not to {company}", buyer=kind_name(state.sale - 1), company=buyer)
    if ways.to[way] in areas_in(state.entered):
        return say("The path has been in {area} already", area=goal)
    if end and ways.from_[way] != state.path_end:
        return say("The path has got to {end}, so the next link starts there, not in {area}", end=end, area=start)
    if not end and ways.from_[way] not in areas_in(state.company_towns[company]):
        return say("{area} is no company town of {company}, so a sale to it cannot start there", area=start, company=buyer)
    return say("No path of your links leads on from {area} to a town", area=goal)
