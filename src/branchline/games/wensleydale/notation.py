"""Texts of actions, in and out, and the sentences that explain a refusal."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

from branchline.games.wensleydale import auction, building, rules, setup, takeovers, trains
from branchline.games.wensleydale.board import PAYMENT_NAMES, PIECE_NAMES, firsts_of, loads_of, ways_of
from branchline.games.wensleydale.mapdata import LETTERS, Map
from branchline.games.wensleydale.state import (
    AUCTION,
    BUILDING,
    COMPANIES,
    COMPANY_LINKS,
    COMPANY_OWNER,
    CUBE,
    EXCHANGE,
    GOVERNMENT,
    INFLUENCE,
    INVESTMENT_CUBES,
    LINKS,
    MIDLAND,
    NER,
    NO_AREA,
    OPPOSITION,
    RED,
    ROWS,
    SET_UP,
    STONE,
    TRAIN,
    TRAINS,
    TRAINS_IN_ROW,
    WORD_BITS,
)
from branchline.kernel import Board

KIND_NAMES = ("Midland", "North Eastern", "Government", "Train", "cubes")
COMPANY_NAMES = KIND_NAMES[:COMPANIES]


def fold(text: str) -> str:
    """The spelling by which texts are compared: no case, apostrophes or brackets; dashes and blanks as one blank."""
    return " ".join(re.sub(r"[-–—]", " ", re.sub(r"['’`()]", "", text.casefold())).split())


def parse(text: str, board: Board) -> int | None:
    """The id of a text, with ids or names of areas, in any case."""
    return _folded(board).get(fold(text))


def _folded(board: Board) -> dict[str, int]:
    found = _FOLDED.get(board.digest)
    if found is None:
        found = _FOLDED[board.digest] = _spellings(board)
    return found


_FOLDED: dict[str, dict[str, int]] = {}


def _spellings(board: Board) -> dict[str, int]:
    """Every accepted spelling; one that could mean two actions is left out, the notation itself never is."""
    found: dict[str, int] = {}
    twice: set[str] = set()
    names = {area.id: area.name for area in board.data.areas}
    for action, text in enumerate(board.texts):
        head, _, last = text.rpartition(" ")
        parts = last.split("-")
        if not all(part in names for part in parts):
            continue
        for spelled in product(*((part, names[part]) for part in parts)):
            key = fold(f"{head} {' '.join(spelled)}")
            if found.setdefault(key, action) != action:
                twice.add(key)
    for key in twice:
        del found[key]
    return {**found, **{fold(text): action for action, text in enumerate(board.texts)}}


def veil(text: str) -> str:
    """Nothing is hidden in this game."""
    return text


def in_words(text: str, board: Board) -> str:
    """A move as logs for people write it: `build Skipton – Gargrave`."""
    names = {area.id: area.name for area in board.data.areas}
    head, _, last = text.rpartition(" ")
    parts = last.split("-")
    if not head or not all(part in names for part in parts):
        return text
    return f"{head} {' – '.join(names[part] for part in parts)}"


def explain(state: Any, board: Board, action: int, code: int) -> str:
    """The fact behind a refusal, as a sentence without its full stop."""
    if code == rules.GAME_OVER:
        return "The game is over"
    map_: Map = board.data
    first = firsts_of(map_)
    ways = len(ways_of(map_).from_)
    if state.phase == SET_UP:
        return _explain_draw(state, action, first, code)
    if state.phase == INFLUENCE:
        return "Chance draws a token for the next box, of a kind still in the bag"
    if state.owed > 0:
        return _explain_payment(state, action - first["PAY"])
    if state.phase == AUCTION:
        return _explain_bid(state, action, code)
    if state.phase == BUILDING:
        return _explain_build(state, map_, action - first["BUILD"], code)
    if state.phase == TRAINS:
        if code in (trains.OFFER, trains.EXCHANGES):
            return _explain_hire(state, map_, action - first["HIRE"], code)
        return _explain_load(state, map_, action - first["LOAD"], code)
    return _explain_sale(state, map_, action - first["SELL"], ways, code)


def _explain_draw(state: Any, action: int, first: dict[str, int], code: int) -> str:
    if code == setup.START_PLAYER:
        return f"There is no seat {action - first['FIRST']}: seats run from 0 to {state.players - 1}"
    if code in (setup.GOODS_BAG, setup.TOWN_BAG):
        return f"The bag holds no {PIECE_NAMES[action - first['DRAW']]} any more"
    if state.drawn == 0:
        return "Chance draws the first player now"
    what = "stone or cheese" if setup.first_outcome(state) == STONE else "red, green or opposition"
    return f"The set-up is not finished: {what} is drawn now"


def _explain_bid(state: Any, action: int, code: int) -> str:
    if code == auction.ROUNDS:
        return "This is the auction: bid in a box or pass"
    seat = int(state.to_act)
    box, cubes = action // INVESTMENT_CUBES, action % INVESTMENT_CUBES + 1
    if code == auction.LOCKED:
        return f"{cubes} cubes are more than you have free: {state.cubes[seat]}"
    if state.bidders[box] == 1 + seat:
        return f"Your own bid of {state.bids[box]} stands in box {box + 1}"
    return f"Box {box + 1} needs at least {auction.least_bid(state, box)} cubes, not {cubes}"


def _explain_payment(state: Any, kind: int) -> str:
    owed = f"{state.owed} more {'payment is' if state.owed == 1 else 'payments are'} owed"
    if not 0 <= kind < len(PAYMENT_NAMES):
        return f"{owed} first"
    if state.phase == TRAINS and kind == TRAIN:
        return f"{owed} for Train points you lack: Train points cannot stand for themselves"
    if state.phase == BUILDING and kind == CUBE:
        return f"{owed} after your cubes: only influence is left to pay with"
    return f"{owed}, but you have no {KIND_NAMES[kind]}{' influence' if kind != CUBE else ''} left"


def _explain_build(state: Any, map_: Map, way: int, code: int) -> str:
    seat, ways = int(state.to_act), ways_of(map_)
    if code == building.ASKED or not 0 <= way < len(ways.from_):
        return "You are building: lay a link, or say done"
    start, goal = map_.areas[ways.from_[way]], map_.areas[ways.to[way]]
    between = f"{start.name} – {goal.name}"
    if code == building.BORDERS:
        return _explain_border(state, int(state.owners[ways.link[way]]), between, goal.only_from, goal.name)
    if code == building.CHAIN:
        if ways.to[way] in _areas(state.entered):
            return f"Your chain has been in {goal.name} already this turn"
        if state.path_end == NO_AREA:
            return f"A chain starts in a company town or on your own track, and {start.name} is neither"
        return f"Your chain has got to {map_.areas[state.path_end].name}, so the next link starts there, not in {start.name}"
    needs = {
        MIDLAND: int(building.toll(state, MIDLAND, way)),
        NER: int(building.toll(state, NER, way)),
        GOVERNMENT: int(state.pieces[ways.to[way]][OPPOSITION]),
    }
    for kind, need in needs.items():
        if need > state.marks[kind][seat]:
            return f"{between} needs {need} {KIND_NAMES[kind]}, you have {state.marks[kind][seat]}"
    cost = map_.links[ways.link[way]].cost
    left = int(building.influence_left(state, seat, way))
    return f"{between} costs {cost} build points, you have {state.cubes[seat]} cubes and {left} influence left for them"


def _explain_border(state: Any, owner: int, between: str, only_from: bool, goal: str) -> str:
    if only_from:
        return f"{goal} can only be built from, never into"
    if owner:
        whose = "you" if owner == 1 + state.to_act else _owner_name(owner)
        return f"The border {between} has a link already, laid by {whose}"
    return f"All your {LINKS} links are on the board"


def _owner_name(owner: int) -> str:
    return f"seat {owner - 1}" if owner < COMPANY_OWNER else COMPANY_NAMES[owner - COMPANY_OWNER]


def _areas(words: Any) -> set[int]:
    return {WORD_BITS * word + bit for word, bits in enumerate(words) for bit in range(WORD_BITS) if int(bits) >> bit & 1}


def _explain_hire(state: Any, map_: Map, train: int, code: int) -> str:
    seat = int(state.to_act)
    cost, name = ROWS - train // TRAINS_IN_ROW, f"{ROWS - train // TRAINS_IN_ROW}{LETTERS[train % TRAINS_IN_ROW]}"
    if code == trains.EXCHANGES:
        missing = cost - int(state.marks[TRAIN][seat])
        has = int(trains.purse(state, seat))
        return (
            f"Train {name} costs {cost} Train, you have {state.marks[TRAIN][seat]}; the missing {missing} need"
            f" {EXCHANGE * missing} cubes or other points, you have {has}"
        )
    offered = {(train.row, train.letter): train.players for train in map_.trains}
    if state.players not in offered.get((cost, name[-1]), ()):
        return f"There is no train {name} with {state.players} players"
    if owner := int(state.train_owner[train]):
        return f"Train {name} is hired by {'you' if owner == 1 + seat else f'seat {owner - 1}'} already"
    return f"You have a train of the row that costs {cost} already"


def _explain_load(state: Any, map_: Map, load: int, code: int) -> str:
    loads = loads_of(map_)
    if code == trains.ASKED or not 0 <= load < len(loads):
        return "Hire a train, load a piece or pass"
    piece, area = loads[load]
    name, what = map_.areas[area].name, PIECE_NAMES[piece]
    if code == trains.SLOTS:
        if not state.pieces[area][piece]:
            return f"There is no {what} in {name}"
        kind = "passengers" if piece >= RED else "goods"
        return f"You have no free slot for {kind} on your trains"
    if code == trains.CHEESE_RULE:
        return f"None of your links touches {name}"
    if code == trains.STONE_RULE:
        towns = [map_.areas[town].name for town in map_.neighbours[area] if map_.areas[town].town]
        return f"None of your links touches a town beside {name} that is no company town (towns there: {', '.join(towns)})"
    return f"Your own links do not lead from {name} to a company town of {KIND_NAMES[piece - RED]}"


def _explain_sale(state: Any, map_: Map, sale: int, count: int, code: int) -> str:
    ways, seat = ways_of(map_), int(state.to_act)
    end = map_.areas[state.path_end].name if state.path_end != NO_AREA else ""
    if not 0 <= sale < COMPANIES * count:
        if state.sale:
            return f"The sale to {COMPANY_NAMES[state.sale - 1]} has got to {end}, where it cannot end: go on to a town"
        return "Takeovers: sell a path of your links, or pass"
    if code == takeovers.ASKED:
        return "Takeovers: sell a path of your links, or pass"
    company, way = sale // count, sale % count
    start, goal = map_.areas[ways.from_[way]], map_.areas[ways.to[way]]
    buyer = COMPANY_NAMES[company]
    if code == takeovers.PRICE:
        return f"{buyer} influence {state.marks[company][seat]} pays for too few links to reach a town this way"
    if code == takeovers.SUPPLY:
        left = COMPANY_LINKS - int(state.company_links[company])
        return f"{buyer} has {left} of its {COMPANY_LINKS} links left, too few to reach a town this way"
    if state.owners[ways.link[way]] != 1 + seat:
        return f"No link of yours lies between {start.name} and {goal.name}"
    if state.sale and company != state.sale - 1:
        return f"This sale is to {COMPANY_NAMES[state.sale - 1]}, not to {buyer}"
    if ways.to[way] in _areas(state.entered):
        return f"The path has been in {goal.name} already"
    if end and ways.from_[way] != state.path_end:
        return f"The path has got to {end}, so the next link starts there, not in {start.name}"
    if not end and ways.from_[way] not in _areas(state.company_towns[company]):
        return f"{start.name} is no company town of {buyer}, so a sale to it cannot start there"
    return f"No path of your links leads on from {goal.name} to a town"
