"""Daily deals and puzzles in the store, on SQLite and PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy.exc import IntegrityError

from branchline.match import Match
from branchline.match.deal import Deal, new_secret
from branchline.server.services.daily import setup_of
from branchline.server.store import Store, deal_rows, people, puzzle_rows, rows
from branchline.server.store.migrate import upgrade
from branchline.server.tables.summary import columns_of

NP, DAY, NEXT = "northern-pacific", "2026-11-18", "2026-11-19"


async def add_table(store: Store, name: str, secret: str) -> None:
    setup = setup_of(NP, DAY, secret)
    columns = {"game": NP, "setup": setup.to_dict(), "owner": None, "public": False, "kind": "daily", "parent": None}
    columns |= {"deal": Deal(secret).id, **columns_of(Match(setup)), "status": "over"}
    async with store.write() as db:
        await rows.add_table(db, name, columns, setup.players)


async def days(store: Store) -> None:
    secret = new_secret()
    await add_table(store, "one", secret)
    await add_table(store, "two", secret)
    await add_table(store, "other", new_secret())
    async with store.write() as db:
        await deal_rows.add_daily(db, NP, DAY, {"deal": 1})
        await deal_rows.add_daily(db, NP, DAY, {"deal": 2})
        ann, guest = [await people.add_person(db, name) for name in ("Ann", "Guest")]
        await people.add_account(db, ann, "ann", "hash")
        for game in (DAY, NEXT):
            await deal_rows.add_daily_game(db, NP, game, guest, "two")
        await deal_rows.add_daily_game(db, NP, DAY, ann, "one")
    with pytest.raises(IntegrityError):
        async with store.write() as db:
            await deal_rows.add_daily_game(db, NP, DAY, ann, "two")
    async with store.read() as db:
        assert await deal_rows.daily_setup(db, NP, DAY) == {"deal": 1}, "the first one counts"
        assert await deal_rows.daily_setup(db, NP, NEXT) is None
        assert [row["id"] for row in await deal_rows.tables_of_deal(db, Deal(secret).id, 10)] == ["one", "two"]
        found = await deal_rows.daily_results(db, NP, DAY, 10)
        assert {(row.id, row.name, row.login) for row in found} == {("one", "Ann", "ann"), ("two", "Guest", None)}
        assert [tuple(row) for row in await deal_rows.past_days(db, NP, NEXT, 10)] == [(DAY, 2)]
    async with store.write() as db:
        await people.hand_over(db, guest, ann)
        assert await deal_rows.daily_table(db, NP, DAY, ann) == "one", "what the account had counts"
        assert await deal_rows.daily_table(db, NP, NEXT, ann) == "two"
        assert await deal_rows.daily_table(db, NP, DAY, guest) is None


async def puzzles(store: Store) -> None:
    async with store.write() as db:
        ann, bo, guest = [await people.add_person(db, name) for name in ("Ann", "Bo", "Guest")]
        for name in ("a", "b", "a"):
            await puzzle_rows.add(db, name, NP, {"name": name})
        await puzzle_rows.set_day(db, NP, DAY, "a")
        await puzzle_rows.set_day(db, NP, DAY, "b")
        await puzzle_rows.set_day(db, NP, NEXT, "a")
        for person, move in ((ann, "x"), (bo, "y"), (guest, "x")):
            assert await puzzle_rows.add_answer(db, "a", person, move, move == "x")
        assert not await puzzle_rows.add_answer(db, "a", bo, "x", True), "only the first answer counts"
        assert await puzzle_rows.add_answer(db, "b", guest, "x", True)
    async with store.read() as db:
        assert (await puzzle_rows.of_day(db, NP, DAY)).body == {"name": "a"}
        assert await puzzle_rows.of_day(db, NP, "2026-01-01") is None
        assert await puzzle_rows.last_days(db, NP) == {"a": NEXT, "b": ""}
        assert await puzzle_rows.past_days(db, NP, NEXT, 9) == [(NEXT, "a"), (DAY, "a")]
        assert await puzzle_rows.tallies(db, ["a", "b", "c"]) == {"a": (2, 3), "b": (1, 1)}
    async with store.write() as db:
        await people.hand_over(db, guest, bo)
        assert await puzzle_rows.answers_of(db, bo, ["a", "b"]) == {"a": False, "b": True}
        assert await puzzle_rows.tallies(db, ["a"]) == {"a": (1, 2)}
        await puzzle_rows.clear_day(db, NP, DAY)
        assert await puzzle_rows.of_day(db, NP, DAY) is None


@pytest.mark.parametrize("check", [days, puzzles])
def test_rows(database: str, tmp_path: Path, check: object) -> None:
    url = database or f"sqlite:///{tmp_path / 'rows.sqlite'}"
    upgrade(url)

    async def whole() -> None:
        store = Store(url)
        try:
            await check(store)  # type: ignore[operator]
        finally:
            await store.close()

    asyncio.run(whole())
