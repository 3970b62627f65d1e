"""The doors through which strangers' texts come in."""

from __future__ import annotations

from typing import Any

from tests.hostile.spoilt_positions import Positions


def open_door(name: str, seed: int) -> Any:
    """A door by name, such as `positions:northern-pacific`."""
    kind, _, game = name.partition(":")
    return {"positions": Positions}[kind](game, seed)
