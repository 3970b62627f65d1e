"""Lists of tables: the lobby, and the tables of a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from branchline.server.accounts.requester import Person, Requester
from branchline.server.services.container import Services
from branchline.server.store import rows

MAX_LIST_LENGTH = 50
MAX_OWN_TABLES = 200
PHASES = ("waiting", "playing", "over")
"""The phases of tables that the lobby shows."""


async def lobby(
    services: Services, game: str | None = None, most: int = MAX_LIST_LENGTH, phases: Sequence[str] = PHASES
) -> dict[str, list[dict[str, Any]]]:
    """Public tables by phase, the last changed first; only those of `game` if it is given."""
    async with services.store.read() as db:
        return {phase: [_listed(row) for row in await rows.lobby(db, phase, game, most)] for phase in phases}


async def own_tables(
    services: Services, requester: Requester, most: int = MAX_OWN_TABLES, waiting: bool = False
) -> list[dict[str, Any]]:
    """Tables where the requester sits or that they opened, the last changed first; or only those that wait for them."""
    if requester.person is None:
        return []
    async with services.store.read() as db:
        return [_listed(row) for row in await rows.tables_of(db, requester.person.id, most, waiting)]


async def count_waiting(services: Services, person: Person | None) -> int:
    """The number of tables where it is the turn of a person."""
    if person is None:
        return 0
    async with services.store.read_autocommit() as db:
        return await rows.count_waiting(db, person.id)


async def by_turn(services: Services, requester: Requester, most: int) -> list[dict[str, Any]]:
    """The requester's tables: those that wait for them, the shortest time left first; offers; the rest.

    `deadline` is among the values.
    """
    if requester.person is None:
        return []
    async with services.store.read() as db:
        mine = await rows.tables_of(db, requester.person.id, most, waiting=True)
        others = await rows.tables_of(db, requester.person.id, most)
    mine.sort(key=lambda row: row["deadline"] or float("inf"))  # stable: without a clock the last changed is first
    waiting = {row["id"] for row in mine}
    others = sorted((row for row in others if row["id"] not in waiting), key=lambda row: not is_offer(row))
    return [{**_listed(row), "deadline": row["deadline"]} for row in [*mine, *others][:most]]


def is_offer(row: dict[str, Any]) -> bool:
    """Whether a table of a person's list is a rematch that others offer them."""
    return row["kind"] == "rematch" and row.get("status", row.get("phase")) == "waiting" and row.get("yours") == []


def _listed(row: dict[str, Any]) -> dict[str, Any]:
    """A row of the database as an entry of a list."""
    shown = {name: value for name, value in row.items() if name not in ("status", "summary", "deadline")}
    return {**shown, "phase": row["status"], **row["summary"], "path": f"/t/{row['id']}"}
