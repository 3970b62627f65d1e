"""Ratings of persons with accounts, by game: OpenSkill's Plackett–Luce model, made for games of many.

Only those with accounts are rated, and only against each other, so at least two of them must sit at a table.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.schema import accounts, persons, ratings


@cache
def model() -> Any:
    """The model; loaded with the first game that is rated."""
    from openskill.models import PlackettLuce

    return PlackettLuce()


def rated(
    before: Mapping[str, tuple[float, float]], seats: Mapping[int, str], sides: Sequence[int], ranks: Sequence[int]
) -> dict[str, tuple[float, float]]:
    """New ratings (mu, sigma) by person after a game; `seats` holds the rated ones, `before` their old ratings.

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
    return {
        seats[seat]: (skill.mu, skill.sigma)
        for members, skills in zip(teams.values(), new, strict=True)
        for seat, skill in zip(members, skills, strict=True)
    }


def _rating(before: Mapping[str, tuple[float, float]], person: str) -> Any:
    if person not in before:
        return model().rating()
    mu, sigma = before[person]
    return model().rating(mu=mu, sigma=sigma)


def shown(mu: float, sigma: float) -> float:
    """One number for a table of players: what the person is almost surely worth at least."""
    return round(mu - 3 * sigma, 2)


async def has_account(db: AsyncConnection, person: str) -> bool:
    """Whether a person is rated at all."""
    found = await db.execute(select(accounts.c.person_id).where(accounts.c.person_id == person))
    return found.one_or_none() is not None


async def ratings_for(db: AsyncConnection, game: str, people: Sequence[str]) -> dict[str, Any]:
    """Rows of some persons in a game."""
    statement = select(ratings).where(ratings.c.game == game, ratings.c.person_id.in_(people))
    return {row.person_id: row for row in await db.execute(statement)}


async def write(db: AsyncConnection, game: str, seats: Mapping[int, str], sides: Sequence[int], ranks: Sequence[int]) -> None:
    """Rate the persons of a finished game."""
    rows = await ratings_for(db, game, list(seats.values()))
    after = rated({person: (row.mu, row.sigma) for person, row in rows.items()}, seats, sides, ranks)
    for person, (mu, sigma) in after.items():
        games = rows[person].games + 1 if person in rows else 1
        await db.execute(delete(ratings).where(ratings.c.person_id == person, ratings.c.game == game))
        await db.execute(insert(ratings).values(person_id=person, game=game, mu=mu, sigma=sigma, games=games))


async def best(db: AsyncConnection, game: str, most: int) -> list[dict[str, Any]]:
    """The persons with the highest ratings."""
    worth = ratings.c.mu - 3 * ratings.c.sigma
    statement = select(persons.c.name, ratings.c.mu, ratings.c.sigma, ratings.c.games)
    statement = statement.join(persons, persons.c.id == ratings.c.person_id).where(ratings.c.game == game)
    rows = await db.execute(statement.order_by(worth.desc()).limit(most))
    return [{**row._mapping, "rating": shown(row.mu, row.sigma)} for row in rows]


async def of_person(db: AsyncConnection, person: str) -> list[dict[str, Any]]:
    """A person's ratings in every game."""
    rows = await db.execute(select(ratings).where(ratings.c.person_id == person).order_by(ratings.c.game))
    return [{"game": row.game, "rating": shown(row.mu, row.sigma), "games": row.games} for row in rows]
