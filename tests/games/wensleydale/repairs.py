"""What follows from other fields of a changed position, worked out anew."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import numpy as np

from branchline.games.wensleydale.rules import layout as lw
from branchline.games.wensleydale.rules.derived_fields import follows
from branchline.kernel import Board


def repair(record: Any, board: Board) -> None:
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
