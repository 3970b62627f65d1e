"""The position in words and numbers: for views, logs and the terminal."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific import terminal
from branchline.games.central_pacific.board import KIND_NAMES, SQUARE_NAMES, exits_name
from branchline.games.central_pacific.placement import side_of, sides
from branchline.games.central_pacific.scene import scene_of
from branchline.games.central_pacific.state import (
    ASK,
    BEGIN,
    CLAIM,
    DISCARD,
    DRAW,
    FIRST,
    HAND,
    KINDS,
    LAY,
    LAYS,
    RETURN,
    SQUARES,
    TAKE,
)
from branchline.games.drawing import SEAT_NAMES
from branchline.kernel import Board

ENDINGS = (
    "",
    "the last train was placed",
    "nothing could be laid before an empty pool",
    "nobody laid a tile for two rounds",
)


def table(state: Any, board: Board) -> dict[str, Any]:
    """The position in JSON-safe words and numbers."""
    return {
        "pool": int(state.pool_size),
        "laid": int(state.laid),
        "discarded": int(state.discarded),
        "turns_without_tile": int(state.stall),
        "spike": None if state.spike == 0 else int(state.spike) - 1,
        "ending": ENDINGS[state.over],
        "sides": [_side(state, side) for side in range(sides(state))],
        "hands": [_hand(state, seat) for seat in range(state.players)],
        "tiles": {SQUARE_NAMES[square]: tile_text(state, square) for square in range(SQUARES) if state.tiles[square]},
        "markers": {SQUARE_NAMES[square]: int(state.marks[square]) - 1 for square in range(SQUARES) if state.marks[square]},
        "laid_now": [SQUARE_NAMES[square - 1] for square in state.new[: state.new_count]],
        "out_of_game": kinds_text(state.out),
        "reconstructed": board.reconstructed,
    }


def _side(state: Any, side: int) -> dict[str, Any]:
    return {
        "side": side,
        "colour": SEAT_NAMES[side],
        "home": SQUARE_NAMES[state.homes[side]],
        "trains": int(state.trains[side]),
        "stock_market": bool(state.stock[side]),
        "land_grant": bool(state.grant[side]),
        "sacrificed": bool(state.lost[side]),
    }


def _hand(state: Any, seat: int) -> dict[str, Any]:
    """A hand: its size for everybody, its tiles where they are not blank."""
    tiles = kinds_text(state.hand[seat])
    shown = kinds_text(state.shown[seat])
    return {
        "seat": seat,
        "side": int(side_of(state, seat)),
        "size": int(state.hand_size[seat]),
        "tiles": tiles if tiles or state.hand_size[seat] == 0 else None,
        "shown_to_redraw": shown or None,
    }


def kinds_text(counts: Any) -> list[str]:
    """The names of tiles, one for each tile."""
    return [KIND_NAMES[kind] for kind in range(KINDS) for _ in range(int(counts[kind]))]


def tile_text(state: Any, square: int) -> str:
    """A tile with its exits: `tee NES`, `forest`."""
    return f"{KIND_NAMES[state.tiles[square] - 1]} {exits_name(int(state.exits[square]))}".strip()


def tally(state: Any, board: Board) -> dict[str, list[int]]:
    """Who holds the Golden Spike, and the trains left, for each seat."""
    seats = [int(side_of(state, seat)) for seat in range(state.players)]
    return {
        "spike": [int(state.spike == side + 1) for side in seats],
        "trains": [int(state.trains[side]) for side in seats],
    }


def phrase(state: Any, board: Board) -> str:
    """What has to be done now."""
    if state.over:
        return f"The game is over: {ENDINGS[state.over]}."
    if state.phase == DRAW:
        return f"Seat {state.turn} draws {state.to_draw} more."
    if state.phase == TAKE:
        return f"Seat {state.turn} takes a tile from seat {state.victim}."
    if state.phase == FIRST:
        return "Draw who is first."
    return _phrase_of_seat(state)


def _phrase_of_seat(state: Any) -> str:
    held = int(state.hand_size[state.turn])
    if state.phase == ASK:
        return "There is no city in the hand: redraw or keep it."
    if state.phase == CLAIM:
        return f"Choose a line to claim: {state.claim_count} lines and {state.trains[side_of(state, state.turn)]} trains."
    if state.phase == RETURN:
        return f"Return {held - HAND} of {held} tiles."
    if state.phase == DISCARD:
        return f"Discard tiles ({state.discarded} so far), then say done."
    if state.phase == LAY:
        return f"Lay tiles ({state.laid} of {LAYS} so far), then say done."
    if state.phase == BEGIN and held == 0:
        return "The hand is empty: use a token or say done."
    return "Lay or discard tiles; a token or a sacrifice may come first."


def text(state: Any, board: Board) -> str:
    """The board for a terminal, with the hands that the position does not hide."""
    return terminal.board_text(scene_of(state, None))
