"""What each game owes, and how it is measured.  A game without a row here is measured by the defaults and owes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from branchline.games.spec import Card


@dataclass(frozen=True)
class Targets:
    """The targets of a game, None where there is none, and how it is measured."""

    kernel: float | None = None
    """Decisions a second of random play inside the kernel, on one core."""
    vector: float | None = None
    """Steps a second of many games side by side, on two cores."""
    sizes: tuple[int, ...] = (64, 128, 512, 2048)
    """Numbers of environments to try side by side; the best counts."""
    review: float | None = None
    """Seconds of a quick review, on two cores."""
    expert: int = 100_000
    """What `expert` has for the first decision of a turn where strength is measured: simulations, so that nothing depends on
    how busy the machine is.  Fewer than three seconds give on two idle cores, so the real one is no weaker."""
    games: Mapping[str, int] = field(default_factory=dict)
    """By the stronger bot of a step of strength, how many games are played where a game takes a minute."""
    rounds: Mapping[str, int] = field(default_factory=dict)
    """By the stronger bot of a step, how many rounds are played where the games of one leave wide limits."""
    mcts: float = 0.2
    """Seconds of the processor for a move against OpenSpiel, so that 60 games take about a quarter of an hour of one core."""


TARGETS = {
    # The kernel's target of Northern Pacific follows from C; see `run.py`.
    "northern-pacific": Targets(vector=4e6, sizes=(256, 1024, 4096), review=10.0, expert=150_000),
    "central-pacific": Targets(kernel=250e3, vector=0.3e6, review=30.0, expert=40_000, mcts=0.18),
    "last-train-to-wensleydale": Targets(
        kernel=1e6, vector=1.5e6, review=40.0, games={"hard": 36}, rounds={"hard": 2}, mcts=0.06
    ),
}


def targets_of(name: str) -> Targets:
    """The targets of a game, or the defaults."""
    return TARGETS.get(name, Targets())


def seats(card: Card, wanted: int) -> int:
    """So many players, or the number nearest to it that the game allows."""
    return min(card.players, key=lambda players: abs(players - wanted))
