"""Answers about people that are kept in memory: right at once after every change, whoever makes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store import Store, facts, people
from branchline.server.store.migrate import upgrade


def run(folder: Path, work: Callable[[Store], Awaitable[None]]) -> None:
    """Do something with a new SQLite database."""
    url = f"sqlite:///{folder / 'branchline.sqlite'}"
    upgrade(url)

    async def main() -> None:
        store = Store(url)
        try:
            await work(store)
        finally:
            await store.close()

    asyncio.run(main())


async def name_of(store: Store, person: str) -> str:
    async with store.read_autocommit() as db:
        return (await store.cached(("person", person), db, lambda db: people.find_person(db, person))).name


def test_an_answer_holds_until_it_may_have_changed(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async with store.write() as db:
            ann = await people.add_person(db, "Ann")
        asked = []

        async def ask(db: AsyncConnection) -> Any:
            asked.append(ann)
            return await people.find_person(db, ann)

        async def answer() -> str:
            async with store.read_autocommit() as db:
                return (await store.cached("who", db, ask)).name

        assert [await answer(), await answer(), len(asked)] == ["Ann", "Ann", 1]
        async with store.write() as db:
            await facts.say_alive(db, 1.0)  # has nothing to do with people
        assert [await answer(), len(asked)] == ["Ann", 1]
        async with store.write() as db:
            await people.rename_person(db, ann, "Anna")
            assert await answer() == "Ann", "nothing is committed yet"
        assert [await answer(), len(asked)] == ["Anna", 3]

    run(tmp_path, work)


def test_a_transaction_knows_what_it_has_changed_itself(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async with store.write() as db:
            ann = await people.add_person(db, "Ann")
        assert await name_of(store, ann) == "Ann"

        async def ask(db: AsyncConnection) -> str:
            return (await store.cached(("person", ann), db, lambda db: people.find_person(db, ann))).name

        async def rename(db: AsyncConnection) -> list[str]:
            before = await ask(db)
            await people.rename_person(db, ann, "Anna")
            return [before, await ask(db)]

        assert await store.write_together(rename) == ["Ann", "Anna"]
        assert await name_of(store, ann) == "Anna"

    run(tmp_path, work)


def test_a_write_that_fails_changes_no_answer(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async with store.write() as db:
            ann = await people.add_person(db, "Ann")
        try:
            async with store.write() as db:
                await people.rename_person(db, ann, "Anna")
                raise RuntimeError
        except RuntimeError:
            assert await name_of(store, ann) == "Ann"
        async with store.write() as db:
            await people.rename_person(db, ann, "Anne")
        assert await name_of(store, ann) == "Anne"

    run(tmp_path, work)


def test_many_writers_and_readers_at_once(tmp_path: Path) -> None:
    """After a write has ended nobody is told what was before it, however many write and read beside."""

    async def work(store: Store) -> None:
        async with store.write() as db:
            crowd = [await people.add_person(db, "0") for _ in range(4)]
        done = dict.fromkeys(crowd, 0)

        async def write(person: str) -> None:
            for number in range(1, 40):
                async with store.write() as db:
                    await people.rename_person(db, person, str(number))
                done[person] = number
                assert int(await name_of(store, person)) >= number

        async def read(person: str) -> None:
            while done[person] < 39:
                before = done[person]
                assert int(await name_of(store, person)) >= before
                await asyncio.sleep(0)  # a quick reader never waits, so the writers would have no turn

        await asyncio.gather(*(write(person) for person in crowd), *(read(person) for person in crowd * 3))

    run(tmp_path, work)
