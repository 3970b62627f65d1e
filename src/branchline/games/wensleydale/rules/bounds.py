"""How long a game can be."""

from __future__ import annotations

from typing import Any

from branchline.games.wensleydale.rules.layout import BOXES, EXCHANGE, INVESTMENT_CUBES, LINKS, ROWS, TURNS
from branchline.games.wensleydale.rules.map_data import Map
from branchline.kernel import Board


def max_plies(fields: Any, board: Board) -> int:
    """A bound on the plies of a game: the set-up, then every turn phase by phase."""
    map_: Map = board.data
    players = int(fields.players)
    draws = 1 + 2 * sum(bool(area.goods) for area in map_.areas) + sum(area.pieces for area in map_.areas)
    # Every bid in a box is higher than the last; a round without a bid ends the auction.
    bids = sum(INVESTMENT_CUBES - box.minimum + 1 for box in map_.boxes)
    auction = (bids + 1) * players
    building = LINKS * (1 + max(border.cost for border in map_.links)) + 1
    slots = sum(
        max((train.passengers + train.goods for train in map_.trains if train.row == row), default=0)
        for row in range(1, ROWS + 1)
    )
    hires = sum(1 + EXCHANGE * row for row in range(1, ROWS + 1))
    a_turn = BOXES + auction + players * (building + hires + slots + 1 + LINKS + 1)
    return draws + TURNS[players] * a_turn
