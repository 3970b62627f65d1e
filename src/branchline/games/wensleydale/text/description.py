"""The position in words and numbers, for views."""

from __future__ import annotations

from typing import Any

from branchline.games.position import Position
from branchline.games.wensleydale.rules.action_space import PIECE_NAMES
from branchline.games.wensleydale.rules.board import areas_in
from branchline.games.wensleydale.rules.layout import (
    BOXES,
    COMPANIES,
    COMPANY_OWNER,
    LOADS,
    NO_AREA,
    PIECES,
    PROFIT,
)
from branchline.games.wensleydale.rules.map_data import KINDS, Map, Train
from branchline.games.wensleydale.rules.scoring import sets

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


def describe(position: Position) -> dict[str, Any]:
    """The position in JSON-safe words and numbers."""
    fields, players = position.fields, position.players
    map_: Map = position.board.data
    return {
        "turn": int(fields.turn),
        "turns": int(fields.turns),
        "phase": PHASES[fields.phase],
        "reconstructed": position.board.reconstructed,
        "order": _seats(fields.order, players),
        "build_order": _seats(fields.build_order, players) if any(fields.build_order) else [],
        "train_order": _seats(fields.train_order, players) if any(fields.train_order) else [],
        "tracks": {
            name: [{"seat": seat, "at": int(fields.marks[track][seat])} for seat in _seats(fields.stacks[track], players)]
            for track, name in enumerate(TRACK_NAMES)
        },
        "boxes": [_box(fields, map_, box) for box in range(BOXES)],
        "trains": [_train(fields, train) for train in map_.trains if position.ask("on_offer", train.number)],
        "seats": [_seat(fields, seat) for seat in range(players)],
        "links": _links(fields, map_),
        "company_links": {KINDS[company]: int(fields.company_links[company]) for company in range(COMPANIES)},
        "company_towns": {KINDS[company]: _company_towns(fields, map_, company) for company in range(COMPANIES)},
        "pieces": _pieces(fields, map_),
        "bag": {PIECE_NAMES[piece]: int(fields.bag[piece]) for piece in range(PIECES)},
        "tokens": {KINDS[kind]: int(fields.tokens[kind]) for kind in range(len(KINDS))},
        "owed": int(fields.owed),
        "path": {
            "end": map_.areas[fields.path_end].id if fields.path_end != NO_AREA else None,
            "buyer": KINDS[fields.sale - 1] if fields.sale else None,
            "links": int(fields.path_links),
        },
        **extra_scores(position),
    }


def extra_scores(position: Position) -> dict[str, list[int]]:
    """The parts of each seat's score."""
    fields, seats = position.fields, range(position.players)
    return {
        "delivered": [int(fields.piles[seat].sum()) for seat in seats],
        "sets": [int(sets(fields, seat)) for seat in seats],
        "profit": [int(fields.marks[PROFIT][seat]) for seat in seats],
        "own_links": [int(fields.links[seat]) for seat in seats],
    }


def _seats(row: Any, players: int) -> list[int]:
    return [int(seat) for seat in row[:players]]


def _box(fields: Any, map_: Map, box: int) -> dict[str, Any]:
    token = int(fields.box_token[box])
    return {
        "box": box + 1,
        "minimum": map_.boxes[box].minimum,
        "printed": {KINDS[kind]: points for kind, points in enumerate(map_.boxes[box].printed) if points},
        "token": KINDS[token - 1] if token else None,
        "bid": int(fields.bids[box]),
        "bidder": int(fields.bidders[box]) - 1 if fields.bidders[box] else None,
    }


def _train(fields: Any, train: Train) -> dict[str, Any]:
    owner = int(fields.train_owner[train.number])
    return {
        "train": train.name,
        "passengers": train.passengers,
        "goods": train.goods,
        "hired_by": owner - 1 if owner else None,
    }


def _seat(fields: Any, seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "cubes": int(fields.cubes[seat]),
        "links": int(fields.links[seat]),
        "passed": bool(fields.passed >> seat & 1),
        "free_slots": {"passengers": int(fields.slots[seat][0]), "goods": int(fields.slots[seat][1])},
        "loaded": {PIECE_NAMES[piece]: int(fields.loaded[seat][piece]) for piece in range(LOADS)},
        "pile": {PIECE_NAMES[piece]: int(fields.piles[seat][piece]) for piece in range(LOADS)},
        "influence": {kind: int(fields.marks[number][seat]) for number, kind in enumerate(KINDS)},
        "profit": int(fields.marks[PROFIT][seat]),
    }


def _links(fields: Any, map_: Map) -> list[dict[str, Any]]:
    """Every link on the board: its border, and the seat or company that owns it."""
    found = []
    for border, owner in zip(map_.links, fields.owners.tolist(), strict=False):
        if owner:
            whose: int | str = owner - 1 if owner < COMPANY_OWNER else KINDS[owner - COMPANY_OWNER]
            found.append({"border": f"{map_.areas[border.a].id}-{map_.areas[border.b].id}", "owner": whose})
    return found


def _company_towns(fields: Any, map_: Map, company: int) -> list[str]:
    """The towns of a company now, as ids."""
    return [map_.areas[area].id for area in sorted(areas_in(fields.company_towns[company]))]


def _pieces(fields: Any, map_: Map) -> dict[str, dict[str, int]]:
    """The pieces on the board by area.  The array is read as a whole: reading its numbers one by one would be slow."""
    rows = fields.pieces.tolist()
    return {
        area.id: {PIECE_NAMES[piece]: number for piece, number in enumerate(row) if number}
        for area, row in zip(map_.areas, rows, strict=False)
        if any(row)
    }
