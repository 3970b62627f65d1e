"""Results corrected for luck: the win shares of bots minus what the draws gave them.

The luck of a game (`branchline.review`) has the expectation 0, so taking a part of it off changes no expectation.  How large a
part is best is computed from the other deals alone.  So the corrected share is unbiased, and it is narrower as far as the
searches know what draws are worth.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

from branchline.arena.play import Played
from branchline.arena.repeats import samples
from branchline.arena.results import winnings
from branchline.arena.tournament import Tournament
from branchline.core.game import Game
from branchline.core.share import Share, student
from branchline.machine import cores
from branchline.review.budget import QUICK
from branchline.review.evaluator import SearchEvaluator
from branchline.review.luck import luck_of

FEW_DEALS = 8
"""With fewer deals the whole luck is taken off."""
MOST_TAKEN = 1.5
"""At most so many times the luck is taken off."""
Luck = Sequence[float]
"""What the draws of one game gave each seat."""


@dataclass(frozen=True)
class Adjusted:
    """The win share of one bot as it was, and corrected for luck."""

    name: str
    plain: Share
    adjusted: Share
    taken: float
    """The mean part of the luck that was taken off."""
    luck: float
    """The root mean square of the luck of a deal, for each of its seats and games."""

    @property
    def factor(self) -> float | None:
        """The width of the corrected limits, as a part of the width before; None if there was none, or only one deal."""
        before = self.plain.high - self.plain.low
        return (self.adjusted.high - self.adjusted.low) / before if 0.0 < before < math.inf else None

    def to_json(self) -> dict[str, Any]:
        """JSON-safe."""
        return {
            "bot": self.name,
            "win_share": _share_json(self.plain),
            "adjusted": _share_json(self.adjusted),
            "factor": self.factor,
            "taken": self.taken,
            "luck": self.luck,
        }


def _share_json(share: Share) -> dict[str, float | None]:
    return {name: value if math.isfinite(value) else None for name, value in vars(share).items()}


def adjusted(tournament: Tournament, progress: Callable[[int], None] = lambda done: None) -> Tournament:
    """The tournament with results corrected for luck.

    >>> import branchline as bl
    >>> from branchline import arena
    >>> done = arena.run(bl.game("northern-pacific", players=2, rounds=1), "greedy,random", games=4, seed=1, workers=0)
    >>> [one.name for one in arena.adjusted(done).adjusted]
    ['greedy', 'random']
    """
    lucks = measure_luck(tournament.game, tournament.games, progress=progress)
    names = [one.name for one in tournament.figures.standings]
    return replace(tournament, adjusted=tuple(adjust(names, tournament.games, lucks)))


def measure_luck(
    game: Game, games: Sequence[Played], depth: str | int = QUICK, progress: Callable[[int], None] = lambda done: None
) -> list[list[float]]:
    """The luck of every game, on all cores; the number of a game is the seed of its searches."""
    evaluator = SearchEvaluator(game)

    def luck(played: Played) -> list[float]:
        return luck_of(played.record(game), depth, played.number, evaluator)

    found: list[list[float]] = []
    with ThreadPoolExecutor(cores()) as pool:
        for one in pool.map(luck, games):
            found.append(one)
            progress(len(found))
    return found


def adjust(names: Iterable[str], games: Sequence[Played], lucks: Sequence[Luck]) -> list[Adjusted]:
    """The win shares of bots, corrected for luck; bots without a game of known result are left out."""
    deal_of = samples(games)
    found = []
    for name in names:
        deals: dict[int, Deal] = {}
        for game, luck in zip(games, lucks, strict=True):
            for seat, part in enumerate(winnings(game)):
                if game.bots[seat] == name and part is not None:
                    deals.setdefault(deal_of[game.deal], Deal()).add(part, luck[seat])
        if deals:
            found.append(_adjusted(name, list(deals.values())))
    return found


@dataclass
class Deal:
    """The results and the luck of one bot in the games of one deal: one sample."""

    total: float = 0.0
    luck: float = 0.0
    count: int = 0

    def add(self, part: float, luck: float) -> None:
        """One more seat in one more game."""
        self.total += part
        self.luck += luck
        self.count += 1


def _adjusted(name: str, deals: Sequence[Deal]) -> Adjusted:
    counts = [deal.count for deal in deals]
    taken = [_part_to_take([other for other in deals if other is not deal]) for deal in deals]
    corrected = [deal.total - part * deal.luck for deal, part in zip(deals, taken, strict=True)]
    plain = share_of([deal.total for deal in deals], counts)
    luck = math.sqrt(sum((deal.luck / deal.count) ** 2 for deal in deals) / len(deals))
    return Adjusted(name, plain, share_of(corrected, counts), sum(taken) / len(taken), luck)


def _part_to_take(others: Sequence[Deal]) -> float:
    """The part of the luck whose removal makes the other deals most alike."""
    if len(others) + 1 < FEW_DEALS:
        return 1.0
    mean = sum(deal.total for deal in others) / sum(deal.count for deal in others)
    squares = sum(deal.luck**2 for deal in others)
    together = sum((deal.total - mean * deal.count) * deal.luck for deal in others)
    return min(MOST_TAKEN, max(0.0, together / squares)) if squares > 0.0 else 0.0


def share_of(totals: Sequence[float], counts: Sequence[int]) -> Share:
    """The mean over all seats with 95 % limits by Student's distribution, deals being the samples (a ratio estimate).

    It may leave 0 … 1: a corrected result is no share of anything.

    >>> share_of([1.0, 0.0, 1.0], [2, 2, 2]).mean
    0.3333333333333333
    """
    deals, count = len(totals), sum(counts)
    mean = sum(totals) / count
    if deals < 2:
        return Share(mean, -math.inf, math.inf)
    between = sum((total - mean * number) ** 2 for total, number in zip(totals, counts, strict=True))
    half = student(deals - 1) * math.sqrt(deals / (deals - 1) * between) / count
    return Share(mean, mean - half, mean + half)
