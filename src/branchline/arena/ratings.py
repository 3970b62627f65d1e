"""Ratings by openskill (Plackett–Luce), which knows tables of more than two and teams."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from branchline.arena.limits import Z
from branchline.arena.play import Played


@dataclass(frozen=True)
class Rating:
    """Strength as openskill sees it; everybody starts at 25."""

    mu: float
    sigma: float

    @property
    def low(self) -> float:
        """The lower 95 % limit."""
        return self.mu - Z * self.sigma

    @property
    def high(self) -> float:
        """The upper 95 % limit."""
        return self.mu + Z * self.sigma


def ratings(names: Iterable[str], games: Iterable[Played]) -> dict[str, Rating] | None:
    """The ratings after all games, in the order of their numbers; None where openskill is not installed.

    A side is a team.  A bot does not change from game to game, so nothing is added to its uncertainty (tau is 0).  A bot
    that sits in several seats gains what its seats gain together, and its uncertainty shrinks as that of one of them.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model: Any = PlackettLuce(tau=0.0)
    now = {name: Rating(model.mu, model.sigma) for name in names}
    for game in sorted(games, key=lambda one: one.number):
        now.update(_after(model, now, game))
    return now


def _after(model: Any, now: dict[str, Rating], game: Played) -> dict[str, Rating]:
    """The new ratings of the bots of one game."""
    sides = sorted(set(game.sides))
    seats = [[seat for seat, side in enumerate(game.sides) if side == one] for one in sides]
    teams = [[model.rating(now[game.bots[seat]].mu, now[game.bots[seat]].sigma) for seat in team] for team in seats]
    rated = model.rate(teams, ranks=[game.ranks[team[0]] for team in seats])
    moved: dict[str, list[tuple[float, float]]] = {}
    for team, new in zip(seats, rated, strict=True):
        for seat, rating in zip(team, new, strict=True):
            moved.setdefault(game.bots[seat], []).append((rating.mu, rating.sigma))
    return {name: _together(now[name], new) for name, new in moved.items()}


def _together(old: Rating, new: list[tuple[float, float]]) -> Rating:
    return Rating(old.mu + sum(mu - old.mu for mu, _ in new), sum(sigma for _, sigma in new) / len(new))
