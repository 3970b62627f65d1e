"""The board as SVG."""

from __future__ import annotations

from typing import Any

from branchline.kernel import Board


def svg(state: Any, board: Board, seat: int | None) -> str:
    """The board with the railroad, cubes and scores."""
    return "<svg xmlns='http://www.w3.org/2000/svg'/>"
