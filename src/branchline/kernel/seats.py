"""Seats counted from the one that looks."""

from __future__ import annotations

from branchline.kernel.jit import rule


@rule
def seats_from(seat: int, other: int, players: int) -> int:
    """How many seats after `seat` another one comes.  A remainder would say the same and take ten times as long."""
    return other - seat if other >= seat else other - seat + players
