"""The most tiles in a turn: five, or four for the victim of a Land Grant (CP 2.1, 5.1, 5.3)."""

from __future__ import annotations

from branchline.games.central_pacific.rules.layout import DISCARDS, LAYS, VICTIM_DISCARDS, VICTIM_LAYS, Fields
from branchline.kernel import rule


@rule
def most_lays(state: Fields, seat: int) -> int:
    """CP 2.1, 5.3: the most tiles that a seat lays in a turn, tiles of clearings included."""
    return int(VICTIM_LAYS) if state.limited[seat] else int(LAYS)


@rule
def most_discards(state: Fields, seat: int) -> int:
    """CP 5.1, 5.3: the most tiles that a seat discards in a turn."""
    return int(VICTIM_DISCARDS) if state.limited[seat] else int(DISCARDS)
