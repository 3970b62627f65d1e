"""Ratings by openskill (Plackett–Luce), which handles games of more than two players and teams."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from branchline.arena.play import Played
from branchline.arena.repeats import repeats
from branchline.core.share import Z95


@dataclass(frozen=True)
class Rating:
    """A rating of openskill; every bot starts at 25."""

    mu: float
    sigma: float

    @property
    def low(self) -> float:
        """The lower 95 % limit."""
        return self.mu - Z95 * self.sigma

    @property
    def high(self) -> float:
        """The upper 95 % limit."""
        return self.mu + Z95 * self.sigma


def ratings(names: Iterable[str], games: Iterable[Played]) -> dict[str, Rating] | None:
    """The ratings after all games, in the order of their numbers; None if openskill is not installed.

    A side is a team.  A bot does not change between games, so its uncertainty never grows (tau is 0).  A bot in several seats
    gains the sum of what its seats gain; its uncertainty shrinks like that of one seat.  After a forfeit the side that failed
    has lost to each other side.  The other sides are not rated against each other, since their order is not known, and the
    partners of the bot that failed keep their ratings.  A game that repeats another one is left out.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    model: Any = PlackettLuce(tau=0.0)
    now = {name: Rating(model.mu, model.sigma) for name in names}
    games = sorted(games, key=lambda one: one.number)
    known = repeats(games)
    for game in games:
        if game.number not in known:
            now.update(_after(model, now, game))
    return now


Team = list[int]
"""The seats of a side."""


def _after(model: Any, now: dict[str, Rating], game: Played) -> dict[str, Rating]:
    """The new ratings of the bots of one game."""
    moved: dict[str, list[tuple[float, float]]] = {}
    innocent = _partners_of_culprit(game)
    for teams in _meetings(game):
        given = [[model.rating(now[game.bots[seat]].mu, now[game.bots[seat]].sigma) for seat in team] for team in teams]
        rated = model.rate(given, ranks=[game.ranks[team[0]] for team in teams])
        for team, new in zip(teams, rated, strict=True):
            for seat, rating in zip(team, new, strict=True):
                if seat in innocent:
                    continue
                moved.setdefault(game.bots[seat], []).append((rating.mu, rating.sigma))
    return {name: _together(now[name], new) for name, new in moved.items()}


def _meetings(game: Played) -> list[list[Team]]:
    """The groups of teams that are rated: all together, or after a forfeit the one that failed against each other one.

    After a forfeit, two sides with a bot in common are not rated: a bot has not beaten itself.
    """
    teams = {side: [seat for seat, its in enumerate(game.sides) if its == side] for side in sorted(set(game.sides))}
    if game.forfeit is None:
        return [list(teams.values())]
    failed = teams.pop(game.sides[game.forfeit["seat"]])
    losers = {game.bots[seat] for seat in failed}
    return [[failed, team] for team in teams.values() if not losers & {game.bots[seat] for seat in team}]


def _partners_of_culprit(game: Played) -> set[int]:
    """The seats of the side that failed in which another bot sits."""
    if game.forfeit is None:
        return set()
    side, culprit = game.sides[game.forfeit["seat"]], game.forfeit["bot"]
    return {seat for seat, (its, bot) in enumerate(zip(game.sides, game.bots, strict=True)) if its == side and bot != culprit}


def _together(old: Rating, new: list[tuple[float, float]]) -> Rating:
    return Rating(old.mu + sum(mu - old.mu for mu, _ in new), sum(sigma for _, sigma in new) / len(new))
