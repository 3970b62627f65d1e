"""What an operator may do and see: people, tables, figures; closing and deleting without asking."""

from __future__ import annotations

import time
from typing import Any

from branchline.errors import BadOption
from branchline.server.accounts.identity import folded
from branchline.server.accounts.requester import Person
from branchline.server.services import wishes
from branchline.server.services.accounts import reset_path
from branchline.server.services.container import Services
from branchline.server.store import operator_rows, people, rows
from branchline.server.tables.changes import Change
from branchline.texts import noted

DAY = 86_400.0


async def person_named(services: Services, name: str) -> Person:
    """The account with a name, or the person with an id; BadOption if there is none."""
    async with services.store.read() as db:
        account = await people.find_account(db, folded(name))
        found = await services.identity.person(db, name if account is None else account.person_id)
    if found is None:
        raise BadOption(f"There is no account named {name[:60]!r}. hint: `branchline admin persons` lists the names.")
    return found


async def persons(services: Services, text: str, guests: bool, most: int) -> list[dict[str, Any]]:
    """Accounts whose name contains a text, the newest first; also persons without an account, if `guests`."""
    async with services.store.read() as db:
        return await operator_rows.persons_like(db, text, guests, most)


async def tables(services: Services, status: str, person: str, most: int) -> list[dict[str, Any]]:
    """Tables with a status, or all; or only those of a person.  The last changed first."""
    who = (await person_named(services, person)).id if person else ""
    async with services.store.read() as db:
        return await operator_rows.tables_by(db, status, who, most)


async def reset(services: Services, name: str) -> str:
    """The link with which the person of an account sets a new password, on this site."""
    person = await person_named(services, name)
    path = await reset_path(services, person.login or "")
    if path is None:
        raise BadOption(f"{person.name} has no account, so there is no password.")
    return services.settings.address + path


async def close(services: Services, table: str) -> bool:
    """Close a table without asking its people; False if it was finished already."""
    await _check_table(services, table)
    change = Change(lambda match, now: match.close(now, noted("closed by the operator")))
    return bool((await services.tables.change(table, change)).entries)


async def delete_table(services: Services, table: str) -> None:
    """Delete a table without asking its people."""
    await _check_table(services, table)
    async with services.store.write() as db:
        await rows.lock_table(db, table)
        await wishes.delete(services, db, table)


async def _check_table(services: Services, table: str) -> None:
    async with services.store.read() as db:
        if await rows.version_of(db, table) is None:
            raise BadOption(f"There is no table {table[:60]!r}. hint: its name is in its link, /t/NAME.")


async def statistics(services: Services) -> dict[str, Any]:
    """Figures of the whole site, with nobody's name in them."""
    now = time.time()
    async with services.store.read() as db:
        return {
            "persons": await operator_rows.count_persons(db),
            "tables": await rows.count_tables(db),
            "finished": {
                "last day": await operator_rows.count_finished(db, now - DAY),
                "last 7 days": await operator_rows.count_finished(db, now - 7 * DAY),
                "last 30 days": await operator_rows.count_finished(db, now - 30 * DAY),
            },
            "games": await operator_rows.count_by_game(db),
            "rows": await operator_rows.count_rows(db),
            "jobs": await operator_rows.count_jobs(db),
        }
