"""Shares with confidence limits."""

from __future__ import annotations

import math
from dataclasses import dataclass

Z95 = 1.9599639845400536
"""The 97.5 % point of the normal distribution: limits at this many standard deviations hold in 95 % of cases."""


@dataclass(frozen=True)
class Share:
    """The mean of numbers between 0 and 1 with its 95 % confidence limits."""

    mean: float
    low: float
    high: float


def wilson(mean: float, size: float) -> Share:
    """Wilson's score interval for a share found in a sample of a size.  It holds for small samples and for extreme shares.

    >>> share = wilson(0.5, 100)
    >>> round(share.low, 4), round(share.high, 4)
    (0.4038, 0.5962)
    >>> wilson(0.0, 0)
    Share(mean=0.0, low=0.0, high=1.0)
    """
    if size <= 0:
        return Share(mean, 0.0, 1.0)
    spread = Z95**2 / size
    half = math.sqrt(spread * (mean * (1 - mean) + spread / 4))
    middle = mean + spread / 2
    low = 0.0 if mean == 0.0 else (middle - half) / (1 + spread)
    high = 1.0 if mean == 1.0 else (middle + half) / (1 + spread)
    return Share(mean, low, high)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution: exact for 1 and 2 degrees of freedom, else by a series.

    >>> [round(student(freedom), 2) for freedom in (1, 2, 3, 5, 10, 100)]
    [12.71, 4.3, 3.18, 2.57, 2.23, 1.98]
    """
    if freedom == 1:
        return math.tan(math.pi * 0.475)
    if freedom == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    first = (Z95**3 + Z95) / 4
    second = (5 * Z95**5 + 16 * Z95**3 + 3 * Z95) / 96
    third = (3 * Z95**7 + 19 * Z95**5 + 17 * Z95**3 - 15 * Z95) / 384
    fourth = (79 * Z95**9 + 776 * Z95**7 + 1482 * Z95**5 - 1920 * Z95**3 - 945 * Z95) / 92160
    return Z95 + first / freedom + second / freedom**2 + third / freedom**3 + fourth / freedom**4
