"""Several reviews together: what a player's games have in common."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from branchline.core.share import student
from branchline.review.accounts import MARKS
from branchline.review.html_rows import PHASES, summary_rows

if TYPE_CHECKING:
    from branchline.review.review import Review


@dataclass(frozen=True)
class Mean:
    """The mean over games with its 95 % limits; None where one game does not give any."""

    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Player:
    """The figures of one player, in shares of the win for each game."""

    name: str
    games: int
    result: Mean
    errors: Mean
    luck: Mean
    gifts: Mean
    residue: Mean
    lost: dict[str, Mean]
    """What errors cost, by phase."""
    marks: dict[str, dict[str, int]]
    """Inaccuracies, mistakes and blunders, by phase."""


@dataclass(frozen=True)
class Summary:
    """Several reviews, and the figures of each player by name."""

    reviews: tuple[Review, ...]
    players: tuple[Player, ...]

    def __getitem__(self, name: str) -> Player:
        return next(player for player in self.players if player.name == name)

    def to_json(self) -> dict[str, Any]:
        """JSON-safe."""
        return {"games": len(self.reviews), "players": [asdict(player) for player in self.players]}

    def _repr_html_(self) -> str:
        return f"<div>{summary_rows(self)}</div>"


def summarise(reviews: Sequence[Review]) -> Summary:
    """The figures of every player who is named in a record; nameless seats are one player each."""
    seats: dict[str, list[tuple[Review, int]]] = {}
    for review in reviews:
        for seat, name in enumerate(review.names):
            seats.setdefault(name, []).append((review, seat))
    return Summary(tuple(reviews), tuple(_player(name, games) for name, games in seats.items()))


def _player(name: str, games: Sequence[tuple[Review, int]]) -> Player:
    accounts = [review.seats[seat] for review, seat in games]
    lost: dict[str, list[float]] = {phase: [] for phase in PHASES}
    marks = {phase: {mark: 0 for mark, _ in MARKS} for phase in PHASES}
    for review, seat in games:
        costs = dict.fromkeys(PHASES, 0.0)
        decisions = [step for step in review.steps if step.kind == "decision"]
        for place, step in enumerate(decisions):
            if step.actor == seat:
                phase = PHASES[len(PHASES) * place // len(decisions)]
                costs[phase] -= step.error
                if step.mark:
                    marks[phase][step.mark] += 1
        for phase in PHASES:
            lost[phase].append(costs[phase])
    return Player(
        name=name,
        games=len(games),
        result=mean_of([account.result for account in accounts]),
        errors=mean_of([account.errors for account in accounts]),
        luck=mean_of([account.luck for account in accounts]),
        gifts=mean_of([account.gifts for account in accounts]),
        residue=mean_of([account.residue for account in accounts]),
        lost={phase: mean_of(costs) for phase, costs in lost.items()},
        marks=marks,
    )


def mean_of(values: Sequence[float]) -> Mean:
    """The mean of some numbers, with limits by Student's distribution.

    >>> mean_of([1.0])
    Mean(mean=1.0, low=None, high=None)
    >>> round(mean_of([0.0, 1.0, 2.0]).high, 2)
    3.48
    """
    mean = fmean(values)
    if len(values) < 2:
        return Mean(mean, None, None)
    half = student(len(values) - 1) * stdev(values) / math.sqrt(len(values))
    return Mean(mean, mean - half, mean + half)
