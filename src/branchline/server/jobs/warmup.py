"""Compiling the games in the background.  Until then they are played as plain Python, and bots look one move ahead.

A process beside the server compiles a game (`branchline warm`), as many at once as there are cores.  A thread loads what is
compiled in place of the plain Python, between two calls, so games that are on do not stop.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from branchline.games import find_card, packages
from branchline.machine import cores
from branchline.server.base.logs import note
from branchline.server.base.problems import Problem
from branchline.texts import noted, say, translated

if TYPE_CHECKING:
    from branchline.core.game import Game

STEPS = (noted("compiling rules"), noted("compiling search"), noted("loading"), "ready")
RETRY_SECONDS = 5
HEAD_START = 0.3
"""Seconds before the work starts.  Loading the compiler holds Python's lock for a second; the first page goes first."""
LAST = 19
"""The lowest priority: that of a compiling process that began before one for which somebody waits."""


@dataclass
class Progress:
    """The progress of one game."""

    game: str
    step: str = noted("waiting")
    done: int = 0
    of: int = len(STEPS) - 1
    problem: str | None = None

    @property
    def ready(self) -> bool:
        """Whether the game is compiled and loaded."""
        return self.step == "ready"


@dataclass(eq=False)
class Job:
    """A game on one board, to be compiled."""

    progress: Progress
    set_up: Callable[[], Game]
    """It loads the code of the game."""
    is_waited_for: bool = False


class Warmup:
    """Compiles all games, and knows the progress of each."""

    def __init__(self) -> None:
        self.games = {name: Progress(name) for name in packages()}
        self._loop = asyncio.get_running_loop()
        self._asked = asyncio.Event()
        self._waiting: list[Job] = []
        self._ready = {name: asyncio.Event() for name in packages()}
        self._other_boards: set[tuple[str, str]] = set()
        self._children: set[asyncio.subprocess.Process] = set()
        self._working = 0

    def want(self, name: str) -> None:
        """Compile this game first, because somebody plays it."""
        progress = self.games[name]
        if progress.step in ("waiting", "failed"):
            self._waiting = [job for job in self._waiting if job.progress is not progress]
            self._put(Job(progress, lambda: _usual(name), is_waited_for=True))

    def compile_later(self, game: Game) -> None:
        """Compile the board of a game that started as plain Python.  Any thread may call this."""
        self._loop.call_soon_threadsafe(self._want_board, game)

    def _want_board(self, game: Game) -> None:
        board = (game.name, game.board.digest)
        if game.board.digest == _usual(game.name).board.digest:
            self.want(game.name)
        elif board not in self._other_boards:
            self._other_boards.add(board)
            self._put(Job(Progress(game.name), lambda: game, is_waited_for=True))

    def _put(self, job: Job) -> None:
        job.progress.step = "waiting"
        self._waiting.insert(0, job)
        self._asked.set()

    def require(self, name: str) -> None:
        """Refuse with 503 unless a game is compiled: for what needs speed, or bots of full strength."""
        progress = self.games[name]
        if progress.ready:
            return
        self.want(name)
        message = say(
            "{game} is being prepared for this machine, which happens once: step {done} of {steps} ({step})."
            " hint: try again in {wait} s.",
            game=find_card(name).title,
            done=progress.done + 1,
            steps=progress.of,
            step=translated(progress.step),
            wait=RETRY_SECONDS,
        )
        raise Problem(503, "not-ready", message, {"Retry-After": str(RETRY_SECONDS)})

    async def until_ready(self, name: str) -> None:
        """Wait until a game is compiled and loaded: for what needs speed."""
        self.want(name)
        await self._ready[name].wait()

    @property
    def ready(self) -> bool:
        """Whether every game is compiled and loaded."""
        return all(progress.ready for progress in self.games.values())

    def status(self) -> list[dict[str, Any]]:
        """The progress of all games as JSON-safe data."""
        return [asdict(progress) for progress in self.games.values()]

    async def run(self, everything: bool = True) -> None:
        """Compile games as long as the server runs.  A game that somebody plays does not wait for others."""
        await asyncio.sleep(HEAD_START)
        if everything:
            known = [job.progress for job in self._waiting]
            for name, progress in self.games.items():
                if progress not in known and not progress.ready:
                    self._waiting.append(Job(progress, lambda name=name: _usual(name)))  # type: ignore[misc]
        async with asyncio.TaskGroup() as group:
            while True:
                while self._waiting and (self._waiting[0].is_waited_for or self._working < cores()):
                    self._working += 1
                    group.create_task(self._work(self._waiting.pop(0)))
                await self._asked.wait()
                self._asked.clear()

    async def _work(self, job: Job) -> None:
        progress = job.progress
        try:
            await self._prepare(job)
            note("game ready", game=progress.game)
        except Exception as error:
            note("a game could not be compiled", level=40, fault=error, game=progress.game)
            progress.step, progress.problem = noted("failed"), "The game could not be prepared; the server's log says why."
        finally:
            self._working -= 1
            self._asked.set()

    async def _prepare(self, job: Job) -> None:
        from branchline import warm

        progress = job.progress
        progress.step, progress.done = "loading", 2
        game = await asyncio.to_thread(job.set_up)
        if not warm.may_be_compiled(game.name) or not await asyncio.to_thread(warm.exchange_search, game):
            await self._compile(job, game)
            progress.step, progress.done = "loading", 2
            if not await asyncio.to_thread(warm.exchange_search, game):
                raise RuntimeError("the compiled code is not in the cache")
        await asyncio.to_thread(_draw, game)
        progress.step, progress.done, progress.problem = "ready", 3, None
        if progress is self.games[progress.game]:
            self._ready[progress.game].set()
        if game.engine.is_for_any_processor:
            await self._compile(Job(Progress(game.name), job.set_up), game)
            await asyncio.to_thread(warm.exchange_search, game)

    async def _compile(self, job: Job, game: Game) -> None:
        from branchline import warm

        job.progress.step, job.progress.done = STEPS[0], 0
        if job.is_waited_for:
            for other in self._children:
                warm.step_back(other.pid, LAST)
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        child = await asyncio.create_subprocess_exec(*warm.warm_command(game), stdout=asyncio.subprocess.PIPE, env=environment)
        self._children.add(child)
        warm.step_back(child.pid)
        try:
            assert child.stdout is not None
            async for line in child.stdout:
                if line.decode().split()[-1:] == [warm.RULES]:
                    job.progress.step, job.progress.done = STEPS[1], 1
                    await asyncio.to_thread(warm.exchange_rules, game)
            if await child.wait() != 0:
                raise RuntimeError(f"compiling ended with code {child.returncode}")
        finally:
            self._children.discard(child)
            if child.returncode is None:
                child.kill()
                await child.wait()


def _usual(name: str) -> Game:
    """A game with its usual board."""
    from branchline.core.game import game

    return game(name)


def _draw(game: Game) -> None:
    """Draw the beginning of a game: the layers that never change are drawn once and cached."""
    game.start().layers(None)
