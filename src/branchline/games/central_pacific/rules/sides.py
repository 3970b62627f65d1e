"""Sides: each player is one, or each team of two (CP 6.5)."""

from __future__ import annotations

from typing import Any

from branchline.games.central_pacific.rules.layout import Fields
from branchline.kernel import rule


@rule
def side_of(state: Fields, seat: int) -> int:
    """CP 6.5: the side a seat plays for."""
    return seat % 2 if state.teams else seat


@rule
def side_count(state: Fields) -> int:
    """CP 6.5: two teams, or as many sides as players."""
    return 2 if state.teams else state.players


def sides(fields: Any) -> list[int]:
    """CP 6.5: the side of each seat."""
    return [int(side_of(fields, seat)) for seat in range(int(fields.players))]
