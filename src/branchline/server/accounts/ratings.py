"""Ratings of persons with accounts, by game: OpenSkill's Plackett–Luce model, which is made for games with many players.

Only persons with accounts are rated, and only against each other, so a table needs at least two of them.  If a bot decided
for a person, their rating can fall but not rise; otherwise they could let a strong bot win.  The same holds for a person who
signed in after the game had begun; otherwise they could play as a guest and sign in only for games they are winning.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Table, delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.match import Match
from branchline.server.store import rows as table_rows
from branchline.server.store.schema import accounts, count_ratings, holders, persons, rating_steps, ratings

UNRATED = frozenset({"fork", "record", "deal", "daily", "undo-alone"})
"""Marks of games that are not rated: a player knew or chose the opening or the draws, or played a part more than once."""


@cache
def model() -> Any:
    """The model.  It is loaded when the first game is rated."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rated(
    before: Mapping[str, tuple[float, float]],
    seats: Mapping[int, str],
    sides: Sequence[int],
    ranks: Sequence[int],
    helped: Collection[int] = (),
) -> dict[str, tuple[float, float]]:
    """New ratings (mu, sigma) by person after a game.  `seats` has the rated seats, `before` the persons' old ratings.

    A person on a seat in `helped` keeps the old rating unless the new one is worse.

    >>> after = rated({}, {0: "ann", 1: "bo"}, sides=[0, 1], ranks=[1, 2])
    >>> after["ann"][0] > 25 > after["bo"][0]
    True
    """
    teams: dict[int, list[int]] = {}
    for seat in seats:
        teams.setdefault(sides[seat], []).append(seat)
    if len(teams) < 2 or len(set(seats.values())) < len(seats):
        return {}
    old = [[_rating(before, seats[seat]) for seat in members] for members in teams.values()]
    new = model().rate(old, ranks=[float(ranks[members[0]]) for members in teams.values()])
    found = {}
    for members, skills, former in zip(teams.values(), new, old, strict=True):
        for seat, skill, earlier in zip(members, skills, former, strict=True):
            if seat not in helped or shown(skill.mu, skill.sigma) < shown(earlier.mu, earlier.sigma):
                found[seats[seat]] = (skill.mu, skill.sigma)
    return found


LATE_SECONDS = 60.0
"""Seconds after the start within which a person still counts as there from the beginning."""


class Player(NamedTuple):
    """The person who sat down first on a seat, and since when they are here in this name."""

    seat: int
    person: str
    since: float


def who_counts(players: Sequence[Player], started: float) -> tuple[dict[int, str], set[int]]:
    """The rated seats with their persons, and those of these seats whose person came late.

    A late seat is left out if its person also has a seat from the start.  So nobody can avoid a rating by adding a second seat.

    >>> who_counts([Player(0, "ann", 5.0), Player(1, "bo", 5.0), Player(2, "ann", 900.0)], started=6.0)
    ({0: 'ann', 1: 'bo'}, set())
    """
    late = {player.seat for player in players if player.since > started + LATE_SECONDS}
    there = {player.person for player in players if player.seat not in late}
    counted = {player.seat: player.person for player in players if player.seat not in late or player.person not in there}
    return counted, late & set(counted)


async def players(db: AsyncConnection, table: str) -> list[Player]:
    """The person who sat down first on each seat of a table, if they have an account."""
    statement = select(holders.c.seat, holders.c.person_id, holders.c.since, accounts.c.created)
    statement = statement.outerjoin(accounts, accounts.c.person_id == holders.c.person_id)
    first: dict[int, Any] = {}
    for row in await db.execute(statement.where(holders.c.table_id == table).order_by(holders.c.since)):
        first.setdefault(row.seat, row)
    return [Player(seat, row.person_id, max(row.since, row.created)) for seat, row in first.items() if row.created is not None]


def _rating(before: Mapping[str, tuple[float, float]], person: str) -> Any:
    if person not in before:
        return model().rating()
    mu, sigma = before[person]
    return model().rating(mu=mu, sigma=sigma)


def shown(mu: float, sigma: float) -> float:
    """The rating as one number for lists: a lower bound of the person's skill (mu - 3 sigma)."""
    return round(mu - 3 * sigma, 2)


def is_rated(match: Match) -> bool:
    """Whether the result of a match counts for people with accounts: it was agreed so, and two people can play."""
    people = sum(seat.kind != "bot" for seat in match.seats)
    return match.setup.rated and people > 1 and not match.marks & UNRATED


async def rate_match(db: AsyncConnection, table: str, match: Match) -> bool:
    """Rate a finished match, once; returns whether anybody's rating has changed.

    Not rated: what was agreed to be unrated, forks, imports, and games with an undo by a person alone with bots.
    """
    if not is_rated(match) or not await table_rows.mark_rated(db, table):
        return False
    seated = [player for player in await players(db, table) if match.seats[player.seat].kind == "person"]
    counted, late = who_counts(seated, match.started or 0.0)
    sides = match.game.spec.rules.sides(match.state.fields_view)
    helped = {past.seat for past in match.played if past.by == "bot"}
    return await write(db, match.game.name, counted, sides, match.state.ranks, helped | late)


async def write(
    db: AsyncConnection,
    game: str,
    seats: Mapping[int, str],
    sides: Sequence[int],
    ranks: Sequence[int],
    helped: Collection[int] = (),
) -> bool:
    """Write the new ratings after a game: for the game, and for its number of players.  Returns whether there are any.

    `helped` are the seats whose rating must not rise.
    """
    after: dict[str, tuple[float, float]] = {}
    for table, key in ((count_ratings, {"game": game, "players": len(sides)}), (ratings, {"game": game})):
        same = [table.c[name] == value for name, value in key.items()]
        found = await db.execute(select(table).where(*same, table.c.person_id.in_(seats.values())))
        rows = {row.person_id: row for row in found}
        after = rated({person: (row.mu, row.sigma) for person, row in rows.items()}, seats, sides, ranks, helped)
        for person, (mu, sigma) in after.items():
            games = rows[person].games + 1 if person in rows else 1
            await _replace(db, table, {"person_id": person, **key}, {"mu": mu, "sigma": sigma, "games": games})
    steps = [
        {"person_id": person, "game": game, "at": time.time(), "mu": mu, "sigma": sigma}
        for person, (mu, sigma) in after.items()
    ]
    if steps:
        await db.execute(insert(rating_steps), steps)
    return bool(steps)


async def _replace(db: AsyncConnection, table: Table, key: Mapping[str, Any], values: Mapping[str, Any]) -> None:
    await db.execute(delete(table).where(*(table.c[name] == value for name, value in key.items())))
    await db.execute(insert(table).values(**key, **values))


async def best(db: AsyncConnection, game: str, most: int, players: int | None = None, fewest: int = 1) -> list[dict[str, Any]]:
    """The persons with public profiles and the highest ratings in a game, or in the game with a number of players.

    Only persons with at least `fewest` rated games are listed.
    """
    table = ratings if players is None else count_ratings
    enough = [table.c.game == game, table.c.games >= fewest, accounts.c.public]
    if players is not None:
        enough.append(count_ratings.c.players == players)
    worth = table.c.mu - 3 * table.c.sigma
    statement = select(persons.c.id, persons.c.name, table.c.mu, table.c.sigma, table.c.games)
    statement = statement.join(persons, persons.c.id == table.c.person_id)
    statement = statement.join(accounts, accounts.c.person_id == table.c.person_id).where(*enough)
    rows = await db.execute(statement.order_by(worth.desc(), persons.c.id).limit(most))
    return [{**row._mapping, "rating": shown(row.mu, row.sigma)} for row in rows]


async def steps_of(db: AsyncConnection, person: str, game: str, most: int) -> list[Any]:
    """A person's ratings in a game after each of their last rated games, the oldest first."""
    mine = [rating_steps.c.person_id == person, rating_steps.c.game == game]
    statement = select(rating_steps.c.at, rating_steps.c.mu, rating_steps.c.sigma).where(*mine)
    return list((await db.execute(statement.order_by(rating_steps.c.id.desc()).limit(most))).all())[::-1]


async def of_person(db: AsyncConnection, person: str) -> list[dict[str, Any]]:
    """A person's ratings in every game."""
    rows = await db.execute(select(ratings).where(ratings.c.person_id == person).order_by(ratings.c.game))
    return [{"game": row.game, "rating": shown(row.mu, row.sigma), "games": row.games} for row in rows]
