"""Compile every game once before the tests (and before pytest-xdist starts its workers)."""

from __future__ import annotations

import pytest

import branchline as bl


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        for title in bl.titles():
            bl.game(title.name).start()
