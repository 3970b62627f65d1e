"""The results of a game for the people who played it."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.match import Match, Seat
from branchline.server.store import result_rows, seat_rows

PEOPLE, MIXED, BOTS = "people", "mixed", "bots"
"""The company in a game: people only, people and bots, bots of several levels.  Bots of one level are named by the level."""


async def keep_results(db: AsyncConnection, table: str, match: Match, rated: bool) -> None:
    """Store the results of a game that has just ended, one for each person."""
    held: dict[str, list[int]] = {}
    for seat, persons in (await seat_rows.holders_of(db, table)).items():
        for person in persons:
            held.setdefault(person, []).append(seat)
    now = time.time()
    await result_rows.add(
        db,
        [
            {"person_id": person, "table_id": table, "ended": now, **result_of(match, seats, rated)}
            for person, seats in held.items()
        ],
    )


def result_of(match: Match, mine: Collection[int], rated: bool) -> dict[str, Any]:
    """The result of a person on some seats; of several the best counts."""
    seat = min(mine, key=lambda number: (match.state.ranks[number], number))
    others = [given for number, given in enumerate(match.seats) if number not in mine]
    return {
        "seat": seat,
        "game": match.game.name,
        "players": match.game.players,
        "rank": match.state.ranks[seat],
        "moves": sum(past.seat >= 0 for past in match.played),
        "company": company_of(others),
        "rated": rated,
        "others": names_of(others),
    }


def company_of(others: Collection[Seat]) -> str:
    """The company that the others are."""
    levels = {given.level for given in others if given.kind == "bot"}
    if any(given.kind != "bot" for given in others) or not levels:
        return MIXED if levels else PEOPLE
    return levels.pop() if len(levels) == 1 else BOTS


def names_of(others: Collection[Seat]) -> str:
    """The names of the others as they are searched."""
    return "\n".join(given.label.casefold() for given in others)
