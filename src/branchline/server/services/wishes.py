"""What becomes of a finished game: its people agree to list it, to keep it to themselves, or to delete it.

Every seat on which a person sat has a say.  Nothing changes until all of them wish the same.  Bots agree at once, and so do
seats of people who deleted their account.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.match import NotAllowed
from branchline.server.base.problems import Problem, forbidden
from branchline.server.services import daily
from branchline.server.services.common import TableContext, require_person
from branchline.server.services.container import Services
from branchline.server.store import rows, seat_rows, tournament_rows, wish_rows
from branchline.server.store.signals import ACCESS, REWRITTEN, Signal, announce
from branchline.texts import say

PUBLIC, LINK, PRIVATE, DELETE = "public", "link", "private", "delete"
KEEP = "keep"
WISHES = (PUBLIC, LINK, PRIVATE, DELETE, KEEP)
"""A game can be listed for everybody, open to people with the link, or kept to its people; deleted, or left as it is."""


@dataclass(frozen=True)
class TableWishes:
    """What a finished game is now, and what its people wish."""

    audience: str
    """`PUBLIC`, `LINK` or `PRIVATE`."""
    wishes: Mapping[int, str]
    """By seat; a seat without a wish is missing."""
    asked: frozenset[int]
    """The seats that have a say."""
    mine: frozenset[int]
    """The reader's seats among them."""

    @property
    def my_wish(self) -> str:
        """The reader's wish; empty if there is none."""
        return next((self.wishes[seat] for seat in sorted(self.mine) if seat in self.wishes), "")

    @property
    def others(self) -> list[tuple[int, str]]:
        """The other seats that have a say, each with its wish or an empty one."""
        return [(seat, self.wishes.get(seat, "")) for seat in sorted(self.asked - self.mine)]


async def wishes_at(at: TableContext) -> TableWishes:
    """What the people of a finished game wish; 403 if the requester was none of them, 409 while the game is on."""
    person = require_person(at.requester)
    if not at.live.match.is_finished:
        raise Problem(409, "not-over", say("The game is still on. When it is over, its people decide what becomes of it."))
    async with at.services.store.read() as db:
        held = await seat_rows.holders_of(db, at.id)
        mine = frozenset(seat for seat, persons in held.items() if person.id in persons)
        if not mine:
            raise forbidden(say("Only the people of this game decide what becomes of it."))
        wishes = await wish_rows.wishes_of(db, at.id)
        asked = frozenset(await wish_rows.asked_at(db, at.id))
    return TableWishes(audience_of(at.live.public, at.live.private), wishes, asked, mine)


def audience_of(public: bool, private: bool) -> str:
    """Who may look at a finished game, in one word."""
    if private:
        return PRIVATE
    return PUBLIC if public else LINK


def agreed(wishes: Mapping[int, str], asked: Collection[int]) -> str:
    """The wish that all have; empty if they have not agreed.

    >>> agreed({0: "delete", 1: "delete"}, {0, 1}), agreed({0: "delete"}, {0, 1}), agreed({0: "delete", 1: "keep"}, {0, 1})
    ('delete', '', '')
    """
    found = {wishes.get(seat, "") for seat in asked}
    return found.pop() if len(found) == 1 else ""


async def wish(at: TableContext, wanted: str) -> str:
    """Say for the requester's seats what shall become of a finished game.  Returns what has been agreed now, or nothing."""
    services = at.services
    if wanted not in WISHES:
        raise Problem(422, "malformed", say("This is no choice of the form."), field="wish")
    found = await wishes_at(at)
    await _check_counted(at, wanted)
    async with services.store.write() as db:
        await rows.lock_table(db, at.id)
        for seat in found.mine:
            await wish_rows.keep(db, at.id, seat, wanted)
        outcome = agreed(await wish_rows.wishes_of(db, at.id), await wish_rows.asked_at(db, at.id))
        if outcome == KEEP or outcome == found.audience:
            await wish_rows.forget(db, at.id)
        elif outcome == DELETE:
            await delete(services, db, at.id)
        elif outcome:
            await wish_rows.set_audience(db, at.id, outcome == PUBLIC, outcome == PRIVATE)
            await wish_rows.forget(db, at.id)
            await announce(db, Signal(at.id, ACCESS, (), services.tables.process))
    if outcome == DELETE:
        await services.signal_handler.on_rewritten(at.id)
    elif outcome in (PUBLIC, LINK, PRIVATE):
        await services.signal_handler.on_access(at.id)
    return outcome


async def _check_counted(at: TableContext, wanted: str) -> None:
    """Without its table a daily deal could be played again, with the draws known, and a tournament would lack a result."""
    if wanted == DELETE:
        async with at.services.store.read() as db:
            if await tournament_rows.of_table(db, at.id) is not None:
                raise NotAllowed(say("A game of a tournament stays: its result counts there."))
    origin = at.live.match.setup.origin
    if wanted == DELETE and origin is not None and origin.kind == "daily" and origin.date >= daily.today():
        raise NotAllowed(say("A game of the day counts until the day is over (UTC). hint: delete it tomorrow."))


async def delete(services: Services, db: AsyncConnection, table: str) -> None:
    """Delete a table in this transaction.  Call `on_rewritten` after it."""
    await wish_rows.remove_table(db, table)
    await announce(db, Signal(table, REWRITTEN, (), services.tables.process))
