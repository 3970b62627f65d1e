"""The one connection that writes to SQLite: several changes share a commit, and none is told of before it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection

from branchline.server.store import Store, people
from branchline.server.store.inline import InlineConnection, Writer
from branchline.texts import language, speaking
from tests.server.test_query_cache import name_of, run


def adding(name: str, person: str | None = None) -> Callable[[AsyncConnection], Awaitable[str]]:
    return lambda db: people.add_person(db, name, person)


def watch_commits(monkeypatch: pytest.MonkeyPatch, commit: Callable[[], None]) -> None:
    """Call something before every commit."""
    usual = Writer._commit

    async def watched(writer: Writer, db: InlineConnection) -> None:
        commit()
        await usual(writer, db)

    monkeypatch.setattr(Writer, "_commit", watched)


def test_several_changes_share_a_commit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(store: Store) -> None:
        await store.write_together(adding("the first"))
        commits: list[None] = []
        watch_commits(monkeypatch, lambda: commits.append(None))
        found = await asyncio.gather(*(store.write_together(adding(f"name {number}")) for number in range(20)))
        assert len(commits) == 1
        assert [await name_of(store, person) for person in found] == [f"name {number}" for number in range(20)]

    run(tmp_path, work)


def test_a_change_that_fails_takes_back_only_its_own_statements(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async def half(db: AsyncConnection) -> None:
            await people.add_person(db, "half", "half")
            await people.add_person(db, "again", "ann")

        works = [adding("Ann", "ann"), half, adding("Bo", "bo")]
        ann, failed, bo = await asyncio.gather(*map(store.write_together, works), return_exceptions=True)
        assert (ann, type(failed), bo) == ("ann", IntegrityError, "bo")
        async with store.read() as db:
            assert [row and row.name for row in [await people.find_person(db, one) for one in ("ann", "half", "bo")]] == [
                "Ann",
                None,
                "Bo",
            ]

    run(tmp_path, work)


def test_nobody_is_told_of_a_commit_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of a shared commit are told of the failure, nothing is stored, and the next commit succeeds."""

    async def work(store: Store) -> None:
        def fail() -> None:
            raise OSError("the disk is full")

        with monkeypatch.context() as patch:
            watch_commits(patch, fail)
            works = [store.write_together(adding(one, one)) for one in ("ann", "bo")]
            told = await asyncio.gather(*works, return_exceptions=True)
            with pytest.raises(OSError, match="full"):
                async with store.write() as db:
                    await people.add_person(db, "Cy", "cy")
        assert [type(one) for one in told] == [OSError, OSError]
        async with store.read() as db:
            assert [await people.find_person(db, one) for one in ("ann", "bo", "cy")] == [None, None, None]
        assert await store.write_together(adding("Ann", "ann")) == "ann"

    run(tmp_path, work)


async def fill_up(store: Store, rooms: int = 0) -> None:
    """Let the database have so many more pages, as if its disk were nearly full; a negative number lifts the limit."""
    async with store.write() as db:
        [size] = (await db.execute(text("PRAGMA page_count"))).one()
        await db.execute(text(f"PRAGMA max_page_count = {size + rooms if rooms >= 0 else 1_000_000}"))


async def add_too_much(db: AsyncConnection) -> None:
    await people.add_person(db, "x" * 1_000_000, "too much")


async def swallow(db: AsyncConnection) -> None:
    """Go on after a full disk."""
    with suppress(OperationalError):
        await add_too_much(db)


@pytest.mark.parametrize("fault", [add_too_much, swallow])
def test_a_full_disk_fails_all_that_share_a_commit(tmp_path: Path, fault: Callable[[AsyncConnection], Awaitable[None]]) -> None:
    """SQLite then rolls back the whole transaction, and what follows would be committed statement by statement."""

    async def work(store: Store) -> None:
        await fill_up(store, 2)
        works = [adding("Ann", "ann"), fault, adding("Bo", "bo")]
        told = await asyncio.gather(*map(store.write_together, works), return_exceptions=True)
        assert all(isinstance(one, OperationalError | sqlite3.OperationalError) for one in told), told
        await fill_up(store, -1)
        async with store.read() as db:
            assert [await people.find_person(db, one) for one in ("ann", "too much", "bo")] == [None, None, None]
        assert await store.write_together(adding("Ann", "ann")) == "ann"
        assert await name_of(store, "ann") == "Ann"

    run(tmp_path, work)


@pytest.mark.parametrize("goes_on", [False, True])
def test_a_writer_alone_that_goes_on_after_a_full_disk_fails(tmp_path: Path, goes_on: bool) -> None:
    async def work(store: Store) -> None:
        async def write() -> None:
            async with store.write() as db:
                await people.add_person(db, "Ann", "ann")
                await swallow(db)
                if goes_on:
                    await people.add_person(db, "Bo", "bo")

        await fill_up(store, 2)
        with pytest.raises(sqlite3.OperationalError, match="rolled back"):
            await write()
        await fill_up(store, -1)
        async with store.read() as db:
            assert [await people.find_person(db, one) for one in ("ann", "bo")] == [None, None]
        async with store.write() as db:
            await people.add_person(db, "Cy", "cy")
        assert await name_of(store, "cy") == "Cy"

    run(tmp_path, work)


def test_every_change_speaks_the_language_of_its_sender(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async def heard(_: AsyncConnection) -> str:
            return language()

        async def ask(tongue: str) -> str:
            with speaking(tongue):
                return await store.write_together(heard)

        assert await asyncio.gather(*map(ask, ("de", "en", "de"))) == ["de", "en", "de"]

    run(tmp_path, work)


def test_work_that_waits_is_refused(tmp_path: Path) -> None:
    """It would hold up all others."""

    async def work(store: Store) -> None:
        with pytest.raises(RuntimeError, match="wait for nothing"):
            await store.write_together(lambda _: asyncio.sleep(0.01))
        assert await store.write_together(adding("Ann", "ann")) == "ann"

    run(tmp_path, work)


def test_a_writer_that_is_cancelled_leaves_the_next_one_alone(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async def write(person: str) -> None:
            async with store.write() as db:
                await people.add_person(db, person, person)
                await asyncio.sleep(0)

        for rounds in range(12):
            task = asyncio.create_task(write(f"cancelled {rounds}"))
            for _ in range(rounds):
                await asyncio.sleep(0)
            task.cancel()
            await write(f"next {rounds}")
            await asyncio.gather(task, return_exceptions=True)
            assert await name_of(store, f"next {rounds}") == f"next {rounds}"

    run(tmp_path, work)


def test_another_program_that_writes_holds_up_writers_only(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        await store.write_together(adding("Ann", "ann"))
        with closing(sqlite3.connect(tmp_path / "branchline.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            writing = asyncio.create_task(store.write_together(adding("Bo", "bo")))
            await asyncio.sleep(0)
            assert await name_of(store, "ann") == "Ann"
            assert not writing.done()
            other.execute("COMMIT")
            assert await writing == "bo"

    run(tmp_path, work)


def test_a_quick_reader_needs_no_thread(tmp_path: Path) -> None:
    async def work(store: Store) -> None:
        async with store.read_autocommit() as one, store.read_autocommit() as other:
            assert isinstance(one, InlineConnection)
            assert one is other

    run(tmp_path, work)
