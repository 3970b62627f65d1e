"""Single numbers about the server: when it was last up, and downtimes that are not given back to all tables yet."""

from __future__ import annotations

from sqlalchemy import delete, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store.schema import facts

ALIVE, DOWN = "alive", "down "
KEEP = text(
    "INSERT INTO facts (name, number) VALUES (:name, :number) ON CONFLICT (name) DO UPDATE SET number = excluded.number"
)


async def last_alive(db: AsyncConnection) -> float | None:
    """When a process last wrote that it is up; None if never.  The row is locked until this transaction ends."""
    statement = select(facts.c.number).where(facts.c.name == ALIVE).with_for_update()
    return (await db.execute(statement)).scalar_one_or_none()


async def say_alive(db: AsyncConnection, now: float) -> None:
    """Write that a server is up."""
    done = await db.execute(update(facts).where(facts.c.name == ALIVE).values(number=now))
    if done.rowcount == 0:
        await db.execute(KEEP, {"name": ALIVE, "number": now})


async def add_gap(db: AsyncConnection, since: float, until: float) -> None:
    """Write that no server was up between two times."""
    await db.execute(KEEP, {"name": f"{DOWN}{since:.6f}", "number": until})


async def gaps(db: AsyncConnection) -> list[tuple[float, float]]:
    """The downtimes that are not given back to every table yet, oldest first."""
    statement = select(facts.c.name, facts.c.number).where(facts.c.name.startswith(DOWN, autoescape=True))
    return sorted((float(row.name.removeprefix(DOWN)), row.number) for row in await db.execute(statement))


async def remove_gap(db: AsyncConnection, since: float) -> None:
    """Remove a downtime, because every table has got it back."""
    await db.execute(delete(facts).where(facts.c.name == f"{DOWN}{since:.6f}"))
