"""The deal of the day: one for each game, the same for everybody, against bots of one level.

Its secret is drawn when somebody first asks for it on its day (UTC).  Before that nobody can know it, the server included.
Everybody has one game a day: an account, or a guest by their cookie.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.games import find_card
from branchline.match import BadSetup, Origin, Seat, Setup
from branchline.match.deal import Deal, new_secret
from branchline.server.accounts.requester import Requester
from branchline.server.base.logs import note
from branchline.server.services.common import Opened, get_or_create_person, opened, take_costly
from branchline.server.services.container import Services
from branchline.server.store import deal_rows

LEVEL = "hard"
"""The bots of a daily deal.  Their budget is simulations, so that equal decisions meet equal answers."""
PLAYERS = (3, 4)
"""The numbers of players from which the deal chooses, if the game allows them."""
MOST_RESULTS = 1_000
ARCHIVED = 60
"""The most days in a list."""
NOT_COUNTED = frozenset({"stand-in"})
"""Marks of games that do not count: a bot has decided for the person."""


def today() -> str:
    """The day in UTC, such as 2026-11-18."""
    return datetime.fromtimestamp(time.time(), UTC).date().isoformat()


def day_before(day: str) -> str:
    """The day before a day."""
    return (date.fromisoformat(day) - timedelta(days=1)).isoformat()


def is_day(text: str) -> bool:
    """Whether a text is a day in the form that `today` has."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def setup_of(game: str, day: str, secret: str) -> Setup:
    """The setup of a daily deal: the number of players and the person's seat follow from its secret."""
    card, deal = find_card(game), Deal(secret)
    numbers = [players for players in card.players if players in PLAYERS] or list(card.players)
    players = numbers[deal.number("players") % len(numbers)]
    mine = deal.number("seat") % players
    seats = [Seat("person", "?") if seat == mine else Seat("bot", level=LEVEL) for seat in range(players)]
    return Setup.of(
        card.name, seats, options=dict(card.daily), undo="own", stand_in=LEVEL, origin=Origin("daily", date=day), deal=secret
    )


@dataclass(frozen=True)
class Result:
    """A person's game of the day."""

    place: int
    """1 is best; equal results share a place."""
    name: str
    is_guest: bool
    mine: bool
    rank: int
    score: int
    scores: list[int]
    table: str


@dataclass(frozen=True)
class Day:
    """The deal of a day as a reader sees it."""

    game: str
    day: str
    results: list[Result]
    table: str | None
    """The reader's own table."""
    is_past: bool

    @property
    def mine(self) -> Result | None:
        """The reader's result, if their game is over."""
        return next((result for result in self.results if result.mine), None)


async def play(services: Services, requester: Requester, game: str) -> Opened:
    """Open the requester's table of today's deal, or return the one they have."""
    take_costly(services, requester)
    services.warmup.require(game)
    day = today()
    if requester.person is not None and (found := await _own(services, game, day, requester.person.id)) is not None:
        return await opened(services, await services.tables.get(found), requester, requester.person)
    payer = services.quotas.payer_of(requester)
    async with services.quotas.opening(payer):
        setup = await _setup(services, game, day)
        owner = await get_or_create_person(services, requester, None)
        seats = [{**seat.to_dict(), "name": owner.name} if seat.kind == "person" else seat.to_dict() for seat in setup.seats]
        mine = next(number for number, seat in enumerate(setup.seats) if seat.kind == "person")
        setup = Setup.from_dict({**setup.to_dict(), "seats": seats})

        async def keep(db: AsyncConnection, table: str) -> None:
            await deal_rows.add_daily_game(db, game, day, owner.id, table)

        try:
            live = await services.tables.open(setup, owner.id, {mine: [owner.id]}, kind="daily", payer=payer, also=keep)
        except IntegrityError:  # the same person has asked twice at once
            found = await _own(services, game, day, owner.id)
            if found is None:
                raise
            live = await services.tables.get(found)
    return await opened(services, live, requester, owner)


async def _own(services: Services, game: str, day: str, person: str) -> str | None:
    async with services.store.read_autocommit() as db:
        return await deal_rows.daily_table(db, game, day, person)


async def _setup(services: Services, game: str, day: str) -> Setup:
    """The setup of a day's deal.  It is made now if nobody has asked before."""
    async with services.store.read_autocommit() as db:
        known = await deal_rows.daily_setup(db, game, day)
    if known is not None:
        try:
            return Setup.from_dict(known)
        except BadSetup as error:  # the rules have changed today
            note("a daily deal is drawn anew", level=30, game=game, why=str(error))
    async with services.store.write() as db:
        if known is not None:
            await deal_rows.remove_daily(db, game, day, known)
        await deal_rows.add_daily(db, game, day, setup_of(game, day, new_secret()).to_dict())
        return Setup.from_dict(await deal_rows.daily_setup(db, game, day))


async def day_of(services: Services, requester: Requester, game: str, day: str) -> Day:
    """The results of a day, best first."""
    person = requester.person.id if requester.person else None
    async with services.store.read() as db:
        rows = await deal_rows.daily_results(db, game, day, MOST_RESULTS)
        table = None if person is None else await deal_rows.daily_table(db, game, day, person)
    return Day(game, day, _ranked([row for row in rows if _counts(row.summary)], person), table, day < today())


def _counts(summary: dict[str, Any]) -> bool:
    return not NOT_COUNTED & set(summary.get("marks", ()))


def _ranked(rows: list[Any], person: str | None) -> list[Result]:
    """By the rank in one's own game, then by points."""
    found: list[Result] = []
    for row in rows:
        seat = next(number for number, given in enumerate(row.summary["seats"]) if given["kind"] == "person")
        scores, ranks = row.summary["scores"], row.summary["ranks"]
        found.append(Result(0, row.name, row.login is None, row.person == person, ranks[seat], scores[seat], scores, row.id))
    keys = sorted((one.rank, -one.score) for one in found)
    placed = [Result(keys.index((one.rank, -one.score)) + 1, *list(vars(one).values())[1:]) for one in found]
    return sorted(placed, key=lambda one: one.place)


async def archive(services: Services, game: str) -> list[tuple[str, int]]:
    """Past days with a deal, the latest first, each with the number of people who began it."""
    async with services.store.read() as db:
        return [(row.day, row.people) for row in await deal_rows.past_days(db, game, today(), ARCHIVED)]
