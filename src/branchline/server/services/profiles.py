"""Public profiles, and leaderboards among them.  A profile is shown to others only if its person wishes so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from branchline.server.accounts import ratings
from branchline.server.accounts.requester import Person, Requester
from branchline.server.base.problems import not_found
from branchline.server.services.container import Services
from branchline.server.store import people, result_rows
from branchline.texts import say

FEWEST_GAMES = 10
"""Rated games from which on an account is on a leaderboard."""
MOST_RANKED, MOST_STEPS, MOST_RIVALS, MOST_SHARED = 100, 500, 20, 10


@dataclass(frozen=True)
class GameRating:
    """A person's rating in a game, with its history."""

    game: str
    rating: float
    games: int
    steps: Sequence[Any]
    """`at`, `mu` and `sigma` after each rated game, the oldest first."""


@dataclass(frozen=True)
class Profile:
    """What a profile shows."""

    person: Person
    is_public: bool
    is_mine: bool
    ratings: list[GameRating]
    results: list[Any]
    """Games, wins and mean rank by game, number of players and company."""
    rivals: list[Any]
    """People with public profiles, with the number of games together and who was ahead."""
    against_me: Any
    """The same about the reader; None if they have not met, or have no account."""
    shared: list[dict[str, Any]]
    """The last games that are listed for everybody."""


async def profile_of(services: Services, requester: Requester, person: str) -> Profile:
    """The profile of a person; 404 unless it is public or the reader's own."""
    reader = requester.person
    async with services.store.read() as db:
        found = await services.identity.person(db, person)
        is_public, is_mine = await people.is_public(db, person), reader is not None and reader.id == person
        if found is None or not found.has_account or not (is_public or is_mine):
            raise not_found(say("There is no public profile at this address."))
        rated = [
            GameRating(row["game"], row["rating"], row["games"], await ratings.steps_of(db, person, row["game"], MOST_STEPS))
            for row in await ratings.of_person(db, person)
        ]
        against_me = []
        if reader is not None and reader.has_account and not is_mine:
            against_me = await result_rows.against(db, person, 1, reader.id)
        return Profile(
            found,
            is_public,
            is_mine,
            rated,
            await result_rows.summed(db, person),
            await result_rows.against(db, person, MOST_RIVALS),
            against_me[0] if against_me else None,
            await result_rows.shared_games(db, person, MOST_SHARED),
        )


async def leaderboard(services: Services, game: str, players: int | None) -> list[dict[str, Any]]:
    """The best public profiles in a game, or in the game with a number of players: those with enough games."""
    async with services.store.read() as db:
        return await ratings.best(db, game, MOST_RANKED, players, FEWEST_GAMES)
