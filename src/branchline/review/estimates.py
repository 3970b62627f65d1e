"""Means of independent searches with their noise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from branchline.core.share import student
from branchline.review.values import Values


@dataclass(frozen=True)
class Estimate:
    """The mean of several independent searches of one position."""

    mean: Values
    variance: Values
    """The variance of that mean; 0 if the searches all agree."""
    trees: int

    def minus(self, other: Estimate) -> Estimate:
        """The difference of two independent estimates; `trees` are the degrees of freedom, plus 1."""
        return Estimate(self.mean - other.mean, self.variance + other.variance, self.trees + other.trees - 1)

    def half_width(self) -> Values:
        """Half of the 95 % interval, by Student's distribution."""
        return np.sqrt(self.variance) * student(max(1, self.trees - 1))


def estimate(search: Callable[[int], Values], trees: int) -> Estimate:
    """Search several times; `search` is given the number of the tree."""
    return estimate_from([search(tree) for tree in range(trees)])


def estimate_from(found: Sequence[Values]) -> Estimate:
    """The estimate from the values of several searches."""
    values = np.array(found)
    spread = values.var(axis=0, ddof=1) if len(values) > 1 else np.zeros_like(values[0])
    return Estimate(values.mean(axis=0), spread / len(values), len(values))
