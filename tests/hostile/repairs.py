"""What follows from other fields of a changed position, worked out anew.

Most fields of a position follow from others, so a position with one changed number is nearly always refused for the fields that
no longer agree.  A repaired one gets past these checks and meets the ones behind them, or the rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from branchline.games.central_pacific.rules import layout as cp
from branchline.games.central_pacific.rules import problems as cp_problems
from branchline.games.central_pacific.rules.forms import ORIENTATIONS
from branchline.games.northern_pacific.rules import problems as np_problems
from branchline.games.northern_pacific.rules.layout import Fields as NorthernPacific
from branchline.games.wensleydale.rules import layout as lw
from branchline.games.wensleydale.rules.derived_fields import follows
from branchline.kernel import Board

Repair = Callable[[Any, Board], None]


def northern_pacific(record: Any, board: Board) -> None:
    state = SimpleNamespace(**{name: record[name] for name in NorthernPacific.fields})
    twin = np_problems._rebuilt(state, board.data)
    for name in NorthernPacific.fields:
        record[name] = getattr(twin, name)


def central_pacific(record: Any, board: Board) -> None:
    """Exits that a tile can have; trains, sizes and the pool by their totals; and what placements keep up to date."""
    count = 2 if record.teams else int(record.players)
    for square, (tile, exits) in enumerate(zip(record.tiles.tolist(), record.exits.tolist(), strict=True)):
        possible = ORIENTATIONS[tile - 1] if tile else (0,)
        if exits not in possible:
            record.exits[square] = possible[0]
    for side in range(count):
        record.trains[side] = cp.TRAINS - int(record.lost[side]) - int((record.marks == side + 1).sum())
    if record.pool.any() or record.pool_size == 0:  # nothing is blank, as it is in a view
        on_board = np.bincount(np.asarray(record.tiles, np.int64), minlength=cp.KINDS + 1)[1:]
        on_board[cp.START_CITY] -= count
        record.pool = np.asarray(record.mix, np.int64) - on_board - record.out - record.hand.sum(axis=0)
        record.hand_size = record.hand.sum(axis=1)
        record.pool_size = record.pool.sum()
    twin = cp_problems._derived(record)
    for name in cp_problems.DERIVED:
        record[name] = getattr(twin, name)


def wensleydale(record: Any, board: Board) -> None:
    """Tokens, pieces and links by their totals; stacks by the marks; the actor by the order; and what follows from these."""
    players = int(record.players)
    for track in range(lw.TRACKS):
        stack = sorted(range(players), key=lambda seat: -int(record.marks[track][seat]))
        if [record.marks[track][seat] for seat in record.stacks[track][:players]] != [
            record.marks[track][seat] for seat in stack
        ]:
            record.stacks[track][:players] = stack
    orders = {lw.AUCTION: "order", lw.BUILDING: "build_order", lw.TRAINS: "train_order", lw.TAKEOVERS: "order"}
    if int(record.phase) in orders:
        record.to_act = record[orders[int(record.phase)]][int(record.place)]
    used = Counter(record.owners.tolist())
    record.links = [used[1 + seat] for seat in range(lw.SEATS)]
    record.company_links = [used[lw.COMPANY_OWNER + company] for company in range(lw.COMPANIES)]
    in_boxes = Counter(record.box_token.tolist())
    record.tokens = [lw.TOKENS_EACH - in_boxes[1 + kind] for kind in range(lw.INFLUENCES)]
    away = record.pieces.sum(axis=0, dtype=np.int64) + record.bag
    away[: lw.LOADS] += record.loaded.sum(axis=0) + record.piles.sum(axis=0)
    record.removed = np.array(lw.IN_BAG) - away
    plain = SimpleNamespace(**{name: np.asarray(record[name]).tolist() for name in lw.Fields.fields})
    for name, value in follows(plain, board).items():
        record[name] = value


REPAIRS: dict[str, Repair] = {
    "northern-pacific": northern_pacific,
    "central-pacific": central_pacific,
    "last-train-to-wensleydale": wensleydale,
}
"""By the name of a game.  They raise an IndexError, ValueError or OverflowError where nothing can be repaired."""
