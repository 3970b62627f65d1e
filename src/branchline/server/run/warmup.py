"""Preparing the games in the background: a separate process compiles a game, then a thread loads it."""

from __future__ import annotations

import asyncio
import os
import sys
from dataclasses import asdict, dataclass
from typing import Any

from branchline.games import find_card, packages
from branchline.kernel.jit import cache_root
from branchline.server.run.logs import note
from branchline.server.web.problems import Problem
from branchline.texts import noted, say, translated

STEPS = (noted("compiling rules"), noted("compiling search"), noted("loading"), "ready")
RETRY_SECONDS = 5
HEAD_START = 0.3
"""Seconds before the work starts.  Loading the compiler holds Python's lock for a second; the first page goes first."""


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
        """Whether the game can be played."""
        return self.step == "ready"


class Warmup:
    """Prepares all games, and knows the progress of each."""

    def __init__(self) -> None:
        self.games = {name: Progress(name) for name in packages()}
        self._asked = asyncio.Event()
        self._wanted: list[str] = []
        self._ready = {name: asyncio.Event() for name in packages()}
        self._child: asyncio.subprocess.Process | None = None

    def want(self, name: str) -> None:
        """Prepare this game next."""
        progress = self.games[name]
        if name not in self._wanted and progress.step in ("waiting", "failed"):
            self._wanted.insert(0, name)
            self._asked.set()

    def require(self, name: str) -> None:
        """Refuse with 503 unless the game is ready, and prepare it next."""
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

    def require_all(self) -> None:
        """Refuse with 503 unless every game is ready."""
        for name in self.games:
            self.require(name)

    async def until_ready(self, name: str) -> None:
        """Wait until a game is ready."""
        await self._ready[name].wait()

    @property
    def ready(self) -> bool:
        """Whether every game can be played."""
        return all(progress.ready for progress in self.games.values())

    def status(self) -> list[dict[str, Any]]:
        """The progress of all games as JSON-safe data."""
        return [asdict(progress) for progress in self.games.values()]

    async def run(self, everything: bool = True) -> None:
        """Prepare games as long as the server runs.  Games that somebody waits for come first."""
        await asyncio.sleep(HEAD_START)
        if everything:
            self._wanted.extend(name for name in self.games if name not in self._wanted)
            self._asked.set()
        try:
            while True:
                await self._asked.wait()
                self._asked.clear()
                while self._wanted:
                    await self._prepare(self.games[self._wanted.pop(0)])
        finally:
            if self._child is not None and self._child.returncode is None:
                self._child.kill()
                await self._child.wait()

    async def _prepare(self, progress: Progress) -> None:
        if progress.ready:
            return
        try:
            progress.step, progress.done = "loading", 2
            if not may_be_compiled(progress.game) or not await asyncio.to_thread(load, progress.game):
                await self._compile(progress)
                progress.step, progress.done = "loading", 2
                if not await asyncio.to_thread(load, progress.game):
                    raise RuntimeError("the compiled code is not in the cache")
        except Exception as error:
            note("a game could not be prepared", level=40, fault=error, game=progress.game)
            progress.step, progress.problem = noted("failed"), "The game could not be prepared; the server's log says why."
            return
        progress.step, progress.done, progress.problem = "ready", 3, None
        self._ready[progress.game].set()
        note("game ready", game=progress.game)

    async def _compile(self, progress: Progress) -> None:
        progress.step, progress.done = STEPS[0], 0
        self._child = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "branchline.server.run.compile",
            progress.game,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        assert self._child.stdout is not None
        async for line in self._child.stdout:
            if line.strip() == b"rules":
                progress.step, progress.done = STEPS[1], 1
        if await self._child.wait() != 0:
            raise RuntimeError(f"compiling ended with code {self._child.returncode}")


def may_be_compiled(name: str) -> bool:
    """Whether the cache has compiled code for a game.  This check does not load the compiler."""
    return any(cache_root().glob(f"{name}-*/complete"))


def load(name: str) -> bool:
    """Load the compiled rules and search by using each once; False if they are not compiled yet."""
    from branchline.bots import bot
    from branchline.core.game import game
    from branchline.kernel.jit import NotCompiled, only_cached
    from branchline.kernel.rng import seeded

    try:
        with only_cached():
            state = game(name).start()
            rng = seeded(1)
            while state.is_chance:
                state.play(state.random_move(rng))
            view = state.view(state.actor)
            bot("easy", seed=1, simulations=8).think(view)
            state.why_not(view["legal"][0])
            state.copy().play_out()
            state.layers(state.actor)  # the base layers are drawn once and cached
    except NotCompiled:
        return False
    return True
