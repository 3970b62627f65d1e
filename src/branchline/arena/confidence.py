"""Shares with 95 % limits from games that are not independent: the games of one deal are alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from branchline.core.share import Z95, Share, student, wilson


@dataclass
class Sums:
    """The comparisons of one deal: their sum (each is between 0 and 1) and their number."""

    total: float = 0.0
    count: int = 0
    repeated: int = 0
    """How many of them come from games that repeat another game."""

    def add(self, value: float, repeated: bool = False) -> None:
        """One more comparison."""
        self.total += value
        self.count += 1
        self.repeated += repeated


def share(deals: Iterable[Sums]) -> Share | None:
    """The share over all deals, with Wilson's interval for the effective number of comparisons; None without comparisons."""
    found = [deal for deal in deals if deal.count]
    count = sum(deal.count for deal in found)
    if not count:
        return None
    mean = sum(deal.total for deal in found) / count
    return wilson(mean, effective(found, mean, count))


def effective(deals: Sequence[Sums], mean: float, count: int) -> float:
    """The effective number of comparisons: as many independent ones would be equally uncertain.

    It follows from the variance between deals (a ratio estimate over clusters).  It is reduced for few deals by Student's
    distribution, and it is never more than the comparisons in games that differ.  The variance is computed with one additional
    deal with the opposite result, since deals that all ended alike do not show how much deals vary.
    """
    clusters = len(deals)
    most = float(count - sum(deal.repeated for deal in deals))
    if clusters < 2:
        return 0.0
    usual = count / clusters
    middle = (mean * count + (1 - mean) * usual) / (count + usual)
    between = sum((deal.total - middle * deal.count) ** 2 for deal in deals) + ((1 - mean - middle) * usual) ** 2
    variance = clusters / (clusters - 1) * between / count**2
    size = middle * (1 - middle) / variance if variance > 0.0 else most
    return min(most, size) * (Z95 / student(clusters - 1)) ** 2
