"""The order in which a server compiles games; the compiler itself is left out here."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import cast

import pytest

from branchline.core.game import Game
from branchline.server.base.problems import Problem
from branchline.server.jobs import warmup
from branchline.server.jobs.warmup import Job, Warmup
from branchline.texts import speaking

NAMES = ["first", "second", "third", "fourth"]


class Compiler:
    """Takes the place of compiling: a game is done when it is told so."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ends = {name: asyncio.Event() for name in NAMES}
        self.faulty: set[str] = set()

    async def prepare(self, job: Job) -> None:
        name = job.progress.game
        self.begun.append(name)
        job.progress.step = "compiling rules"
        await self.ends[name].wait()
        if name in self.faulty:
            raise RuntimeError("it does not compile")
        job.progress.step = "ready"


def compiling(
    monkeypatch: pytest.MonkeyPatch, work: Callable[[Warmup, Compiler], Awaitable[None]], everything: bool = True
) -> None:
    """Let a server with two cores and four games compile while `work` goes on."""
    monkeypatch.setattr(warmup, "packages", lambda: dict.fromkeys(NAMES, ""))
    monkeypatch.setattr(warmup, "cores", lambda: 2)
    monkeypatch.setattr(warmup, "HEAD_START", 0.0)

    async def run() -> None:
        found, compiler = Warmup(), Compiler()
        found._prepare = compiler.prepare  # type: ignore[method-assign]
        task = asyncio.create_task(found.run(everything))
        await settle()
        await work(found, compiler)
        task.cancel()

    asyncio.run(run())


async def settle() -> None:
    """Let everything happen that can happen now."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_as_many_games_are_compiled_at_once_as_there_are_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(warming: Warmup, compiler: Compiler) -> None:
        assert compiler.begun == ["first", "second"]
        compiler.ends["second"].set()
        await settle()
        assert compiler.begun == ["first", "second", "third"]
        assert [row["step"] for row in warming.status()] == ["compiling rules", "ready", "compiling rules", "waiting"]
        assert not warming.ready

    compiling(monkeypatch, work)


def test_a_game_that_somebody_plays_does_not_wait_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(warming: Warmup, compiler: Compiler) -> None:
        warming.want("fourth")
        warming.want("fourth")
        await settle()
        assert compiler.begun == ["first", "second", "fourth"]
        for name in NAMES:
            compiler.ends[name].set()
        await settle()
        assert sorted(compiler.begun) == sorted(NAMES)
        assert warming.ready

    compiling(monkeypatch, work)


def test_games_may_be_compiled_only_when_they_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(warming: Warmup, compiler: Compiler) -> None:
        assert compiler.begun == []
        warming.want("third")
        await settle()
        assert compiler.begun == ["third"]

    compiling(monkeypatch, work, everything=False)


def test_a_game_that_does_not_compile_is_tried_again_when_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(warming: Warmup, compiler: Compiler) -> None:
        compiler.faulty.add("first")
        compiler.ends["first"].set()
        await settle()
        assert warming.games["first"].step == "failed"
        assert "log says why" in str(warming.games["first"].problem)
        assert compiler.begun == ["first", "second", "third"]
        compiler.faulty.clear()
        warming.want("first")
        await settle()
        assert warming.games["first"].ready

    compiling(monkeypatch, work)


def test_another_board_of_a_game_is_compiled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game may come with several maps.  The usual one is compiled at the start, others when they are played."""
    usual = cast(Game, SimpleNamespace(name="first", board=SimpleNamespace(digest="usual")))
    other = cast(Game, SimpleNamespace(name="first", board=SimpleNamespace(digest="other")))
    monkeypatch.setattr(warmup, "_usual", lambda name: usual)

    async def work(warming: Warmup, compiler: Compiler) -> None:
        for game in (usual, other, other):
            warming.compile_later(game)
        await settle()
        assert compiler.begun == ["first", "second", "first"]
        assert len(warming.status()) == len(NAMES)

    compiling(monkeypatch, work)


def test_what_needs_a_compiled_game_is_refused_until_then(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "find_card", lambda name: SimpleNamespace(title="Northern Pacific"))

    async def work(warming: Warmup, compiler: Compiler) -> None:
        with speaking("de"), pytest.raises(Problem) as refused:
            warming.require("fourth")
        assert (refused.value.status, refused.value.kind, refused.value.headers) == (503, "not-ready", {"Retry-After": "5"})
        told = "Northern Pacific wird für diesen Rechner vorbereitet, was nur einmal geschieht: Schritt 1 von 3 (wartet)."
        assert refused.value.message.startswith(told)
        compiler.ends["fourth"].set()
        await settle()
        warming.require("fourth")

    compiling(monkeypatch, work)
