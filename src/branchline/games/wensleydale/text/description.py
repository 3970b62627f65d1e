"""The position in words and numbers: for views, logs and the terminal."""

from __future__ import annotations

from typing import Any

from branchline.games.wensleydale.drawing.layout import read_chart
from branchline.games.wensleydale.rules.board import PIECE_NAMES
from branchline.games.wensleydale.rules.layout import (
    AUCTION,
    BOXES,
    BUILDING,
    COMPANIES,
    COMPANY_OWNER,
    CUBE,
    INFLUENCE,
    LOADS,
    NO_AREA,
    PIECES,
    PROFIT,
    ROWS,
    SET_UP,
    TRAINS,
    TRAINS_IN_ROW,
    TRAINS_MAX,
    WORD_BITS,
)
from branchline.games.wensleydale.rules.map_data import KINDS, LETTERS, Map
from branchline.games.wensleydale.rules.scoring import sets
from branchline.games.wensleydale.text import terminal
from branchline.games.wensleydale.text.names import amount, amounts, kind_name
from branchline.games.wensleydale.text.prices import areas_in, purse
from branchline.games.wensleydale.text.scene import read_scene
from branchline.kernel import OVER, Board
from branchline.texts import count, say

PHASES = (
    "set-up",
    "investment cubes",
    "influence points",
    "auction",
    "orders of play",
    "building",
    "trains",
    "profit and loss",
    "player order",
    "takeovers",
    "end of turn",
)
TRACK_NAMES = (*KINDS, "profit")


def table(state: Any, board: Board) -> dict[str, Any]:
    """The position in JSON-safe words and numbers."""
    map_: Map = board.data
    players = int(state.players)
    return {
        "turn": int(state.turn),
        "turns": int(state.turns),
        "phase": PHASES[state.phase],
        "reconstructed": board.reconstructed,
        "order": _seats(state.order, players),
        "build_order": _seats(state.build_order, players) if any(state.build_order) else [],
        "train_order": _seats(state.train_order, players) if any(state.train_order) else [],
        "tracks": {
            name: [{"seat": seat, "at": int(state.marks[track][seat])} for seat in _seats(state.stacks[track], players)]
            for track, name in enumerate(TRACK_NAMES)
        },
        "boxes": [_box(state, map_, box) for box in range(BOXES)],
        "trains": [_train(state, map_, train) for train in range(TRAINS_MAX) if offered(state, map_, train)],
        "seats": [_seat(state, seat) for seat in range(players)],
        "links": links(state, map_),
        "company_links": {KINDS[company]: int(state.company_links[company]) for company in range(COMPANIES)},
        "company_towns": {KINDS[company]: company_towns(state, map_, company) for company in range(COMPANIES)},
        "pieces": _pieces(state, map_),
        "bag": {PIECE_NAMES[piece]: int(state.bag[piece]) for piece in range(PIECES)},
        "tokens": {KINDS[kind]: int(state.tokens[kind]) for kind in range(len(KINDS))},
        "owed": int(state.owed),
        "path": {
            "end": map_.areas[state.path_end].id if state.path_end != NO_AREA else None,
            "buyer": KINDS[state.sale - 1] if state.sale else None,
            "links": int(state.path_links),
        },
        **tally(state, board),
    }


def _seats(row: Any, players: int) -> list[int]:
    return [int(seat) for seat in row[:players]]


def _box(state: Any, map_: Map, box: int) -> dict[str, Any]:
    token = int(state.box_token[box])
    return {
        "box": box + 1,
        "minimum": map_.boxes[box].minimum,
        "printed": {KINDS[kind]: points for kind, points in enumerate(map_.boxes[box].printed) if points},
        "token": KINDS[token - 1] if token else None,
        "bid": int(state.bids[box]),
        "bidder": int(state.bidders[box]) - 1 if state.bidders[box] else None,
    }


def train_name(train: int) -> str:
    """A train as the notation calls it: `3A`."""
    return f"{ROWS - train // TRAINS_IN_ROW}{LETTERS[train % TRAINS_IN_ROW]}"


def offered(state: Any, map_: Map, train: int) -> bool:
    """Whether a train is used with this many players."""
    return any(f"{t.row}{t.letter}" == train_name(train) and state.players in t.players for t in map_.trains)


def _train(state: Any, map_: Map, train: int) -> dict[str, Any]:
    row = next(t for t in map_.trains if f"{t.row}{t.letter}" == train_name(train))
    owner = int(state.train_owner[train])
    return {
        "train": train_name(train),
        "passengers": row.passengers,
        "goods": row.goods,
        "hired_by": owner - 1 if owner else None,
    }


def _seat(state: Any, seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "cubes": int(state.cubes[seat]),
        "links": int(state.links[seat]),
        "passed": bool(state.passed >> seat & 1),
        "free_slots": {"passengers": int(state.slots[seat][0]), "goods": int(state.slots[seat][1])},
        "loaded": {PIECE_NAMES[piece]: int(state.loaded[seat][piece]) for piece in range(LOADS)},
        "pile": {PIECE_NAMES[piece]: int(state.piles[seat][piece]) for piece in range(LOADS)},
        "influence": {kind: int(state.marks[number][seat]) for number, kind in enumerate(KINDS)},
        "profit": int(state.marks[PROFIT][seat]),
    }


def links(state: Any, map_: Map) -> list[dict[str, Any]]:
    """Every link on the board: border, and the seat or company that owns it."""
    found = []
    for border, owner in zip(map_.links, state.owners.tolist(), strict=False):
        if owner:
            whose: int | str = owner - 1 if owner < COMPANY_OWNER else KINDS[owner - COMPANY_OWNER]
            found.append({"border": f"{map_.areas[border.a].id}-{map_.areas[border.b].id}", "owner": whose})
    return found


def company_towns(state: Any, map_: Map, company: int) -> list[str]:
    """The towns that carry a company's colour now, as ids."""
    words = [int(word) for word in state.company_towns[company]]
    return [area.id for number, area in enumerate(map_.areas) if words[number // WORD_BITS] >> number % WORD_BITS & 1]


def _pieces(state: Any, map_: Map) -> dict[str, dict[str, int]]:
    """The pieces on the board by area; the record is read once, as reading one number of it takes a microsecond or ten."""
    rows = state.pieces.tolist()
    return {
        area.id: {PIECE_NAMES[piece]: number for piece, number in enumerate(row) if number}
        for area, row in zip(map_.areas, rows, strict=False)
        if any(row)
    }


def tally(state: Any, board: Board) -> dict[str, list[int]]:
    """What the score of each seat is made of."""
    seats = range(int(state.players))
    return {
        "delivered": [int(state.piles[seat].sum()) for seat in seats],
        "sets": [int(sets(state, seat)) for seat in seats],
        "profit": [int(state.marks[PROFIT][seat]) for seat in seats],
        "own_links": [int(state.links[seat]) for seat in seats],
    }


def phrase(state: Any, board: Board) -> str:
    """What has to be done now."""
    map_: Map = board.data
    if state.to_act == OVER:
        return say("The game is over.")
    if state.phase == SET_UP:
        return say("Draw the first player.") if state.drawn == 0 else say("Draw the next piece of the set-up.")
    if state.phase == INFLUENCE:
        return say("Draw the token for box {box}.", box=state.drawn + 1)
    if state.owed and state.phase == BUILDING:
        return count("Pay {n} more point for the link.", "Pay {n} more points for the link.", int(state.owed))
    if state.owed:
        return count("Pay {n} more point for the train.", "Pay {n} more points for the train.", int(state.owed))
    if state.phase == AUCTION:
        return say("Bid for influence ({cubes} free) or pass.", cubes=amount(CUBE, int(state.cubes[state.to_act])))
    if state.phase == BUILDING:
        return _phrase_of_building(state, map_)
    if state.phase == TRAINS:
        return say("Hire a train, load a piece, or pass.")
    if state.sale:
        end, company = map_.areas[state.path_end].name, kind_name(int(state.sale) - 1)
        return say("Sell on from {area} to {company}, or say done.", area=end, company=company)
    return say("Sell a path of your links to a company, or pass.")


def _phrase_of_building(state: Any, map_: Map) -> str:
    if state.path_end == NO_AREA:
        return say("Build a chain of links, or say done.")
    laid = count("{n} link laid", "{n} links laid", len(areas_in(state.entered)) - 1)
    left = amounts(purse(state, int(state.to_act))) or say("nothing")
    end = map_.areas[state.path_end].name
    return say("Build on from {area}, or say done ({laid}; left: {rest}).", area=end, laid=laid, rest=left)


def text(state: Any, board: Board) -> str:
    """The board for a terminal: turn, players, tracks, boxes, trains, links and pieces."""
    summary = terminal.summary(read_scene(state, board, phrase(state, board)), read_chart(board.data))
    return f"{summary}\n\n{board.reconstructed}".strip()
