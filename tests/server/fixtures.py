"""Servers for tests of all folders; `tests/conftest.py` loads these fixtures, so that every worker has one of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from branchline import warm
from branchline.core.game import Game
from branchline.kernel.engine import Engine
from branchline.server.accounts import identity
from branchline.server.jobs import warmup
from branchline.server.tables import bot_runner
from tests.server.postgres import Cluster, postgres
from tests.server.running import Client, Running, running

__all__ = ["postgres"]


@pytest.fixture(scope="session", autouse=True)
def _cheap_passwords() -> Iterator[None]:
    """Hash passwords with the least effort: by default each takes 64 MB and a fifth of a second of processor."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(identity, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
        yield


@pytest.fixture(scope="session", autouse=True)
def _games_loaded_once() -> Iterator[None]:
    """The second server of a process finds the games loaded: to load them again takes a second of processor each time."""
    load, loaded = warm.exchange_search, dict[int, Engine]()

    def load_once(game: Game) -> bool:
        if id(game.engine) not in loaded and load(game):
            loaded[id(game.engine)] = game.engine
        return id(game.engine) in loaded

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(warm, "exchange_search", load_once)
        patch.setattr(warmup, "HEAD_START", 0.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def _bots_at_usual_priority() -> Iterator[None]:
    """Bots think at the same priority as everything else: at a lower one they wait for the other test processes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bot_runner, "NICENESS", 0)
        yield


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server for all tests that do not need their own."""
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def ann(shared: Running) -> Client:
    """Somebody new."""
    return shared.client()


@pytest.fixture
def bo(shared: Running) -> Client:
    """Somebody else."""
    return shared.client()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """Starts servers with settings of their own; all on one data folder."""
    with ExitStack() as stack:

        def begin(**settings: Any) -> Running:
            return stack.enter_context(running(tmp_path, **settings))

        yield begin


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The URL of an empty database of each kind; empty for SQLite in the data folder.  For tests that are about the store."""
    return _empty(request)


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def some_database(request: pytest.FixtureRequest) -> str:
    """The same for other tests: SQLite, and PostgreSQL too with `make test-slow`."""
    return _empty(request)


def _empty(request: pytest.FixtureRequest) -> str:
    if request.param == "sqlite":
        return ""
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()
