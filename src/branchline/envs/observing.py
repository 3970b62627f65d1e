"""What a seat is shown as NumPy arrays, and the spaces that describe it: the same for PettingZoo and Gymnasium."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from branchline.core.game import Game
from branchline.core.state import State
from branchline.envs.extras import needed
from branchline.errors import BadOption

FLAT, PARTS = "flat", "dict"
LOW, HIGH = -(2.0**15), 2.0**15
"""Bounds of the numbers in observations.  They are counts and marks, far smaller than this."""


class Observer:
    """Observations of a game: one flat array, or a dictionary with an array for each named part."""

    def __init__(self, game: Game, form: str) -> None:
        if form not in (FLAT, PARTS):
            raise BadOption(f"There are no observations {form!r:.60}. hint: observations are {FLAT} or {PARTS}.")
        self.game, self.form = game, form

    def space(self) -> Any:
        """The space of observations."""
        spaces = needed("gymnasium", "gymnasium.spaces")
        if self.form == FLAT:
            return spaces.Box(LOW, HIGH, (self.game.encoding_size,), np.float32)
        parts = self.game.encoding.items()
        return spaces.Dict({name: spaces.Box(LOW, HIGH, (stop - start,), np.float32) for name, (start, stop) in parts})

    def mask_space(self) -> Any:
        """The space of masks."""
        return needed("gymnasium", "gymnasium.spaces").Box(0, 1, (self.game.action_count,), np.int8)

    def observe(self, state: State, seat: int) -> Any:
        """What a seat sees."""
        numbers = state.encode(seat)
        if self.form == FLAT:
            return numbers
        return {name: numbers[start:stop] for name, (start, stop) in self.game.encoding.items()}

    def mask(self, state: State, seat: int) -> NDArray[np.int8]:
        """1 for every legal action of a seat; all 0 if it is not its turn."""
        found = np.zeros(self.game.action_count, np.int8)
        if state.actor == seat:
            found[state.ids()] = 1
        return found
