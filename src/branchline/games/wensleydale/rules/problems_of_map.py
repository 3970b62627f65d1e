"""What is impossible on the map: links, towns, pieces, and the current chain or sale."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from branchline.games.wensleydale.rules.action_space import PIECE_NAMES
from branchline.games.wensleydale.rules.board import areas_in
from branchline.games.wensleydale.rules.derived_fields import constant, spread
from branchline.games.wensleydale.rules.layout import (
    BUILDING,
    CHEESE,
    COMPANIES,
    COMPANY_LINKS,
    COMPANY_OWNER,
    IN_BAG,
    LINKS,
    LINKS_TO_A_POINT,
    LOADS,
    NO_AREA,
    PIECES,
    RED,
    SEATS,
    SET_UP,
    STONE,
    TAKEOVERS,
)
from branchline.games.wensleydale.rules.map_data import Map
from branchline.kernel import Board


def check_links(state: Any, board: Board) -> list[str]:
    """LW 1.1, 9.4: links lie on borders and are counted for their owners."""
    found = []
    used = Counter(state.owners)
    borders = len(board.data.links)
    owners = {0, *range(1, 1 + state.players), *range(COMPANY_OWNER, COMPANY_OWNER + COMPANIES)}
    if any(state.owners[borders:]) or not set(state.owners) <= owners:
        return ["A link lies where no border is, or belongs to nobody."]
    if state.phase == SET_UP and any(state.owners):
        return ["There are links before anybody has built."]
    for seat in range(SEATS):
        if used[1 + seat] != state.links[seat] or used[1 + seat] > LINKS:
            found.append(f"The links of seat {seat} do not add up: {used[1 + seat]} on the board, {state.links[seat]} counted.")
    for company in range(COMPANIES):
        if used[COMPANY_OWNER + company] != state.company_links[company] or state.company_links[company] > COMPANY_LINKS:
            found.append(f"The links of company {company} do not add up.")
    return found


def check_towns(state: Any, board: Board) -> list[str]:
    """LW 1.5, 9.5: companies have their printed towns, and only towns."""
    found = []
    map_: Map = board.data
    for company in range(COMPANIES):
        towns = areas_in(state.company_towns[company])
        if any(area >= len(map_.areas) or not map_.areas[area].town for area in towns):
            return ["A company owns a town that does not exist."]
        printed = {number for number, area in enumerate(map_.areas) if company in area.companies}
        if not printed <= towns:
            found.append(f"Company {company} has lost a printed town.")
    return found


def check_pieces(state: Any, board: Board) -> list[str]:
    """LW 1.3, 1.4: no piece is lost, and no area holds more or other pieces than it can."""
    found = []
    map_: Map = board.data
    for counts in (state.pieces, state.bag, state.removed, state.loaded, state.piles):
        if np.min(counts) < 0:
            return ["There is a negative number of pieces somewhere."]
    for piece in range(PIECES):
        total = sum(area[piece] for area in state.pieces) + state.bag[piece] + state.removed[piece]
        if piece < LOADS:
            total += sum(state.loaded[seat][piece] + state.piles[seat][piece] for seat in range(state.players))
        if total != IN_BAG[piece]:
            found.append(f"There are {total} pieces of {PIECE_NAMES[piece]}, not {IN_BAG[piece]}.")
    if state.phase == SET_UP and np.any(state.piles):
        found.append("There are piles before anybody has been paid.")
    for number, counts in enumerate(state.pieces):
        area = map_.areas[number] if number < len(map_.areas) else None
        goods = counts[STONE] + counts[CHEESE]
        if goods > (2 if area and area.goods else 0) or sum(counts) - goods > (area.pieces if area else 0):
            found.append(f"Area {number} holds more pieces than it can have.")
        drawing = state.phase == SET_UP and state.drawn <= len(constant(board, "GOODS_DRAWS"))
        if area and area.goods and not drawing and goods != counts[PIECE_NAMES.index(area.goods)]:
            found.append(f"{area.name} holds goods of the wrong kind.")
    return found


def check_set_up(state: Any, board: Board) -> list[str]:
    """LW 1.0: the pieces drawn lie where the draws put them, and the bag is empty after the set-up."""
    if state.phase != SET_UP:
        return ["There are pieces in the bag after the set-up."] if any(state.bag) else []
    goods, towns = constant(board, "GOODS_DRAWS"), constant(board, "TOWN_DRAWS")
    first, done = state.order[0], max(0, state.drawn - 1)
    seats = [(first + place) % state.players for place in range(state.players)]
    if any(stack[: state.players] != seats for stack in state.stacks) or (state.drawn == 0 and first != 0):
        return ["The markers are not stacked as the game begins."]
    sorted_out = done >= len(goods)
    if (any(state.bag[:RED]) if sorted_out else any(state.removed[:RED])) or any(state.removed[RED:]):
        return ["Pieces are in the bag, or out of the game, at the wrong time of the set-up."]
    goods_drawn, towns_drawn = Counter(goods[:done]), Counter(towns[: max(0, done - len(goods))])
    for area, counts in enumerate(state.pieces):
        wrong_goods = not sorted_out and sum(counts[:RED]) != goods_drawn[area]
        if wrong_goods or sum(counts[RED:]) != towns_drawn[area]:
            return [f"Area {area} does not hold what was drawn for it."]
    return []


def check_chain(state: Any, board: Board) -> list[str]:
    """LW 5.1: the current chain consists of own links."""
    map_: Map = board.data
    entered, end = areas_in(state.entered), state.path_end
    if not entered and end == NO_AREA:
        return []
    own = [(border.a, border.b) for link, border in enumerate(map_.links) if state.owners[link] == 1 + state.to_act]
    inside = [pair for pair in own if entered.issuperset(pair)]
    if state.phase not in (BUILDING, TAKEOVERS) or len(entered) < 2 or spread(inside, {end}) != entered:
        return ["The chain or sale under way does not end in an area it has entered, or is none."]
    return []


def check_sale(state: Any, board: Board) -> list[str]:
    """LW 9.1, 9.2, 9.4: the path sold is one of own links from a town of the buyer, and can be completed."""
    map_: Map = board.data
    if (state.sale, state.path_links) == (0, 0):
        return ["There is a path without a sale."] if state.phase == TAKEOVERS and state.path_end != NO_AREA else []
    if state.phase != TAKEOVERS or not (0 < state.sale <= COMPANIES and 0 < state.path_links <= LINKS):
        return ["The sale under way has no links, or links have no sale."]
    seat, company = state.to_act, state.sale - 1
    areas = [state.path_end]
    for link in reversed(state.path[: state.path_links]):
        ends = {map_.links[link].a, map_.links[link].b} if 0 <= link < len(map_.links) else set()
        if areas[-1] not in ends or state.owners[link] != 1 + seat:
            return ["The sale under way names links of others, or links that are not joined."]
        areas.append((ends - {areas[-1]}).pop())
    entered, towns = set(areas), areas_in(state.company_towns[company])
    if len(entered) < len(areas) or entered != areas_in(state.entered) or areas[-1] not in towns:
        return ["The sale under way is no path from a town of the buyer."]
    limit = min(LINKS_TO_A_POINT * state.marks[company][seat], COMPANY_LINKS - state.company_links[company])
    own = [(border.a, border.b) for link, border in enumerate(map_.links) if state.owners[link] == 1 + seat]
    passed = entered - {state.path_end}
    further = [pair for pair in own if not passed.intersection(pair)]
    reached = spread(further, {state.path_end}, min(LINKS, limit - state.path_links))
    if limit < state.path_links or not reached & areas_in(constant(board, "SALE_ENDS")):
        return ["The sale under way cannot be completed."]
    return []
