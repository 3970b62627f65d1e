"""The figures of a tournament, computed from its games: shares with limits, pairs, forfeits."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from branchline.arena.confidence import Sums, share
from branchline.arena.play import Played
from branchline.arena.ratings import Rating, ratings
from branchline.arena.repeats import repeats, samples
from branchline.core.share import Share


@dataclass(frozen=True)
class Standing:
    """The figures of one bot."""

    name: str
    games: int
    """Games it took part in."""
    rank_share: Share | None
    """The share of rivals it ranked above; a tie counts half.  Partners and other seats of the same bot are no rivals."""
    win_share: Share | None
    """The mean part of the win that one of its seats had (`winnings`).  Equal bots have 1 / sides."""
    mean_score: float | None
    """The mean points of a seat in games without a forfeit."""
    rating: Rating | None
    forfeits: dict[str, int]
    """How often it forfeited, by kind."""


@dataclass(frozen=True)
class Figures:
    """All figures of a tournament, the best bot first."""

    standings: tuple[Standing, ...]
    pairs: dict[tuple[str, str], Share]
    """How often the first bot ranked above the second; a tie counts half."""
    repeats: int = 0
    """Games that repeat another one move by move.  They count in means, but not in limits and ratings."""

    def __getitem__(self, name: str) -> Standing:
        """The standing of a bot."""
        return next(standing for standing in self.standings if standing.name == name)

    def to_json(self) -> dict[str, Any]:
        """JSON-safe."""
        return {
            "bots": [_standing_json(standing) for standing in self.standings],
            "pairs": [
                {"bot": one, "over": other, **vars(found)} for (one, other), found in sorted(self.pairs.items())
            ],
            "repeats": self.repeats,
        }  # fmt: skip


def figures(names: Sequence[str], games: Sequence[Played]) -> Figures:
    """All figures of some games, which may come in any order."""
    games = sorted(games, key=lambda game: game.number)
    again = repeats(games)
    tally = Tally(games, again, samples(games))
    rated = ratings(names, games) or {}
    pairs = {pair: found for pair, deals in _pair_sums(tally).items() if (found := share(deals.values())) is not None}
    standings = [_standing(name, tally, rated.get(name)) for name in names]
    standings.sort(key=lambda one: -(one.rank_share.mean if one.rank_share else 0.0))
    return Figures(tuple(standings), pairs, len(again))


def comparisons(game: Played) -> Iterator[tuple[str, str, float]]:
    """Every ordered pair of rivals of a game, with 1 if the first ranks higher, ½ for a tie, and 0.

    Two sides with a bot in common are not compared: a bot cannot rank above itself.  After a forfeit only the bot that failed
    is compared with other sides, since the order of the others is not known.
    """
    line_ups = {side: {bot for bot, its in zip(game.bots, game.sides, strict=True) if its == side} for side in game.sides}
    failed = None if game.forfeit is None else (game.sides[game.forfeit["seat"]], game.forfeit["bot"])
    seats = range(len(game.bots))
    for one in seats:
        for other in seats:
            if line_ups[game.sides[one]] & line_ups[game.sides[other]]:
                continue
            if failed is not None and failed not in ((game.sides[seat], game.bots[seat]) for seat in (one, other)):
                continue
            mine, theirs = game.ranks[one], game.ranks[other]
            yield game.bots[one], game.bots[other], 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0


def winnings(game: Played) -> list[float | None]:
    """The part of the win that each seat has.  Winning sides share the win; each partner has the whole part of their side.

    After a forfeit the bot that failed has nothing in any of its seats: a failure must not pay.  If there is one other side, it
    has the win.  If there are several, the winner is not known (None).  For the partners of the bot it is never known.
    """
    if game.forfeit is not None:
        return _winnings_after(game, game.sides[game.forfeit["seat"]], game.forfeit["bot"])
    winners = {side for side, rank in zip(game.sides, game.ranks, strict=True) if rank == 1}
    return [1.0 / len(winners) if side in winners else 0.0 for side in game.sides]


def _winnings_after(game: Played, failed: int, culprit: str) -> list[float | None]:
    rest = 1.0 if len(set(game.sides)) == 2 else None
    return [
        0.0 if bot == culprit else None if side == failed else rest for side, bot in zip(game.sides, game.bots, strict=True)
    ]


ByDeal = defaultdict[int, Sums]


@dataclass(frozen=True)
class Tally:
    """The games of a tournament, and which of them are new evidence."""

    games: Sequence[Played]
    again: set[int]
    """Numbers of games that repeat another one."""
    sample: dict[int, int]
    """For each deal its representative: equal deals are one sample."""

    def add(self, sums: ByDeal, game: Played, value: float) -> None:
        """One more comparison of a game."""
        sums[self.sample[game.deal]].add(value, game.number in self.again)


def _pair_sums(tally: Tally) -> dict[tuple[str, str], ByDeal]:
    found: dict[tuple[str, str], ByDeal] = {}
    for game in tally.games:
        for one, other, result in comparisons(game):
            tally.add(found.setdefault((one, other), ByDeal(Sums)), game, result)
    return found


def _standing(name: str, tally: Tally, rating: Rating | None) -> Standing:
    ranks, wins = ByDeal(Sums), ByDeal(Sums)
    scores: list[int] = []
    forfeits: dict[str, int] = {}
    took_part = [game for game in tally.games if name in game.bots]
    for game in took_part:
        for one, _, result in comparisons(game):
            if one == name:
                tally.add(ranks, game, result)
        for seat, part in enumerate(winnings(game)):
            if game.bots[seat] == name:
                if part is not None:
                    tally.add(wins, game, part)
                if game.forfeit is None:
                    scores.append(game.scores[seat])
        if game.forfeit is not None and game.forfeit["bot"] == name:
            forfeits[game.forfeit["kind"]] = forfeits.get(game.forfeit["kind"], 0) + 1
    mean = sum(scores) / len(scores) if scores else None
    return Standing(name, len(took_part), share(ranks.values()), share(wins.values()), mean, rating, forfeits)


def _standing_json(standing: Standing) -> dict[str, Any]:
    rating = standing.rating
    return {
        "bot": standing.name,
        "games": standing.games,
        "rank_share": standing.rank_share and vars(standing.rank_share),
        "win_share": standing.win_share and vars(standing.win_share),
        "mean_score": standing.mean_score,
        "rating": rating and {"mu": rating.mu, "sigma": rating.sigma, "low": rating.low, "high": rating.high},
        "forfeits": standing.forfeits,
    }
