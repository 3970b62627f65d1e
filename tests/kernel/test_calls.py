"""The calls from Python into the rules of a game."""

from __future__ import annotations

import numpy as np
import pytest

from branchline.kernel.calls import ACTOR_BITS, ACTOR_MASK, UNLISTED, packed
from branchline.kernel.contract import OVER


@pytest.mark.parametrize("kind", [int, np.int8, np.uint8, np.int64])
def test_an_actor_from_a_field_is_an_ordinary_number(kind: type) -> None:
    """As plain Python `return state.turn` gives a number of NumPy, which no page can write as JSON."""
    for count in (UNLISTED, 300):
        step = packed(kind(1), count)
        assert type(step) is int
        assert ((step & ACTOR_MASK) + OVER, step >> ACTOR_BITS) == (1, count)
