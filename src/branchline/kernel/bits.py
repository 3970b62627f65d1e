"""Sets as the bits of a number."""

from __future__ import annotations

from branchline.kernel.jit import native, rule


@native
@rule
def lowest_bit(bits: int) -> int:
    """The place of the lowest bit that is 1, counted from 0; `bits` must not be 0.

    `bits &= bits - 1` removes it, so a loop comes to all elements of a set in ascending order.
    """
    return int(bits & -bits).bit_length() - 1
