"""What follows from other fields of a changed position, worked out anew."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from branchline.games.northern_pacific.rules import problems
from branchline.games.northern_pacific.rules.layout import Fields
from branchline.kernel import Board


def repair(record: Any, board: Board) -> None:
    state = SimpleNamespace(**{name: record[name] for name in Fields.fields})
    twin = problems._rebuilt(state, board.data)
    for name in Fields.fields:
        record[name] = getattr(twin, name)
