"""What is impossible in a position: the laws of conservation, and fields that must agree with each other."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from branchline.games.wensleydale.rules.board import PIECE_NAMES, bits
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BIDS_EACH,
    BOXES,
    BUILDING,
    CHEESE,
    COMPANIES,
    COMPANY_LINKS,
    COMPANY_OWNER,
    CUBES_A_TURN,
    EXCHANGE,
    GOODS,
    IN_BAG,
    INFLUENCE,
    INFLUENCES,
    INVESTMENT_CUBES,
    LINKS,
    LINKS_TO_A_POINT,
    LOADS,
    NO_AREA,
    ORDERS,
    PASSENGERS,
    PIECES,
    PROFIT,
    PROFIT_MAX,
    PROFIT_MIN,
    RED,
    ROWS,
    SEATS,
    SET_UP,
    START_MARKS,
    STONE,
    TAKEOVERS,
    TOKENS_EACH,
    TRACKS,
    TRAIN,
    TRAINS,
    TRAINS_IN_ROW,
    TRAINS_MAX,
    TURN_END,
    TURNS,
    WORD_BITS,
    WORDS,
    Fields,
)
from branchline.games.wensleydale.rules.map_data import Map
from branchline.kernel import CHANCE, OVER, Board


def problems(state: Any, board: Board) -> list[str]:
    """Sentences on what is impossible; each part trusts what the parts before it have found in order."""
    plain = SimpleNamespace(**{name: np.asarray(state[name]).tolist() for name in Fields.fields})
    if plain.players not in (3, 4) or plain.turns != TURNS[plain.players] or plain.bottom not in (0, 1):
        return [f"{plain.players} players with {plain.turns} turns do not make a game."]
    parts = (_course, _tracks, _orders, _boxes, _cubes, _links, _towns, _pieces, _set_up, _trains, _payment, _chain, _sale)
    for part in parts:
        if found := part(plain, board):
            return found
    return _redundant(plain, board)


def _areas(words: Any) -> set[int]:
    return {WORD_BITS * word + bit for word, row in enumerate(words) for bit in range(WORD_BITS) if row >> bit & 1}


def _course(state: Any, board: Board) -> list[str]:
    if not 1 <= state.turn <= state.turns or state.phase not in (
        SET_UP,
        INFLUENCE,
        AUCTION,
        BUILDING,
        TRAINS,
        TAKEOVERS,
        TURN_END,
    ):
        return [f"Nobody is asked anything in turn {state.turn}, phase {state.phase}."]
    if (state.phase == SET_UP and state.turn > 1) or (state.phase == TURN_END and state.turn < state.turns):
        return [f"Turn {state.turn} has no phase {state.phase}: the set-up is before all turns, the end after the last."]
    orders = {AUCTION: state.order, BUILDING: state.build_order, TRAINS: state.train_order, TAKEOVERS: state.order}
    if not 0 <= state.place < (state.players if state.phase in orders else 1):
        return [f"There is no place {state.place} in the order."]
    nobody = OVER if state.phase == TURN_END else CHANCE
    asked = orders[state.phase][state.place] if state.phase in orders else nobody
    if state.to_act != asked or (state.phase in orders and not 0 <= asked < state.players):
        return [f"Seat {state.to_act} is not the one to act in phase {state.phase}, place {state.place}."]
    draws = 1 + len(_table(board, "GOODS_DRAWS")) + len(_table(board, "TOWN_DRAWS"))
    if not 0 <= state.drawn < {SET_UP: draws, INFLUENCE: BOXES}.get(state.phase, 1):
        return [f"{state.drawn} draws are too many for phase {state.phase}."]
    return []


def _table(board: Board, name: str) -> Any:
    return np.asarray(board.tables[name]).tolist()


def _tracks(state: Any, board: Board) -> list[str]:
    found = []
    for track in range(TRACKS):
        stack = state.stacks[track][: state.players]
        if sorted(stack) != list(range(state.players)):
            return [f"The markers of track {track} are not those of {state.players} seats."]
        marks = [state.marks[track][seat] for seat in stack]
        if marks != sorted(marks, reverse=True):
            found.append(f"The stacks of track {track} do not follow its marks.")
        start = START_MARKS[track]
        if track == PROFIT:
            low, high = (start, start) if state.phase == SET_UP else (PROFIT_MIN, PROFIT_MAX)
        else:
            low, high = 0, start + state.turns * (BOXES + sum(printed[track] for printed in _table(board, "BOX_PRINTED")))
            low, high = (start, start) if state.phase == SET_UP else (low, high)
        if min(marks) < low or max(marks) > high:
            found.append(f"A marker of track {track} is beyond its end.")
    return found


def _orders(state: Any, board: Board) -> list[str]:
    found = []
    for name in ("order", "build_order", "train_order"):
        early = name != "order" and state.turn == 1 and state.phase < ORDERS
        wanted = [0] * state.players if early else list(range(state.players))
        if sorted(getattr(state, name)[: state.players]) != wanted:
            found.append(f"{name} is no order of {state.players} seats.")
    return found


def _boxes(state: Any, board: Board) -> list[str]:
    found = []
    filled = {SET_UP: 0, INFLUENCE: state.drawn}.get(state.phase, BOXES)
    if not all(
        (1 if box < filled else 0) <= token <= (INFLUENCES if box < filled else 0) for box, token in enumerate(state.box_token)
    ):
        return [f"The first {filled} boxes have no tokens, or further boxes have."]
    for kind in range(INFLUENCES):
        if state.tokens[kind] < 0 or state.tokens[kind] + state.box_token.count(1 + kind) != TOKENS_EACH:
            found.append(f"The tokens of kind {kind} are not {TOKENS_EACH}.")
    least = _table(board, "BOX_MINIMUM")
    for box, (bid, bidder) in enumerate(zip(state.bids, state.bidders, strict=True)):
        standing = state.phase == AUCTION and 1 <= bidder <= state.players and bid >= least[box]
        if (bid or bidder) and not standing:
            found.append(f"Box {box + 1} has a bid that cannot stand there.")
    made = (0, 1) if state.phase == AUCTION and any(state.bids) and state.place else (0,)
    if state.bid_made not in made:
        found.append("A bid is noted in a round that has seen none.")
    if state.phase == AUCTION and state.bidders.count(1 + state.to_act) >= BIDS_EACH:
        found.append(f"Seat {state.to_act} has {BIDS_EACH} bids already.")
    return found


def _cubes(state: Any, board: Board) -> list[str]:
    found = []
    for seat in range(state.players):
        bids = [bid for bid, bidder in zip(state.bids, state.bidders, strict=True) if bidder == 1 + seat]
        low = CUBES_A_TURN if state.phase in (INFLUENCE, AUCTION) else 0
        high = 0 if state.phase == SET_UP else INVESTMENT_CUBES
        if state.cubes[seat] < 0 or not low <= state.cubes[seat] + sum(bids) <= high or len(bids) > BIDS_EACH:
            found.append(f"The investment cubes of seat {seat} do not add up.")
    return found


def _links(state: Any, board: Board) -> list[str]:
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


def _touched(state: Any, map_: Map, owner: int) -> set[int]:
    """The areas at the links of an owner."""
    return {
        area for border, whose in zip(map_.links, state.owners, strict=False) if whose == owner for area in (border.a, border.b)
    }


def _towns(state: Any, board: Board) -> list[str]:
    found = []
    map_: Map = board.data
    for company in range(COMPANIES):
        towns = _areas(state.company_towns[company])
        if any(area >= len(map_.areas) or not map_.areas[area].town for area in towns):
            return ["A company owns a town that does not exist."]
        printed = {number for number, area in enumerate(map_.areas) if company in area.companies}
        if not printed <= towns:
            found.append(f"Company {company} has lost a printed town.")
    return found


def _pieces(state: Any, board: Board) -> list[str]:
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
        drawing = state.phase == SET_UP and state.drawn <= len(_table(board, "GOODS_DRAWS"))
        if area and area.goods and not drawing and goods != counts[PIECE_NAMES.index(area.goods)]:
            found.append(f"{area.name} holds goods of the wrong kind.")
    return found


def _set_up(state: Any, board: Board) -> list[str]:
    """LW 1.0: what has been drawn lies where the draws put it; the bag is empty when they are over."""
    if state.phase != SET_UP:
        return ["There are pieces in the bag after the set-up."] if any(state.bag) else []
    goods, towns = _table(board, "GOODS_DRAWS"), _table(board, "TOWN_DRAWS")
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


def _trains(state: Any, board: Board) -> list[str]:
    found = []
    if state.phase != TRAINS:
        if any(state.train_owner) or state.passed or np.any(state.loaded):
            found.append("Trains, loads and passes belong to phase 6.")
        return found
    if not 0 <= state.passed < 1 << state.players or state.passed >> state.to_act & 1:
        found.append("A seat that does not exist or that acts has passed.")
    offered = _table(board, "TRAIN_OFFERED")
    for train, owner in enumerate(state.train_owner):
        if not 0 <= owner <= (state.players if offered[train][state.players] else 0):
            return [f"Train {train} is not used, or belongs to a seat that does not exist."]
    for seat in range(state.players):
        rows = [train // TRAINS_IN_ROW for train in _trains_of(state, seat)]
        if len(set(rows)) != len(rows):
            found.append(f"Seat {seat} has two trains of a row.")
        if min(_free_slots(state, board, seat)) < 0:
            found.append(f"Seat {seat} has loads without slots.")
    return found


def _trains_of(state: Any, seat: int) -> list[int]:
    return [train for train in range(TRAINS_MAX) if state.train_owner[train] == 1 + seat]


def _free_slots(state: Any, board: Board, seat: int) -> list[int]:
    """LW 6.4: slots of the seat's trains without those taken, for passengers and for goods."""
    slots = _table(board, "TRAIN_SLOTS")
    taken = {PASSENGERS: sum(state.loaded[seat][RED:]), GOODS: sum(state.loaded[seat][:RED])}
    return [sum(slots[train][kind] for train in _trains_of(state, seat)) - taken[kind] for kind in (PASSENGERS, GOODS)]


def _payment(state: Any, board: Board) -> list[str]:
    """LW 5.5, 6.3: what is owed can be paid, and what goes first is spent."""
    seat, owed = state.to_act, state.owed
    most, purse = 0, 0
    if state.phase == BUILDING and state.path_end != NO_AREA and not state.cubes[seat]:
        most = max(_table(board, "WAY_COST"))
        purse = sum(state.marks[kind][seat] for kind in range(INFLUENCES))
    elif state.phase == TRAINS and not state.marks[TRAIN][seat]:
        most = max((EXCHANGE * (ROWS - train // TRAINS_IN_ROW) for train in _trains_of(state, seat)), default=0)
        purse = state.cubes[seat] + sum(state.marks[kind][seat] for kind in range(INFLUENCES) if kind != TRAIN)
    return [] if 0 <= owed <= min(most, purse) else [f"{owed} payments cannot be owed."]


def _chain(state: Any, board: Board) -> list[str]:
    """LW 5.1: the chain under construction consists of own links."""
    map_: Map = board.data
    entered, end = _areas(state.entered), state.path_end
    if not entered and end == NO_AREA:
        return []
    own = [(border.a, border.b) for link, border in enumerate(map_.links) if state.owners[link] == 1 + state.to_act]
    inside = [pair for pair in own if entered.issuperset(pair)]
    if state.phase not in (BUILDING, TAKEOVERS) or len(entered) < 2 or _spread(inside, {end}) != entered:
        return ["The chain or sale under way does not end in an area it has entered, or is none."]
    return []


def _spread(pairs: list[tuple[int, int]], areas: set[int], steps: int = LINKS) -> set[int]:
    """All areas that links connect with some, in so many steps."""
    for _ in range(steps):
        areas = areas.union(*(pair for pair in pairs if areas.intersection(pair)))
    return areas


def _sale(state: Any, board: Board) -> list[str]:
    """LW 9.1, 9.2, 9.4: the path is one of own links from a town of the buyer, and can be completed."""
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
    entered = set(areas)
    if len(entered) < len(areas) or entered != _areas(state.entered) or areas[-1] not in _areas(state.company_towns[company]):
        return ["The sale under way is no path from a town of the buyer."]
    limit = min(LINKS_TO_A_POINT * state.marks[company][seat], COMPANY_LINKS - state.company_links[company])
    own = [(border.a, border.b) for link, border in enumerate(map_.links) if state.owners[link] == 1 + seat]
    passed = entered - {state.path_end}
    further = [pair for pair in own if not passed.intersection(pair)]
    reached = _spread(further, {state.path_end}, min(LINKS, limit - state.path_links))
    if limit < state.path_links or not reached & _areas(_table(board, "SALE_ENDS")):
        return ["The sale under way cannot be completed."]
    return []


def _redundant(state: Any, board: Board) -> list[str]:
    """Fields that follow from others are as they follow, and what no seat, area or sale uses is blank."""
    map_: Map = board.data
    seats, unused = range(state.players), SEATS - state.players
    touched = [_touched(state, map_, 1 + seat) for seat in range(SEATS)]
    no_words = [0] * WORDS
    reach: list[list[set[int]]] = [
        _within_reach(state, board, seat, touched[seat]) if state.phase == TRAINS else [set()] * LOADS for seat in range(SEATS)
    ]
    follows = {
        "touched": [_words(areas) for areas in touched],
        "company_touched": _words(
            set().union(*(_touched(state, map_, COMPANY_OWNER + company) for company in range(COMPANIES)))
        ),
        "company_towns": [_words(_areas(words)) for words in state.company_towns],
        "entered": _words(_areas(state.entered)) if state.path_end != NO_AREA else no_words,
        "path": state.path[: state.path_links] + [0] * (LINKS - state.path_links),
        "stocked": [_words({n for n, area in enumerate(state.pieces) if area[piece]}) for piece in range(LOADS)],
        "rows_hired": [sum(1 << train // TRAINS_IN_ROW for train in _trains_of(state, seat)) for seat in range(SEATS)],
        "slots": [_free_slots(state, board, seat) if seat in seats else [0, 0] for seat in range(SEATS)],
        "within_reach": [[_words(areas) for areas in kinds] for kinds in reach],
        "loaded": state.loaded[: state.players] + [[0] * LOADS] * unused,
        "piles": state.piles[: state.players] + [[0] * LOADS] * unused,
    }
    for name in ("order", "build_order", "train_order", "cubes"):
        follows[name] = getattr(state, name)[: state.players] + [0] * unused
    for name in ("marks", "stacks"):
        follows[name] = [row[: state.players] + [0] * unused for row in getattr(state, name)]
    return [
        f"{name} does not follow from the rest of the position."
        for name, value in follows.items()
        if value != getattr(state, name)
    ]


def _words(areas: set[int]) -> list[int]:
    return bits(areas).tolist()


def _within_reach(state: Any, board: Board, seat: int, touched: set[int]) -> list[set[int]]:
    """LW 6.5–6.7: where the network of a seat could load stone, cheese, red and green."""
    map_: Map = board.data
    towns = [_areas(words) for words in state.company_towns]
    free = {area for area in touched if map_.areas[area].town}.difference(*towns)
    stone = set().union(*(_areas(_table(board, "HILLS_BESIDE")[area]) for area in free))
    own = [(border.a, border.b) for link, border in enumerate(map_.links) if state.owners[link] == 1 + seat]
    return [stone, touched, *(_spread(own, touched & towns[company]) for company in range(COMPANIES))]
