"""Servers for tests of all folders; `tests/conftest.py` loads these fixtures, so that every worker has one of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from branchline.server.accounts import identity
from tests.server.postgres import Cluster, postgres
from tests.server.running import Client, Running, running

__all__ = ["postgres"]


@pytest.fixture(scope="session", autouse=True)
def _cheap_passwords() -> Iterator[None]:
    """Hash passwords with the least effort: by default each takes 64 MB and a fifth of a second of processor."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(identity, "_hasher", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
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
    """The URL of an empty database of each kind; empty for SQLite in the data folder."""
    if request.param == "sqlite":
        return ""
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.new_database()
