"""The doors through which strangers' texts come in."""

from __future__ import annotations

from typing import Any

from tests.hostile.hypotheses import Hypotheses
from tests.hostile.map_fuzz import Maps
from tests.hostile.spoilt import Records
from tests.hostile.spoilt_positions import Positions
from tests.hostile.spoilt_views import Lines, Views

DOORS: dict[str, Any] = {
    "positions": Positions,
    "hypotheses": Hypotheses,
    "records": Records,
    "maps": Maps,
    "views": Views,
    "lines": Lines,
}
"""Each has `case`, which makes the text of a number, and `offer`, which says what became of it or raises an error."""


def open_door(name: str, seed: int) -> Any:
    """A door by name: `records`, or with a game, `positions:northern-pacific`."""
    kind, _, game = name.partition(":")
    return DOORS[kind](game, seed)
