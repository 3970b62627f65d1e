"""Shares with 95 % limits from games that are not independent: those of one deal hang together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

from branchline.core.simulate import Share

Z = NormalDist().inv_cdf(0.975)


@dataclass
class Sums:
    """What a deal adds to a share: the sum of its comparisons (each between 0 and 1) and their number."""

    total: float = 0.0
    count: int = 0
    repeated: int = 0
    """How many of them come from games that were played before."""

    def add(self, value: float, repeated: bool = False) -> None:
        """One more comparison."""
        self.total += value
        self.count += 1
        self.repeated += repeated


def share(deals: Iterable[Sums]) -> Share | None:
    """The share over all deals with limits by Wilson's interval for an effective number of comparisons.

    That number is what independent comparisons would have to be for the variance found between deals (a ratio estimate
    over clusters), made smaller for few deals as Student's distribution asks, and never more than were made in games that
    differ.  The variance is found with one more deal that went the other way round: deals that all ended alike do not show how
    much deals vary.  None where nothing was compared.
    """
    found = [deal for deal in deals if deal.count]
    count = sum(deal.count for deal in found)
    if not count:
        return None
    mean = sum(deal.total for deal in found) / count
    return wilson(mean, effective(found, mean, count))


def effective(deals: Sequence[Sums], mean: float, count: int) -> float:
    """The effective number of comparisons."""
    clusters = len(deals)
    most = float(count - sum(deal.repeated for deal in deals))
    if clusters < 2:
        return 0.0
    usual = count / clusters
    middle = (mean * count + (1 - mean) * usual) / (count + usual)
    between = sum((deal.total - middle * deal.count) ** 2 for deal in deals) + ((1 - mean - middle) * usual) ** 2
    variance = clusters / (clusters - 1) * between / count**2
    size = middle * (1 - middle) / variance if variance > 0.0 else most
    return min(most, size) * (Z / student(clusters - 1)) ** 2


def wilson(mean: float, size: float) -> Share:
    """Wilson's score interval; without any information the whole range."""
    if size <= 0:
        return Share(mean, 0.0, 1.0)
    spread = Z**2 / size
    half = math.sqrt(spread * (mean * (1 - mean) + spread / 4))
    middle = mean + spread / 2
    low = 0.0 if mean == 0.0 else (middle - half) / (1 + spread)
    high = 1.0 if mean == 1.0 else (middle + half) / (1 + spread)
    return Share(mean, low, high)


def student(freedom: int) -> float:
    """The 97.5 % point of Student's distribution: exact for 1 and 2 degrees, else by the expansion around the normal.

    >>> [round(student(freedom), 2) for freedom in (1, 2, 3, 5, 10, 100)]
    [12.71, 4.3, 3.18, 2.57, 2.23, 1.98]
    """
    if freedom == 1:
        return math.tan(math.pi * 0.475)
    if freedom == 2:
        return 0.95 * math.sqrt(2 / (1 - 0.95**2))
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    fourth = (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160
    return Z + first / freedom + second / freedom**2 + third / freedom**3 + fourth / freedom**4
