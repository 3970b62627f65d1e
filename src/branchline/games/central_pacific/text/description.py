"""The position in words and numbers: for views, logs and the terminal."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules.board import KIND_NAMES, SQUARE_NAMES, exits_name
from branchline.games.central_pacific.rules.layout import (
    ASK,
    CLAIM,
    DISCARD,
    DISCARDS,
    DRAW,
    FIRST,
    HAND,
    KINDS,
    LAST_TRAIN,
    LAY,
    LAYS,
    RETURN,
    SQUARES,
    STALL,
    STUCK,
    TAKE,
)
from branchline.games.central_pacific.rules.placement import side_of, sides
from branchline.games.central_pacific.text import terminal
from branchline.games.central_pacific.text.names import tiles as tile_count
from branchline.games.central_pacific.text.names import trains as train_count
from branchline.games.central_pacific.text.scene import scene_of
from branchline.games.drawing import SEAT_NAMES
from branchline.kernel import Board
from branchline.texts import count, say, seat, sentence


def ending(state: Any) -> str:
    """CP 6.1: why the game is over, or nothing."""
    return {
        LAST_TRAIN: say("the last train was placed"),
        STUCK: say("nothing could be laid before an empty pool"),
        STALL: say("nobody laid a tile for two rounds"),
    }.get(int(state.over), "")


def table(state: Any, board: Board) -> dict[str, Any]:
    """The position in JSON-safe words and numbers."""
    return {
        "pool": int(state.pool_size),
        "laid": int(state.laid),
        "discarded": int(state.discarded),
        "turns_without_tile": int(state.stall),
        "spike": None if state.spike == 0 else int(state.spike) - 1,
        "ending": ending(state),
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
    player = seat(int(state.turn))
    if state.over:
        return say("The game is over: {ending}.", ending=ending(state))
    if state.phase == DRAW:
        return sentence(
            count("{player} draws one more tile.", "{player} draws {n} more tiles.", int(state.to_draw), player=player)
        )
    if state.phase == TAKE:
        return sentence(say("{player} takes a tile from {victim}.", player=player, victim=seat(int(state.victim))))
    if state.phase == FIRST:
        return say("Draw who is first.")
    return _phrase_of_seat(state)


def _phrase_of_seat(state: Any) -> str:
    held = int(state.hand_size[state.turn])
    if state.phase == ASK:
        return say("There is no city in the hand: redraw or keep it.")
    if state.phase == CLAIM:
        trains, lines = train_count(int(state.trains[side_of(state, state.turn)])), int(state.claim_count)
        return say("Choose a line to claim: {lines} lines, {trains}.", lines=lines, trains=trains)
    if state.phase == RETURN:
        return say("Return {back} of {held} tiles.", back=held - HAND, held=held)
    if state.phase == DISCARD:
        return _phrase_of_discards(state, held)
    if state.phase == LAY:
        return _phrase_of_lays(state, held)
    if held == 0:
        return say("The hand is empty: use a token or say done.")
    if state.barred:
        return say("The pool is empty: lay tiles, if you can.")
    if state.token_used:
        return say("Lay or discard tiles; a sacrifice may come first.")
    return say("Lay or discard tiles; a token or a sacrifice may come first.")


def _phrase_of_discards(state: Any, held: int) -> str:
    if not state.discarded:
        return say("Discard one to five tiles, then you draw and may lay.")
    if state.discarded == DISCARDS or held == 0:
        return say("Discarded {tiles}: say done.", tiles=tile_count(int(state.discarded)))
    return say("Discard tiles ({discarded} so far), then say done.", discarded=int(state.discarded))


def _phrase_of_lays(state: Any, held: int) -> str:
    if state.laid == LAYS or held == 0:
        return say("Laid {tiles}: say done.", tiles=tile_count(int(state.laid)))
    return say("Lay tiles ({laid} of {most} so far), then say done.", laid=int(state.laid), most=LAYS)


def text(state: Any, board: Board) -> str:
    """The board for a terminal, with the hands that the position does not hide."""
    return terminal.board_text(scene_of(state, board, None))
