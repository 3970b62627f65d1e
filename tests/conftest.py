"""Compile every game and its search before the tests, on all cores (and before pytest-xdist starts its workers)."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import pytest

import branchline as bl
from branchline.bots.thought import parts_of


def compiled(name: str) -> None:
    """Put a game into the cache of compiled code, with its search."""
    game = bl.game(name)
    game.start()
    parts_of(game)


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        with ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn")) as pool:
            list(pool.map(compiled, [title.name for title in bl.titles()]))
