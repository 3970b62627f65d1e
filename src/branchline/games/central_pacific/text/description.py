"""The position in words and numbers, for views, and results beside the score."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules.board import SQUARE_NAMES
from branchline.games.central_pacific.rules.forms import exits_name
from branchline.games.central_pacific.rules.sides import side_count, side_of, sides
from branchline.games.central_pacific.rules.tile_mix import KIND_NAMES
from branchline.games.central_pacific.text.names import ending
from branchline.games.central_pacific.text.scene import tile_names
from branchline.games.drawing import SEAT_NAMES
from branchline.games.position import Position


def describe(position: Position) -> dict[str, Any]:
    """The position in JSON-safe words and numbers."""
    fields = position.fields
    on_squares = zip(SQUARE_NAMES, fields.tiles.tolist(), fields.exits.tolist(), strict=True)
    return {
        "pool": int(fields.pool_size),
        "laid": int(fields.laid),
        "discarded": int(fields.discarded),
        "turns_without_tile": int(fields.stall),
        "spike": None if fields.spike == 0 else int(fields.spike) - 1,
        "ending": ending(fields),
        "sides": [_side(fields, side) for side in range(side_count(fields))],
        "hands": [_hand(fields, seat) for seat in range(fields.players)],
        "tiles": {square: _tile(tile - 1, exits) for square, tile, exits in on_squares if tile},
        "markers": {square: mark - 1 for square, mark in zip(SQUARE_NAMES, fields.marks.tolist(), strict=True) if mark},
        "laid_now": [SQUARE_NAMES[square - 1] for square in fields.new[: fields.new_count]],
        "out_of_game": tile_names(fields.out),
        "reconstructed": position.board.reconstructed,
    }


def _side(fields: Any, side: int) -> dict[str, Any]:
    return {
        "side": side,
        "colour": SEAT_NAMES[side],
        "home": SQUARE_NAMES[fields.homes[side]],
        "trains": int(fields.trains[side]),
        "stock_market": bool(fields.stock[side]),
        "land_grant": bool(fields.grant[side]),
        "sacrificed": bool(fields.lost[side]),
    }


def _hand(fields: Any, seat: int) -> dict[str, Any]:
    """The size of a hand, and its tiles unless they are blank."""
    tiles = tile_names(fields.hand[seat])
    return {
        "seat": seat,
        "side": int(side_of(fields, seat)),
        "size": int(fields.hand_size[seat]),
        "limited": bool(fields.limited[seat]),
        "tiles": tiles if tiles or fields.hand_size[seat] == 0 else None,
        "shown_to_redraw": tile_names(fields.shown[seat]) or None,
    }


def _tile(kind: int, exits: int) -> str:
    """A tile with its exits: `tee NES`, `forest`."""
    return f"{KIND_NAMES[kind]} {exits_name(exits)}".strip()


def extra_scores(position: Position) -> dict[str, list[int]]:
    """For each seat whether its side holds the Golden Spike, and the side's trains in supply."""
    fields, seats = position.fields, sides(position.fields)
    return {
        "spike": [int(fields.spike == side + 1) for side in seats],
        "trains": [int(fields.trains[side]) for side in seats],
    }
