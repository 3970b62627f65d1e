"""Sets as bits, and seats counted from one of them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from branchline.kernel.bits import lowest_bit
from branchline.kernel.contract import Numbers
from branchline.kernel.jit import bind, rule
from branchline.kernel.seats import seats_from

pytestmark = pytest.mark.every_way


@rule
def write_elements(bits: int, out: Numbers) -> int:
    count = 0
    while bits:
        out[count] = lowest_bit(bits)
        bits &= bits - 1
        count += 1
    return count


@rule
def write_places(players: int, out: Numbers) -> None:
    for seat in range(players):
        for other in range(players):
            out[players * seat + other] = seats_from(seat, other, players)


@functools.cache
def bound() -> dict[str, Callable[..., Any]]:
    return bind("test", "test", {"write_elements": write_elements, "write_places": write_places}, {})


@pytest.mark.parametrize("elements", [[], [0], [62], [0, 1, 5, 31, 32, 33, 61, 62], list(range(63))])
def test_the_elements_of_a_set_come_in_ascending_order(elements: list[int]) -> None:
    out = np.zeros(64, np.int64)
    count = bound()["write_elements"](sum(1 << element for element in elements), out)
    assert out[:count].tolist() == elements


def test_seats_are_counted_from_the_one_that_looks() -> None:
    out = np.zeros(16, np.int64)
    bound()["write_places"](4, out)
    assert out.tolist() == [(other - seat) % 4 for seat in range(4) for other in range(4)]
